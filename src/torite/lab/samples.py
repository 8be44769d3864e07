"""Decisions as training samples, torite-samples/2: what a seat saw, what it might do, what it did, what came of it.

One decision a row, in Parquet or NumPy's .npz; docs/research.md has the schema.  Sets of cards and of actions are
written as bits, so a row has some hundred bytes; `load` spreads them out again.
"""

import json
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from tokenize import TokenError
from typing import IO, Any, NamedTuple
from zipfile import BadZipFile, ZipFile

import msgspec
import numpy as np

from torite.cards.spread import WORD
from torite.games.game import Game, Value
from torite.games.given import whole_number
from torite.lab.observe import Fields, Observer, Slice, n_actions
from torite.lab.whole import whole
from torite.locale import TextError

FORMAT = "torite-samples/2"
ABOUT = "torite"  # where a file says what it is
READ = 2**20  # bytes of a column that are read at once
UNREADABLE = (ValueError, LookupError, TypeError, NotImplementedError, EOFError, BadZipFile, zlib.error, TokenError)
KINDS = {"action": np.uint8, "seat": np.uint8, "result": np.float32, "match": np.int32, "deal": np.int16}


class SamplesError(TextError, ValueError):
    """A file of samples that cannot be written or read."""

    KEY = "cli.samples"


