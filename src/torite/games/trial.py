"""One match of random play at each number of players, watched closely: what a new game gets wrong shows here.

load.py runs it in a process of its own without the compiler, so that a wrong index is an error instead of a stray
read.
"""

import inspect
import re
import sysconfig
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import numpy as np

from torite.cards.actions import list_actions
from torite.cards.bits import members
from torite.cards.rng import below, new_rng
from torite.games.face_down import misplaced
from torite.games.game import Game, Outcome, Value
from torite.games.position import Position
from torite.games.requirements import Problem, label, meant_by, near
from torite.games.rest import KEY
from torite.games.scene import FactZone, HandZone, Meaning, Note, Reason, Scene
from torite.games.watched import FieldError, watched
from torite.games.why import reasons, why
from torite.games.wording import gaps_in
from torite.games.zones import NONE, BadgeSpec, CardError, Hands, Part, Taken, Trick, read

# Of a fault's frames none of these is the page's own: here, in Python, in other packages.
LIBRARIES = {Path(__file__).parents[1], *(Path(sysconfig.get_path(kind)) for kind in ("stdlib", "purelib", "platlib"))}
NO_CAUSE = ("trial.py", "watched.py")  # of a fault, where there are others
NO_FIELD = re.compile("'State' object has no attribute '(\\w+)'")  # what Python says of a record
# And of numbers that are taken for something else: what is told instead.
MISTAKEN = {
    "no_list": "'numpy.int64' (is not iterable|has no len|object (is not iterable|has no attribute '(append|remove)))",
    "card_is_number": r"'(numpy\.)?int8?' object has no attribute '(suit|rank)'",
    "no_places": r"invalid index to scalar variable|'numpy.int\d+' object (is not subscriptable|does not support item)",
    "which_place": "The truth value of an array",
}
GLOBAL = re.compile(
    r"global name '(\w+)'|variable '(\w+)' in globals"
)  # what Numba cannot take in from outside a kernel
WORDS = 4  # of a set of actions
LONGEST = 2000  # actions of a deal
DEALS = 300  # of a match
OPTION_DEALS, MANY_VALUES = 20, 6  # with each value of an option; of more values the first and the last
SHOWN = {"meant": "meaning", "notes": "note", "badges": "zones"}  # what says this part of a scene, if not called so
SAID = {  # what these functions return, and how a page writes that
    "why": (Reason | None, 'Reason("key", {…}) | None'),
    "note": (Note | None, "Note(cards, factor) | None"),
    "meaning": (Meaning, 'Meaning("key", {…}, good)'),
}
LOOKED_AT = 3  # deals in which every view is looked at after every action


class _WrongError(Exception):
    """A problem that ends the trial."""

    def __init__(self, code: str, /, **params: Any) -> None:
        super().__init__(code)
        self.problem: Problem = (code, params)


def trial(game: Game, moves: Callable[[], None] = lambda: None) -> list[Problem]:
    """The first problem at each number of players, each told once.

    moves  called before each move: if it is not called again, something has no end
    """
    found: list[Problem] = []
    game = watched(game)
    for players in game.tables:
        try:
            _match(game, players, moves, look=False)
            _match(game, players, moves, look=True)
        except _WrongError as wrong:
            code, params = wrong.problem
            if code == "failed" and (name := NO_FIELD.match(str(params["reason"]))):
                told = {"where": params["where"], "kernel": params["name"]}
                code, params = near("no_field", "no_field_near", name[1], game.state.fields, **told)
            if not any(code == other and params.get("name") == known.get("name") for other, known in found):
                found.append((code, params | {"players": players}))
    return found


def trial_of_options(game: Game) -> list[Problem]:
    """The first problem of some deals with each value of an option, the other options as they begin, named once."""
    found: list[Problem] = []
    game = watched(game)
    for option in game.options:
        values = option.values if len(option.values) <= MANY_VALUES else (option.values[0], option.values[-1])
        for value in values:
            chosen: dict[str, Value] = {option.name: value}
            try:
                if game.full_options(chosen) != game.full_options({}):
                    _match(game, game.players[0], look=False, options=chosen, deals=OPTION_DEALS)
                    _match(game, game.players[0], look=True, options=chosen, deals=1)
            except _WrongError as wrong:
                code, params = wrong.problem
                if all(code != other for other, _ in found):
                    found.append((code, params | {"players": game.players[0], "option": option.name, "value": value}))
    return found


