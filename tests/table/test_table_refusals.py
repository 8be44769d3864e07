"""What may not be done now, in every game: impossible melds, announcements at the wrong moment, bids out of range, ...

The refusal says what is allowed, in Python, at the table and in the terminal, and nothing has happened.
"""

import random

import pytest

from table.house import ANN, House
from torite.cli.typed import explain
from torite.cli.words import LANG, rule
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import IllegalMoveError, Position
from torite.table.messages import Act, AddBot, Confirm, Start

# game -> phase and beginning of codes that must have been tried where they are not allowed
WRONG = {
    "rwd": {("take", "H"), ("play", "take:")},
    "wizard": {("bid", "trump:"), ("play", "bid:"), ("bid", "bid:")},
    "wysiwyg": {
        ("bid", "bid:"),  # not above the last bid
        ("bid", "double"),  # before any bid
        ("bid", "redouble"),
        ("answer", "bid:"),
        ("trump", "bid:"),
        ("play", "trump:"),
        ("take", "take:"),  # not on display
    },
    "handjass": {
        ("weis", "weis:100"),  # not held
        ("weis", "in"),
        ("play", "weis:20"),
        ("play", "stoeck"),
        ("play", "split:yes"),
        ("declare", "swap6"),
    },
    "schieber": {
        ("contract", "weis:"),
        ("pushed", "push"),
        ("weis", "weis:150"),
        ("weis", "push"),
        ("play", "stoeck"),
    },
    "coiffeur": {("contract", "contract:"), ("play", "contract:")},
    "differenzler": {("announce", "H"), ("play", "announce:")},
    "bingo": {("lead", "doubles:"), ("follow", "doubles:"), ("expose", "expose:"), ("draw", "doubles:")},
    "emissary": {("visit", "power:"), ("power", "power:"), ("power", "visit:"), ("play", "lead"), ("swap", "swap:")},
}


def tried(position: Position, seat: int) -> set[tuple[str, str]]:
    """Try every action of the game that is not legal now: each is refused and changes nothing."""
    game, legal, before = position.game, position.legal(seat), position.state.tobytes()
    phase = game.phase(position.state)
    wrong = {code for code in game.codes.values() if code not in legal} | {
        "bid:61",
        "announce:158",
        "doubles:9",
        "weis:7",
    }
    for code in wrong - set(legal):
        with pytest.raises(IllegalMoveError) as refused:
            position.play(code, seat)
        assert refused.value.legal == legal and str(refused.value).endswith(" ".join(legal))
        assert refused.value.why == position.why(code, seat)
    assert position.state.tobytes() == before
    told = {(phase, code) for code in wrong} | {(phase, code.partition(":")[0] + ":") for code in wrong if ":" in code}
    return told | {(phase, code[0]) for code in wrong}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_python_refuses_every_action_that_is_not_legal(game: Game) -> None:
    rng, seen, wanted = random.Random(game.name), set(), WRONG.get(game.name, set())
    for seed in range(12):
        position = Position(game, game.players[1], seed=seed)
        for _ in range(2):
            if position.finished():
                break
            position.deal()
            while seats := position.actors():
                seen |= tried(position, seats[0])
                position.play(rng.choice(position.legal(seats[0])), seats[0])
        if wanted <= seen:
            return
    raise AssertionError(f"never tried: {wanted - seen}")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_table_and_the_terminal_say_what_is_allowed(game: Game) -> None:
    house = House(game.name, game.players[1])
    for _ in range(game.players[1] - 1):
        house.ask(ANN, AddBot())
    house.ask(ANN, Start())
    for _ in range(40):
        house.bots()
        if house.table.phase == "over":
            break
        if house.table.phase == "between":
            house.ask(ANN, Confirm())
            continue
        seat = house.table.seat_of(ANN.id)
        assert seat is not None
        legal = house.position.legal(seat)
        wrong = [code for code in game.codes.values() if code not in legal and code not in game.deck.names.values()]
        for code in house.chance.sample(wrong, min(3, len(wrong))):
            refused, params = house.refused(ANN, Act(code=code, seq=house.table.seq))
            why = house.position.why(code, seat)
            assert (refused, params) == ("move/illegal_action", {"code": code, "legal": legal, "why": why})
            said = explain(code, house.position, seat)
            assert said == rule(game, why) if why else code in said and legal[0] in said and legal[-1] in said
        house.act(ANN)


def test_a_used_contract_cannot_be_chosen_again() -> None:
    position = Position(GAMES["coiffeur"], 3, seed=1)
    chosen: dict[int, list[str]] = {0: [], 1: [], 2: []}
    rng = random.Random(1)
    while not position.finished():
        position.deal()
        while seats := position.actors():
            seat = seats[0]
            for code in chosen[seat]:
                assert code not in position.legal(seat)
            code = rng.choice(position.legal(seat))
            if code.startswith("contract:") and "joker" not in code:
                row = code.split(":")[1]
                chosen[seat] += [c for c in position.legal(seat) if c.split(":")[1:2] == [row]]
            position.play(code, seat)


def test_long_rows_of_numbers_are_told_by_their_ends() -> None:
    position = Position(GAMES["differenzler"], 4, seed=1)
    position.deal()
    seat = position.actors()[0]
    said = explain("stoeck:none", position, seat)
    assert "announce:0, …, announce:157" in said or LANG != "en"
