"""What a game is to the rest of torite: a page of pure functions and this one descriptor."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from re import fullmatch
from typing import Any, Literal

import numpy as np

from torite.cards.bits import bit
from torite.cards.deck import Deck, NotationError
from torite.cards.identity import UnnamedValueError, identity
from torite.cards.kernel import Mask, Seat, State, kernel
from torite.games.scene import FACE_DOWN, Meaning, Note, Reason
from torite.games.state import MAX_OPTIONS, Layout
from torite.games.zones import BadgeSpec, Hands, ZoneSpec

Kernel = Callable[..., Any]
Value = bool | int | str
CONCEDE = "concede"  # code of giving up, in games that have it; never among the legal actions


class OptionError(ValueError):
    """An option that the game does not have, or a value that it does not allow."""

    def __init__(self, text: str, code: str, params: dict[str, Any]) -> None:
        super().__init__(text)
        self.code = code  # refusal code
        self.params = params


@dataclass(frozen=True)
class Option:
    """A rule that a table may choose.  In the state stands the index of the value."""

    name: str
    values: tuple[Value, ...]  # all allowed values, in the order of the state's index
    default: Value
    excludes: tuple[str, ...] = ()  # on/off options that are switched off when this one is switched on
    digits: int = 0  # not 0: any text of so many numbers from 1 to 9 is allowed, "1 2 3"; `values` are proposals

    @property
    def kind(self) -> Literal["bool", "int", "choice", "numbers"]:
        """What the client offers for it."""
        if self.digits:
            return "numbers"
        if isinstance(self.default, bool):
            return "bool"
        return "int" if isinstance(self.default, int) else "choice"

    def parse(self, value: object) -> Value:
        """The allowed value that is meant; texts of a command line and NumPy's values count.  Raises OptionError."""
        value = value.item() if isinstance(value, np.generic) else value
        words = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
        for allowed in self.values:
            if isinstance(value, str) and not isinstance(allowed, str):
                same = words.get(value.lower()) is allowed if isinstance(allowed, bool) else value == str(allowed)
            else:
                same = value == allowed and isinstance(value, bool) == isinstance(allowed, bool)
            if same:
                return allowed
        if self.digits and isinstance(value, str) and fullmatch(rf"[1-9]( [1-9]){{{self.digits - 1}}}", value):
            return value
        others = f", or any {self.digits} numbers from 1 to 9" if self.digits else ""
        raise OptionError(
            f"option {self.name} may not be {value!r}; allowed: {', '.join(map(str, self.values))}{others}",
            "table/bad_value",
            {"name": self.name, "allowed": list(self.values)},
        )

    def index(self, value: Value) -> int:
        """What stands in the state for an allowed value: its place in `values`, else its digits, 123 for "1 2 3"."""
        return self.values.index(value) if value in self.values else int(str(value).replace(" ", ""))

    def at(self, index: int) -> Value:
        """The value for which this stands in the state."""
        return self.values[index] if index < len(self.values) else " ".join(str(index))


def on_off(name: str, default: bool, excludes: tuple[str, ...] = ()) -> Option:
    """An option that is on (index 1) or off (index 0)."""
    return Option(name, (False, True), default, excludes)


@dataclass(frozen=True)
class Ask:
    """How the actions `prefix:...` are asked for; everything not listed is a button.

    * `widget`: `number`, `suit` for a choice among these.  `drawing`: a Widget of the game offers them.  `announce`: to
      say it costs nothing, `prefix:none` says nothing, and of several the last says most: a client may answer alone.
      `final`: a button that asks once more.
    * `place`: where that is asked: with the score sheet, over the table, or in the bar before the hand.
    * `arrows`: a number of few by arrows and OK, and not by a touch on it.
    """

    prefix: str
    widget: Literal["number", "suit", "buttons", "drawing", "announce", "final"]
    place: Literal["sheet", "popup", "bar"]
    arrows: bool = False