def _match(
    game: Game,
    players: int,
    moves: Callable[[], None] = lambda: None,
    *,
    look: bool,
    options: Mapping[str, Value] | None = None,
    deals: int | None = None,
) -> None:
    """A match, or so many deals of it; with `look`, every seat's view of it and the worlds drawn from them."""
    chance = new_rng(b"trial", players)
    position = _guard("start", lambda: Position(game, players, seed=b"trial", options=options))
    if early := _guard("actors", position.actors):
        raise _WrongError("actors_early", seats=early)
    worth, wrong = False, list[Problem]()
    for number in range(DEALS if deals is None else deals):
        _guard("deal", position.deal)
        _check_places(position)
        wrong += _deal(position, chance, moves, look=look and number < LOOKED_AT)
        worth |= _check_result(position)
        if _guard("finished", partial(_finished, position)):
            _check_outcome(position)
            _check_start(position)
            return
    if deals is None:
        raise _without_end(position, worth, wrong)


def _without_end(position: Position, worth: bool, wrong: list[Problem]) -> _WrongError:
    """Why a match does not end.  worth: was any deal worth something?  wrong: with its tricks"""
    game, scores, state = position.game, _scores(position), position.state
    if wrong:
        return _WrongError(wrong[0][0], **wrong[0][1])
    if scores and not any(scores):
        hands = [game.hand(state, p) for p in range(position.players)]
        if worth:
            return _WrongError("never_added", deals=DEALS, where=_line_of(game, game.play))
        if any(hands) and not hands[state.turn]:
            return _WrongError("broken_off", turn=int(state.turn), deals=DEALS)
    return _WrongError("match_too_long", deals=DEALS, scores=str(scores or "?"))


def _scores(position: Position) -> list[int]:
    """How it stands, as far as the page can tell that of a match that is not over."""
    try:
        return [*map(int, position.game.outcome(position.state).scores)]
    except Exception:
        return []


def _line_of(game: Game, rule: Any) -> str:
    """Where the page has this rule, or as far as that is known."""
    while isinstance(rule, partial):
        rule = rule.func
    code, page = inspect.unwrap(rule).__code__, Path(game.page)
    return f"{page.name}:{code.co_firstlineno}" if Path(code.co_filename) == page else page.name


def _check_plain(name: str, found: Any) -> None:
    """It can be sent, and written down."""
    try:
        msgspec.json.encode(found)
    except (TypeError, ValueError) as error:
        raise _WrongError("plain", name=name, reason=error) from None


def _check_said(game: Game, name: str, found: Any) -> None:
    """What this function has returned is what it should, and its sentence says all that it names."""
    kind, wanted = SAID[name]
    if not isinstance(found, kind):
        where = _line_of(game, getattr(game, name))
        raise _WrongError("said_kind", name=name, where=where, found=repr(found)[:60], wanted=wanted)
    _check_plain(name, found)
    for _, gap in gaps_in(game, name, found):
        raise _WrongError("sentence_gap", **gap)


def _finished(position: Position) -> bool:
    if (found := position.game.finished(position.state)) is None:
        raise _WrongError("finished_kind")
    return bool(found)


def _guard(name: str, function: Callable[[], Any]) -> Any:
    """function(), or the problem that `name` raised something."""
    try:
        return function()
    except _WrongError:
        raise
    except Exception as error:
        trace = [*traceback.walk_tb(error.__traceback__)]
        parts = [frame.f_locals.get("self") for frame, _ in trace]  # of the table, which was being read
        frames = [(Path(frame.f_code.co_filename), n) for frame, n in trace]
        own = [(file, n) for file, n in frames if file.is_file() and not LIBRARIES.intersection(file.parents)]
        file, line = (own or [at for at in frames if at[0].name not in NO_CAUSE] or frames)[-1]
        where = f"{file.name}:{line}"
        if isinstance(error, FieldError):
            raise _WrongError(error.code, name=name, where=where, **error.params) from None
        if isinstance(error, FloatingPointError | OverflowError) and not str(error).startswith("divide"):
            raise _WrongError("overflow", name=name, where=where) from None
        name = next((label(part) for part in reversed(parts) if isinstance(part, Part | BadgeSpec)), name)
        reason = str(error).strip().partition("\n")[0]
        if mistaken := [code for code, said in MISTAKEN.items() if re.search(said, reason)]:
            raise _WrongError(mistaken[0], name=name, where=where) from None
        if isinstance(error, CardError):
            raise _WrongError("no_card", name=name, card=reason) from None
        said = {"name": name, "where": where, "kind": type(error).__name__, "reason": reason}
        near = meant_by(error) if not NO_FIELD.match(reason) else None
        raise (_WrongError("failed_near", near=near, **said) if near else _WrongError("failed", **said)) from None


