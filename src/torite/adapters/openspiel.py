"""Any game as an OpenSpiel game: `load_game("wizard", players=4)`, or `pyspiel.load_game("torite_wizard(players=4)")`.

Importing this module registers the games of the house.  Chance deals card by card, in dealing order; where chance acts
within a deal, its outcome is a number from which everything follows.  The return of a seat is what the deals were worth
to it.  An information state is everything that the seat has been shown, in order: perfect recall.
"""

import hashlib
from collections.abc import Callable, Mapping
from os import PathLike
from typing import Any

import numpy as np

from torite.adapters import needs
from torite.cards.actions import list_actions
from torite.cards.bits import low
from torite.cards.rng import match_seed, new_rng
from torite.games import GAMES
from torite.games.game import Game
from torite.games.given import whole_number
from torite.games.position import Position
from torite.games.state import CHANCE
from torite.lab.given import match_given
from torite.lab.observe import Observer, n_actions

with needs("openspiel"):
    import pyspiel

CHANCES = 4096  # outcomes of chance within a deal
LONGEST = 100_000  # actions of a match, cards dealt included: no game of the house comes near it
MOST = 1e6  # a match is worth no seat more, or less than minus that
PARAMETERS: dict[str, Any] = {"players": 0, "deals": 0, "options": "", "preset": "seed", "first": 0}


def load_game(
    game: str | PathLike[str] | Game,
    players: int = 0,
    deals: int = 0,
    options: str | Mapping[str, object] = "",
    preset: str = "seed",
    first: int = 0,
) -> Any:
    """An OpenSpiel game.

    players  0 = four where that is possible
    deals    how many deals it lasts, 0 = a whole match
    options  values by name, or "name:value name:value", as OpenSpiel keeps `=` for itself
    first    the seat that starts or deals the first deal: no chance node draws it, as `torite.env` does

    Raises KeyError, PlayersError, OptionError, TypeError, ValueError.
    """
    if not isinstance(options, str | Mapping):
        raise TypeError(f"options are values by name, or a text such as 'hiddentip:on', not {options!r}")
    words = options if isinstance(options, str) else " ".join(f"{name}:{value}" for name, value in options.items())
    players, deals = whole_number("players", players), whole_number("deals", deals, 0)
    first = whole_number("first", first)
    found = match_given(game, players or None, _options(words), preset, first).game
    name = short_name(found)
    if _REGISTERED.get(name) is not found:  # another page of this name, or it has changed
        register(found)
    told = {"players": players, "deals": deals, "options": words, "preset": preset, "first": first}
    return pyspiel.load_game(name, told)


def short_name(game: Game) -> str:
    """The name of the game in OpenSpiel."""
    return f"torite_{game.name.replace('-', '_')}"


_REGISTERED: dict[str, Game] = {}  # by the names that OpenSpiel has for them, those told last


