"""Many matches at once, for learning: observations, masks and rewards in arrays, everything else in kernels.

Each lane plays matches of its own, one after the other; where chance has to act it has acted, and where nobody can act
any more the next deal has been made.  Lanes are shared out over threads: kernels do not hold Python's lock.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from os import PathLike
from secrets import randbits
from typing import Any, Literal, NamedTuple, NoReturn, Self, SupportsIndex, TypeVar

import numpy as np

from torite.cards.rng import match_seed, new_rng
from torite.games.calls import as_rows
from torite.games.game import Game, Value
from torite.games.given import whole_number
from torite.games.position import IllegalMoveError
from torite.lab.given import match_given
from torite.lab.lanes import NOTHING, USES, Lanes, draw, first_illegal, step_all
from torite.lab.observe import Observer, Records, n_actions
from torite.lab.workers import cores
from torite.search.rules import rules

T = TypeVar("T")
Seeds = SupportsIndex | Sequence[int] | np.ndarray | None  # numbers of Python or NumPy
LEAST = 512  # lanes of a thread, unless it is told otherwise: to wake another one takes as long as a step of a hundred
AT_ONCE = 1 << 20  # steps of single lanes: a tenth of a second or so, after which Ctrl-C is heard
SHOWN = ("obs", "mask", "turn", "reward", "done", "history")
RULES = ("start", "deal", "actors", "legal", "play", "finished", "score", "chance")


class Saved(NamedTuple):
    """Lanes as they stood, for `BatchEnv.load`; its arrays are copies, and it can be pickled."""

    game: str
    options: dict[str, Value]
    arrays: dict[str, Any]  # by name, a row a lane
    episode: str | None = None  # what `done` means: "deal" or "match"; what is pickled from before does not say


class BatchEnv:
    """n lanes of a game.  The arrays are written in place by `reset` and `step`.

    obs      uint8 or float32 [n, size]: what the seat to act may know; `layout` names its slices
    mask     uint8 [n, n_actions]: 1 = legal; action a has the code game.codes[a]
    turn     int64 [n]: the seat to act
    reward   float64 [n, players]: what the deals just finished were worth to each seat (`score` of the game, which is
             made for bots: see docs/research.md)
    done     uint8 [n]: 1 = an episode has just ended; obs, mask and turn are of the next one
    history  int16 [n, length, 2]: who did what in this deal before, newest first, as the seat to act knows it: the
             seat counted from the own one, and the action; both -1 before the deal, the action -1 where it is sealed

    An episode is a deal or a match.  Matches go on underneath in both, so deals come as they do at the table.
    seed: as for `reset`; None = a fresh random one.
    threads: over so many the lanes are shared out; by default all cores, with 512 lanes each at least.
    history: how many actions of the deal are told beside; whatever the rules still need stands in the observation.
    buffers: arrays of one's own to write these into, by name, such as memory that another library or process shares.

    Raises KeyError (unknown game), GameFileError, PlayersError, OptionError, TypeError, ValueError.
    """

    def __init__(
        self,
        game: str | PathLike[str] | Game,
        n: int = 4096,
        *,
        episode: Literal["deal", "match"] = "deal",
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        preset: str = "seed",
        seed: Seeds = 0,
        dtype: Any = np.uint8,
        history: int = 0,
        threads: int | None = None,
        buffers: Mapping[str, Any] | None = None,
    ) -> None:
        match = match_given(game, players, options, preset)
        self.game, self.players = match.game, match.players
        n, history = whole_number("n", n, 1), whole_number("history", history, 0)
        if threads is None:
            threads = min(cores(), n // LEAST or 1)
        threads = whole_number("threads", threads, 1)
        if episode not in ("deal", "match"):
            raise ValueError(f"an episode is a deal or a match, not {episode!r}")
        self.n, self.episode, self.options = n, episode, match.options
        self.n_actions = n_actions(self.game)
        self.observer = Observer(self.game, self.players, dtype)
        self.layout = self.observer.layout
        self.states = self.game.state.new(n)  # the open positions, with what nobody may know
        self.states[:] = match.state
        self.lanes = _filled(self._lanes(history), {} if buffers is None else buffers)
        self.records = Records.of(self.states)
        self.obs, self.mask, self.turn = self.lanes.obs, self.lanes.mask, self.lanes.turn
        self.reward, self.done, self.history = self.lanes.reward, self.lanes.done, self.lanes.history
        self._rules = rules(self.game, *RULES, *(["sealed"] if history else []))
        self._rows = as_rows(self.states)
        self._parts = _parts(n, threads)
        self._is_closed, self._process = False, os.getpid()
        self._pool = ThreadPoolExecutor(len(self._parts) - 1) if len(self._parts) > 1 else None
        self.reset(randbits(64) if seed is None else seed)

    def __repr__(self) -> str:
        return f"<BatchEnv {self.game.name} for {self.players}, {self.n} lanes>"

    def _lanes(self, history: int) -> Lanes:
        n, players = self.n, self.players
        return Lanes(
            rngs=np.empty((n, len(USES), 4), np.uint64),
            legal=np.zeros((n, 4), np.int64),
            turn=np.zeros(n, np.int64),
            obs=np.zeros((n, self.observer.size), self.observer.dtype),
            mask=np.zeros((n, self.n_actions), np.uint8),
            reward=np.zeros((n, players)),
            done=np.zeros(n, np.uint8),
            history=np.full((n, history, 2), NOTHING, np.int16),
            past=np.full((n, history), NOTHING, np.int32),
            deck=self.game.deck.cards.copy(),
        )

    def reset(self, seed: Seeds = None) -> None:
        """Begin a match in every lane.

        seed: one for all, or one a lane; the cards of a lane's deals follow from it alone, whatever is played.  None =
        go on as the generators stand: other deals than before
        """
        if seed is not None:
            self.lanes.rngs[:] = self._rngs(seed, self.n)
        self._steps(np.zeros(self.n, np.int64), 1, fresh=True)
        self.reward[:] = self.done[:] = 0

    def _rngs(self, seed: Any, n: int) -> Any:
        """Generators of so many lanes: uint64[n, uses, 4].  Raises TypeError, ValueError."""
        if np.ndim(seed) == 0:
            seeds = [match_seed(whole_number("seed", seed), i) for i in range(n)]
        elif len(seed) != n:
            raise ValueError(f"{len(seed)} seeds for {n} lanes")
        else:
            seeds = [match_seed(whole_number("a seed", each)) for each in seed]
        return np.array([new_rng(own, use) for own in seeds for use in USES], np.uint64).reshape(n, len(USES), 4)

    def step(self, actions: Any) -> None:
        """Do one action in every lane, of the seat to act: integers [n].

        Raises IllegalMoveError, ValueError, and then nothing is done.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are integers, not {given.dtype}")
        actions = np.array(given, np.int64, order="C", ndmin=1)  # a copy: kernels take none that cannot be written
        if actions.shape != (self.n,):
            raise ValueError(f"actions of shape {actions.shape} for {self.n} lanes")
        if (lane := int(first_illegal(self.lanes.legal, actions))) < self.n:
            raise self._illegal(lane, int(given[lane]))
        self._steps(actions, 1)

    def _steps(self, actions: Any, steps: int, fresh: bool = False) -> int:
        def work(begin: int, end: int) -> int:
            before = self._rules, self._rows, begin, end, steps, actions, fresh, self.episode == "deal"
            return int(step_all(*before, self.lanes, self.records, self.observer.sources))

        return sum(self._each(work))

    def random_actions(self) -> Any:
        """A legal action for every lane, each equally likely: int64[n]."""
        actions = np.empty(self.n, np.int64)
        self._each(lambda begin, end: draw(begin, end, self.lanes.legal, self.lanes.rngs, actions))
        return actions

    def play_random(self, steps: int) -> int:
        """So many steps of random play in every lane; returns how many episodes have ended.  Raises ValueError.

        Ctrl-C ends it after some of the steps, not as many in every lane; each lane is whole, and goes on from there.
        """
        steps, at_once = whole_number("steps", steps, 1), max(1, AT_ONCE // self.n)
        return sum(self._steps(self.random_actions(), min(at_once, steps - i)) for i in range(0, steps, at_once))

    def save(self, lanes: Any = slice(None)) -> Saved:
        """These lanes as they stand, generators and all: k of them.

        lanes: as NumPy has indexes: a number, a slice, int[k] or bool[n]

        Raises IndexError.
        """
        which = self._which(lanes)
        arrays = {name: each[which] for name, each in self._kept().items()}
        return Saved(self.game.name, self.options, arrays, self.episode)

    def load(self, saved: Saved, lanes: Any = slice(None), seed: Seeds = None) -> None:
        """Bring saved lanes back, into these: as many, or one into all of them.

        lanes: as for `save`
        seed: one for all, or one a lane, from which chance, random actions and the deals to come follow; None = from
            what was saved, so that lanes of one origin that are played alike stay alike

        Raises IndexError, TypeError, ValueError, and then nothing is done.
        """
        which, kept = self._which(lanes), self._kept()
        if not isinstance(saved, Saved) or not isinstance(saved.arrays, Mapping):
            raise TypeError(f"lanes are brought back from what `save` gives, not from {saved!r:.60}")
        if (saved.game, saved.options) != (self.game.name, self.options):
            raise ValueError(f"lanes of {saved.game} {saved.options} are none of {self.game.name} {self.options}")
        if saved.episode not in (None, self.episode):
            raise ValueError(f"lanes whose episode is a {saved.episode} are none of episodes of a {self.episode}")
        if missing := kept.keys() - saved.arrays.keys():
            raise ValueError(f"of the saved lanes there is no {', '.join(sorted(missing))}")
        for name, own in kept.items():
            given = np.atleast_1d(saved.arrays[name])
            if (given.dtype, given.shape[1:]) != (own.dtype, own.shape[1:]):
                wanted = f"{own.dtype}{[*own.shape[1:]]}"
                raise ValueError(f"{name} of a lane is {wanted}, not {given.dtype}{[*given.shape[1:]]}")
            if len(given) not in (1, len(which)):
                raise ValueError(f"{len(given)} saved lanes for {len(which)}")
            if len(given) != len(saved.arrays["states"]):
                raise ValueError(f"{name} is of {len(given)} saved lanes, states of {len(saved.arrays['states'])}")
        rngs = None if seed is None else self._rngs(seed, len(which))
        for name, own in kept.items():
            own[which] = saved.arrays[name]
        if rngs is not None:
            self.lanes.rngs[which] = rngs

    def _kept(self) -> dict[str, Any]:
        """All that a lane is, by name."""
        kept = self.lanes._asdict() | {"states": self.records.bytes}
        del kept["deck"]
        return kept

    def _which(self, lanes: Any) -> Any:
        return np.arange(self.n)[lanes].reshape(-1)

    def _each(self, work: Callable[[int, int], T]) -> list[T]:
        """work(begin, end) for each part of the lanes, at the same time."""
        if self._is_closed:
            raise ValueError("the environment is closed: make another one")
        if self._process != os.getpid():  # its threads are not there: nothing would ever come back
            raise ValueError("the environment is that of another process: make one in each")
        first, *others = self._parts
        waiting = [self._pool.submit(work, *part) for part in others] if self._pool is not None else []
        try:
            return [work(*first), *(each.result() for each in waiting)]
        except BaseException:  # Ctrl-C, too: nobody writes into the lanes any more
            wait(waiting)
            raise

    def _illegal(self, lane: int, action: int) -> IllegalMoveError:
        seat, mask = int(self.turn[lane]), self.mask[lane]
        codes = [self.game.codes[int(a)] for a in mask.nonzero()[0]]
        told = self.game.codes.get(action, action)
        text = f"{self.game.name}: lane {lane}: seat {seat} may not play {told!r}; legal: {' '.join(codes)}"
        return IllegalMoveError(text, codes, [seat])

    def close(self) -> None:
        """End the threads; nothing can be done in it any more."""
        self._is_closed = True
        if self._pool is not None:
            self._pool.shutdown()

    def __reduce__(self) -> NoReturn:
        raise TypeError("an environment is neither copied nor pickled: make another one, and `load` what it saves")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


env = BatchEnv  # as it is called: torite.env("wizard", n=1024)


def _filled(lanes: Lanes, buffers: Mapping[str, np.ndarray]) -> Lanes:
    """With these arrays in place of those that it has.  Raises TypeError, ValueError."""
    if not isinstance(buffers, Mapping):
        raise TypeError(f"buffers are arrays by name, such as {{'obs': …}}, not {buffers!r}")
    for name, own in buffers.items():
        if name not in SHOWN:
            raise ValueError(f"there is no array {name!r}; there are {', '.join(SHOWN)}")
        ours = getattr(lanes, name)
        if not isinstance(own, np.ndarray):
            raise ValueError(f"{name} is an array of NumPy, not {type(own).__name__}")
        if (own.shape, own.dtype) != (ours.shape, ours.dtype):
            raise ValueError(f"{name} is {ours.dtype}{list(ours.shape)}, not {own.dtype}{list(own.shape)}")
        if not (own.flags.c_contiguous and own.flags.writeable):
            raise ValueError(f"{name} cannot be written in place: it must be contiguous and writeable")
    return lanes._replace(**buffers)


def _parts(n: int, threads: int) -> list[tuple[int, int]]:
    """The lanes in as many even parts."""
    cuts = np.linspace(0, n, min(threads, n) + 1).astype(int).tolist()
    return list(pairwise(cuts))