def _check_places(position: Position) -> None:
    game = position.game
    places = _guard("places", lambda: list(game.places(position.state)))
    if len(places) != len(position.deck):
        raise _WrongError("places_count", found=len(places), expected=len(position.deck))
    for place in places:
        own = isinstance(place, str) and place.startswith("extra:")
        if not own and place not in ("turned", "stock", "unused", *range(position.players)):
            raise _WrongError("place", place=repr(place))
    if places.count("turned") > 1:
        raise _WrongError("turned_twice")
    for code, place in zip(position.deck, places, strict=True) if game.hands else ():
        if isinstance(place, int) and not game.hand(position.state, place) >> game.deck.parse(code) & 1:
            raise _WrongError("place_hand", card=code, seat=place)


def _deal(position: Position, chance: Any, moves: Callable[[], None], look: bool) -> list[Problem]:
    """Play a deal at random; what is wrong with its tricks, which may be why a match has no end."""
    game = position.game
    told: list[tuple[int, float, float]] = []
    wrong: list[Problem] = []
    for _ in range(LONGEST):
        moves()
        before = position.state.copy()
        seats = _guard("actors", position.actors)
        if not seats:
            _check_outlook(position, told)
            return wrong
        if seats[-1] >= position.players:
            raise _WrongError("actors", seat=seats[-1])
        legal = _guard("legal", partial(_legal, position, seats[0]))
        if not legal:
            turn = int(position.state.turn)
            if turn in range(position.players) and turn not in seats:
                raise _WrongError("actors_turn", seats=seats, turn=turn, where=_line_of(game, game.actors))
            raise _WrongError("no_legal", seat=seats[0], phase=game.phase(position.state))
        if unknown := [action for action in legal if action not in game.codes]:
            raise _WrongError("no_code", actions=unknown)
        _check_bots(position, seats[0], legal, chance)
        if look:
            _look(position)
            _determinize(position, seats[0], chance)
            _together(position, seats[0], chance)
        if position.state.tobytes() != before.tobytes():
            raise _WrongError("not_pure")
        told += _guard("outlook", partial(_outlook, position))
        action = legal[below(chance, len(legal))]
        _guard("play", partial(game.play, position.state, seats[0], action))
        _check_turn(position)
        wrong += [] if wrong else wrong_tricks(position, before)
        _guard("chance", position.let_chance_act)
        if position.state.tobytes() == before.tobytes():
            raise _WrongError("play_nothing", code=game.codes[action])
    raise _WrongError("too_long", actions=LONGEST)


def _check_bots(position: Position, seat: int, legal: list[int], chance: Any) -> None:
    """What playouts do is legal: they do not ask, and what is not legal could put anything anywhere."""
    game, state = position.game, position.state
    for name, rule, more in (("likely", game.likely, ()), ("policy", game.policy, (chance,))):
        if rule is not None:
            found = _guard(name, partial(rule, state, seat, *more))
            actions = _actions(found, name) if name == "likely" else [int(found)]
            if not actions or not set(actions).issubset(legal):
                codes = [game.codes.get(action, action) for action in actions if action not in legal]
                phase = game.phase(state)
                raise _WrongError("bots_illegal", name=name, seat=seat, phase=phase, found=codes or "–")


def _check_turn(position: Position) -> None:
    """What is no seat stands in `turn` only where nothing looks who is there."""
    turn = int(position.state.turn)
    if turn not in range(position.players):
        try:
            position.game.actors(position.state)
        except (IndexError, FieldError):
            raise _WrongError("turn_seat", turn=turn, last=position.players - 1) from None


def _outlook(position: Position) -> list[tuple[int, float, float]]:
    """Each seat with the least and the most that the deal can bring it, where the game tells."""
    told: list[tuple[int, float, float]] = []
    if position.game.outlook is not None:
        for seat in range(position.players):
            bounds = np.zeros(2)
            if position.game.outlook(position.state, seat, np.zeros(KEY, np.int64), bounds):
                told.append((seat, float(bounds[0]), float(bounds[1])))
    return told


