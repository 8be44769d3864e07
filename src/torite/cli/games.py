"""torite games: what can be played."""

import msgspec
from rich.table import Table

from torite.cli.which import GameFiles, Json, all_games
from torite.cli.words import game_text, out, players_text, print_table, shown
from torite.games.game import Game


def command(as_json: Json = False, files: GameFiles = None) -> None:
    """List the games with their players, presets and options."""
    games = all_games(files)
    if as_json:
        out.print(msgspec.json.encode([_plain(game) for game in games.values()]).decode(), markup=False)
        return
    for game in games.values():
        out.print(f"[bold]{game.name}[/] – {game_text(game, 'name')}, {players_text(game)}")
        if (tagline := game_text(game, "tagline")) != "tagline":
            out.print(f"  {tagline}")
        table = Table(box=None, show_header=False, padding=(0, 2))
        for option in game.options:
            values = [f"[bold]{shown(v)}[/]" if v == option.default else shown(v) for v in option.values]
            table.add_row(option.name, " | ".join(values), game_text(game, f"option.{option.name}"))
        for preset in game.presets:
            table.add_row("--preset", preset, game_text(game, f"preset.{preset}"))
        print_table(table)


def _plain(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "players": list(game.players),
        "faces": game.deck.faces,
        "cards": list(game.deck.names.values()),
        "options": [
            {"name": o.name, "kind": o.kind, "default": o.default, "values": list(o.values)} for o in game.options
        ],
        "presets": {name: game.preset(name) for name in game.presets},
    }
