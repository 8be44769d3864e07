"""Tables at which an agent sits among bots, without a server: what it is told, and what happens when it is late.

An answer is made of the seat's view alone.  A bot's move takes as many time slots as a long thought of its kind, also
a forced one, which needs none: not even its time tells what it holds.
"""

import json
import math
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from torite.games.game import Game, OptionError
from torite.games.position import IllegalMoveError, Position
from torite.games.texts import find_text, game_text, rules_page
from torite.lab.seating import one_each
from torite.locale import LANGUAGES, has_text, text
from torite.search.deals import bots_rng, draw_word
from torite.search.players import Player, Searcher, Solver, player_of

STAND_IN = "steady"
PATIENCE = 20.0  # seconds that a call waits for the bots
MOST_TABLES = 16
SLOT, SECONDS = 0.25, 120.0  # of a bot's move; of an agent's
MARGIN = 1.1  # over the time that a bot is given: it counts the processor's
LOOKED_BACK, MOST = 20, 3  # thoughts, the longest of which each move seems to take; slots, for one on a cold compiler


class AgentError(ValueError):
    """Something that an agent may not do, told in one line."""


class Table:
    """One match: the agent on `seat`, bots elsewhere.  `clock` and `sleep` may be a test's own."""

    def __init__(
        self,
        name: str,
        position: Position,
        seat: int,
        bots: Mapping[int, Player],
        *,
        seconds: float = SECONDS,
        slot: float = SLOT,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name, self.position, self.seat, self.bots = name, position, seat, bots
        self.seconds, self.slot, self.clock, self.sleep = seconds, slot, clock, sleep
        self.stand_in = player_of(STAND_IN, position.game, position.players)
        self.rng = bots_rng(position.seed)
        self.turn = 0  # decisions of the agent so far
        self.missed: list[str] = []  # what the bot did that stood in
        self.lengths = defaultdict[float, deque[int]](lambda: deque(maxlen=LOOKED_BACK))  # by slot, of thoughts in it
        self.known = 0  # how much of the position's text the agent has been told
        self.asked: float | None = None  # when the agent was first told of this decision

    @property
    def mine(self) -> bool:
        """Is the agent to act?"""
        return self.seat in self.position.actors()

    def advance(self, patience: float = PATIENCE) -> None:
        """Let everybody else act until the agent may, the match ends, or so many seconds have passed."""
        self._stand_in()
        end = self.clock() + patience
        while not self.mine and not self.position.finished() and self.clock() < end:
            if self.position.deal_over():
                self.position.deal()
            else:
                seat = self.position.actors()[0]
                self._act(seat, self.bots[seat])
        if self.mine and self.asked is None:
            self.asked = self.clock()

    def act(self, code: str, turn: int | None = None) -> None:
        """Do `code` for the agent.  Raises AgentError: then nothing has changed, or its time was up."""
        missed = len(self.missed)
        self._stand_in()
        if len(self.missed) > missed:
            raise AgentError(f"your time was up: a bot has done {self.missed[-1]} for you; wait")
        if not self.mine:
            raise AgentError("the match is over" if self.position.finished() else "it is not your turn: wait")
        if turn is not None and turn != self.turn:
            raise AgentError(f"that was meant for turn {turn}; it is turn {self.turn}")
        try:
            self.position.play(code, self.seat)
        except IllegalMoveError as error:
            raise AgentError(str(error)) from None
        self._done()

    def _stand_in(self) -> None:
        if self.mine and self.asked is not None and self.clock() > self.asked + self.seconds:
            self.missed.append(self._act(self.seat, self.stand_in))
            self._done()

    def _done(self) -> None:
        self.turn, self.asked = self.turn + 1, None

    def _act(self, seat: int, bot: Player) -> str:
        begin, view = self.clock(), self.position.view(seat)
        code: str = self.position.game.codes[bot.choose(self.position.game, view, seat, draw_word(self.rng))]
        self.position.play(code, seat)
        if slot := max(self.slot, MARGIN * budget(bot)):
            lengths = self.lengths[slot]
            lengths.append(math.ceil((self.clock() - begin) / slot))
            self.sleep(max(0.0, begin + slot * max(1, min(MOST, max(lengths))) - self.clock()))
        return code

    def answer(self, whole: bool = True) -> dict[str, Any]:
        """What the agent is told, as plain data; of the match the whole, or what is new since the last answer."""
        position, scene = self.position, self.position.scene(self.seat)
        line, known = position.text_for(self.seat), self.known
        self.known = len(line)  # it only grows: what is sealed stays so
        told = {
            "table": self.name,
            "game": position.game.name,
            "players": position.players,
            "seat": self.seat,
            "turn": self.turn,
            "your_turn": self.mine,
            "legal": scene.legal,
            "stood_in": self.missed,
            "finished": position.finished(),
            **({"position": line} if whole else {"since": line[known:].strip()}),
            "scene": _bare({name: part for name, part in msgspec.to_builtins(scene).items() if name != "legal"}),
        }
        if self.mine and self.asked is not None:
            told["seconds_left"] = max(0, round(self.asked + self.seconds - self.clock()))
        if position.finished():
            told |= {"scores": position.result().scores, "winners": position.result().winners}
        return told


def legend(game: Game, lang: str) -> str:
    """What the codes of a game, its figures and the parts of its table are called, as Markdown."""
    deck = game.deck
    of_cards = dict.fromkeys((*deck.suits, *(code[0] for code in deck.names.values())))
    words = {f"{first}…": _card_word(game, first, lang) for first in of_cards}
    for code in game.codes.values():
        prefix, colon, _ = code.partition(":")
        own = find_text(game, f"action.{code}", lang)
        if own is None and colon:
            code, own = f"{prefix}:…", find_text(game, f"action.{prefix}", lang, value="…")
        words.setdefault(code, own)
    words |= {badge.id: game_text(game, f"badge.{badge.id}", lang) for badge in game.badges}
    words |= {zone.id: game_text(game, f"zone.{zone.id}", lang) for zone in game.zones if hasattr(zone, "id")}
    title = text("cli.mcp.codes", lang)
    return "\n".join([f"## {title}", "", *(f"* `{code}` {told}" for code, told in words.items() if told)])


def _card_word(game: Game, first: str, lang: str) -> str | None:
    """The suit or the kind of card whose codes begin so."""
    keys = (f"{kind}.{game.deck.faces}.{first}" for kind in ("suit", "card"))
    return next((text(key, lang) for key in keys if has_text(key)), None)


def _bare(told: Any) -> Any:
    """Without what is null, false or no text at all: an agent pays by the word."""
    if isinstance(told, dict):
        return {name: _bare(part) for name, part in told.items() if part not in (None, {}) and part is not False}
    return [_bare(part) for part in told] if isinstance(told, list) else told


def budget(bot: Player) -> float:
    """Seconds that a bot may think; 0 for one that counts worlds."""
    searcher = bot.otherwise if isinstance(bot, Solver) else bot
    return searcher.ms / 1000 if isinstance(searcher, Searcher) else 0.0


class Room:
    """The tables of one agent."""

    def __init__(
        self, games: Mapping[str, Game], *, seconds: float = SECONDS, slot: float = SLOT, seed: int | None = None
    ) -> None:
        self.games, self.seconds, self.slot, self.seed = games, seconds, slot, seed
        self.tables: dict[str, Table] = {}
        self.opened = 0

    def list_games(self) -> list[dict[str, Any]]:
        """Names, players, options and presets."""
        return [
            {
                "name": game.name,
                "title": game_text(game, "name"),
                "players": list(game.tables),
                "options": {option.name: list(option.values) for option in game.options},
                "presets": list(game.presets),
            }
            for game in self.games.values()
        ]

    def rules(self, game: str, lang: str) -> str:
        """The rules page.  Raises AgentError."""
        found = self._game(game)
        if (page := rules_page(found, lang)) is not None:
            return f"{page.rstrip()}\n\n{legend(found, lang)}\n"
        there = dict.fromkeys((*LANGUAGES, *found.pages))
        if lang not in there:
            raise AgentError(f"there are rules in {', '.join(there)}, not in {lang!r}")
        raise AgentError(f"nobody has written the rules of {game} in {lang}")

    def start(
        self, game: str, players: int | None, seat: int, bots: str, options: Mapping[str, Any] | None, preset: str
    ) -> Table:
        """Open a table and make the first deal.  Raises AgentError."""
        found = self._game(game)
        self.tables = {name: table for name, table in self.tables.items() if not table.position.finished()}
        if len(self.tables) >= MOST_TABLES:
            raise AgentError(f"{MOST_TABLES} tables are open; finish or leave one")
        n = found.usual_players if players is None else players
        seed = None if self.seed is None else self.seed + self.opened
        try:
            position = Position(found, n, seed=seed, options=options, preset=preset)
            if not 0 <= seat < n:
                raise AgentError(f"there is no seat {seat} with {n} players")
            others = [p for p in range(n) if p != seat]
            specs = [spec.strip() for spec in bots.split(",")]
            if not all(specs):
                raise AgentError(f"bots are missing in {bots!r}; give one for all, or one a seat")
            each = one_each(specs, len(others))
            seated = {p: player_of(spec, found, n) for p, spec in zip(others, each, strict=True)}
        except OptionError as error:
            allowed = error.params.get("allowed", [])
            is_switch = bool(allowed) and all(isinstance(value, bool) for value in allowed)
            raise AgentError(f"{error.params['name']} can be true or false" if is_switch else str(error)) from None
        except ValueError as error:  # players, bots
            raise AgentError(str(error)) from None
        position.deal()
        self.opened += 1
        table = Table(f"t{self.opened}", position, seat, seated, seconds=self.seconds, slot=self.slot)
        self.tables[table.name] = table
        return table

    def table(self, name: str) -> Table:
        """An open table.  Raises AgentError."""
        if name not in self.tables:
            raise AgentError(f"there is no table {name!r}; open: {', '.join(self.tables) or 'none'}")
        return self.tables[name]

    def leave(self, name: str) -> None:
        """Give a table up.  Raises AgentError."""
        del self.tables[self.table(name).name]

    def _game(self, name: str) -> Game:
        if name not in self.games:
            raise AgentError(f"there is no game {name!r}; there are: {', '.join(self.games)}")
        return self.games[name]


def written(answer: dict[str, Any]) -> str:
    """An answer as the agent reads it."""
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
