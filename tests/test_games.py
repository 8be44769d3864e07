"""What every registered game must do; a new game is tested by being listed in GAMES."""

import importlib
import importlib.util
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from perft import read_perft
from walks import Table, option_sets, reference, same, shuffled, walk_deal

from torite.cards.rng import new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.position import IllegalMoveError, Position
from torite.games.state import HEADER
from torite.locale import LANGUAGES, catalogue

LOCALE = Path(__file__).parents[1] / "src" / "torite" / "locale"
# The Jass games share their trick engine, so their pages are shorter than the others.
ON_ONE_PAGE = [game for game in GAMES.values() if importlib.util.find_spec(f"torite.games.{game.name}")]
games = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def test_the_registry_has_the_names() -> None:
    assert GAMES and all(name == game.name for name, game in GAMES.items())


@games
def test_its_picture_shows_cards_of_its_deck(game: Game) -> None:
    assert set(game.picture) <= {*game.deck.names.values(), "?"}


@games
def test_has_counts_of_every_size(game: Game) -> None:
    cases = read_perft(game)
    assert {case.players for case in cases} <= set(range(game.players[0], game.players[1] + 1))
    assert all(case.counts for case in cases)
    assert len({case.id for case in cases}) == len(cases)


@games
def test_has_a_reference(game: Game) -> None:
    match = reference(game).Match
    for name in ("deal", "actors", "legal", "play", "result", "finished", "outcome", "dealer", "first", "observation"):
        assert callable(getattr(match, name))


@games
def test_rules_of_the_reference_share_no_code(game: Game) -> None:
    lines = Path(reference(game).__file__ or "").read_text("utf-8").splitlines()
    imported = [line.split()[1] for line in lines if line.startswith(("import ", "from "))]
    assert not [name for name in imported if name.partition(".")[0] in ("torite", "numpy", "numba")]


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_met_has_its_texts(game: Game, language: str) -> None:
    texts = catalogue(language)
    met = {game.phase(state) for _, state, _ in walk(game, game.players[0], 3)}
    assert len(met) >= 2
    assert not {f"game.{game.name}.{k}.{p}" for p in met for k in ("phase", "waiting")} - set(texts)
    assert (LOCALE / "rules" / f"{game.name}.{language}.md").stat().st_size > 1000


@pytest.mark.parametrize("game", ON_ONE_PAGE, ids=lambda game: game.name)
def test_the_file_has_its_parts_in_order(game: Game) -> None:
    text = Path(importlib.import_module(f"torite.games.{game.name}").__file__ or "").read_text("utf-8")
    parts = [
        '"""',
        "\nOPTIONS",
        "\nSTATE = ",
        "\ndef start(",
        "\ndef deal(",
        "\ndef actors(",
        "\ndef legal(",
        "\ndef play(",
    ]
    parts += [
        "\ndef finished(",
        "\ndef score(",
        "\ndef determinize(",
        "\ndef result(",
        "\ndef outcome(",
        "\nGAME = Game(",
    ]
    if "\nGAME = game(" in text:  # a class; what is not written it has from its kits
        functions = ("deal", "actors", "legal", "play", "finished", "outcome", "result", "determinize")
        written = [f"\ndef {name}(" for name in functions if f"\ndef {name}(" in text]
        parts = ['"""', "\nclass State(", *written, "\nGAME = game("]
    found = [text.find(part) for part in parts]
    assert -1 not in found and found == sorted(found)


@games
def test_what_a_deal_meant_is_said(game: Game) -> None:
    assert game.meaning is not None


@games
def test_every_field_is_declared(game: Game) -> None:
    assert [f.name for f in HEADER] == list(game.state.fields)[: len(HEADER)]
    assert set(game.state.fields) == set(game.state.dtype.names or ())
    for field in game.state.fields.values():
        assert field.who in ("public", "by_seat", "others", "hidden")
        assert field.who not in ("by_seat", "others") or field.shape[0] >= game.players[1]
    assert "rng" not in game.state.fields and game.state.dtype.itemsize < 1024


@games
def test_codes_are_inverse(game: Game) -> None:
    assert all(0 <= action <= 255 and game.parse_action(code) == action for action, code in game.codes.items())
    assert all((action < 64) == (code in game.deck.names.values()) for action, code in game.codes.items())


