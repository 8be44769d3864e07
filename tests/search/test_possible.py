"""A view that no world agrees with is an error that names the field; every true view has a world."""

import random
from typing import Any

import numpy as np
import pytest

from torite.cards.kernel import JIT
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import Position
from torite.locale import LANGUAGES
from torite.search import flat, ismcts, pimc, plan, solve
from torite.search.possible import NoWorldError, check_view
from torite.server.bots.thinking import choose
from torite.table.turns import BotTurn


def started(game: Game, seed: int = 1) -> Position:
    """The first decision of a match."""
    position = Position(game, game.usual_players, seed=seed, first=0)
    position.deal()
    return position


def corrupted(name: str) -> tuple[Any, int]:
    """A view of the seat to act in which something is told that cannot be."""
    position = started(GAMES[name])
    seat = position.actors()[0]
    view = position.view(seat)
    other = (seat + 1) % position.players
    if "void" in view.dtype.names:
        view.void[other] = 0b1111
    if "lacks" in view.dtype.names:
        view.lacks[other] = -1
    if name == "rwd":
        view.could[0], view.hider[0], view.held[other] = 1 << 62, other, 1
    if name == "wysiwyg":
        view.evaluation[other] = 60
    if name == "bingo":
        view.barred[other] = -1
    if name == "emissary":
        view.held[0] += 1
    if name == "wizard":
        view.seen = sum(1 << int(card) for card in GAMES[name].deck.cards if not int(view.hands[seat]) >> int(card) & 1)
    return view, seat


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_view_of_a_match_has_a_world(game: Game) -> None:
    rng = random.Random(4)
    for seed in range(6 if JIT else 1):
        position = started(game, seed)
        while seats := position.actors():
            for seat in range(position.players):
                check_view(game, position.view(seat), seat)
            position.play(rng.choice(position.legal(seats[0])), seats[0])
            if position.deal_over() and not position.finished() and position.state.deals < 4:
                position.deal()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_corrupted_view_is_an_error_that_names_the_field_and_no_card(game: Game) -> None:
    view, seat = corrupted(game.name)
    with pytest.raises(NoWorldError) as refused:
        check_view(game, view, seat)
    field = refused.value.params["field"].partition("[")[0]
    assert field in game.state.fields
    texts = {refused.value.tell(lang) for lang in LANGUAGES}
    assert len(texts) == len(LANGUAGES)
    for text in texts:
        assert field in text and game.name in text and "{" not in text
        assert not set(text.replace(",", " ").split()) & set(game.deck.names.values())


def test_every_search_looks_first() -> None:
    view, seat = corrupted("schieber")
    for search in (flat, ismcts, pimc):
        with pytest.raises(NoWorldError):
            search.analyse(GAMES["schieber"], view, seat, 0, worlds=1)
    view, seat = corrupted("emissary")
    with pytest.raises(NoWorldError):
        plan.analyse(GAMES["emissary"], view, seat, 0, worlds=1)
    position = started(GAMES["wysiwyg"])
    rng = random.Random(1)
    while position.state.tricks.sum() < 13:
        position.play(rng.choice(position.legal()))
    view, seat = position.view(position.turn), int(position.turn or 0)
    view.held[:] = 14
    with pytest.raises(NoWorldError):
        solve.analyse(position.game, view, seat)


@pytest.mark.parametrize("field", ["hands", "stock"])
def test_cards_that_are_not_there(field: str) -> None:
    """The emissary's stock is longer than the cards that are left; more cards held than a set can have."""
    position = started(GAMES["emissary"])
    view = position.view(0)
    if field == "stock":
        view.discards = view.discards | (np.int64(2**63 - 1) & ~view.hands[0])
    else:
        view.held[0] = 100
    with pytest.raises(NoWorldError) as refused:
        check_view(position.game, view, 0)
    assert refused.value.params["field"] == {"hands": "held"}.get(field, field)


@pytest.mark.parametrize("level", ["gentle", "strong"])
def test_a_bot_plays_on_and_its_log_names_no_card(level: str, caplog: pytest.LogCaptureFixture) -> None:
    view, seat = corrupted("schieber")
    game = GAMES["schieber"]
    code = choose(game, BotTurn(seat, view, level, 0))
    assert code in game.codes.values()
    assert f"bot {level} failed at schieber: NoWorldError" in caplog.text
    assert not set(caplog.text.replace(":", " ").split()) & set(game.deck.names.values())