def _check_outlook(position: Position, told: list[tuple[int, float, float]]) -> None:
    """The deal has ended within all bounds that were told on the way."""
    points = np.zeros(position.players)
    if told:
        _guard("score", lambda: position.game.score(position.state, points))
    for seat, least, most in told:
        if not least <= points[seat] <= most:
            raise _WrongError("outlook", seat=seat, score=float(points[seat]), least=least, most=most)


def wrong_tricks(position: Position, before: Any) -> Iterator[Problem]:
    """No card of the running trick gives way to another one, and the first one is that of the seat that leads.

    before: the state, an action ago
    """
    for zone in position.game.zones:
        if isinstance(zone, Trick):
            old, new = (s[zone.cards][: position.players] for s in (before, position.state))
            changed = np.flatnonzero(old != new)
            if len(changed) != 1:
                continue
            seat, lead = int(changed[0]), int(position.state[zone.lead])
            if min(old[seat], new[seat]) >= 0:
                yield ("trick_covered", {"seat": seat})
            alone = int(position.game.actors(before)).bit_count() == 1
            if alone and (old == NONE).all() and 0 <= lead < len(new) and new[lead] == NONE:
                yield ("trick_unled", {"seat": seat, "lead": lead})


def _legal(position: Position, seat: int) -> list[int]:
    return _actions(position.game.legal(position.state, seat))


def _actions(found: Any, name: str = "legal") -> list[int]:
    is_set = isinstance(found, tuple) and len(found) == WORDS
    if not is_set or not all(isinstance(word, int | np.integer) for word in found):
        raise _WrongError("legal_kind", name=name, found=repr(found)[:60])
    return list_actions(found)


def _check_lists(position: Position, view: Any, seat: int | None) -> None:
    """What stands at every seat has a value for each."""
    for spec in (*position.game.zones, *position.game.badges):
        source = {Hands: "held", Taken: "count", BadgeSpec: "value"}.get(type(spec))
        if source is not None and callable(of := getattr(spec, source)):
            found = _guard(label(spec), partial(read, of, view, seat))
            if not hasattr(found, "__len__") or len(found) < position.players:
                raise _WrongError("by_each", name=label(spec), found=repr(found)[:60])
            if type(spec) is BadgeSpec and (words := [value for value in found if isinstance(value, str)]):
                raise _WrongError("badge_word", name=label(spec), found=repr(words[0])[:60], id=spec.id)


def _seen(position: Position, seat: int | None) -> Scene:
    """What a seat (None = a spectator) sees of the table; it can be sent, and everything in it is what it should be."""
    _check_lists(position, position.view(seat), seat)
    scene: Scene = _guard("zones", partial(position.scene, seat))
    for part in Scene.__struct_fields__:
        _check_plain(SHOWN.get(part, part), getattr(scene, part))
    try:
        msgspec.json.decode(msgspec.json.encode(scene), type=Scene)
    except msgspec.ValidationError as error:
        reason, _, at = str(error).partition(" - at `$.")
        part = re.split(r"\W", at)[0]
        raise _WrongError("shown", name=SHOWN.get(part, part), reason=reason) from None
    for zone in scene.zones:
        if isinstance(zone, FactZone) and zone.seat and zone.value not in (None, *range(position.players)):
            raise _WrongError("fact_seat", name=zone.id, value=repr(zone.value))
    return scene


def _check_partners(position: Position) -> None:
    """For each seat a set of seats, the seat itself among them; and the others of them have it among theirs."""
    told = list[int]()
    for seat in range(position.players):
        returned: Any = _guard("partners", partial(position.game.partners, position.state, seat))
        if not isinstance(returned, int | np.integer):
            raise _WrongError("partners", seat=seat, found=repr(returned)[:60])
        found = int(returned)
        if not found >> seat & 1 or found >> position.players:
            raise _WrongError("partners", seat=seat, found=members(found) if found >= 0 else found)
        told.append(found)
    for seat, found in enumerate(told):
        if other := [p for p in members(found) if not told[p] >> seat & 1]:
            raise _WrongError("partners_one", seat=seat, other=other[0], found=members(told[other[0]]))


def _look(position: Position) -> None:
    """Every seat and a spectator look at the table; each sees what it may do, also without the others' secrets."""
    for seat in (*range(position.players), None):
        if seat is not None:
            game, view = position.game, position.view(seat)
            legal = _actions(_guard("legal", partial(game.legal, view, seat)))
            _check_reasons(game, view, seat, legal)
        scene = _seen(position, seat)
        if seat is None:
            continue
        may = position.legal(seat)
        if may and seat not in position.actors():
            raise _WrongError("legal_others", seat=seat)
        if scene.legal != may:
            raise _peeks(position, seat, view, scene.legal)
    _check_partners(position)