def walk(game: Game, players: int, seed: int) -> Any:
    """Yield (table, state, action to come) through three deals."""
    rng = random.Random(seed)
    deals = game.deals(Table(game, players, slow=False).state)
    table = Table(game, players, rng.choice(option_sets(game)), slow=False, deals=deals // 2 if deals else 0)
    for _ in range(3):
        table.deal(shuffled(game, rng))
        for step in walk_deal(table, rng):
            yield table, table.state, step


@games
def test_replay_is_deterministic(game: Game) -> None:
    for players in range(game.players[0], game.players[1] + 1):
        first = [state.tobytes() for _, state, _ in walk(game, players, 5)]
        assert first == [state.tobytes() for _, state, _ in walk(game, players, 5)]
        assert len(set(first)) == len(first)


@games
def test_legal_and_actors_change_nothing(game: Game) -> None:
    for table, state, _ in walk(game, game.players[1], 6):
        before = state.tobytes()
        for seat in range(table.players):
            table.legal(seat)
        table.actors()
        game.phase(state), game.direction(state), game.deals(state)
        assert state.tobytes() == before


@games
def test_end_kernels_change_nothing_and_stay_in_their_rows(game: Game) -> None:
    for table, state, step in walk(game, game.players[0], 7):
        if step is None:
            before, points = state.tobytes(), np.full(game.players[1] + 2, -77.0)
            game.score(state, points)
            game.finished(state), game.result(state), game.outcome(state)
            assert state.tobytes() == before
            assert (points[table.players :] == -77).all() and (points[: table.players] != -77).all()


@games
def test_determinize_is_seeded_and_writes_nothing_public(game: Game) -> None:
    for table, state, _ in walk(game, game.players[0], 8):
        view = game.state.view(state, 0)
        worlds = []
        for _ in range(2):
            world = view.copy()
            game.determinize(world, 0, new_rng(b"a seed"))
            assert all((world[f] == view[f]).all() for f, d in game.state.fields.items() if d.who == "public")
            worlds.append(world)
        assert same(*worlds)
        assert table.players == state.players


@games
def test_everything_else_is_refused_and_changes_nothing(game: Game) -> None:
    for players in range(game.players[0], game.players[1] + 1):
        position = Position(game, players, seed=players)
        position.deal()
        rng = random.Random(players)
        for _ in range(40 if players == game.players[0] else 10):
            if position.finished():
                position = Position(game, players, seed=players + 1)
            if not position.actors():
                position.deal()
            before = position.state.tobytes()
            for seat in range(-1, players + 1):
                legal = position.legal(seat)
                for code in {*game.codes.values(), "", "?", "pass", "XX"} - set(legal):
                    with pytest.raises(IllegalMoveError):
                        position.play(code, seat)
            assert position.state.tobytes() == before
            seat = rng.choice(position.actors())
            position.play(rng.choice(position.legal(seat)), seat)


@games
def test_places_say_where_every_card_went(game: Game) -> None:
    for players in range(game.players[0], game.players[1] + 1):
        deals = game.deals(Table(game, players, slow=False).state) or 1
        for dealt in range(deals):
            table = Table(game, players, slow=False, deals=dealt)
            table.deal(shuffled(game, random.Random(dealt)))
            places = game.places(table.state)
            assert len(places) == len(game.deck.cards)
            for seat in range(players):
                cards = [game.deck.parse(c) for c, place in zip(table.deck, places, strict=True) if place == seat]
                assert sum(1 << c for c in cards) == int(table.state.hands[seat])
            turned = [c for c, place in zip(table.deck, places, strict=True) if place == "turned"]
            assert len(turned) <= 1


@games
def test_options_and_presets_are_sound(game: Game) -> None:
    assert "seed" in game.presets and next(iter(game.presets)) == "seed"
    for preset in game.presets:
        options = game.preset(preset)
        assert list(options) == [o.name for o in game.options]
        assert all(options[o.name] in o.values for o in game.options)
    for option in game.options:
        assert option.default in option.values and len(set(option.values)) == len(option.values)
        assert all(game.option(other).name == other for other in option.excludes)
