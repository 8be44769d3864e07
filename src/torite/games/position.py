"""A match as an object, in the manner of python-chess: checked at the border, kernels inside."""

import dataclasses
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from torite.cards.actions import Action, list_actions
from torite.cards.bits import members
from torite.cards.deck import NotationError
from torite.cards.rng import below, match_seed, new_rng, shuffle
from torite.games import GAMES
from torite.games.game import Game, Outcome, Value
from torite.games.given import whole_number
from torite.games.notation import DEAL, Deal, PositionTextError, Told, read, seen
from torite.games.scene import FACE_DOWN, Reason, Scene
from torite.games.scenes import scene
from torite.games.state import CHANCE
from torite.games.steps import MOST, NOBODY, called, look, step
from torite.games.why import sentence, why

_CHANCE = int(CHANCE)


class IllegalMoveError(ValueError):
    """The action is not legal in this position; the position is unchanged."""

    def __init__(self, text: str, legal: list[str], actors: list[int], why: Reason | None = None) -> None:
        super().__init__(text)
        self.legal = legal  # what the seat may do, [] if it may not act
        self.actors = actors  # seats that may act
        self.why = why  # as Position.why


class PlayersError(ValueError):
    """A number of players that the game cannot seat."""


class Position:
    """A match in progress.

    seed     bytes or a number: everything that chance does follows from it.  None = a fresh random one.
    first    seat that starts or deals the first deal; None = drawn from the seed.
    options  values by name over those of the preset.

    `deal()` makes the first deal, and the next one whenever a deal is over.
    Raises PlayersError, OptionError, TypeError.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        *,
        seed: bytes | int | None = None,
        options: Mapping[str, object] | None = None,
        preset: str = "seed",
        first: int | None = None,
    ) -> None:
        self.players = players = whole_number("players", players)
        if players not in game.tables:
            raise PlayersError(
                f"{game.name} is for {game.tables_text} player{'s' * (game.tables != (1,))}, not {players}"
            )
        self.game = game
        self.first = 0 if first is None else self._seat(first)
        self.preset = preset
        self.options: dict[str, Value] = game.full_options({} if options is None else options, preset)
        if seed is not None and not isinstance(seed, bytes):
            seed = match_seed(whole_number("seed", seed))
        self.seed = secrets.token_bytes(32) if seed is None else seed
        self.rng = new_rng(self.seed)  # chance within the running deal, after the shuffle
        self.plays_chance = False  # True: the caller says what chance does, by playing for seat -1
        self.past: tuple[Deal, ...] = ()  # the deals before the running one
        self.log: list[tuple[int, str]] = []  # the running deal's actions in order; seat -1 = chance
        self.deck: list[str] = []  # the running deal's cards in dealing order; secret
        self._asked: tuple[int, Sequence[Action]] | None = None  # as `_ask`; None = look anew, always without `_called`
        self._hold(bytes(game.state.dtype.itemsize))
        self._state.options[: len(game.options)] = [option.index(self.options[option.name]) for option in game.options]
        if first is None:
            self.first = int(below(self.rng, players))
        game.start(self._state, players, self.first)

    def __repr__(self) -> str:
        turn = "nobody" if self.turn is None else f"seat {self.turn}"
        return f"<Position {self.game.name} for {self.players}, deal {self._state.deals}, {turn} to act>"

    def _hold(self, record: bytes) -> None:
        """The state is a copy of this one."""
        self._data = bytearray(record + bytes(MOST))
        self._state = np.frombuffer(self._data, self.game.state.dtype, count=1)[0]
        self._called = called(self.game, self._data)

    @property
    def state(self) -> Any:
        """The record itself.  Whoever has it may write into it, so from now on the rules are asked anew each time."""
        self._called = self._asked = None
        return self._state

    @state.setter
    def state(self, record: Any) -> None:
        self._state, self._called, self._asked = record, None, None

    def deal(self, codes: list[str] | None = None) -> None:
        """Make the next deal: with these cards in dealing order, or as the seed has it.  Raises NotationError.

        Fewer cards than the deck has are for rules that go by their number, such as those of RWD: `codes` that end
        before the deal does are refused.
        """
        if self.turn is not None or (self._state.deals and self.finished()):
            raise ValueError(f"{self.game.name}: no deal can be made now")
        given = None if codes is None else self._laid(codes)
        deck = self.game.deck.cards.copy()
        self.rng = new_rng(self.seed, int(self._state.deals) + 1)
        shuffle(deck, self.rng)  # what chance does later follows from the seed also where cards are given
        if given is not None:
            deck = given
        if self.deck:
            self.past += (Deal(self.deck, self.log),)
        self.log = []
        self.game.deal(self._state, deck)
        names = self.game.deck.names
        self.deck = [names[card] for card in deck.tolist()]  # what is unused lies behind the rest now
        self._asked = None
        self.let_chance_act()

    def _laid(self, codes: list[str]) -> np.ndarray:
        """int8[n]: the cards of `codes`.  Raises NotationError, also if the next deal takes more than these."""
        cards, given = self.game.deck.cards, self.game.deck.deal(codes)
        if given.size == cards.size:
            return given
        rest = cards[~np.isin(cards, given)]
        # Kernels check no index: what they would read behind the cards lies there, and must make no difference.
        decks = [np.concatenate((given, more)) for more in (rest, np.full_like(rest, given[0] if codes else rest[-1]))]
        after = [self._state.copy() for _ in decks]
        try:
            for state, deck in zip(after, decks, strict=True):
                self.game.deal(state, deck[: given.size])
            is_enough = after[0].tobytes() == after[1].tobytes()
        except IndexError:  # without the compiler it is checked
            is_enough = False
        if not is_enough:
            raise NotationError(f"{self.game.name}: {given.size} cards are too few for this deal")
        return decks[0] if self.game.unused is not None else decks[0][: given.size]

    @classmethod
    def parse(cls, text: str, games: Mapping[str, Game] = GAMES, *, seed: bytes | int | None = None) -> "Position":
        """The position of a `text`.  Raises PositionTextError, which says at which word and why.

        games  by name, those that may be meant
        seed   what chance does from here on; a text does not tell it
        """
        if not isinstance(text, str):
            raise TypeError(f"a position is told by a text, not by {text!r:.60}")
        told = read(text, games)
        position = cls(told.game, told.players, seed=seed, options=told.options, preset=told.preset, first=told.first)
        position.plays_chance = True
        for deal in told.deals:
            position._repeat(deal)
        position.plays_chance = False
        position.let_chance_act()
        return position

    def _repeat(self, deal: Deal) -> None:
        """Deal and play what a text tells.  Raises PositionTextError."""
        try:
            self.deal(deal.deck)
        except ValueError:
            raise PositionTextError("no_deal", deal.place, DEAL) from None
        for number, (seat, code) in enumerate(deal.actions):
            place, word = deal.place_of(number), f"{seat}:{code}"
            try:
                if seat == -1 and self.actors() != [-1]:
                    raise NotationError("chance does not act")
                self.play(code, seat)
            except IllegalMoveError as error:
                if error.legal:
                    raise PositionTextError("illegal", place, word, seat=seat, legal=error.legal) from None
                kind = "turn" if error.actors else "over"
                raise PositionTextError(kind, place, word, actors=error.actors) from None
            except NotationError:
                raise PositionTextError("chance", place, word) from None

    @property
    def deals(self) -> list[Deal]:
        """All deals so far, the running one last."""
        return [*self.past, Deal(self.deck, self.log)] if self.deck else []

    def _told(self) -> Told:
        return Told(self.game, self.players, self.preset, self.first, self.options, self.deals)

    @property
    def text(self) -> str:
        """The whole position on one line, secrets included; see notation.py.  `parse` reads it back.

        It tells what was dealt and done, and nothing that was written into `state` by hand.
        """
        return self._told().write()

    def text_for(self, seat: int | None) -> str:
        """The same as `seat` (None = a spectator) was told it: `?` for the cards and actions that it was not.

        Sealed actions and face-down cards stay `?` when they come to light; what follows from them is told.
        """
        seat = None if seat is None else self._seat(seat)
        again = self.before_first_deal()
        again.plays_chance = True
        told = self._told()
        return dataclasses.replace(told, deals=[again._watched(deal, seat) for deal in told.deals]).write()

    def _watched(self, deal: Deal, viewer: int | None) -> Deal:
        """Repeat a deal; what of it the viewer was told."""
        self.deal(deal.deck)
        lying = seen(self.scene(viewer))
        actions = []
        for seat, code in deal.actions:
            if seat == -1:
                shown = self.game.chance_shown(code)[1]
            else:
                hidden = seat != viewer and self.game.is_sealed(self._state, seat, code)
                shown = FACE_DOWN if hidden else code
            actions.append((seat, shown))
            self.play(code, seat)
        return Deal([code if code in lying else FACE_DOWN for code in deal.deck], actions)

    def before_first_deal(self) -> "Position":
        """The match as it began."""
        return Position(
            self.game, self.players, seed=self.seed, options=self.options, preset=self.preset, first=self.first
        )

    def copy(self) -> "Position":
        """An independent position that continues from here."""
        twin = object.__new__(Position)
        twin.__dict__.update(self.__dict__)
        twin._hold(self._state.tobytes())
        twin.rng = self.rng.copy()
        twin.log, twin.options = self.log.copy(), self.options.copy()
        return twin

    __copy__ = copy

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_called": None, "_asked": None, "_data": None}  # addresses are those of this process

    def __setstate__(self, told: dict[str, Any]) -> None:
        self.__dict__.update(told)
        self._hold(self._state.tobytes())

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self.copy()

    def actors(self) -> list[int]:
        """Seats that may act, ascending; none when the deal is over; [-1] = chance (only if it has to be told)."""
        seats = int(self.game.actors(self._state))
        return [-1] if seats == _CHANCE else members(seats)

    def let_chance_act(self) -> None:
        """Do what chance has to do now, unless it has to be told."""
        while not self.plays_chance and self.actors() == [-1]:
            assert self.game.chance is not None and self.game.chance_code is not None
            before = self._state.copy()
            self.game.chance(self._state, self.rng)
            self._asked = None
            self.log.append((-1, self.game.chance_code(before, self._state)))

    @property
    def turn(self) -> int | None:
        """The seat to act; where several may act the one the rules name first; None when the deal is over."""
        seat = (self._asked or self._ask())[0]
        return None if seat == NOBODY else seat

    def _ask(self) -> tuple[int, Sequence[Action]]:
        """Who is to act, or NOBODY, and how."""
        if self._called is None:
            seats, seat = self.actors(), int(self._state.turn)
            if seats != [-1] and seat not in seats:
                seat = seats[0] if seats else NOBODY
            return seat, self._may(seat)
        self._asked = self._written(*look(*self._called))
        return self._asked

    def _written(self, seat: int, found: int) -> tuple[int, Sequence[Action]]:
        begin = len(self._data) - MOST
        return seat, self._data[begin : begin + found]

    def _may(self, seat: int) -> Sequence[Action]:
        return list_actions(self.game.legal(self._state, seat)) if 0 <= seat < self.players else ()

    def legal(self, seat: int | None = None) -> list[str]:
        """Codes of what `seat` (the seat to act) may do; [] if it may not act."""
        turn, may = self._asked or self._ask()
        if seat is not None and seat != turn:
            may = self._may(whole_number("a seat", seat))
        codes = self.game.codes
        return [codes[action] for action in may]

    def together(self, seat: int) -> int:
        """How many of its legal actions `seat` chooses together; 1 if it may not act."""
        return int(self.game.together(self.view(seat), seat)) if self.legal(seat) else 1

    def why(self, code: str, seat: int | None = None) -> Reason | None:
        """Why `seat` (the seat to act) may not do `code`; None = it may, or there is no more to say than `legal`."""
        seat = self.turn if seat is None else seat
        if seat is None or not 0 <= seat < self.players or code not in self.game.codes.values():
            return None
        return why(self.game, self.view(seat), seat, code)

    def play(self, code: str, seat: int | None = None) -> None:
        """Do `code` for `seat` (the seat to act).  Raises IllegalMoveError, and then nothing has changed.

        Where chance acts next it does so at once; `log` tells what came out.
        """
        turn, may = self._asked or self._ask()
        if seat is None or seat == turn:
            seat = turn
        else:
            seat = whole_number("a seat", seat)
            may = self._may(seat)
        game = self.game
        action = game.actions.get(code)
        self._asked = None
        if action is None or action not in may:
            self._play_otherwise(code, None if seat == NOBODY else seat)
            return
        if self._called is None:
            game.play(self._state, seat, action)
        else:
            self._asked = self._written(*step(*self._called, seat, action))
        self.log.append((seat, code))
        if game.chance is not None:
            self.let_chance_act()

    def _play_otherwise(self, code: str, seat: int | None) -> None:
        """What is not among the legal actions: what chance is told to do, giving up, and what nobody may do."""
        if seat == -1 and self.actors() == [-1]:
            assert self.game.chance_play is not None
            self.game.chance_play(self._state, code)
        elif self.game.concedes(code) and seat in self.actors():
            assert self.game.concede is not None and seat is not None
            self.game.concede(self._state, seat)
        else:
            raise self._illegal(code, seat, self.legal(seat))
        self.log.append((seat, code))

    def _illegal(self, code: str, seat: int | None, legal: list[str]) -> IllegalMoveError:
        reason = self.why(code, seat) if legal else None
        said = f" ({sentence(self.game, reason)})" if reason is not None else ""
        may = f"legal: {' '.join(legal)}" if legal else f"seats to act: {self.actors() or 'none'}"
        text = f"{self.game.name}: seat {seat} may not play {code!r}{said}; {may}"
        return IllegalMoveError(text, legal, self.actors(), reason)

    def deal_over(self) -> bool:
        """Has the running deal ended?"""
        return not self.actors()

    def finished(self) -> bool:
        """Is the match over?"""
        return bool(self.deal_over() and self._state.deals and self.game.finished(self._state))

    def deal_result(self) -> dict[str, Any]:
        """`result` of the deal just ended, as in a record.  Raises ValueError."""
        self._must_have_ended()
        return self.game.result(self._state)

    def _must_have_ended(self) -> None:
        if not self._state.deals or self.actors():
            raise ValueError(f"{self.game.name}: the deal is not over")

    def result(self) -> Outcome:
        """Scores, winners and draw of the finished match."""
        if not self.finished():
            raise ValueError(f"{self.game.name}: the match is not over")
        return self.game.outcome(self._state)

    def view(self, seat: int | None = None) -> Any:
        """What `seat` (None = a spectator) may know: a record of the game's state, the rest zero.

        Raises PlayersError, TypeError.
        """
        return self.game.state.view(self._state, None if seat is None else self._seat(seat))

    def _seat(self, given: int) -> int:
        """The number of a seat that there is.  Raises PlayersError, TypeError."""
        seat = whole_number("a seat", given)
        if not 0 <= seat < self.players:
            raise PlayersError(f"{self.game.name}: there is no seat {seat}; seats are 0 to {self.players - 1}")
        return seat

    def worths(self) -> Any:
        """What the deal that has ended was worth to each seat, by the game's `score`: float64[players].

        Raises ValueError.
        """
        self._must_have_ended()
        points = np.zeros(self.players)
        self.game.score(self._state, points)
        return points

    def scene(self, seat: int | None = None) -> Scene:
        """What `seat` (None = a spectator) sees, as plain data.  Built from the view alone.  Raises PlayersError."""
        seat = None if seat is None else self._seat(seat)
        return scene(self.game, self.view(seat), seat)