def _check_reasons(game: Game, view: Any, seat: int, legal: list[int]) -> None:
    """Why is what cannot be chosen now not legal, and any one of what is never offered there?"""
    for action in legal:
        _check_said(game, "note", _guard("note", partial(game.note, view, seat, action)))
    for reason in _guard("why", partial(reasons, game, view, seat, legal)).values():
        _check_said(game, "why", reason)
    if legal and (others := [game.codes[action] for action in game.codes.keys() - {*legal, *game.deck.names}]):
        code = sorted(others)[crc32(view.tobytes()) % len(others)]
        _check_said(game, "why", _guard("why", partial(why, game, view, seat, code)))


def _peeks(position: Position, seat: int, other: Any, seen: list[str]) -> _WrongError:
    """That legal asks for what the seat cannot see: in this state it knows as much, and may do what is `seen`."""
    game, fields = position.game, [name for name in other.dtype.names if np.any(other[name] != position.state[name])]
    read = list[str]()
    for name in fields:
        state = position.state.copy()
        state[name] = other[name]
        with suppress(Exception):  # nothing has ever been as in this state
            read += [name] if _actions(game.legal(state, seat)) != _legal(position, seat) else []
    return _WrongError("legal_hidden", seat=seat, fields=read or fields, seen=seen or "–", true=position.legal(seat))


def _together(position: Position, seat: int, chance: Any) -> None:
    """What is chosen together are cards in hand, and it does not matter which of them goes first."""
    count, legal = _guard("together", partial(position.together, seat)), position.legal(seat)
    if count == 1:
        return
    wrong = _WrongError("together", seat=seat, count=count, legal=legal)
    if count < 1:
        raise _WrongError("together_none", seat=seat, count=count)
    cards = position.game.deck.names.values()
    if (other := next((code for code in legal if code.rpartition(":")[2] not in cards), None)) is not None:
        raise _WrongError("together_code", seat=seat, code=other)
    own = (zone for zone in position.scene(seat).zones if isinstance(zone, HandZone) and zone.seat == seat)
    held = {code for zone in own for code in zone.cards}
    if count > len(legal) or not held.issuperset(code.rpartition(":")[2] for code in legal):
        raise wrong
    rest = legal.copy()
    chosen = [rest.pop(below(chance, len(rest))) for _ in range(count)]
    ends = set()
    for codes in (chosen, chosen[::-1]):
        trial = position.copy()
        for left, code in zip(range(count, 0, -1), codes, strict=True):
            if code not in trial.legal(seat) or trial.together(seat) != left:
                raise wrong
            _guard("play", partial(trial.play, code, seat))
        ends.add(trial.state.tobytes())
    if len(ends) > 1:
        raise wrong


def _determinize(position: Position, seat: int, chance: Any) -> None:
    """A world of this seat: it may do the same there, and everybody else can go on."""
    game = position.game
    world = position.copy()
    world.state = position.view(seat)
    _guard("determinize", lambda: game.determinize(world.state, seat, chance))
    if (seen := _guard("determinize", partial(_legal, world, seat))) != _legal(position, seat):
        if np.array_equal(world.view(seat), position.view(seat)):
            raise _peeks(position, seat, world.state, [game.codes.get(action, "?") for action in seen])
        raise _WrongError("world_legal", seat=seat)
    if (wrong := misplaced(game, world.state)) is not None:
        name, place = wrong
        card = int(world.state[name][place])
        shown = game.deck.names.get(card, card)
        raise _WrongError("world_place" if card >= 0 else "world_gap", name=name, place=place, card=shown)
    stuck = _WrongError("world_stuck", seat=seat)
    hands = next(iter(game.hands), None)
    for p in range(position.players) if hands is not None else ():
        if strange := int(world.state[hands][p]) & ~sum(1 << int(card) for card in game.deck.cards):
            raise _WrongError("world_strange", name=f"{hands}[{p}]", card=members(strange)[0])
        true, drawn = (int(s[hands][p]).bit_count() for s in (position.state, world.state))
        if true != drawn:  # which may be why it cannot go on
            stuck = _WrongError("world_size", seat=seat, actor=p, true=true, drawn=drawn)
    for _ in range(LONGEST):
        seats = _guard("determinize", world.actors)
        if not seats:
            return
        legal = _guard("determinize", partial(_legal, world, seats[0]))
        if not legal:
            raise stuck
        action = legal[below(chance, len(legal))]
        _guard("determinize", partial(game.play, world.state, seats[0], action))
        _guard("determinize", world.let_chance_act)
    raise stuck


