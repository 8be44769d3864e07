"""A position as one line of text: what is written is read back, and a text for a seat tells no more than it knows."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import torite
from torite.cards.kernel import JIT
from torite.games.notation import PositionTextError
from torite.games.position import Position
from torite.locale import LANGUAGES

DEAL = "H9 C6 SA S4 D4 HT DT H3 CA D3 DQ S2 C9 H4 S5 S8 SQ H6 C3 HA CK S7 C8 D9 S3 DA H2 H5 H7 H8 HJ HQ HK"
FRENCH = DEAL.split() + [s + r for s in "CDHS" for r in "23456789TJQKA" if s + r not in DEAL.split()]


def walked(name: str, number: int, actions: int) -> Position:
    """A position after so many random actions of a match with random options."""
    rng = random.Random(f"{name} {number}")
    game = torite.GAMES[name]
    options = {o.name: rng.choice(o.values) for o in game.options if rng.random() < 0.3}
    position = torite.new(name, rng.randint(*game.players), seed=number, options=options)
    for _ in range(actions):
        if position.finished():
            break
        if position.deal_over():
            position.deal()
        seat = rng.choice(position.actors())
        position.play(rng.choice(position.legal(seat)), seat)
    return position


@pytest.mark.parametrize("name", torite.GAMES)
@settings(max_examples=12 if JIT else 3)
@given(st.integers(0, 999), st.integers(0, 200))
def test_what_is_written_is_read_back(name: str, number: int, actions: int) -> None:
    position = walked(name, number, actions)
    again = Position.parse(position.text, seed=number)
    assert again.state.tobytes() == position.state.tobytes(), position.text
    assert (again.text, again.options, again.deck) == (position.text, position.options, position.deck)
    assert (again.log, again.actors(), again.plays_chance) == (position.log, position.actors(), False)


@pytest.mark.parametrize("name", torite.GAMES)
def test_a_copy_has_the_same_text_and_grows_its_own(name: str) -> None:
    position = walked(name, 7, 2)
    before, twin = position.text, position.copy()
    twin.play(twin.legal()[0])
    assert position.text == before != twin.text and twin.text.startswith(before)


def test_the_text_is_as_documented() -> None:
    position = Position(torite.GAMES["rwd"], 3, first=1, options={"wins": 1, "play_on": True}, seed=1)
    assert position.text == "rwd 3 seed first=1 wins=1 play_on=on"
    position.deal(FRENCH)
    position.play("take:?")
    assert position.text == f"rwd 3 seed first=1 wins=1 play_on=on deal {' '.join(FRENCH)} play 1:take:?"
    schieber = torite.new("schieber", 4, options={"multipliers": "1 1 2 2 3 3"})
    assert " multipliers=1,1,2,2,3,3 deal " in schieber.text
    assert Position.parse(schieber.text).options["multipliers"] == "1 1 2 2 3 3"


def test_chance_goes_on_from_the_seed_that_is_given() -> None:
    text = torite.new("wizard", 3, seed=1).text
    one, same, other = (Position.parse(text, seed=seed) for seed in (5, 5, 6))
    for position in (one, same, other):
        while not position.deal_over():
            position.play(position.legal()[0])
        position.deal()
    assert one.deck == same.deck != other.deck


RWD = f"rwd 3 seed first=0 deal {' '.join(FRENCH)}"
BAD = {
    "nothing": ("", 1, "Word 1 is missing: expected one of these games: rwd, wizard"),
    "game": ("bridge 4", 1, "Word 1, “bridge”: expected one of these games"),
    "no players": ("rwd", 2, "Word 2 is missing: expected a number of players: 3–5"),
    "players": ("rwd 6", 2, "Word 2, “6”: expected a number of players: 3–5"),
    "preset": ("rwd 3 fast", 3, "Word 3, “fast”: expected one of these presets: seed, strict, single"),
    "first": ("rwd 3 seed first=3", 4, "first=0 to first=2"),
    "no first": ("rwd 3 seed deal", 4, "Word 4, “deal”: expected the seat"),
    "option": ("rwd 3 seed first=0 speed=3", 5, "no option of this game; there are: wins"),
    "value": ("rwd 3 seed first=0 play_on=some", 5, "allowed: off, on"),
    "no deal": ("rwd 3 seed first=0 H9", 5, "expected “deal”"),
    "card": (RWD.replace(" SA ", " S1 "), 8, "Word 8, “S1”: expected a card of this deck, of which 2 of 52"),
    "few cards": (RWD.rpartition(" ")[0], 57, "Word 57 is missing: expected a card of this deck, of which 51 of 52"),
    "twice": (RWD.replace(" SA ", " H9 "), 8, "this card has been dealt already"),
    "view": (RWD.replace(" SA ", " ? "), 8, "not played on"),
    "no action": (f"{RWD} play take:?", 59, "expected an action, SEAT:CODE, such as 0:C2"),
    "hidden action": (f"{RWD} play 0:?", 59, "not played on"),
    "illegal": (f"{RWD} play 0:take:?  0:S2", 60, "Word 60, “0:S2”: this seat does not act here; to act: 2"),
    "illegal code": (f"{RWD} play 0:H9", 59, "seat 0 may not do this here; it may: take:C6, take:H9, take:?"),
    "turn": (f"{RWD} play 1:take:?", 59, "this seat does not act here; to act: 0"),
    "no seat": (f"{RWD} play 7:take:?", 59, "this seat does not act here; to act: 0"),
    "chance": (f"{RWD} play -1:draw:H9", 59, "chance does not do this here"),
    "deal too early": (f"{RWD} play 0:take:? deal {' '.join(FRENCH)}", 60, "no deal can be made here"),
}


@pytest.mark.parametrize(("text", "place", "why"), BAD.values(), ids=BAD)
def test_a_bad_text_is_told_at_which_word_and_why(text: str, place: int, why: str) -> None:
    with pytest.raises(PositionTextError) as error:
        Position.parse(text)
    assert error.value.place == place and why in str(error.value)
    for lang in LANGUAGES:
        assert str(place) in error.value.tell(lang) and "{" not in error.value.tell(lang)


def test_after_the_last_action_the_deal_is_over() -> None:
    position = torite.new("wizard", 3, seed=2)
    while position.actors():
        position.play(position.legal()[0])
    with pytest.raises(PositionTextError, match="the deal is over"):
        Position.parse(f"{position.text} 0:R1")


@pytest.mark.parametrize(("name", "number"), [("emissary", 38), ("handjass", 36)])
def test_what_chance_has_done_is_done_again(name: str, number: int) -> None:
    position = walked(name, number, 300)
    drawn = next(word for word in position.text.split() if word.startswith("-1:"))
    assert Position.parse(position.text).state.tobytes() == position.state.tobytes()
    assert drawn not in position.text_for(None)
    with pytest.raises(PositionTextError, match="chance does not do this"):
        Position.parse(position.text.replace(drawn, "-1:nonsense"))


@pytest.mark.parametrize("name", torite.GAMES)
@settings(max_examples=8 if JIT else 2)
@given(st.integers(0, 999))
def test_a_text_for_a_seat_does_not_tell_apart_what_it_cannot(name: str, number: int) -> None:
    """Two cards of the deck change places: where a seat sees the same table, its text is the same."""
    rng = random.Random(number)
    game = torite.GAMES[name]
    one = torite.new(name, rng.randint(*game.players), seed=number)
    for _ in range(10):
        deck = one.deck.copy()
        i, j = rng.sample(range(len(deck)), 2)
        deck[i], deck[j] = deck[j], deck[i]
        other = one.before_first_deal()
        other.deal(deck)
        for seat in (*range(one.players), None):
            places = game.places(one.state)
            its_own = places[i] == places[j] == seat  # it may know in which order these two came
            if not its_own and other.view(seat).tobytes() == one.view(seat).tobytes():
                assert one.text_for(seat) == other.text_for(seat)


def test_what_is_sealed_stands_in_the_own_text_alone() -> None:
    game = torite.new("wizard", 3, seed=1, preset="hiddentip")
    game.play("bid:1", 2)
    game.play("bid:0", 0)
    assert game.text_for(2).endswith(" play 2:bid:1 0:?") and game.text_for(0).endswith(" play 2:? 0:bid:0")
    assert game.text_for(1).endswith(" play 2:? 0:?") and game.text_for(None).endswith(" play 2:? 0:?")


def test_a_text_for_a_seat_has_its_cards_and_no_others() -> None:
    game = torite.new("wizard", 4, seed=9)
    while game.state.deals < 5:
        while game.actors():
            game.play(game.legal()[-1])
        game.deal()
    for seat in range(4):
        known = game.text_for(seat).rpartition(" deal ")[2].split()
        dealt = game.text.rpartition(" deal ")[2].split()
        hand, turned = dealt[(seat - int(game.state.dealer) - 1) % 4 : 20 : 4], dealt[20]
        assert sorted(card for card in known if card != "?") == sorted([*hand, turned])
        with pytest.raises(PositionTextError, match="not played on"):
            Position.parse(game.text_for(seat))
