"""torite play: one person against bots, in the terminal."""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from torite.cli import draw, faces
from torite.cli.typed import asks_number, explain, listed, read_action
from torite.cli.which import (
    GameFiles,
    GameName,
    Options,
    Players,
    Preset,
    about_bots,
    all_games,
    check_writable,
    chosen,
    find_game,
    get_ready,
    seats,
)
from torite.cli.words import LANG, about_file, complaint, game_text, labelled, out, say, told
from torite.games.game import Game
from torite.games.notation import PositionTextError
from torite.games.position import Position
from torite.games.scene import Scene, TrickZone
from torite.lab.bots import at_a_table
from torite.lab.seating import seat_specs
from torite.locale import text
from torite.search.claim import is_sure, settle
from torite.search.deals import bots_rng, draw_word
from torite.search.players import DEFAULT_LEVEL, LEVELS, Player
from torite.table.claiming import IN_VAIN
from torite.table.scribe import Scribe, write_record

Level = Annotated[str, typer.Option("--level", metavar="|".join(LEVELS), help=say("help.level"))]
Bots = Annotated[str | None, typer.Option("--bots", metavar="SPEC", help=say("help.play_bots"))]
Seat = Annotated[int, typer.Option("--seat", metavar="N", min=0, help=say("help.seat"))]
Start = Annotated[int | None, typer.Option("--seed", metavar="S", help=say("help.seed"))]
From = Annotated[str | None, typer.Option("--from", metavar="TEXT|FILE", help=say("help.from"))]
Record = Annotated[Path | None, typer.Option("--record", metavar="FILE", help=say("help.play_record"))]
Overwrite = Annotated[bool, typer.Option("--overwrite", help=say("help.overwrite"))]
REST = ("r", "rest")
FIGURES_IN_FULL = 21  # of a row of more only the first and the last are told
PAUSE = 0.7  # seconds that a bot's action stands alone


class Leave(Exception):  # noqa: N818  # not an error: the person has had enough
    """The person leaves the table."""


def command(
    game: GameName = None,
    players: Players = None,
    option: Options = None,
    preset: Preset = "seed",
    level: Level = DEFAULT_LEVEL,
    bots: Bots = None,
    seat: Seat = 0,
    seed: Start = None,
    record: Record = None,
    overwrite: Overwrite = False,
    files: GameFiles = None,
    start: From = None,
) -> None:
    """Sit down and play a match."""
    if record is not None:
        check_writable(record)
        if record.is_file() and record.stat().st_size and not overwrite:  # what a person has played cannot be had again
            raise complaint("record_there", file=record)
    if start is not None:
        _check_alone(game, players, option, preset)
        position = _continued(start, files, seed)
    else:
        rules = find_game(game, files).game()
        options = chosen(rules, option, preset)
        position = Position(rules, seats(rules, players), seed=seed, options=options, preset=preset)
    _sit_down(position, seat, bots or level, record)


def _check_alone(game: str | None, players: int | None, option: list[str] | None, preset: str) -> None:
    """A position says all of its game by itself.  Raises Complaint."""
    given = {"GAME": game, "--players": players, "--option": option, "--preset": preset != "seed"}
    for name, value in given.items():
        if value:
            raise complaint("play.from_alone", option=name)


def _continued(text: str, files: list[Path] | None, seed: int | None) -> Position:
    """The position of a text, or of a file with one.  Raises Complaint."""
    if os.path.isfile(text):  # which the longest text can be asked, unlike a Path
        with about_file(file := Path(text)):
            text = file.read_text("utf-8", errors="replace")
    try:
        return Position.parse(text, all_games(files), seed=seed)
    except PositionTextError as error:
        raise complaint("play.from", reason=told(error)) from None


def _sit_down(position: Position, seat: int, specs: str, record: Path | None) -> None:
    """Play the match to its end, on that seat, against bots of these specs."""
    rules, n = position.game, position.players
    if seat >= n:
        raise complaint("play.no_seat", seat=seat, last=n - 1)
    with about_bots(), at_a_table(seat_specs(specs, rules, n), rules) as others:
        get_ready(rules)
        table = Table(position, seat, others)
        welcome = "play.welcome" if n > 1 else "play.welcome_alone"
        out.print(say(welcome, game=game_text(rules, "name"), help=say("play.help_word")))
        try:
            table.play()
        except Leave:
            out.print(say("interrupted"))
        finally:
            if record is not None:
                with about_file(record):
                    record.write_bytes(write_record(table.scribe.record()))