def _check_result(position: Position) -> bool:
    """What is told of a finished deal is as it should be; was the deal worth anything?"""
    game = position.game
    before = position.state.tobytes()
    points = np.full(position.players, np.nan)
    _guard("score", lambda: game.score(position.state, points))
    if position.state.tobytes() != before:
        raise _WrongError("score_changes", where=_line_of(game, game.score))
    if not np.isfinite(points).all():
        raise _WrongError("score", points=points.tolist(), where=_line_of(game, game.score))
    for seat in (*range(position.players), None):
        if seat is not None and game.meaning is not None:
            _check_said(game, "meaning", _guard("meaning", partial(game.meaning, position.view(seat), seat)))
        _seen(position, seat)
    most = _guard("deals", lambda: game.deals(position.state))
    if most is not None and position.state.deals > most:
        raise _WrongError("deals_more", told=most, deal=int(position.state.deals))
    _check_plain("result", result := _guard("result", position.deal_result))
    for column in filter(None, (*game.sheet.columns, game.sheet.total, game.sheet.declarer)):
        value = result.get(column)
        length = game.sheet.sides or position.players
        if (isinstance(value, list) and len(value) != length) or column not in result:
            raise _WrongError("sheet_sides" if game.sheet.sides else "sheet", name=column, found=repr(value), n=length)
    return bool(points.any())


def _check_outcome(position: Position) -> None:
    outcome = _guard("outcome", position.result)
    if not isinstance(outcome, Outcome):
        raise _WrongError("outcome_kind", kind=type(outcome).__name__)
    seats = range(position.players)
    if len(outcome.scores) != position.players or sorted(set(outcome.winners) & set(seats)) != outcome.winners:
        raise _WrongError("outcome", found=repr(outcome))


def _check_start(position: Position) -> None:
    """A new match in a used record is as in a fresh one: simulations use one record for all their matches."""
    game, players = position.game, position.players
    used, fresh = position.state.copy(), game.state.new()[0]
    fresh.options = used.options
    for s in (used, fresh):
        game.start(s, players, 0)
        game.deal(s, game.deck.cards.copy())
    left = [name for name in game.state.fields if np.any(used[name] != fresh[name])]
    if left:
        raise _WrongError("turn_kept") if left == ["turn"] else _WrongError("start_dirty", fields=left)


def compiled_trial(game: Game) -> list[Problem]:
    """What the compiler says to each kernel; only called once everything else is well."""
    from numba.core.errors import NumbaError, UnsupportedBytecodeError

    players = game.players[0]
    try:
        with warnings.catch_warnings(action="ignore"):  # what the compiler finds odd is said by its error
            position = Position(game, players, seed=b"trial")
            position.deal()
            seat = position.actors()[0]
            world = position.view(seat)
            game.determinize(world, seat, new_rng(b"trial"))
            for _ in range(LONGEST):  # with the first action it may never end, at random it does
                if not (seats := position.actors()) or not (legal := _legal(position, seats[0])):
                    break
                if unknown := [action for action in legal if action not in game.codes]:
                    return [("no_code_compiled", {"seat": seats[0], "actions": unknown[:9]})]
                position.play(game.codes[legal[0]], seats[0])
            position.finished()
            game.score(position.state, np.zeros(players))
    except (NumbaError, UnsupportedBytecodeError) as error:
        reason, where = _told(str(error))
        if found := GLOBAL.search(reason):
            return [("kernel_global", {"name": found[1] or found[2], "where": where})]
        return [("not_compiled", {"reason": f"{reason} ({where})" if where else reason})]
    return []


def _told(message: str) -> tuple[str, str]:
    """What a person can use of Numba's message: the first thing it says, and the innermost line outside torite."""
    lines = [line.strip() for line in message.splitlines()]
    what = next((line for line in lines if line and not line.startswith("Failed in")), lines[0])
    where = [line for line in lines if line.startswith("File ") and not re.search("torite|numba|<", line)]
    at = where[0].rpartition("/")[2].rstrip(":").replace('"', "") if where else ""
    return what, at.removeprefix("File ").replace(", line ", ":")