@dataclass(frozen=True)
class Sheet:
    """What of a deal's result stands in the score sheet: lists by seat or side, or one value for all.

    * `columns`: fields, or keys of `result`.  `total`: that of the match, below them.
    * `sides`: lists by side, of so many: the side of a seat is seat % sides; 0 = by seat.
    * `winners`: list of the seats that have won the deal.  `exact`: two columns that a seat wants to be equal.
    * `strokes`: column written in strokes: | plus, o minus, one through the other where they cancel.
    * `declarer`: key of the seat to which alone belongs what is one value.
    """

    columns: tuple[str, ...]
    total: str | None = None
    sides: int = 0
    winners: str | None = None
    exact: tuple[str, str] | None = None
    strokes: str | None = None
    declarer: str | None = None


@dataclass(frozen=True)
class Unit:
    """What `score` is counted in where people read it.

    * `name`: text `unit.NAME`.  `mistake`: in this unit, a smaller loss is not worth a word.
    * `scale`: how much of this unit is 1 of `score`.
    * `lasts`: of what a mistake costs in playouts, what is left of it where good players go on for long.
    """

    name: str
    mistake: float
    scale: float = 1.0
    lasts: float = 1.0


@dataclass(frozen=True)
class Span:
    """What of a match is played where many play the same cards, to be compared: one deal, or all of it."""

    first: int = 1  # number of the deal; those before it are made, too
    whole: bool = False  # the match is one story: it is played from the first deal to its end; more points are better


@dataclass(frozen=True)
class Outcome:
    """How a match ended, by seat."""

    scores: list[int]
    winners: list[int]  # ascending; several = a shared win; none = see `draw`
    draw: bool = False


Place = int | str
# Where a card of the deck goes: an int = to the hand of this seat, "turned" = face up, "stock" = undealt,
# "extra:NAME" = elsewhere, in a record under `extra.NAME`; "unused" = not part of this deal.


@dataclass(frozen=True, eq=False)
class Plan:
    """How bots may look ahead in a game for one (search/plan.py), if playing out at random tells them too little.

    consider   (s, seat) -> Actions                   those of the legal actions that may be best
    value      (states, seat, rng, room) -> float     how good the world states[0] is, in any unit; may write to it and
                                                      to states[1], but not look at what the seat cannot see
    """

    consider: Kernel
    value: Kernel
    room: Callable[[], Any]  # -> float32[n]: working space for `value`, with any numbers in it that the plan needs


@kernel
def alone(s: State, seat: Seat) -> Mask:
    """Everybody plays for himself."""
    return bit(seat)


