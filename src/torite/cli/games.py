"""torite games: what can be played, and how."""

from itertools import pairwise

from rich.table import Table

from torite.cli.which import GameFiles, GameName, Json, all_games, find_game
from torite.cli.words import game_text, out, players_text, print_json, print_table, shown
from torite.games.game import Game, Option

MANY = 6  # values in equal steps that are not listed one by one


def command(name: GameName = None, as_json: Json = False, files: GameFiles = None) -> None:
    """List the games with their players, presets and options."""
    games = [*all_games(files).values()] if name is None else [find_game(name, files).game()]
    if as_json:
        print_json([_plain(game) for game in games])
        return
    for game in games:
        out.print(f"[bold]{game.name}[/] – {game_text(game, 'name')}, {players_text(game)}")
        if (tagline := game_text(game, "tagline")) != "tagline":
            out.print(f"  {tagline}")
        table = Table("", "", "", box=None, show_header=False, padding=(0, 2))
        table.columns[0].no_wrap = True  # it is to be typed
        for option in game.options:
            table.add_row(option.name, _values(option), game_text(game, f"option.{option.name}"))
        for preset in game.presets:
            table.add_row("--preset", preset, game_text(game, f"preset.{preset}"))
        print_table(table)


def _values(option: Option) -> str:
    """All of them, the default in bold."""
    default, values = f"[bold]{shown(option.default)}[/]", list(option.values)
    steps = {int(b) - int(a) for a, b in pairwise(values)} if option.kind == "int" else set()
    if len(steps) == 1 and len(values) >= MANY:
        begin = f"{values[0]}" if steps == {1} else f"{values[0]}, {values[1]}"
        return f"{begin} … {values[-1]} ({default})"
    return " | ".join(default if value == option.default else shown(value) for value in values)


def _plain(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "players": list(game.players),
        "tables": list(game.tables),
        "faces": game.deck.faces,
        "cards": list(game.deck.names.values()),
        "options": [
            {"name": o.name, "kind": o.kind, "default": o.default, "values": list(o.values)} for o in game.options
        ],
        "presets": {name: game.preset(name) for name in game.presets},
    }