class About(msgspec.Struct):
    """What a file holds."""

    game: str
    players: int
    preset: str
    options: dict[str, Value]
    source: str  # "random" or "records"
    seed: int | None
    size: int  # values of an observation
    sets: int  # of them, sets of cards, 64 numbers each, right after the own seat
    actions: int  # length of a mask
    layout: dict[str, dict[str, Any]]  # as env.layout
    codes: dict[int, str]  # of actions
    format: str = FORMAT

    @classmethod
    def of(
        cls, game: Game, players: int, preset: str, options: dict[str, Value], source: str, seed: int | None
    ) -> "About":
        """Of samples of this game."""
        observer = Observer(game, players)
        layout = {name: asdict(part) | {"dtype": str(part.dtype)} for name, part in observer.layout.items()}
        sets = sum((part.stop - part.start) // WORD for part in observer.layout.values() if part.kind == "bits")
        actions = n_actions(game)
        return cls(
            game.name, players, preset, options, source, seed, observer.size, sets, actions, layout, dict(game.codes)
        )

    @property
    def packed(self) -> int:
        """Bytes of an observation in a file."""
        return self.size - self.sets * (WORD - WORD // 8)

    def pack(self, obs: Any, out: Any) -> None:
        """Write observations uint8[n, size] into uint8[n, packed]."""
        begin, end = self.players, self.players + self.sets * WORD
        out[:, :begin] = obs[:, :begin]
        out[:, begin : begin + self.sets * 8] = np.packbits(obs[:, begin:end], axis=1, bitorder="little")
        out[:, begin + self.sets * 8 :] = obs[:, end:]

    def unpack(self, packed: Any) -> Any:
        """The observations again."""
        begin, end = self.players, self.players + self.sets * 8
        return np.hstack([packed[:, :begin], spread_out(packed[:, begin:end]), packed[:, end:]])


def spread_out(bits: Any) -> Any:
    """Sets uint8[n, bytes] as uint8[n, 8 * bytes], 0 or 1."""
    return np.unpackbits(bits, axis=1, bitorder="little")


class Rows(NamedTuple):
    """Decisions as they are written."""

    obs: Any  # uint8[n, packed]
    mask: Any  # uint8[n, actions / 8]
    action: Any
    seat: Any
    result: Any  # what the deal was worth to the seat
    match: Any
    deal: Any  # of the match, from 1

    @classmethod
    def empty(cls, about: About, *shape: int) -> "Rows":
        """Room for so many."""
        sets = (np.empty((*shape, width), np.uint8) for width in (about.packed, about.actions // 8))
        return cls(*sets, *(np.empty(shape, kind) for kind in KINDS.values()))

    def take(self, which: Any) -> "Rows":
        """The rows for which that is true."""
        places = np.flatnonzero(which)
        return Rows(*(column.take(places, axis=0) for column in self))


@dataclass(frozen=True)
class Samples:
    """A file read back; rows as in Rows, observations and masks as the batch environment has them."""

    about: About
    obs: Any  # uint8[n, size]
    mask: Any  # uint8[n, actions]
    action: Any
    seat: Any
    result: Any
    match: Any
    deal: Any

    @property
    def layout(self) -> Fields:
        """Where a field stands in `obs`, as `env.layout`: `samples.layout["hands"].read(samples.obs)`."""
        told = self.about.layout.items()
        return Fields(
            {
                name: Slice(**part | {"shape": tuple(part["shape"]), "dtype": np.dtype(part["dtype"])})
                for name, part in told
            }
        )


def write(path: str | Path, about: About, parts: Iterable[Rows]) -> int:
    """Write .parquet or .npz as the parts come, whole or not at all; returns how many rows.

    Raises SamplesError, OSError.
    """
    path = Path(path)
    if path.suffix not in (".npz", ".parquet"):
        raise SamplesError("ending", file=path)
    with whole(path) as fresh:
        return (_write_npz if path.suffix == ".npz" else _write_parquet)(fresh, about, parts)


def _write_npz(path: Path, about: About, parts: Iterable[Rows]) -> int:
    """As np.savez would, but what comes lies in files beside it, one a column, until their length is known."""
    empty, written = Rows.empty(about, 0), 0
    with ExitStack() as stack:
        files = [stack.enter_context(TemporaryFile(dir=path.parent)) for _ in empty]
        for rows in parts:
            for file, column in zip(files, rows, strict=True):
                file.write(column.tobytes())
            written += len(rows.seat)
        into = stack.enter_context(ZipFile(path, "w"))
        for name, file, column in zip(Rows._fields, files, empty, strict=True):
            head = {"descr": column.dtype.str, "fortran_order": False, "shape": (written, *column.shape[1:])}
            file.seek(0)
            with into.open(f"{name}.npy", "w", force_zip64=True) as out:
                np.lib.format.write_array_header_1_0(out, head)
                copyfileobj(file, out, READ)
        with into.open(f"{ABOUT}.npy", "w", force_zip64=True) as out:
            np.lib.format.write_array(out, np.array(msgspec.json.encode(about).decode()))
    return written


def _write_parquet(path: Path, about: About, parts: Iterable[Rows]) -> int:
    pa, parquet = _arrow()
    sets = [pa.field("obs", pa.binary(about.packed)), pa.field("mask", pa.binary(about.actions // 8))]
    plain = [pa.field(name, pa.from_numpy_dtype(kind)) for name, kind in KINDS.items()]
    schema = pa.schema([*sets, *plain], metadata={ABOUT: msgspec.json.encode(about)})
    written = 0
    names = list(KINDS)
    with parquet.ParquetWriter(path, schema, compression="lz4", use_dictionary=names, write_statistics=names) as file:
        for rows in parts:
            columns = [
                pa.FixedSizeBinaryArray.from_buffers(field.type, len(rows.seat), [None, pa.py_buffer(column)])
                for field, column in zip(sets, rows[:2], strict=True)
            ]
            columns += [pa.array(column) for column in rows[2:]]
            file.write_table(pa.Table.from_arrays(columns, schema=schema))
            written += len(rows.seat)
    return written


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SamplesError("no_arrow") from None
    return pyarrow, pyarrow.parquet


def load(path: str | Path) -> Samples:
    """Read a file of samples.  Raises SamplesError, OSError."""
    path = Path(path)
    with _readable(path):
        if path.suffix == ".npz":
            return _samples(*next(_read_npz(path, None)))
        table = _arrow()[1].read_table(path)
        return _samples(_about(path, table.schema), _rows(table))


def parts(path: str | Path, rows: int = 65536) -> Iterator[Samples]:
    """The same, so many rows at a time, in their order: little more than these is in memory.

    Raises SamplesError, TypeError, ValueError, OSError.
    """
    path, rows = Path(path), whole_number("rows", rows, 1)
    with _readable(path):
        if path.suffix == ".npz":
            yield from (_samples(about, part) for about, part in _read_npz(path, rows) if len(part.seat))
            return
        pa, parquet = _arrow()
        # Unasked it would read far ahead, and keep all that has been read.
        with parquet.ParquetFile(path, pre_buffer=False, buffer_size=READ) as file:
            about = _about(path, file.schema_arrow)
            for batch in file.iter_batches(rows):
                yield _samples(about, _rows(pa.Table.from_batches([batch], file.schema_arrow)))


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """What is wrong with a file is told in one way.  Raises SamplesError."""
    try:
        yield
    except SamplesError:
        raise
    except UNREADABLE:
        raise SamplesError("unreadable", file=path) from None


def _about(path: Path, schema: Any) -> About:
    """What a file of Arrow's says it is."""
    return _checked(path, (schema.metadata or {})[ABOUT.encode()])


def _checked(path: Path, told: str | bytes) -> About:
    if (found := json.loads(told)["format"]) != FORMAT:
        raise SamplesError("format", file=path, found=str(found)[:40], known=FORMAT)
    return msgspec.json.decode(told, type=About)


def _samples(about: About, rows: Rows) -> Samples:
    return Samples(about, about.unpack(rows.obs), spread_out(rows.mask), *rows[2:])


def _read_npz(path: Path, rows: int | None) -> Iterator[tuple[About, Rows]]:
    """So many rows at a time, None = all, until there are none: as NumPy would read whole columns, piece by piece."""
    with ZipFile(path) as file, ExitStack() as stack:
        with file.open(f"{ABOUT}.npy") as head:
            about = _checked(path, str(np.lib.format.read_array(head)))
        columns = [_column(stack.enter_context(file.open(f"{name}.npy"))) for name in Rows._fields]
        (length,) = {shape[0] for _, shape, _ in columns}
        for at in range(0, length + 1, rows or length + 1):
            part = Rows(*(np.empty((min(rows or length, length - at), *shape[1:]), kind) for _, shape, kind in columns))
            for (column, _, _), values in zip(columns, part, strict=True):
                told = np.frombuffer(column.read(values.nbytes), np.uint8, values.nbytes)
                values.reshape(-1).view(np.uint8)[:] = told
            yield about, part


def _column(file: IO[bytes]) -> tuple[IO[bytes], tuple[int, ...], np.dtype[Any]]:
    """An array of NumPy's that begins there: where its rows come one after the other, shape and type.

    Raises ValueError.
    """
    version = np.lib.format.read_magic(file)
    shape, by_columns, kind = np.lib.format.read_array_header_1_0(file)
    if version != (1, 0) or kind.hasobject:
        raise ValueError(version)
    if by_columns and len(shape) > 1:  # no row is whole before the end
        file = BytesIO(np.frombuffer(file.read(), kind).reshape(shape, order="F").tobytes())
    return file, shape, kind


def _rows(table: Any) -> Rows:
    """The columns of a table of Arrow."""
    columns = []
    for name in Rows._fields:
        column = table[name].combine_chunks()
        if name in KINDS:
            columns.append(column.to_numpy())
        else:
            begin, width = column.offset * column.type.byte_width, column.type.byte_width
            data = np.frombuffer(column.buffers()[1], np.uint8)[begin : begin + len(column) * width]
            columns.append(data.reshape(-1, width))
    return Rows(*columns)