@dataclass(frozen=True, eq=False)
class Game:
    """A game.  The kernels are compiled, allocate nothing and are unchecked: the caller passes what is legal.

    start        (s, players, first)         a new match into a record whose `options` are set, whatever else an
                                             earlier match has left in it; first = the seat that begins or deals
                                             the first deal
    deal         (s, deck)                   the next deal; deck int8[n] in dealing order
    actors       (s) -> Mask                 seats that may act; 0 = the deal is over; CHANCE = chance has to act
    legal        (s, seat) -> Actions        what that seat may do
    play         (s, seat, action)           do it
    finished     (s) -> bool                 is the match over?  Asked when a deal is
    score        (s, points)                 float64[players]: what the finished deal was worth to each seat; bots
                                             maximise it, duplicate matches compare it
    determinize  (s, seat, rng)              s is a view of `seat`: fill in what it cannot see, at random, in
                                             agreement with everything it can know

    partners     (s, seat) -> Mask           seats that want of this deal what `seat` wants, itself included; need
                                             not be given where everybody plays for himself
    chance       (s, rng)                    only for games in which chance acts within a deal: let it act
    unused       (s) -> Mask                 only on a state that is a class: cards of the deck that lie in the box in
                                             this deal; `deal` gets the others alone
    concede      (s, seat)                   only for games that may be given up, at any decision of the seat: do it
    claimable    (s, seat) -> bool           only on the fields of the kit of tricks: does `seat` lead to a trick now,
                                             and is the deal worth the same however it goes on, as long as it takes
                                             every trick that is left?  Until the end hands and trick have to say
                                             alone what may be played, and of two cards always the same one beats the
                                             other; whatever is asked beside cards is answered by its first code.  It
                                             follows from what the seat knows.  Then it may claim the rest

    What bots know beyond the rules; of the house's games it stands apart, in torite/knowledge/:

    likely       (s, seat) -> Actions        only where random play would be blind: those of the legal actions, at
                                             least one, from which a bot's playouts draw; every other choice is free
    policy       (s, seat, rng) -> Action    what a sensible player would do at once, from what the seat may know, with
                                             some chance: tree search plays out by it instead of at random

    For bots that calculate instead of guessing (search/solve.py):

    known        (s, seat) -> bool           s is a view of `seat`: can it tell every card that still matters, so that
                                             `determinize` has only one world to draw?
    plain        (s, rest) -> bool           are only plain tricks with open hands left, of which each side wants as
                                             many as it can get?  Then tell of them (games/rest.py)
    settle       (s, rest)                   end the deal as if each side had won `rest.won` more
    outlook      (s, seat, key, bounds) -> bool   hands are open: do the cards say alone how much more the deal brings,
                                             as between two tricks?  Then write into key int64[6] all that it depends
                                             on, and into bounds float64[2] what `score` of `seat` comes to at least
                                             and at most; key and score - bounds[0] belong together

    The rest are plain functions, outside kernels.

    result   (s) -> dict          `result` of the record, when a deal is over
    outcome  (s) -> Outcome       when the match is over
    places   (s) -> list[Place]   right after `deal`: where each card of the deck went
    phase    (s) -> str           what is being done, for the texts: "bid", "play", ...
    why      (s, seat, action) -> Reason | None   s is a view of `seat`, which may act and do something else, but not
                                  this: which rule forbids it, if there is more to say than what it may do.  Of cards
                                  it is asked only for those in hand, while any of them may be played
    silently (s, seat) -> Mask    s is a view of `seat`, which may announce something before its card: the cards that it
                                  may play if it does not; 0 = nothing of that kind is asked
    together (s, seat) -> int     s is a view of `seat`, which may act: so many of its legal actions are chosen
                                  together, then confirmed.  If more than one, each of them is done with another card in
                                  hand, and any so many of them, one after the other, come to the same in every order
    note     (s, seat, action) -> Note | None    s is a view of `seat`, which may do this: what it means beside its name
    meaning  (s, seat) -> Meaning        when a deal is over, from what everybody can see: what it meant for the seat
    extra    (s) -> dict          right after `deal`: what a record must say of it beside the cards
    face_up  (s) -> Card | None   right after `deal`: the card turned up where it lies, in a hand or elsewhere
    chance_code  (before, s) -> str   what chance has done between two states, as a record tells it
    chance_shown  (code) -> (seat, str)   what of it everybody sees, and for which seat it happened (None = nobody's)
    chance_play  (s, code)            let chance do just that; raises NotationError
    """

    name: str
    players: tuple[int, int]  # fewest, most
    deck: Deck
    state: Layout
    codes: Mapping[int, str]  # code of every action
    start: Kernel
    deal: Kernel
    actors: Kernel
    legal: Kernel
    play: Kernel
    finished: Kernel
    score: Kernel
    determinize: Kernel
    result: Callable[[Any], dict[str, Any]]
    outcome: Callable[[Any], Outcome]
    places: Callable[[Any], list[Place]]
    phase: Callable[[Any], str]
    zones: tuple[ZoneSpec, ...]
    badges: tuple[BadgeSpec, ...] = ()
    picture: tuple[str, ...] = ()  # codes of a few cards that stand for the game; "?" = face down; () = its best
    asks: tuple[Ask, ...] = ()
    sheet: Sheet = Sheet(("points",))
    without: tuple[int, ...] = ()  # numbers of players between the two with which it cannot be played
    unit: Unit = Unit("points", 1.0)
    span: Span = Span()
    options: tuple[Option, ...] = ()
    presets: Mapping[str, Mapping[str, Value]] = field(default_factory=lambda: {"seed": {}})
    deals: Callable[[Any], int | None] = lambda s: None  # how many deals the match has, where that is fixed
    direction: Callable[[Any], Literal[1, -1]] = lambda s: 1  # 1 = clockwise
    packet: int = 1  # cards that a seat is dealt at a time
    sealed: Callable[[Any, int, int], bool] = lambda s, seat, action: False
    # sealed (s before the action, seat, action): must the others not learn now which action it was?
    together: Callable[[Any, int], int] = lambda s, seat: 1
    partners: Kernel = alone
    chance: Kernel | None = None
    concede: Kernel | None = None
    claimable: Kernel | None = None
    unused: Kernel | None = None
    likely: Kernel | None = None
    policy: Kernel | None = None
    known: Kernel | None = None
    plain: Kernel | None = None
    settle: Kernel | None = None
    outlook: Kernel | None = None
    plan: Plan | None = None
    chance_code: Callable[[Any, Any], str] | None = None
    chance_shown: Callable[[str], tuple[int | None, str]] = lambda code: (None, code.partition(":")[0])
    chance_play: Callable[[Any, str], None] | None = None
    why: Callable[[Any, int, int], Reason | None] = lambda s, seat, action: None
    silently: Callable[[Any, int], int] = lambda s, seat: 0
    note: Callable[[Any, int, int], Note | None] = lambda s, seat, action: None
    meaning: Callable[[Any, int], Meaning] | None = None  # None = what the deal was worth by `score`
    extra: Callable[[Any], dict[str, Any]] = lambda s: {}
    face_up: Callable[[Any], int | None] = lambda s: None
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # language -> key -> text
    pages: Mapping[str, str] = field(default_factory=dict)  # language -> rules, Markdown
    file: str = ""  # that the page stands in; "" = that of `play`
    rules: int = 0  # their number, raised whenever what is dealt, legal or counted changes; 0 = told by the kernels
    actions: Mapping[str, int] = field(init=False, repr=False)  # action of every code

    def __post_init__(self) -> None:
        assert len(self.options) <= MAX_OPTIONS
        object.__setattr__(self, "actions", {code: action for action, code in self.codes.items()})
        assert len(self.actions) == len(self.codes), "two actions of one code"

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, str]]:
        """Pickled by its name, a game from outside by its file: kernels are compiled where they are needed."""
        return _found, (self.name, self.page)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        """Itself, which never changes: by its file it would be another one once that has been edited."""
        return self

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @cached_property
    def tables(self) -> tuple[int, ...]:
        """The numbers of players with which it is played, fewest first."""
        fewest, most = self.players
        return tuple(players for players in range(fewest, most + 1) if players not in self.without)

    @property
    def usual_players(self) -> int:
        """Four, or the next number above, or else the most."""
        return next((players for players in self.tables if players >= 4), self.tables[-1])

    @property
    def tables_text(self) -> str:
        """As people write it: "4", "3–6", "2, 4"."""
        *fewer, most = self.tables
        return f"{fewer[0]}–{most}" if fewer and not self.without else ", ".join(map(str, self.tables))

    @cached_property
    def same(self) -> tuple[list[bool], list[bool]]:
        """Which zones and which badges are the same for every reader?"""
        public = {name for name, field in self.state.fields.items() if field.who == "public"}
        return [spec.is_same(public) for spec in self.zones], [spec.is_same(public) for spec in self.badges]

    @cached_property
    def handled(self) -> dict[int, int]:
        """By action: the card with which it is done, "SA" as well as "discard:SA".

        A word that is said of anything else, too, is not done with cards: where there is `bid:N7`, `bid:S7` is not.
        `discard:none` is a word, and `take:?` is said of what lies face down.
        """
        cards = {name: card for card, name in self.deck.names.items()}
        named = {action: code.rpartition(":")[::2] for action, code in self.codes.items()}
        no_cards = ((word, name) for word, name in named.values() if name not in cards and name != FACE_DOWN)
        others = {word for word, name in no_cards if word and not name[:1].islower()}
        return {action: cards[name] for action, (word, name) in named.items() if name in cards and word not in others}

    @cached_property
    def edition(self) -> str:
        """Which rules these are: a match is gone on with and counted by those alone that it was begun with.

        The number that the game declares, else a hash of its kernels; "" = they reach what nothing is known of.
        """
        if self.rules:
            return str(self.rules)
        kernels = (self.start, self.deal, self.actors, self.legal, self.play, self.finished, self.chance, self.concede)
        try:
            told = [identity(vars(each).get("py_func", each)) for each in kernels if each is not None]
        except UnnamedValueError:
            return ""
        return hashlib.sha256(f"{self.state.dtype.descr} {told}".encode()).hexdigest()[:16]

    @property
    def page(self) -> str:
        """Path of the file that it stands in."""
        return self.file or str(getattr(self.play, "py_func", self.play).__code__.co_filename)

    def concedes(self, code: str) -> bool:
        """Is this code giving up, in a game that has it?"""
        return code == CONCEDE and self.concede is not None

    @cached_property
    def numbers(self) -> list[list[int]]:
        """The actions of each ask for a number."""
        prefixes = (f"{ask.prefix}:" for ask in self.asks if ask.widget == "number")
        return [[action for action, code in self.codes.items() if code.startswith(prefix)] for prefix in prefixes]

    @cached_property
    def hands(self) -> list[str]:
        """The fields that hold the cards in hand."""
        return [zone.cards for zone in self.zones if isinstance(zone, Hands)]

    def hand(self, s: Any, seat: int) -> int:
        """The set of cards that the seat has in hand, in its own view or an open position."""
        held = 0
        for name in self.hands:
            held |= int(s[name][seat])
        return held

    def cards_held(self, s: Any, seat: int) -> int:
        """How many they are."""
        return self.hand(s, seat).bit_count()

    def is_sealed(self, s: Any, seat: int, code: str) -> bool:
        """`sealed` of a code; everybody learns who concedes."""
        return not self.concedes(code) and self.sealed(s, seat, self.parse_action(code))

    def parse_action(self, code: str) -> int:
        """Action of a code.  Raises NotationError."""
        try:
            return self.actions[code]
        except KeyError:
            raise NotationError(f"{self.name}: {code!r} is no action of this game") from None

    def option(self, name: str) -> Option:
        """The option of this name.  Raises OptionError."""
        for option in self.options:
            if option.name == name:
                return option
        raise OptionError(
            f"{self.name} has no option {name!r}; it has: {', '.join(o.name for o in self.options) or 'none'}",
            "table/unknown_option",
            {"name": name},
        )

    def preset(self, name: str) -> dict[str, Value]:
        """All options as the preset has them.  Raises OptionError."""
        if name not in self.presets:
            raise OptionError(
                f"{self.name} has no preset {name!r}; it has: {', '.join(self.presets)}",
                "table/unknown_preset",
                {"name": name},
            )
        return {o.name: o.default for o in self.options} | dict(self.presets[name])

    def full_options(self, chosen: Mapping[str, object], preset: str = "seed") -> dict[str, Value]:
        """All options: those of the preset, changed where `chosen` says so.  Raises OptionError, TypeError.

        Of two that exclude each other the one declared later wins: in Wizard `hiddentip`.
        """
        if not isinstance(chosen, Mapping):
            raise TypeError(f"options are values by name, such as {{'hiddentip': True}}, not {chosen!r}")
        options = self.preset(preset)
        for option in sorted(map(self.option, chosen), key=self.options.index):
            options = self.with_option(options, option.name, chosen[option.name])
        return options

    def with_option(self, options: Mapping[str, Value], name: str, value: object) -> dict[str, Value]:
        """`options` with one changed; switching one on switches off those it excludes.  Raises OptionError."""
        option = self.option(name)
        changed = dict(options)
        changed[name] = option.parse(value)
        if changed[name] is True:
            changed |= dict.fromkeys(option.excludes, False)
        return changed


def _found(name: str, file: str) -> Game:
    """The game that was pickled in this way.  Raises GameFileError."""
    from torite.games import GAMES  # the house's games are made of this file
    from torite.games.load import load_game

    return GAMES[name] if name in GAMES else load_game(file)
