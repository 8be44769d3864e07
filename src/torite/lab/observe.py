"""What a seat sees, as numbers for learning: one row, its own seat first, made from what the fields declare.

Sets become bits, everything else numbers.  Rows by seat are turned so that the own one comes first, and seats, sets of
seats too, count from the own one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import numpy as np

from torite.cards.kernel import Mask, kernel
from torite.cards.spread import EIGHT, WORD, copy_eight, spread
from torite.games.game import Game

Kind = Literal["own", "bits", "seats", "numbers"]
DTYPES = (np.dtype(np.uint8), np.dtype(np.float32))
SETTLED = ("players", "options")  # the same throughout: nothing to observe


@dataclass(frozen=True)
class Slice:
    """Where a field stands in an observation."""

    start: int
    stop: int
    shape: tuple[int, ...]  # of its values: by seat first where it is by seat, without the rows that are not told
    kind: Kind
    dtype: "np.dtype[Any]"  # of the field
    meaning: str  # as the page declares it: "card", "seat", "cards", "points" ...; "" = a number

    def read(self, obs: Any) -> Any:
        """The field's values in observations [..., size], numbers as the game has them.

        Raises ValueError, TypeError.
        """
        obs = np.asarray(obs)
        if obs.ndim == 0 or obs.shape[-1] < self.stop:
            raise ValueError(f"observations are [..., size], {self.stop} at least, not {[*obs.shape]}")
        part = obs[..., self.start : self.stop]
        if self.kind in ("seats", "numbers"):
            if obs.dtype == np.uint8:
                part = np.ascontiguousarray(part).view(self.dtype)
            elif obs.dtype.kind != "f" or part.shape[-1] != np.prod(self.shape):
                raise TypeError(f"observations are read as they come, uint8 or float32; these were made {obs.dtype}")
        return part.reshape((*obs.shape[:-1], *self.shape))


class Sources(NamedTuple):
    """Where in a record each value of an observation stands, counted in its own type: uint64[seats, values]."""

    bits: Any  # of sets, int64
    rings: Any  # how many of them, the first ones, are sets of seats: int64[1]
    seats: Any  # int8
    turned: Any  # int8[seats, 256]: what a seat is, counted from the own one
    moves: Any  # uint64[2, seats, moves]: eight bytes from here to there, counted from the first number
    bytes: Any  # int8, uint8, or what moves leave
    keep: Any  # int64[values]: 255 where a byte has no sign, else -1
    shorts: Any  # int16
    longs: Any  # int32


class _Told(NamedTuple):
    """One field as a seat is told it: the bytes at which its values begin."""

    name: str
    kind: Kind
    meaning: str
    dtype: "np.dtype[Any]"
    shape: tuple[int, ...]
    places: list[int]


class Fields(dict[str, Slice]):
    """Where each field of an observation stands, by its name."""

    def __missing__(self, name: str) -> Slice:
        raise KeyError(f"there is no field {name!r} in an observation; there are {', '.join(self)}")


class Observer:
    """How a game for so many players is observed; u8: numbers as their bytes, f32: one value a number.

    layout   name of a field -> Slice; "own" = the own seat, one-hot
    size     values of an observation
    """

    def __init__(self, game: Game, players: int, dtype: Any = np.uint8) -> None:
        self.players = players
        if (known := next((kind for kind in DTYPES if kind == dtype), None)) is None:
            raise ValueError(f"dtype is uint8 or float32, not {dtype!r}")
        self.dtype = known
        told = [sorted(_told(game, players, seat), key=self._order) for seat in range(players)]
        self.layout, self.size = self._layout(told[0])
        self.sources = self._sources(told, game.state.dtype.itemsize)

    def _order(self, field: _Told) -> tuple[int, int]:
        """Sets first, those of seats before all others, then seats, then numbers by size: each kind is one run."""
        if field.kind == "bits":
            return 0, field.meaning != "seats"
        wide = field.dtype.itemsize if self.dtype == np.float32 else 1
        return ("bits", "seats", "numbers").index(field.kind), wide

    def _layout(self, told: list[_Told]) -> tuple[Fields, int]:
        layout = Fields(own=Slice(0, self.players, (self.players,), "own", np.dtype(np.uint8), "seat"))
        at = self.players
        for field in told:
            each = WORD if field.kind == "bits" else 1 if self.dtype == np.float32 else field.dtype.itemsize
            shape = (*field.shape, WORD) if field.kind == "bits" else field.shape
            layout[field.name] = Slice(at, at + each * len(field.places), shape, field.kind, field.dtype, field.meaning)
            at = layout[field.name].stop
        return layout, at

    def _sources(self, told: list[list[_Told]], record: int) -> Sources:
        def places(kind: Kind, size: int) -> Any:
            """By seat, in units of the values' own type."""
            rows = [
                [p // size for f in fields if f.kind == kind and f.dtype.itemsize == size for p in f.places]
                for fields in told
            ]
            return np.array(rows, np.uint64)

        nothing = np.zeros((self.players, 0), np.uint64)
        sources = Sources(
            bits=places("bits", 8),
            rings=np.array([sum(len(f.places) for f in told[0] if f.kind == "bits" and f.meaning == "seats")]),
            seats=places("seats", 1),
            turned=_turned(self.players),
            moves=np.stack([nothing, nothing]),
            bytes=places("numbers", 1),
            keep=np.array([-1 if f.dtype.kind == "i" else 255 for f in told[0] if _is_byte(f) for _ in f.places]),
            shorts=places("numbers", 2),
            longs=places("numbers", 4),
        )
        if self.dtype == np.float32:
            return sources
        rows = [
            [p + b for f in fields if f.kind == "numbers" for p in f.places for b in range(f.dtype.itemsize)]
            for fields in told
        ]
        moves, rest = _moves(rows, record)
        keep = np.full(rest.shape[1], 255)
        return sources._replace(moves=moves, bytes=rest, keep=keep, shorts=nothing, longs=nothing)

    def one(self, state: Any, seat: int) -> Any:
        """The observation of one record, [size].  Raises IndexError."""
        if not 0 <= seat < self.players:
            raise IndexError(f"there is no seat {seat!r}; seats are 0 to {self.players - 1}")
        records = Records.of(np.frombuffer(state, state.dtype))
        out = np.empty((1, self.size), self.dtype)
        observe(0, 1, records, np.array([seat]), self.sources, out)
        return out[0]


def _turned(players: int) -> Any:
    """By the own seat and the byte that holds another: how far that is on; what is no seat stays what it is."""
    told, own = np.arange(256).astype(np.int8), np.arange(players)[:, None]
    is_seat = (told >= 0) & (told < players)
    return np.where(is_seat, told - own + players * (told < own), told).astype(np.int8)


def _moves(rows: list[list[int]], size: int) -> tuple[Any, Any]:
    """How to bring bytes from these places of a record together, eight at a time; the places of the rest.

    A move may write too much: what comes after it writes that again, in the end the rest, byte by byte.  It reads
    nothing beyond the record.
    """
    firsts = []
    for row in rows:
        runs = [k for k in range(len(row)) if not k or row[k] != row[k - 1] + 1] + [len(row)]
        firsts.append([k for first, last in pairwise(runs) for k in range(first, last, EIGHT)])
    beyond = [k for row, each in zip(rows, firsts, strict=True) for k in each if row[k] + EIGHT > size]
    rest = max(0, min([len(rows[0]) - EIGHT, *beyond]))
    found = [[(row[k], k) for k in each if k < rest] for row, each in zip(rows, firsts, strict=True)]
    most = max(map(len, found))
    padded = np.array([moves[:1] * (most - len(moves)) + moves for moves in found], np.uint64).reshape(
        len(rows), most, 2
    )
    return np.ascontiguousarray(padded.transpose(2, 0, 1)), np.array([row[rest:] for row in rows], np.uint64)


def _is_byte(field: _Told) -> bool:
    return field.kind == "numbers" and field.dtype.itemsize == 1


def n_actions(game: Game) -> int:
    """Width of a mask: whole words, the same here and in every adapter, so that one policy fits all."""
    return WORD * (max(game.codes) // WORD + 1)


def _told(game: Game, players: int, seat: int) -> Iterator[_Told]:
    """What `seat` is told, field by field, its own row first.  Only what Layout.known lets through."""
    known = game.state.known(seat)
    assert game.state.dtype.fields is not None
    seats = _seat_fields(game)
    for field in game.state.fields.values():
        if field.name in SETTLED:
            continue
        dtype = np.dtype(field.dtype)
        if dtype.kind not in "iub":
            raise ValueError(f"{game.name}: {field.name} is {dtype}; only whole numbers can be observed")
        begin = game.state.dtype.fields[field.name][1]
        places = begin + dtype.itemsize * np.arange(np.prod(field.shape, dtype=int)).reshape(field.shape)
        shape = field.shape
        if field.rows:
            rows = [row for p in range(players) if known[(row := places[(seat + p) % players]).min()]]
            places, shape = np.array(rows), (len(rows), *field.shape[1:])
        if places.size and known[places.min()]:
            assert known[np.add.outer(places, range(dtype.itemsize))].all(), field.name
            kind: Kind = "bits" if dtype.itemsize == 8 else "seats" if field.name in seats else "numbers"
            yield _Told(field.name, kind, field.meaning, dtype, shape, places.ravel().tolist())


def _seat_fields(game: Game) -> set[str]:
    """Fields that hold seats."""
    return {"dealer", "turn"} | {field.name for field in game.state.fields.values() if field.meaning == "seat"}


class Records(NamedTuple):
    """The same records, seen as numbers of each size: [n, numbers]."""

    bytes: Any  # int8
    shorts: Any
    longs: Any
    words: Any

    @classmethod
    def of(cls, states: Any) -> "Records":
        """Records [n] of a game; the memory is the same."""
        rows = states.view(np.ndarray).view(np.uint8).reshape(len(states), -1)
        return cls(rows.view(np.int8), rows.view(np.int16), rows.view(np.int32), rows.view(np.int64))


@kernel
def from_own(seats: Mask, seat: int, players: int) -> Mask:
    """A set of seats, counted from the own one."""
    return (seats >> np.int64(seat) | seats << np.int64(players - seat)) & np.int64((1 << players) - 1)


@partial(kernel, apart=True)  # records share memory with one another, but none is written
def observe(begin: int, end: int, records: Records, turn: np.ndarray, sources: Sources, out: np.ndarray) -> None:
    """Write what seat turn[i] sees of record i into out[i].

    One call for many lanes, with the arrays taken out first: Numba counts who holds an array at every call and every
    time it is taken out, which would take longer than everything else.  Indexes have no sign, or each would be asked
    whether it counts from the end.
    """
    at_bits, rings, at_seats, turned, moves, at_bytes, keep, at_shorts, at_longs = sources
    bytes, shorts, longs, words = records
    players, size = at_bits.shape[0], np.uint64(out.shape[1])
    for i in range(begin, end):
        seat: int = turn[i]
        for p in range(players):
            out[i, p] = p == seat
        at: Any = np.uint64(players)
        for k in range(rings[0]):
            spread(from_own(words[i, at_bits[seat, k]], seat, players), out, i, at)
            at += np.uint64(WORD)
        for k in range(rings[0], at_bits.shape[1]):
            spread(words[i, at_bits[seat, k]], out, i, at)
            at += np.uint64(WORD)
        for k in range(at_seats.shape[1]):
            out[i, at + np.uint64(k)] = turned[seat, np.int64(bytes[i, at_seats[seat, k]]) & 255]
        at += np.uint64(at_seats.shape[1])
        for k in range(moves.shape[2]):
            copy_eight(bytes, i, moves[0, seat, k], out, i, at + moves[1, seat, k])
        at = size - np.uint64(at_bytes.shape[1] + at_shorts.shape[1] + at_longs.shape[1])
        for k in range(at_bytes.shape[1]):
            out[i, at + np.uint64(k)] = np.int64(bytes[i, at_bytes[seat, k]]) & keep[k]
        at += np.uint64(at_bytes.shape[1])
        for k in range(at_shorts.shape[1]):
            out[i, at + np.uint64(k)] = shorts[i, at_shorts[seat, k]]
        at += np.uint64(at_shorts.shape[1])
        for k in range(at_longs.shape[1]):
            out[i, at + np.uint64(k)] = longs[i, at_longs[seat, k]]
