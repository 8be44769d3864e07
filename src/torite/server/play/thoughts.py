"""What is thought of at one table: moves of its bots, hints, claims; each decision once, whoever waits for it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from torite.games.game import Game
from torite.server.bots.pool import Asker
from torite.server.bots.thinking import Thinkers
from torite.server.settings import Settings
from torite.server.visitors.connection import Connection
from torite.server.visitors.problems import refusal_of
from torite.table.messages import Advice
from torite.table.table import Table
from torite.table.turns import BotTurn, Puzzle, Question, goes_with_card

SAID = 0.1  # seconds before what a bot says with its card: a thought on a busy machine, which would tell, is over

Job = Callable[[], Awaitable[None]]
Thought = tuple[int, int]  # seat, and seq at which its decision arose
Asking = tuple[Connection, int | None]  # who has sent a request, and its number
Line = list[tuple[int, str]]  # how the rest of a deal goes, by seat and code


class Thoughts:
    """Those of a table that have not come to an end; what comes out of them is told in the table's own turn."""

    def __init__(
        self,
        thinkers: Thinkers,
        settings: Settings,
        post: Callable[[Job], None],
        asker: Callable[[], Asker],
        move: Callable[[BotTurn, str], Awaitable[None]],
        answer: Callable[[Question, Line | None, list[Asking]], Awaitable[None]],
    ) -> None:
        """post: lets a job be done in the table's turn, asker: for whom is thought then; move, answer: are called with
        the code of a bot's choice, with the line in which a claim holds, None = it does not.
        """
        self._thinkers, self._settings = thinkers, settings
        self._post, self._asker, self._move, self._answer = post, asker, move, answer
        self._moves: dict[Thought, asyncio.Task[None]] = {}
        self._advice: dict[Thought, asyncio.Task[Advice]] = {}  # hints for the decisions of the moment
        self._claims: dict[Thought, list[Asking]] = {}  # that are being looked into, and for whom
        self._settling: set[asyncio.Task[None]] = set()
        self._lane = asyncio.Lock()  # the table's bots think one after the other

    @property
    def are_awaited(self) -> bool:
        """Will a move or a claim come of them?"""
        return bool(self._moves or self._claims)

    def cancel(self) -> list[asyncio.Task[Any]]:
        """Let nothing come of them; returns what is at an end soon."""
        tasks: list[asyncio.Task[Any]] = [*self._moves.values(), *self._advice.values(), *self._settling]
        for task in tasks:
            task.cancel()
        return tasks

    # ---- bots ----
    def keep_to(self, turns: Sequence[BotTurn], game: Game, delay: float = 0.0) -> None:
        """Let every bot think that has to decide, and none that has not any more."""
        wanted = {(turn.seat, turn.asked): turn for turn in turns}
        for thought in self._moves.keys() - wanted.keys():
            self._moves.pop(thought).cancel()
        for thought, turn in wanted.items():
            if thought not in self._moves:
                self._moves[thought] = asyncio.create_task(self._think(thought, turn, game, delay))

    async def _think(self, thought: Thought, turn: BotTurn, game: Game, delay: float) -> None:
        """Pause as a person would, choose, and post the choice."""
        await asyncio.sleep(delay)
        pause = self._settings.bot_pause
        pause = min(pause, SAID) if goes_with_card(game, turn) else pause
        code = await self._thinkers.choose(game, turn, self._lane, self._asker(), pause)
        self._post(partial(self._on_thought, thought, turn, code))

    async def _on_thought(self, thought: Thought, turn: BotTurn, code: str) -> None:
        if self._moves.pop(thought, None) is None:
            return  # the decision is gone: a person is back, the match was given up
        await self._move(turn, code)

    # ---- hints ----
    def advise(self, table: Table, puzzle: Puzzle, tell: Callable[[asyncio.Task[Advice]], None]) -> None:
        """Have this reader told what a bot would do; who asks again about the same decision gets the same answer."""
        thought = (puzzle.seat, puzzle.asked)
        for old in self._advice.keys() - {(seat, asked) for seat, asked in table.asked.items()}:
            self._advice.pop(old).cancel()
        if thought not in self._advice:
            think = self._thinkers.advise(table.game, puzzle, self._lane, self._asker())
            self._advice[thought] = asyncio.create_task(think)
        self._advice[thought].add_done_callback(tell)

    # ---- claims ----
    def look_into(self, question: Question, game: Game, asking: Asking) -> None:
        """Find out whether the claim holds; who claims again meanwhile gets the same answer."""
        thought = (question.seat, question.asked)
        waiting = self._claims.setdefault(thought, [])
        waiting.append(asking)
        if len(waiting) == 1:
            task = asyncio.create_task(self._settle(thought, question, game))
            self._settling.add(task)
            task.add_done_callback(self._settling.discard)

    async def _settle(self, thought: Thought, question: Question, game: Game) -> None:
        line = None
        try:
            line = await self._thinkers.settle(game, question, self._settings.claim_pause, self._asker())
        except Exception as error:
            refusal_of(error)
        self._post(partial(self._on_settled, thought, question, line))

    async def _on_settled(self, thought: Thought, question: Question, line: Line | None) -> None:
        await self._answer(question, line, self._claims.pop(thought))