class Table:
    """A match between the person on `seat` and bots on all others; that of the person's own seat does nothing."""

    def __init__(self, position: Position, seat: int, bots: Sequence[Player]) -> None:
        self.scribe = Scribe.of(position) if position.deals else Scribe(position)
        self.position = self.scribe.position
        self.game: Game = position.game
        self.seat = seat
        self.bots = bots  # by seat
        self.names = [say("play.you") if p == seat else say("play.bot", seat=p) for p in range(position.players)]
        self.results: list[dict[str, Any]] = self.scribe.results
        self._in_vain: list[tuple[int, int]] = []  # claims: of which deal, after how many of its actions
        self.chance = bots_rng(position.seed)
        self.pause = PAUSE if out.is_terminal else 0.0

    def play(self) -> None:
        """Deal after deal, until the match is over or the person leaves."""
        position = self.position
        while not position.finished():
            if position.deal_over():
                self.scribe.deal()
            while actors := position.actors():
                self._act(self.seat if self.seat in actors else actors[0])
            self.results.append(position.deal_result())
            self._end_of_deal()
        self._end_of_match()

    def _scene(self) -> Scene:
        return self.position.scene(self.seat)

    def _act(self, seat: int) -> None:
        """One action, by the person or a bot, or those that the person has chosen together; and what comes of it."""
        for code in self._asked() if seat == self.seat else [self._bot_choice(seat)]:
            self._do(seat, code)

    def _do(self, seat: int, code: str) -> None:
        is_sealed = self.game.is_sealed(self.position.state, seat, code)
        lying, told_before = lying_cards(self._scene()), len(self.position.log)
        self.scribe.play(code, seat)
        if seat != self.seat:
            told = say("play.hidden") if is_sealed else faces.action(self.game, code, told=True)
            out.print(Text.assemble(labelled(self.names[seat]), told))
            time.sleep(self.pause)
        for _, chance in self.position.log[told_before + 1 :]:
            out.print(self._chance(chance))
        trick = draw.last_trick(self.game, self._scene(), self.names)
        if trick is not None and lying and not lying_cards(self._scene()):
            out.print(Text.assemble("  ", trick))

    def _chance(self, code: str) -> Text:
        """What chance has done, as far as everybody sees it."""
        seat, seen = self.game.chance_shown(code)
        drawn = faces.action(self.game, seen)
        return drawn if seat is None else Text.assemble(labelled(self.names[seat]), drawn)

    def _bot_choice(self, seat: int) -> str:
        choice = self.bots[seat].choose(self.game, self.position.view(seat), seat, draw_word(self.chance))
        code: str = self.game.codes[choice]
        return code

    def _asked(self) -> list[str]:
        """The person's choice, asked for until it is one; several cards where they are chosen together."""
        scene = self._scene()
        if self._is_no_question(scene):
            out.print(
                Text.assemble(labelled(self.names[self.seat]), faces.action(self.game, scene.legal[0], told=True))
            )
            return scene.legal
        out.print(draw.table(self.game, scene, self.names))
        out.print(draw.hand(self.game, scene))
        chosen: list[str] = []
        while True:
            self._ask(scene)
            typed = out.input("> ").strip()
            if typed.lower() in REST and self._claim():
                return []
            if typed == "" and len(chosen) == scene.together:
                return sorted(chosen, key=scene.legal.index)
            codes = [read_action(word, scene, self.game) for word in typed.split()]
            if scene.together > 1 and codes and None not in codes:
                self._choose(chosen, [code for code in codes if code is not None], scene)
            elif len(codes) == 1 and codes[0] is not None:
                return [codes[0]]
            elif typed.lower() not in REST and not self._command(typed.lower(), scene):
                out.print(Text(explain(typed, self.position, self.seat), "yellow"))

    def _is_no_question(self, scene: Scene) -> bool:
        """One thing alone can be done, and it is no card, which people would rather lay down themselves."""
        cards = self.game.deck.names.values()
        return len(scene.legal) == 1 and scene.legal[0].rpartition(":")[2] not in cards

    def _may_claim(self) -> bool:
        claimable = self.game.claimable
        return claimable is not None and bool(claimable(self.position.view(self.seat), self.seat))

    def _claim(self) -> bool:
        """The rest is the person's: play it out, or say why not.  Asked in vain three times in a deal at most."""
        position, seat, game = self.position, self.seat, self.game
        state, moment = position.state, (len(position.deals), len(position.log))
        line, refused, left = None, "not_claimable", IN_VAIN - sum(deal == moment[0] for deal, _ in self._in_vain)
        if self._may_claim():
            if moment in self._in_vain:
                refused = "not_yet"
            elif left == 0 and not is_sure(game, position.view(seat), seat):
                refused = "too_many_claims"
            elif (line := settle(game, state.copy(), seat)) is None:
                self._in_vain.append(moment)
                refused, left = "not_yet", left - 1
        if line is None:
            out.print(Text(text(f"refusal.move.{refused}", LANG, left=left, max=IN_VAIN), "yellow"))
            return False
        for mover, action in line:
            self.scribe.play(game.codes[action], mover)
        out.print(Text(say("play.claimed"), "bold"))
        return True

    def _choose(self, chosen: list[str], codes: list[str], scene: Scene) -> None:
        """Add these cards to those chosen; what is chosen already is put back."""
        for code in codes:
            if code in chosen:
                chosen.remove(code)
            elif len(chosen) < scene.together:
                chosen.append(code)
            else:
                out.print(Text(say("play.too_many", count=scene.together), "yellow"))
        names = [code.rpartition(":")[2] for code in chosen]
        told = say("play.choose_cards", n=len(chosen), count=scene.together, cards="\0")
        before, _, after = told.partition("\0")
        out.print(Text.assemble(before, faces.cards(self.game, names), after))

    def _ask(self, scene: Scene) -> None:
        out.print(Text(game_text(self.game, f"phase.{scene.phase}"), "bold red"))
        others = [(i, code) for i, code in enumerate(scene.legal, start=1) if code not in self.game.deck.names.values()]
        if asks_number(scene, self.game):
            codes = [code for _, code in others]
            told = codes if len(codes) <= FIGURES_IN_FULL else listed(codes)
            out.print(Text(say("play.choose_number", values=[code.rpartition(":")[2] for code in told])))
        elif others:
            shown = [Text.assemble((f"{i}:", "dim"), faces.action(self.game, code)) for i, code in others]
            out.print(Text("  ").join(shown))
        if self._may_claim() and is_sure(self.game, self.position.view(self.seat), self.seat):
            out.print(Text(say("play.claim")))

    def _command(self, word: str, scene: Scene) -> bool:
        """Do one of the table's words; False if it is none."""
        if word in ("h", "help", "?", "ヘルプ", say("play.help_word")):
            rest = say("play.help_rest") if self.game.claimable is not None else ""
            out.print(say("play.help", rest=rest))
        elif word in ("t", "table"):
            out.print(draw.table(self.game, scene, self.names))
            out.print(draw.hand(self.game, scene))
        elif word in ("l", "last"):
            out.print(draw.last_trick(self.game, scene, self.names) or say("play.no_last"))
        elif word in ("s", "sheet"):
            out.print(draw.sheet(self.game, self.results, self.names) if self.results else say("play.no_sheet"))
        elif word in ("k", "known"):
            for line in draw.memory(self.game, scene, self.names) or [Text(say("play.no_memory"))]:
                out.print(line)
        elif word in ("u", "undo"):
            out.print(Text(say("play.no_undo"), "yellow"))
        elif word in ("q", "quit", "exit"):
            raise Leave
        else:
            return word == ""
        return True

    def _end_of_deal(self) -> None:
        out.print(draw.sheet(self.game, self.results, self.names))
        if not self.position.finished():
            out.input(say("play.next"))

    def _end_of_match(self) -> None:
        outcome = self.position.result()
        for name, score in zip(self.names, outcome.scores, strict=True):
            out.print(f"{labelled(name)}{score}")
        winners = [self.names[seat] for seat in outcome.winners]
        if outcome.draw:
            out.print(Text(say("play.draw"), "bold"))
        elif not winners:
            out.print(Text(say("play.lost"), "bold"))
        elif outcome.winners == [self.seat]:
            out.print(Text(say("play.you_win"), "bold green"))
        else:
            out.print(Text(say("play.wins" if len(winners) == 1 else "play.win_together", names=winners), "bold"))


def lying_cards(scene: Scene) -> int:
    """How many cards lie in the running trick."""
    return sum(card is not None for zone in scene.zones if isinstance(zone, TrickZone) for card in zone.cards)
