"""A match as an object, in the manner of python-chess: checked at the border, kernels inside."""

import secrets
from collections.abc import Mapping
from typing import Any

from torite.cards.actions import list_actions
from torite.cards.bits import members
from torite.cards.rng import below, match_seed, new_rng, shuffle
from torite.games.game import Game, Outcome, Value
from torite.games.scene import Scene
from torite.games.state import CHANCE


class IllegalMoveError(ValueError):
    """The action is not legal in this position; the position is unchanged."""

    def __init__(self, text: str, legal: list[str], actors: list[int]) -> None:
        super().__init__(text)
        self.legal = legal  # what the seat may do, [] if it may not act
        self.actors = actors  # seats that may act


class PlayersError(ValueError):
    """A number of players that the game cannot seat."""


class Position:
    """A match in progress.

    seed     bytes or a number: everything that chance does follows from it.  None = a fresh random one.
    first    seat that starts or deals the first deal; None = drawn from the seed.
    options  values by name over those of the preset.

    The first deal is made at once; after each deal `deal()` makes the next one.
    Raises PlayersError, OptionError.
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
        fewest, most = game.players
        if not fewest <= players <= most:
            raise PlayersError(f"{game.name} is for {fewest} to {most} players, not {players}")
        self.game = game
        self.players = players
        self.preset = preset
        self.options: dict[str, Value] = game.full_options(options or {}, preset)
        self.seed = match_seed(seed) if isinstance(seed, int) else (seed or secrets.token_bytes(32))
        self.rng = new_rng(self.seed)  # chance within the running deal, after the shuffle
        self.told_chance = False  # True: the caller says what chance does, by playing for seat -1
        self.log: list[tuple[int, str]] = []  # the running deal's actions in order; seat -1 = chance
        self.deck: list[str] = []  # the running deal's cards in dealing order; secret
        self.state = game.state.new()[0]
        for i, option in enumerate(game.options):
            self.state.options[i] = option.index(self.options[option.name])
        drawn = below(new_rng(self.seed), players)
        game.start(self.state, players, int(drawn) if first is None else first)

    def deal(self, codes: list[str] | None = None) -> None:
        """Make the next deal: with these cards in dealing order, or as the seed has it.  Raises NotationError."""
        if self.actors() or (self.state.deals and self.finished()):
            raise ValueError(f"{self.game.name}: no deal can be made now")
        deck = self.game.deck.cards.copy()
        self.rng = new_rng(self.seed, int(self.state.deals) + 1)
        shuffle(deck, self.rng)
        if codes is not None:
            deck = self.game.deck.deal(codes)
        self.deck = [self.game.deck.names[int(card)] for card in deck]
        self.log = []
        self.game.deal(self.state, deck)
        self.let_chance_act()

    def copy(self) -> "Position":
        """An independent position that continues from here."""
        twin = object.__new__(Position)
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy()
        twin.rng = self.rng.copy()
        twin.log = self.log.copy()
        return twin

    def actors(self) -> list[int]:
        """Seats that may act, ascending; none when the deal is over; [-1] = chance (only if it has to be told)."""
        seats = self.game.actors(self.state)
        return [-1] if seats == CHANCE else members(seats)

    def let_chance_act(self) -> None:
        """Do what chance has to do now, unless it has to be told."""
        while not self.told_chance and self.actors() == [-1]:
            assert self.game.chance is not None and self.game.chance_code is not None
            before = self.state.copy()
            self.game.chance(self.state, self.rng)
            self.log.append((-1, self.game.chance_code(before, self.state)))

    @property
    def turn(self) -> int | None:
        """The seat to act; where several may act the one the rules name first; None when the deal is over."""
        return int(self.state.turn) if self.actors() else None

    def legal(self, seat: int | None = None) -> list[str]:
        """Codes of what `seat` (the seat to act) may do; [] if it may not act."""
        seat = self.turn if seat is None else seat
        if seat is None or not 0 <= seat < self.players:
            return []
        return [self.game.codes[a] for a in list_actions(self.game.legal(self.state, seat))]

    def play(self, code: str, seat: int | None = None) -> None:
        """Do `code` for `seat` (the seat to act).  Raises IllegalMoveError, and then nothing has changed.

        Where chance acts next it does so at once; `log` tells what came out.
        """
        seat = self.turn if seat is None else seat
        if seat == -1 and self.actors() == [-1]:
            assert self.game.chance_play is not None
            self.game.chance_play(self.state, code)
            self.log.append((-1, code))
            return
        if self.game.concedes(code) and seat in self.actors():
            assert self.game.concede is not None
            self.game.concede(self.state, seat)
            self.log.append((seat, code))
            return
        legal = self.legal(seat)
        if seat is None or code not in legal:
            may = f"legal: {' '.join(legal)}" if legal else f"seats to act: {self.actors() or 'none'}"
            raise IllegalMoveError(f"{self.game.name}: seat {seat} may not play {code!r}; {may}", legal, self.actors())
        self.game.play(self.state, seat, self.game.parse_action(code))
        self.log.append((seat, code))
        self.let_chance_act()

    def deal_over(self) -> bool:
        """Has the running deal ended?"""
        return not self.actors()

    def finished(self) -> bool:
        """Is the match over?"""
        return bool(self.deal_over() and self.state.deals and self.game.finished(self.state))

    def deal_result(self) -> dict[str, Any]:
        """`result` of the deal just ended, as in a record."""
        return self.game.result(self.state)

    def result(self) -> Outcome:
        """Scores, winners and draw of the finished match."""
        if not self.finished():
            raise ValueError(f"{self.game.name}: the match is not over")
        return self.game.outcome(self.state)

    def view(self, seat: int | None = None) -> Any:
        """What `seat` (None = a spectator) may know: a record of the game's state, the rest zero."""
        return self.game.state.view(self.state, seat)

    def scene(self, seat: int | None = None) -> Scene:
        """What `seat` (None = a spectator) sees, as plain data.  Built from the view alone."""
        return scene(self.game, self.view(seat), seat)


def scene(game: Game, v: Any, seat: int | None) -> Scene:
    """The scene of a view `v` of `seat`."""
    codes = [] if seat is None else [game.codes[a] for a in list_actions(game.legal(v, seat))]
    return Scene(
        seat=seat,
        players=int(v.players),
        deal=int(v.deals),
        deals=game.deals(v),
        phase=game.phase(v),
        dealer=int(v.dealer) if v.dealer >= 0 else None,
        turn=members(game.actors(v)),
        direction=game.direction(v),
        zones=[zone for spec in game.zones for zone in spec.zones(v, seat, game.deck)],
        badges=[[badge.badge(v, seat, p) for badge in game.badges if badge.shown(v)] for p in range(v.players)],
        legal=codes,
    )
