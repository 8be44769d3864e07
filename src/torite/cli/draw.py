"""A scene as the terminal shows it.  Knows zones, no game."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from torite.cli.faces import card, cards, suit, word
from torite.cli.widgets import widget
from torite.cli.words import game_text, labelled, say
from torite.games.game import Game
from torite.games.scene import (
    Badge,
    FactZone,
    HandZone,
    LaidZone,
    MemoryZone,
    PileZone,
    RowZone,
    Scene,
    TakenZone,
    TrickZone,
    TrumpZone,
    WidgetZone,
    Zone,
)

TO_ACT = "▶"


def badge(game: Game, shown: Badge) -> str:
    """One figure of a panel."""
    of = "?" if shown.hidden else "–" if shown.of is None else str(shown.of)
    value = "–" if shown.value is None else str(shown.value)
    return {
        "number": value if of == "–" else f"{value}/{of}",
        "chips": f"{value} {'●' * min(shown.value or 0, 10)}".rstrip(),
        "strokes": f"{value} {('|' if (shown.value or 0) > 0 else '○') * min(abs(shown.value or 0), 10)}".rstrip(),
        "word": value if shown.value is None else game_text(game, f"badge.{shown.id}.{shown.value}"),
        "fraction": f"{value}/{of}",
        "score": value if of == "–" else f"{value} ({of})",
    }[shown.shape]


def table(game: Game, scene: Scene, names: list[str]) -> RenderableType:
    """Everything on the table but the own hand."""
    parts: list[RenderableType] = [_head(game, scene)]
    parts += [line for zone in scene.zones if (line := _told(game, zone, names)) is not None]
    laid = (zone for zone in scene.zones if isinstance(zone, HandZone) and zone.open and zone.seat != scene.seat)
    for zone in laid:
        parts.append(Text.assemble(say("play.open_hand", name=names[zone.seat]), " ", _held(game, scene, zone)))
    parts.append(_panels(game, scene, names))
    return Group(*parts)


def _head(game: Game, scene: Scene) -> Text:
    deal = say("play.deal", deal=scene.deal) if scene.deals is None else say(
        "play.deal_of", deal=scene.deal, deals=scene.deals
    )  # fmt: skip
    turning = "↓" if scene.direction == 1 else "↑"
    return Text.assemble(
        ("\n" + game_text(game, "name"), "bold"), f" · {deal} · ", say("play.direction"), f" {turning}"
    )


def _panels(game: Game, scene: Scene, names: list[str]) -> Table:
    """One line a seat, in seating order; the arrow in the head says which way play goes."""
    panels = Table(box=None, padding=(0, 1), pad_edge=False)
    panels.add_column("")
    panels.add_column(say("play.player"), no_wrap=True)
    trick = next((zone for zone in scene.zones if isinstance(zone, TrickZone)), None)
    if trick is not None:
        panels.add_column(game_text(game, f"zone.{trick.id}"), overflow="fold")
    for figure in scene.badges[0]:
        panels.add_column(game_text(game, f"badge.{figure.id}"), overflow="fold")
    panels.add_column(say("play.holds"), justify="right", overflow="fold")
    for seat in range(scene.players):
        row: list[RenderableType] = [Text(TO_ACT if seat in scene.turn else "", "bold red"), _name(scene, names, seat)]
        if trick is not None:
            row.append(card(game, trick.cards[seat]))
        row += [badge(game, shown) for shown in scene.badges[seat]]
        held = sum(len(z.cards) for z in scene.zones if isinstance(z, HandZone) and z.seat == seat)
        row.append(str(held))
        panels.add_row(*row)
    for code in trick.cards[scene.players :] if trick is not None else ():
        panels.add_row("", game_text(game, "dummy"), card(game, code))
    return panels


def player_name(game: Game, names: list[str], seat: int) -> str:
    """Who plays in this place of a trick; after the seats the dummy, who has none."""
    return names[seat] if seat < len(names) else game_text(game, "dummy")


def _name(scene: Scene, names: list[str], seat: int) -> Text:
    return Text(names[seat], "bold" if seat == scene.seat else "")


def _told(game: Game, zone: Zone, names: list[str]) -> RenderableType | None:
    """A zone in words; hands, tricks and memory stand elsewhere."""
    called = game_text(game, f"zone.{zone.id}")
    label = labelled(called)
    match zone:
        case RowZone():
            return Text.assemble(label, cards(game, zone.cards))
        case LaidZone():
            return Text.assemble(labelled(f"{names[zone.seat]}, {called}"), cards(game, zone.cards))
        case PileZone():
            return Text.assemble(label, str(zone.count))
        case TrumpZone():
            turned = Text.assemble("  (", card(game, zone.card), ")") if zone.card is not None else Text()
            return Text.assemble(label, suit(game, zone.suit), turned)
        case FactZone():
            value = zone.value
            if isinstance(value, str):
                return Text.assemble(label, word(game, value))
            if value is None:
                return None
            return Text.assemble(label, names[value] if zone.seat else str(value))
        case WidgetZone():
            return widget(game, zone, names)
        case HandZone() | TrickZone() | TakenZone() | MemoryZone():
            return None


def hand(game: Game, scene: Scene) -> Text:
    """The own cards; while cards are played, those that may be played have a number and the others are dim."""
    own = (_held(game, scene, zone) for zone in scene.zones if isinstance(zone, HandZone) and zone.seat == scene.seat)
    return Text.assemble(say("play.hand") + " ", Text("  ").join(own))


def _held(game: Game, scene: Scene, zone: HandZone) -> Text:
    playing = any(code in scene.legal for code in zone.cards)
    shown = []
    for code in zone.cards:
        if code in scene.legal:
            shown.append(Text.assemble((f"{scene.legal.index(code) + 1}:", "dim"), card(game, code)))
        else:
            shown.append(Text(card(game, code).plain, "dim") if playing else card(game, code))
    return Text("  ").join(shown)


def last_trick(game: Game, scene: Scene, names: list[str]) -> Text | None:
    """The finished trick, in the order of seats."""
    for zone in scene.zones:
        if isinstance(zone, TrickZone) and zone.last is not None:
            last = zone.last
            played = [
                Text.assemble(f"{player_name(game, names, seat)} ", card(game, code))
                for seat, code in enumerate(last.cards)
                if code
            ]
            winner = player_name(game, names, last.winner)
            takes = say("play.you_take") if last.winner == scene.seat else say("play.takes", name=winner)
            return Text.assemble(Text("   ").join(played), f"   → {takes}")
    return None


def memory(game: Game, scene: Scene, names: list[str]) -> list[Text]:
    """The cards one knows of the others, if the table allows a memory aid."""
    return [
        Text.assemble(labelled(names[zone.seat]), cards(game, zone.cards))
        for zone in scene.zones
        if isinstance(zone, MemoryZone) and zone.cards
    ]


def sheet(game: Game, results: list[dict[str, object]], names: list[str]) -> Table:
    """The score sheet: a line a deal."""
    columns = [*game.sheet.columns, *([game.sheet.total] if game.sheet.total is not None else [])]
    drawn = Table(title=" / ".join(game_text(game, f"result.{column}") for column in columns))
    drawn.add_column("", justify="right")
    for name in names:
        drawn.add_column(name, justify="right")
    for number, result in enumerate(results, start=1):
        cells = []
        for seat in range(len(names)):
            told = game.sheet.declarer is None or result[game.sheet.declarer] == seat
            values = [_own(result[column], seat, told) for column in columns]
            cells.append(" / ".join(map(_cell, values)))
        drawn.add_row(str(number), *cells)
    return drawn


def _own(value: object, seat: int, told: bool) -> object:
    """Of a figure by seat, or by side, the one of this seat; told: whether it has what is one value."""
    return value[seat % len(value)] if isinstance(value, list) else value if told else None


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "✓" if value else "✗"
    return "–" if value is None else str(value)