def register(game: Game) -> None:
    """Tell OpenSpiel of a game, in place of one of the same name."""
    kind = _kind(game)
    _REGISTERED[kind.short_name] = game

    class OneGame(TableGame):
        """A class, as OpenSpiel lets go of it only after Python has ended, when a function could not be freed."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(game, params or {})

    pyspiel.register_game(kind, OneGame)


def _options(words: str) -> dict[str, object]:
    options: dict[str, object] = {}
    name = ""
    for word in words.split():
        before, colon, value = word.partition(":")
        if colon or not name:
            name, options[before] = before, value
        else:  # of a value with spaces in it
            options[name] = f"{options[name]} {word}"
    return options


def _kind(game: Game, deals: int = 0) -> Any:
    of = pyspiel.GameType
    rewards = of.RewardModel.TERMINAL if deals == 1 else of.RewardModel.REWARDS  # many algorithms want the first
    return of(
        short_name=short_name(game),
        long_name=f"torite {game.name}",
        dynamics=of.Dynamics.SEQUENTIAL,
        chance_mode=of.ChanceMode.EXPLICIT_STOCHASTIC,
        information=of.Information.IMPERFECT_INFORMATION,
        utility=of.Utility.GENERAL_SUM,
        reward_model=rewards,
        max_num_players=game.players[1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class TableGame(pyspiel.Game):  # type: ignore[misc]
    """A game of so many players with these options."""

    def __init__(self, game: Game, params: dict[str, Any]) -> None:
        self.told = PARAMETERS | params
        self.game = game
        self.players: int = self.told["players"] or game.usual_players
        self.how: dict[str, Any] = {"options": _options(self.told["options"]), "preset": self.told["preset"]}
        self.how["first"] = self.told["first"]
        Position(game, self.players, seed=0, **self.how)  # what makes no sense is told here
        whole_number("deals", self.told["deals"], 0)
        self.observer = Observer(game, self.players, np.float32)
        info = pyspiel.GameInfo(
            num_distinct_actions=n_actions(game),
            max_chance_outcomes=max(CHANCES, max(game.deck.names) + 1),
            num_players=self.players,
            min_utility=-MOST,
            max_utility=MOST,
            max_game_length=LONGEST,
        )
        super().__init__(_kind(game, self.told["deals"]), info, params)

    def __reduce__(self) -> tuple[Any, ...]:
        """By its parameters; the game itself is found by its name or file."""
        return load_game, (self.game, *self.told.values())

    def __deepcopy__(self, memo: dict[int, Any]) -> "TableGame":
        """Itself, which never changes: a state is cloned for every simulation of a search."""
        return self

    def new_initial_state(self) -> "TableState":
        """Before the first card is dealt."""
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "TableObserver":
        """What a seat sees, or with perfect recall has seen."""
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        return TableObserver(self, iig_obs_type is not None and iig_obs_type.perfect_recall)


class TableState(pyspiel.State):  # type: ignore[misc]
    """A match in progress; while a deal is dealt, `cards` are those dealt so far."""

    def __init__(self, table: TableGame) -> None:
        super().__init__(table)
        self.table, self.game = table, table.game
        self.position = Position(table.game, table.players, seed=0, **table.how)
        self.s = self.position.state
        self.cards: list[int] = []
        self.left = set(map(int, self.game.deck.cards))
        self.over = False
        self.latest, self.total = np.zeros(table.players), np.zeros(table.players)
        self.shown = [b""] * table.players  # fingerprint of all that each seat has been shown

    def current_player(self) -> Any:
        """The seat to act, chance or nobody."""
        if self.over:
            return pyspiel.PlayerId.TERMINAL
        seats = self.game.actors(self.s) if not self.left else CHANCE
        return pyspiel.PlayerId.CHANCE if seats == CHANCE else low(seats)

    def _legal_actions(self, player: int) -> list[int]:
        return list_actions(self.game.legal(self.s, player)) if player == self.current_player() else []

    def information_state_tensor(self, player: Any = None) -> Any:
        """There is none of a fixed length.  Raises SpielError."""
        raise pyspiel.SpielError(
            f"{self.game.name}: an information state is a string; a tensor has only an observation"
        )

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "TableState":
        """Another state that the player cannot tell from this one, for searches in Python; the history stays as it is.

        sampler  gives numbers from 0 to 1.  What the others have been shown before counts no more.
        """
        if self.left or self.over:
            raise pyspiel.SpielError(f"{self.game.name}: there is nobody to decide")
        twin: TableState = self.clone()
        world = self.game.state.view(self.s, player)
        self.game.determinize(world, player, new_rng(match_seed(int(sampler() * 2**53))))
        for name in world.dtype.names:
            twin.s[name] = world[name]
        one = self.table.observer.one
        twin.shown = [self.shown[p] if p == player else one(world, p).tobytes() for p in range(self.table.players)]
        return twin

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A card still to be dealt, or a number; each equally likely."""
        outcomes = sorted(self.left) if self.left else range(CHANCES)
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        if self.current_player() >= 0:
            self.latest = np.zeros(self.table.players)  # counts from decision to decision
        if self.left:
            if action not in self.left:
                raise ValueError(f"{self.game.name}: {action} cannot be dealt; left: {sorted(self.left)}")
            self.cards.append(action)
            self.left.remove(action)
            if self.left:
                return
            self.game.deal(self.s, np.array(self.cards, np.int8))
        elif self.game.actors(self.s) == CHANCE:
            assert self.game.chance is not None
            self.game.chance(self.s, new_rng(b"chance", action))
        else:
            seat = self.current_player()
            if action not in (may := list_actions(self.game.legal(self.s, seat))):
                raise ValueError(f"{self.game.name}: seat {seat} may not do {action}; legal: {may}")
            self.game.play(self.s, seat, action)
        self._show()
        if not self.game.actors(self.s):
            self._end_deal()

    def _show(self) -> None:
        told = (self.table.observer.one(self.s, seat).tobytes() for seat in range(self.table.players))
        self.shown = [hashlib.sha256(before + now).digest() for before, now in zip(self.shown, told, strict=True)]

    def _end_deal(self) -> None:
        self.game.score(self.s, self.latest)
        self.total += self.latest
        self.over = self.s.deals == self.table.told["deals"] or bool(self.game.finished(self.s))
        if not self.over:
            self.cards, self.left = [], set(map(int, self.game.deck.cards))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.game.codes.get(action, str(action))  # not every number is an action
        return f"deal:{self.game.deck.names[action]}" if self.left and action in self.left else f"chance:{action}"

    def is_terminal(self) -> bool:
        """Is the match, or the last deal asked for, over?"""
        return self.over

    def rewards(self) -> list[float]:
        """What the latest action has brought."""
        return list(map(float, self.latest))

    def returns(self) -> list[float]:
        """What all deals were worth."""
        return list(map(float, self.total))

    def __str__(self) -> str:
        return " ".join(map(str, self.history()))


class TableObserver:
    """OpenSpiel's observer: `tensor` is the float32 observation of torite.env."""

    def __init__(self, table: TableGame, recall: bool) -> None:
        self.table, self.recall = table, recall
        self.tensor = np.zeros(table.observer.size, np.float32)
        self.dict = {name: self.tensor[told.start : told.stop] for name, told in table.observer.layout.items()}

    def set_from(self, state: TableState, player: int) -> None:
        """Write what the player sees into `tensor`."""
        self.tensor[:] = self.table.observer.one(state.s, player)

    def string_from(self, state: TableState, player: int) -> str:
        """What the player sees, or with perfect recall has seen, as a fingerprint."""
        now = self.table.observer.one(state.s, player).tobytes()
        told = hashlib.sha256(state.shown[player] + now if self.recall else now).hexdigest()
        return f"seat {player} deal {int(state.s.deals)} {told[:32]}"


for _game in GAMES.values():
    register(_game)
