"""torite-record/1: matches read back strictly against the rules.  `scribe.py` writes them.

The format is documented for strangers in docs/records.md.  Nothing here knows a game: `Game.places` says where each
card of the deck went, `Game.result` and `Game.outcome` what came out.
"""

import json
import sys
import zlib
from binascii import unhexlify
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from gzip import BadGzipFile, GzipFile
from pathlib import Path
from typing import Any, BinaryIO, cast

import msgspec

from torite.cards.deck import NotationError
from torite.cards.rng import below, new_rng
from torite.games import GAMES
from torite.games.game import Game, OptionError, Place
from torite.games.position import IllegalMoveError, Position
from torite.games.zones import NONE
from torite.table import fairness
from torite.table.format import Deal, Match, RecordError, parsed
from torite.table.scribe import laid_out, outcome_of, plain, shuffled

LONGEST = 16 * 1024 * 1024  # bytes of a line; the longest match of the house has a hundredth of it
BLANK = 1024 * 1024  # bytes of blank lines one after the other
CUT_OFF = "Input data was truncated"  # what msgspec says of it
GZIP = b"\x1f"  # how a file begins that is packed, and no text; of a pipe there may be but one byte as yet


def read_records(path: str | Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line number and record of every line that is not blank.

    path  "-" = what is piped in; a file may be packed by gzip
    Raises RecordError with file and line, OSError.
    """
    blank = 0
    with open(path, "rb") if str(path) != "-" else nullcontext(sys.stdin.buffer) as file:
        for number, line in _lines(file, path):
            if len(line) > LONGEST:
                raise placed(RecordError("too_long", most=LONGEST // 2**20), path, number)
            if number == 1:
                line = line.removeprefix(BOM_UTF8)  # editors put it there, and a browser takes it away
                if line.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
                    raise placed(RecordError("not_utf"), path, number)
            if not line.strip():
                blank += len(line)
                if blank > BLANK:
                    raise placed(RecordError("blank", most=BLANK // 2**20), path, number)
                continue
            blank = 0
            try:
                record = msgspec.json.decode(line)
                if not isinstance(record, dict):
                    raise RecordError("not_object")
                check_names(line)
            except RecordError as error:
                raise placed(error, path, number) from None
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                if number > 1 and str(error) == CUT_OFF and not line.endswith(b"\n"):
                    raise placed(RecordError("cut_off"), path, number) from None
                raise placed(RecordError("not_json", reason=str(error)), path, number) from None
            yield number, record


def _lines(file: BinaryIO, path: str | Path) -> Iterator[tuple[int, bytes]]:
    """The lines with their numbers, each at most a byte longer than it may be.  Raises RecordError, OSError."""
    number = 0
    unpacked = GzipFile(fileobj=file) if file.peek(len(GZIP)).startswith(GZIP) else file  # type: ignore[attr-defined]
    try:
        for number, line in enumerate(iter(partial(unpacked.readline, LONGEST + 1), b""), start=1):
            yield number, line
    except (BadGzipFile, EOFError, zlib.error) as error:
        raise placed(RecordError("not_gzip", reason=str(error)), path, number + 1) from None


def check_names(line: bytes) -> None:
    """Has each object of this JSON every name once?  Else each program may read another match.

    Raises RecordError.
    """
    try:
        json.loads(line, object_pairs_hook=_each_once)
    except RecursionError as error:
        raise RecordError("not_json", reason=str(error)) from None


def _each_once(fields: list[tuple[str, Any]]) -> None:
    for name, times in Counter(name for name, _ in fields).items():
        if times > 1:
            raise RecordError("name_twice", name=name[:40])


def replay_file(
    path: str | Path, *, games: Mapping[str, Game] = GAMES, verify: bool = False, unfinished: bool = False
) -> Iterator[dict[str, Any]]:
    """Replay every record of a file and yield it.  Raises RecordError with file and line, OSError."""
    for number, record in read_records(path):
        try:
            replay(record, games=games, verify=verify, unfinished=unfinished)
        except RecordError as error:
            raise placed(error, path, number) from None
        yield record


def placed(error: RecordError, path: str | Path, line: int) -> RecordError:
    """The error, told where it is."""
    error.file, error.line = str(path), line
    return error


def replay(
    record: Mapping[str, Any], *, games: Mapping[str, Game] = GAMES, verify: bool = False, unfinished: bool = False
) -> None:
    """Play the record again and compare everything it says with the rules.  Raises RecordError.

    verify      recompute the cards from the seed, and the fair dealing, where the record has them
    unfinished  allow a match that was given up
    """
    match = parsed(record)
    game = checked_head(match, games, unfinished)
    seed = seed_of(match) if verify else None
    position = opening(match, game)
    if seed is not None:
        _verify_start(position, match, seed)
    for number, deal in enumerate(match.deals, start=1):
        try:
            _replay_deal(position, deal, match, number, seed)
        except RecordError as error:
            error.deal = number
            raise
    _check_end(position, match)
    if seed is not None and game.chance is not None:
        _verify_chance(match, game, seed)
    if verify and "fairness" in record:
        fairness.verify(record, games)


def checked_head(match: Match, games: Mapping[str, Game], unfinished: bool) -> Game:
    """The game of the record; everything above the deals is as it must be.  Raises RecordError."""
    game = games.get(match.game)
    if game is None:
        raise RecordError("game", name=match.game, known=sorted(games))
    if match.players not in game.tables:
        raise RecordError("players", name=match.game, tables=game.tables_text, players=match.players)
    if match.preset not in game.presets:
        raise RecordError("preset", name=match.preset, known=list(game.presets))
    _check_options(match, game)
    if match.unfinished and not unfinished:
        raise RecordError("unfinished")
    seed_of(match)
    return game


def _check_options(match: Match, game: Game) -> None:
    """All options are listed, each with an allowed value; of two that exclude each other one is ignored."""
    names = [option.name for option in game.options]
    if missing := [name for name in names if name not in match.options]:
        raise RecordError("options_missing", names=missing)
    if extra := [name for name in match.options if name not in names]:
        raise RecordError("options_extra", names=extra)
    for option in game.options:
        value = match.options[option.name]
        try:
            known = value == option.parse(value) and type(value) is type(option.default)
        except OptionError:
            known = False
        if not known:
            raise RecordError("option", name=option.name, value=_json(value), allowed=list(map(_json, option.values)))


def opening(match: Match, game: Game) -> Position:
    """The position before the first deal: the start seat with which deal 1 has its dealer and first seat."""
    start = Position(game, match.players, seed=b"\0", options=match.options, preset=match.preset, first=0)
    if not match.deals:
        return start
    seed = seed_of(match)
    drawn = int(below(new_rng(seed), match.players)) if seed is not None else 0
    for first in (drawn, *range(match.players)):  # several may do where the cards themselves decide who begins
        candidate = Position(game, match.players, seed=b"\0", options=match.options, preset=match.preset, first=first)
        try:
            _check_deal(candidate, match.deals[0])
        except RecordError as error:
            if error.code in ("dealer", "first"):
                continue
        found = Position(game, match.players, seed=b"\0", options=match.options, preset=match.preset, first=first)
        found.plays_chance = True
        return found
    return start


def _replay_deal(position: Position, deal: Deal, match: Match, number: int, seed: bytes | None) -> None:
    if position.finished():
        raise RecordError("deal_too_many")
    before = position.copy()
    _check_deal(position, deal)
    if seed is not None:
        _verify_deck(before, position, number, seed)
    for i, action in enumerate(deal.actions, start=1):
        try:
            _replay_action(position, action)
        except RecordError as error:
            error.action = i
            raise
    if not position.deal_over():
        if match.unfinished and number == len(match.deals) and deal.result is None:
            return
        raise RecordError("actions_too_few", seats=position.actors())
    if deal.result is None:
        raise RecordError("result_missing")
    expected = plain(position.deal_result())
    nobody = {name: None for name, told in deal.result.items() if told == NONE and expected.get(name, told) is None}
    _compare("result", deal.result | nobody, expected)  # what is null now was -1 in old records of pages


def _check_deal(position: Position, deal: Deal) -> None:
    """Make this deal; its cards, dealer and first seat are as the rules have them."""
    position.deal(dealing_order(position, deal))
    dealer = int(position.state.dealer)
    expected = dealer if dealer >= 0 else None
    if deal.dealer != expected:
        raise RecordError("dealer", found=_json(deal.dealer), expected=_json(expected))
    if deal.first != int(position.state.turn):
        raise RecordError("first", found=deal.first, expected=int(position.state.turn))
    turned, extra = laid_out(position)[2:]
    if deal.turned != turned:
        raise RecordError("turned", found=_json(deal.turned), expected=_json(turned))
    if _json(deal.extra) != _json(extra):
        raise RecordError("extra", found=_json(deal.extra), expected=_json(extra))


def dealing_order(position: Position, deal: Deal) -> list[str]:
    """The deck that lays the next deal's cards out as the record has them.  Raises RecordError."""
    names = position.game.deck.names.values()
    told = [code for hand in deal.hands for code in hand] + deal.stock
    trial = position.copy()
    trial.deal()
    places = position.game.places(trial.state)
    lies_elsewhere = position.game.face_up(trial.state) is not None
    told += [deal.turned] if deal.turned is not None and not lies_elsewhere else []
    for name in {place for place in places if isinstance(place, str) and place.startswith("extra:")}:
        told += _extra_cards(deal, name)
    if unknown := [code for code in told if code not in names]:
        raise RecordError("cards_unknown", codes=unknown)
    if twice := sorted(code for code, times in Counter(told).items() if times > 1):
        raise RecordError("cards_twice", codes=twice)
    missing = [code for code in names if code not in told]
    if len(missing) != places.count("unused"):
        raise RecordError("cards_missing", codes=missing)
    if len(deal.hands) != position.players:
        raise RecordError("hands", players=position.players, found=len(deal.hands))
    for _ in range(2):  # twice, as the places may depend on the cards themselves
        places = position.game.places(trial.state)
        codes = _collected(places, deal, missing, lies_elsewhere)
        trial = position.copy()
        trial.deal(codes)
        if position.game.places(trial.state) == places and trial.deck == codes:
            return codes
    raise RecordError("places")


def _extra_cards(deal: Deal, place: str) -> list[str]:
    """The cards that lie under a name of `extra`."""
    found = deal.extra.get(place.removeprefix("extra:"), [])
    return [code for code in found if isinstance(code, str)] if isinstance(found, list) else []


def _collected(places: list[Place], deal: Deal, unused: list[str], lies_elsewhere: bool) -> list[str]:
    """The dealt cards gathered again, each from the place where it went."""
    piles: dict[Place, list[str]] = {seat: list(hand) for seat, hand in enumerate(deal.hands)}
    piles["stock"] = list(deal.stock)
    piles["turned"] = [] if deal.turned is None or lies_elsewhere else [deal.turned]
    piles["unused"] = unused
    for place in places:
        if isinstance(place, str) and place.startswith("extra:"):
            piles[place] = _extra_cards(deal, place)
    for place, pile in piles.items():
        if len(pile) != places.count(place):
            where = f"hands[{place}]" if isinstance(place, int) else place
            raise RecordError("pile", place=where, expected=places.count(place), found=len(pile))
    rest = {place: iter(pile) for place, pile in piles.items()}
    return [next(rest[place]) for place in places]


def _replay_action(position: Position, action: list[Any]) -> None:
    """Do one action, if it is one and legal."""
    match action:
        case [int(seat), str(code)]:
            legal = None
        case [int(seat), str(code), list(legal)]:
            pass
        case _:
            raise RecordError("action_shape", found=_json(action))
    if position.deal_over():
        raise RecordError("actions_too_many")
    if seat not in position.actors():
        raise RecordError("turn", seat=seat, code=code, seats=position.actors())
    may = position.legal(seat)
    if legal is not None and sorted(legal) != sorted(may):
        raise RecordError("legal", seat=seat, found=legal, expected=may)
    try:
        position.play(code, seat)
    except (IllegalMoveError, NotationError):
        raise RecordError("illegal", seat=seat, code=code, legal=may) from None


def _check_end(position: Position, match: Match) -> None:
    """The match is over where the record ends, and came out as it says."""
    if match.unfinished:
        if match.outcome is not None or position.finished():
            raise RecordError("not_unfinished")
        return
    if not position.finished():
        raise RecordError("deals_too_few", deals=len(match.deals))
    if match.outcome is None:
        raise RecordError("outcome_missing")
    _compare("outcome", msgspec.to_builtins(match.outcome), outcome_of(position))


def _compare(what: str, found: dict[str, Any], expected: dict[str, Any]) -> None:
    """Both say the same, to the last figure."""
    for name in expected | found:
        if name not in found:
            raise RecordError("field_missing", what=what, name=name, expected=_json(expected[name]))
        if name not in expected:
            raise RecordError("field_unknown", what=what, name=name)
        is_, should = _json(found[name]), _json(expected[name])
        if is_ != should:
            raise RecordError("field", what=what, name=name, found=is_, expected=should)


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


def seed_of(match: Match) -> bytes | None:
    """The seed, if the record has one.  Raises RecordError."""
    try:
        return unhexlify(match.seed) if match.seed is not None else None  # without blanks
    except ValueError:
        raise RecordError("seed", found=match.seed) from None


def _verify_start(position: Position, match: Match, seed: bytes) -> None:
    """The start seat is the one that the seed draws."""
    drawn = Position(position.game, match.players, seed=seed, options=match.options, preset=match.preset)
    if drawn.state.tobytes() != position.state.tobytes():
        raise RecordError("seed_start")


def _verify_deck(before: Position, position: Position, number: int, seed: bytes) -> None:
    """The cards of the deal just made lie as those do that the seed has; the unused ones may have been anywhere."""
    codes = shuffled(position.game, seed, number)
    before.deal(codes)
    if laid_out(before) != laid_out(position):
        places = position.game.places(position.state)
        for i, (found, expected) in enumerate(zip(position.deck, before.deck, strict=True)):
            if found != expected and places[i] != "unused":
                raise RecordError("seed_deck", place=i + 1, found=found, expected=expected)


def _verify_chance(match: Match, game: Game, seed: bytes) -> None:
    """What chance does within the deals is what the seed has."""
    position = Position(game, match.players, seed=seed, options=match.options, preset=match.preset)
    for number, deal in enumerate(match.deals, start=1):
        position.deal()
        for seat, code, *_ in deal.actions:
            if seat != -1:
                position.play(str(code), cast(int, seat))
        for i, (done, told) in enumerate(zip(position.log, deal.actions, strict=False), start=1):
            if list(done) != told[:2]:
                error = RecordError("seed_chance", found=_json(told[:2]), expected=_json(done))
                error.deal, error.action = number, i
                raise error
