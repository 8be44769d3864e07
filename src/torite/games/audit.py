"""A longer look at a page that can be played: what goes wrong silently.  `torite check` prints it.

Random play is watched for what each seat could tell of the others' cards, and for what `determinize` makes of that.
Every finding says at which position: players, deal, and the last actions.
"""

from collections.abc import Callable, Iterator
from functools import partial, reduce
from itertools import chain
from operator import or_
from typing import Any

import numpy as np

from torite.cards.actions import list_actions
from torite.cards.bits import members
from torite.cards.kernel import JIT
from torite.cards.rng import below, new_rng, shuffle
from torite.games.game import Game, Value
from torite.games.holders import Holders
from torite.games.position import Position
from torite.games.requirements import Problem
from torite.games.trial import wrong_tricks
from torite.games.zones import NONE, Hands, Trick, read

DEALS = 40 if JIT else 10  # of one match after the other looked at, for each number of players
FIRST = 20 if JIT else 5  # looked at before, each the first of a match: what is seen there is told by a short position
TRUTHS = 8  # positions to one at which it is looked whether worlds may be as it is in truth
WORLDS = 500  # drawn there at most; most cards have been where they are after a few
BLANKS, BLANK_WORLDS = 30, 12  # positions to one at which it is looked what worlds leave empty; worlds drawn there
ACTIONS, MATCHES = 20_000 if JIT else 2_500, 40  # of whole matches, most
COLUMN_DEALS = 200 if JIT else 20  # until a column in which nothing has been counted is more than a rare one
MATCHES_ENOUGH = 8  # in which all winners have lost the deals, until that is more than chance
SIDES, ALIKE = 4, 10  # seats of two sides of two; deals in which something is so, until that is more than chance
AGAIN = 4  # actions to one after which the deal is played once more in another world
ORDERS = 32  # in which hands come, until what stays the same goes by the cards alone
LONGEST = 400  # actions, for a deal played to its end twice
LONGEST_DEAL = 2000  # actions of a deal that ends


def audit(game: Game) -> Iterator[Problem]:
    """What is found, each kind once, while it looks on."""
    found = set[tuple[str, Any]]()
    for code, params in chain(_open_hands(game), _play(game)):
        if (kind := (code, params.get("name"))) not in found:
            found.add(kind)
            yield code, params
    try:
        if not found:
            yield from chain(_endless(game), _matches(game), _columns(game))
    except _StuckError as stuck:
        yield stuck.problem


class _StuckError(Exception):
    """Somebody is to act and can do nothing, which is so rare that the trial has not met it."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self.problem = _nothing_legal(position, position.actors()[0])


def _nothing_legal(position: Position, seat: int) -> Problem:
    return ("legal_none", {"name": "legal_none", "seat": seat, "position": position.text})


def _play_out(position: Position, rng: Any) -> int:
    """Deal, and play that at random; the number of actions.  Raises _StuckError."""
    position.deal()
    actions = 0
    while legal := position.legal():
        position.play(legal[below(rng, len(legal))])
        actions += 1
    if not position.deal_over():
        raise _StuckError(position)
    return actions


def _open_hands(game: Game) -> Iterator[Problem]:
    """Are the hands for all to see?  Who says that all see them but their owner means that."""
    name = next(iter(game.hands), None)
    if name is not None and game.state.fields[name].who == "public" and game.players[1] > 1:
        yield ("hands_public", {"name": name})


def _endless(game: Game) -> Iterator[Problem]:
    """Does a deal end in which all always do the first thing that they may, such as pass?  Or the last?"""
    for way in (0, -1):
        position = Position(game, game.players[0], seed=b"endless")
        position.deal()
        for _ in range(LONGEST_DEAL):
            if not (legal := position.legal()):
                break
            position.play(code := legal[way])
        else:
            yield ("endless", {"name": "endless", "code": code, "actions": LONGEST_DEAL})


def _play(game: Game) -> Iterator[Problem]:
    """What random deals show."""
    worth, told, asked = set(), set[str](), dict[tuple[str, bool], str]()
    for players in game.tables:
        rng = new_rng(b"audit", players)
        position = Position(game, players, seed=b"audit")
        holders = Holders(game, players)
        ends, twice, alone = list[Any](), list[bool](), False  # what deals were worth; are their tricks counted twice?
        added = list[bool]()  # are their points added up twice?
        for number in range(FIRST + DEALS):
            if number <= FIRST or position.finished():
                position = Position(game, players, seed=rng.tobytes())
            undealt = position.state.copy()
            position.deal()
            holders.deal = number
            deal = _Deal(position, undealt, rng, holders, told, asked, likely=bool(number % 2))
            yield from deal.problems()
            if not position.deal_over():
                break
            ends.append(position.worths())
            worth |= {*ends[-1].tolist()}
            if {"points", "scores"} <= game.state.fields.keys() and position.state["points"].any():
                gained = position.state["scores"] - undealt["scores"]
                added.append(np.array_equal(gained, 2 * position.state["points"]))
            if deal.tricks and "tricks" in game.state.fields:
                counted = position.state["tricks"][:players]
                twice.append(2 * deal.tricks == counted.sum())
                alone |= bool((counted != np.roll(counted, players // 2)).any())  # not for both partners what both have
        yield from chain(holders.problems(), _sides(position, ends))
        if len(twice) >= ALIKE and all(twice) and alone:
            yield ("tricks_twice", {"name": "tricks_twice"})
        if len(added) >= ALIKE and all(added):
            yield ("points_twice", {"name": "points_twice"})
    if len(worth) == 1:
        yield ("score_same", {"name": "score", "value": worth.pop()})


def _sides(position: Position, ends: list[Any]) -> Iterator[Problem]:
    """Those for whom deals are always worth the same, all or those opposite, are partners.

    ends  by deal, what it was worth
    """
    uneven = [worths for worths in ends if np.ptp(worths) > 0]
    if position.players > 1 and not uneven and len(ends) >= ALIKE and len({float(worths[0]) for worths in ends}) > 1:
        if all(int(position.game.partners(position.state, seat)) == 1 << seat for seat in range(position.players)):
            yield ("partners_all", {"name": "partners_all"})
        return
    if position.players != SIDES or len(uneven) < ALIKE or any((each[:2] != each[2:]).any() for each in uneven):
        return
    if all(int(position.game.partners(position.state, seat)) == 1 << seat for seat in range(SIDES)):
        yield ("partners_none", {"name": "partners_none"})


def _matches(game: Game) -> Iterator[Problem]:
    """Whether the outcome of random matches goes with what their deals were worth."""
    players = next((each for each in game.tables if each > 1), 1)
    rng, actions = new_rng(b"matches", players), 0
    ends: list[tuple[Any, Any]] = []  # what the deals were worth to each seat in all, and the outcome
    while players > 1 and actions < ACTIONS and len(ends) < MATCHES:
        position, worths = Position(game, players, seed=rng.tobytes()), np.zeros(players)
        while not position.finished() and actions < ACTIONS:
            actions += _play_out(position, rng)
            worths += position.worths()
        if position.finished():
            ends.append((worths, position.result()))
            told, deals = game.deals(position.state), int(position.state.deals)
            if told is not None and told != deals:
                yield ("deals_fewer", {"name": "deals_fewer", "told": int(told), "deals": deals})
                return
    if ends and not any(any(outcome.scores) for _, outcome in ends) and any(np.ptp(worths) > 0 for worths, _ in ends):
        yield ("scores_zero", {"name": "scores_zero"})
        return
    gaps = [
        np.mean(worths[outcome.winners]) - np.mean(np.delete(worths, outcome.winners))
        for worths, outcome in ends
        if 0 < len(outcome.winners) < players
    ]
    if sum(gap < 0 for gap in gaps) >= MATCHES_ENOUGH and all(gap <= 0 for gap in gaps):
        yield ("score_outcome", {"name": "score_outcome", "matches": len(gaps)})


def _columns(game: Game) -> Iterator[Problem]:
    """Columns of the score sheet in which nobody ever has anything, whatever is played and by whichever options."""
    empty = set(game.sheet.columns)
    chosen: list[dict[str, Value]] = [{option.name: value} for option in game.options for value in option.values]
    for options in [{}, *chosen]:
        if not empty:
            return
        rng = new_rng(b"columns")
        position = Position(game, game.players[1], seed=rng.tobytes(), options=options)
        for _ in range(COLUMN_DEALS):
            if position.finished():
                position = Position(game, game.players[1], seed=rng.tobytes(), options=options)
            _play_out(position, rng)
            empty = {name for name in empty if not np.any(np.array(position.deal_result().get(name, 1)) != 0)}
    for name in sorted(empty):
        yield ("column_zero", {"name": name, "deals": COLUMN_DEALS})


def played(before: Any, seat: int, action: int, rule: Any) -> bytes:
    """The state after this rule of play."""
    rule(s := before.copy(), seat, action)
    return bytes(s.tobytes())


class _Deal:
    """A deal that is played at random, and what is wrong on the way."""

    def __init__(
        self,
        position: Position,
        undealt: Any,
        rng: Any,
        holders: Holders,
        told: set[str],
        asked: dict[tuple[str, bool], str],
        *,
        likely: bool,
    ) -> None:
        """Of a deal that has just been made.

        undealt  the state before
        told     kinds of problems that were found before
        asked    by phase, and whether for cards alone, an action
        likely   play what the page says is likely: where any bid is as good as another, few end with a modest one
        """
        self.asked = asked
        self.undealt, self.dealt = undealt, position.state.copy()
        self.deck, self.places = position.game.deck.deal(position.deck), position.game.places(position.state)
        self.position, self.game, self.rng, self.holders, self.told = position, position.game, rng, holders, told
        self.hands = next(iter(self.game.hands), None)
        self.draw = self.game.likely if likely and self.game.likely is not None else self.game.legal
        self.chance = new_rng(b"truth", position.players)  # apart, so that the play stays the same
        self.tricks = self.actions = 0  # taken; done
        self.past: list[tuple[Any, int, int]] = []  # state, seat, action, since a hand last gained a card

    def problems(self) -> Iterator[Problem]:
        """Play it to its end."""
        position = self.position
        while seats := position.actors():
            if position.state.turn not in seats:
                yield self._problem("turn", turn=int(position.state.turn), actors=seats)
            seat = seats[below(self.rng, len(seats))]
            yield from self._twice()
            yield from self._counted()
            yield from self._laid()
            yield from self._world(below(self.rng, position.players))
            if (
                self.hands is not None
                and below(self.chance, TRUTHS) == 0
                and not self.told & {"world_truth", "world_never"}
            ):
                yield from self._truth(below(self.chance, position.players), self.hands)
            if below(self.chance, BLANKS) == 0:
                yield from self._blank(below(self.chance, position.players))
            legal = list_actions(self.game.legal(position.state, seat))
            yield from self._plain(seat, legal)
            if not legal or not self.game.codes.keys() >= {*legal}:
                yield _nothing_legal(position, seat)
                return
            yield from self._claimed(seat, legal)
            yield from self._asked(seat, legal)
            drawn = list_actions(self.draw(position.state, seat))
            if not drawn or not {*drawn} <= {*legal}:  # so rarely that the trial has not met it
                codes = [self.game.codes.get(each, each) for each in drawn if each not in legal]
                yield self._problem("likely_illegal", seat=seat, found=codes or "–")
                return
            action = drawn[below(self.rng, len(drawn))]
            before = position.state.copy()
            sealed = self.game.sealed(before, seat, action)
            yield from self._plainly("play", partial(played, before, seat, action))
            yield from self._plainly("actors", lambda rule: int(rule(position.state)))
            position.play(self.game.codes[action], seat)
            if not sealed:
                yield from self._told(before, seat, action, legal)
            yield from self._tricks(before)
            if "trick_unled" in self.told:
                return  # what comes of it is no fault by itself
            self._keep(before, seat, action)
        yield from self._ended()

    def _problem(self, kind: str, **params: Any) -> Problem:
        """With the position at which it was found."""
        self.told.add(kind)
        return (kind, {"name": kind, **params, "position": self.position.text})

    def _claimed(self, seat: int, legal: list[int]) -> Iterator[Problem]:
        """Who may say that the rest is his leads to a trick."""
        game, state = self.game, self.position.state
        if game.claimable is not None and not game.deck.names.keys() & legal and game.claimable(state, seat):
            yield self._problem("claim_unled", seat=seat, phase=game.phase(state))

    def _asked(self, seat: int, legal: list[int]) -> Iterator[Problem]:
        """Where cards are played it is another phase than where there are none to choose."""
        phase, cards = self.game.phase(self.position.state), self.game.deck.names.keys() & legal
        if len(cards) in (0, len(legal)):
            self.asked.setdefault((phase, bool(cards)), self.game.codes[legal[0]])
        if (phase, True) in self.asked and (other := self.asked.get((phase, False))):
            yield ("phase_same", {"name": phase, "code": other})

    def _plain(self, seat: int, legal: list[int]) -> Iterator[Problem]:
        """Until it is compiled the page runs in plain Python, where a shift may cut off what goes beyond a field."""
        rule: Any = self.game.legal
        if JIT:
            with np.errstate(over="ignore"):
                plain = list_actions(rule.py_func(self.position.state, seat))
            if plain != legal:
                yield self._problem("plain_legal", seat=seat)

    def _plainly(self, name: str, run: Callable[[Any], Any]) -> Iterator[Problem]:
        """The same of another rule.  run: what comes of the rule that it is given"""
        rule: Any = getattr(self.game, name)
        if JIT:
            try:
                with np.errstate(over="ignore"):
                    same = run(rule.py_func) == run(rule)
            except OverflowError:  # a field that is too narrow; compiled, what is beyond it is lost
                same = False
            if not same:
                yield self._problem("plain_rule", name=name)

    def _ended(self) -> Iterator[Problem]:
        state = self.position.state

        def scored(rule: Any) -> bytes:
            rule(state, points := np.zeros(self.position.players))
            return points.tobytes()

        yield from self._plainly("score", scored)
        yield from self._plainly("finished", lambda rule: bool(rule(state)))

    def _keep(self, before: Any, seat: int, action: int) -> None:
        """Remember what was done, as long as cards only leave the hands."""
        self.actions += 1
        if self.hands is not None:
            gained = self.position.state[self.hands] & ~before[self.hands]
            self.past = [] if gained.any() else [*self.past, (before, seat, action)]

    def _told(self, before: Any, seat: int, action: int, legal: list[int]) -> Iterator[Problem]:
        """What is told to all, the others learn from the table, too; else it must be sealed."""
        others = [p for p in range(self.position.players) if p != seat]
        code = self.game.codes[action]
        name = code.rpartition(":")[2]
        card = next((card for card, code in self.game.deck.names.items() if code == name), None)
        if card is not None and self.hands is not None and self._left(before, seat) >> card & 1:
            views = ((self.game.state.view(before, p), self.position.view(p)) for p in others)
            hidden = not all(self._appears(card, old, new) for old, new in views)
        else:
            hidden = self._looks_alike(before, seat, legal[below(self.chance, len(legal))], others)
        if hidden:
            yield self._problem("unsealed", code=code, seat=seat)

    def _left(self, before: Any, seat: int) -> int:
        """The cards that have left the hand; of one that stays there the code may say something else, as of a task."""
        return int(before[self.hands][seat]) & ~int(self.position.state[self.hands][seat])

    def _looks_alike(self, before: Any, seat: int, action: int, others: list[int]) -> bool:
        """Had the seat done this, would it be otherwise now, and one of the others not see that?"""
        if self.game.sealed(before, seat, action):
            return False
        self.game.play(instead := before.copy(), seat, action)
        if instead.tobytes() == self.position.state.tobytes():
            return False
        return any(self.game.state.view(instead, p).tobytes() == self.position.view(p).tobytes() for p in others)

    def _tricks(self, before: Any) -> Iterator[Problem]:
        """What is wrong with the trick that lies; those that are taken are counted."""
        for zone in self.game.zones:
            if isinstance(zone, Trick):
                old, new = (s[zone.cards][: self.position.players] for s in (before, self.position.state))
                self.tricks += int((old != NONE).any() and (new == NONE).all())
        for code, params in wrong_tricks(self.position, before):
            yield self._problem(code, **params)

    def _appears(self, card: int, old: Any, new: Any) -> bool:
        """Does it stand in a view where it did not before?  In a page by hand a small number may be one."""
        for name, field in self.game.state.fields.items():
            is_set = field.meaning in ("cards", "") and new[name].dtype == np.int64
            if is_set or field.meaning in ("card", ""):
                for then, now in zip(old[name].ravel().tolist(), new[name].ravel().tolist(), strict=True):
                    if (now & ~then) >> card & 1 if is_set else now == card != then:
                        return True
        return False

    def _twice(self) -> Iterator[Problem]:
        """No two hands have the same card."""
        seen: dict[int, int] = {}
        hands = self.position.state[self.hands][: self.position.players] if self.hands is not None else ()
        for p, cards in enumerate(hands):
            for card in members(cards):
                if seen.setdefault(card, p) != p:
                    yield self._problem("held_twice", card=self.game.deck.names[card], seat=seen[card], other=p)
                    return

    def _counted(self) -> Iterator[Problem]:
        """Each hand has as many cards as are told of it: bots fill it up to that, and do nothing where they cannot."""
        hands = next((zone for zone in self.game.zones if isinstance(zone, Hands)), None)
        counts = read(hands.held, self.position.view(None), None) if hands is not None else ()
        for p, (cards, told) in enumerate(zip(self.position.state[self.hands], counts, strict=False)):
            if p < self.position.players and int(cards).bit_count() != told:
                yield self._problem("held_count", seat=p, told=int(told), found=int(cards).bit_count())
                return

    def _laid(self) -> Iterator[Problem]:
        """What is said to lie open of a hand is in it."""
        state = self.position.state
        for p, cards in enumerate(self._open(self.position.view(None))):
            if cards & ~int(state[self.hands][p]):
                yield self._problem("open_not_held", seat=p)

    def _open(self, view: Any) -> list[int]:
        """By seat the cards that lie open for all."""
        laid = [zone.open for zone in self.game.zones if isinstance(zone, Hands) and zone.open is not None]
        return [int(cards) for cards in read(laid[0], view, None)] if laid else []

    def _world(self, seat: int) -> Iterator[Problem]:
        """A world drawn for the seat looks like the truth to it, and nobody has done there what he might not do."""
        position, game = self.position, self.game
        view = position.view(seat)
        world = view.copy()
        game.determinize(world, seat, self.rng)
        seen = game.state.view(world, seat)
        for p, cards in enumerate(self._open(view)):
            if cards & ~int(world[self.hands][p]):
                yield self._problem("world_open", seat=seat, actor=p)
        if self.hands is not None:
            self.holders.look(position, world, seat)
            yield from self._sizes(world, seat, self.hands)
        differ = seen.tobytes() != view.tobytes()
        if differ and (wrong := [name for name in game.state.fields if not np.array_equal(seen[name], view[name])]):
            yield self._problem("world_view", seat=seat, fields=wrong)
        elif self.hands is not None and self.past:
            yield from self._replay(world, seat, self.hands)
            yield from self._laid_away(world, seat, self.hands)
        if not differ and self.hands is not None and len(self.past) == self.actions and self.actions % AGAIN == 0:
            yield from self._again(world, seat, self.hands)

    def _again(self, world: Any, seat: int, hands: str) -> Iterator[Problem]:
        """Were the deal as in this world, and all did the same, the seat would see the same: else more was told.

        What goes by the order in which a hand came, as lots do, may come out otherwise; of that nothing is said.
        """
        game, view = self.game, self.game.state.view
        players, now = range(self.position.players), self.position.state
        cards = [int(world[hands][p] | (self.dealt[hands][p] & ~now[hands][p])) for p in players]
        deck = self._deck(cards)
        if game.chance is not None or deck is None:
            return
        game.deal(again := self.undealt.copy(), deck)
        if again[hands][: len(players)].tolist() != cards:
            return
        told = self._differ(view(self.dealt, seat), view(again, seat))
        if told and self._by_order(seat, told):
            return
        if not told:
            for _, actor, action in self.past:
                if action not in list_actions(game.legal(again, actor)):
                    return
                game.play(again, actor, action)
            told = self._differ(view(now, seat), view(again, seat))
        if told:
            yield self._problem("world_told", seat=seat, fields=told)

    def _deck(self, cards: list[int]) -> Any:
        """The deck by which each seat is dealt these cards; what it has been dealt in truth comes when it did.

        None = they are not as many as each is dealt.
        """
        deck, rest = self.deck.copy(), {*self.deck.tolist()[: len(self.places)]}
        for p, hand in enumerate(cards):
            held = {*members(hand)}
            came = [i for i, place in enumerate(self.places) if place == p]
            free = [i for i in came if deck[i] not in held]
            new = sorted(held - {*deck[came].tolist()})
            if len(free) != len(new) or not held <= rest:
                return None
            deck[free] = new
            rest -= held
        lying = [i for i, place in enumerate(self.places) if not isinstance(place, int)]
        free = [i for i in lying if deck[i] not in rest]
        deck[free] = sorted(rest - {*deck[lying].tolist()})
        return deck

    def _by_order(self, seat: int, fields: list[str]) -> bool:
        """Do these come out otherwise, and nothing else that the seat sees, if the same cards come in another order?"""
        view, rng = self.game.state.view, new_rng(b"order")
        for _ in range(ORDERS):
            deck = self.deck.copy()
            for p in range(self.position.players):
                came = [i for i, place in enumerate(self.places) if place == p]
                shuffle(cards := deck[came], rng)
                deck[came] = cards
            self.game.deal(again := self.undealt.copy(), deck)
            differ = self._differ(view(self.dealt, seat), view(again, seat))
            if differ and {*differ} <= {*fields}:
                return True
        return False

    def _differ(self, one: Any, other: Any) -> list[str]:
        """The fields that are not the same."""
        return [name for name in self.game.state.fields if not np.array_equal(one[name], other[name])]

    def _sizes(self, world: Any, seat: int, hands: str) -> Iterator[Problem]:
        """Everybody has as many cards there as in truth."""
        for p in range(self.position.players):
            true, drawn = (int(s[hands][p]).bit_count() for s in (self.position.state, world))
            if true != drawn:
                yield self._problem("world_size", seat=seat, actor=p, true=true, drawn=drawn)
                return

    def _blank(self, seat: int) -> Iterator[Problem]:
        """What is withheld from the seat stands in its worlds, if it makes a difference to the rest of the deal."""
        position, game = self.position, self.game
        view = position.view(seat)
        worlds = [view.copy() for _ in range(BLANK_WORLDS)]
        for world in worlds:
            game.determinize(world, seat, self.chance)
        for name, field in game.state.fields.items():
            withheld = field.who != "public" and name != self.hands and np.any(position.state[name] != view[name])
            if (
                withheld
                and all(np.array_equal(world[name], view[name]) for world in worlds)
                and self._matters(name, view)
            ):
                yield self._problem("world_blank", seat=seat, name=name)

    def _matters(self, name: str, view: Any) -> bool:
        """Does the deal go otherwise if the field is as in the view?"""
        game, players = self.game, self.position.players
        true, blank = self.position.state.copy(), self.position.state.copy()
        blank[name] = view[name]
        for _ in range(LONGEST):
            movers = int(game.actors(true))
            if int(game.actors(blank)) != movers or movers >> players:
                return movers >> players == 0  # what chance does is another matter
            if not movers:
                break
            seat = members(movers)[0]
            legal = list_actions(game.legal(true, seat))
            if not legal or list_actions(game.legal(blank, seat)) != legal:
                return bool(legal)
            action = legal[below(self.chance, len(legal))]
            for s in (true, blank):
                game.play(s, seat, action)
        points = np.zeros((2, players))
        game.score(true, points[0])
        game.score(blank, points[1])
        return not np.array_equal(points[0], points[1])

    def _truth(self, seat: int, hands: str) -> Iterator[Problem]:
        """Each card that the seat cannot see is where it is in some world: else what seems to be known is not true."""
        position, game = self.position, self.game
        view = position.view(seat)
        out = ~reduce(or_, position.state[hands].tolist()) & ~int(
            getattr(position.state, "seen", -1)
        )  # in no hand, nor played
        lying = {place: self._lying(position.state, *place) for place in self._unseen(seat, view)}
        missing = {place: cards if place[0] == hands else cards & out for place, cards in lying.items()}
        for _ in range(WORLDS):
            missing = {place: cards for place, cards in missing.items() if cards}
            if not missing:
                return
            world = view.copy()
            game.determinize(world, seat, self.chance)
            missing = {place: cards & ~self._lying(world, *place) for place, cards in missing.items()}
        for (name, p), cards in missing.items():
            card = game.deck.names[members(cards)[0]] if cards else ""
            if cards and name == hands:
                yield self._problem("world_truth", seat=seat, actor=p, card=card, worlds=WORLDS)
            elif cards:
                yield self._problem("world_never", seat=seat, card=card, worlds=WORLDS, field=name)

    def _unseen(self, seat: int, view: Any) -> Iterator[tuple[str, int | None]]:
        """The fields with cards that are withheld from the seat and matter, and whose of them; None = nobody's."""
        for name, field in self.game.state.fields.items():
            held = name == self.hands
            if held or (field.meaning in ("card", "cards") and field.who != "public" and self._matters(name, view)):
                rows = range(self.position.players) if field.who in ("by_seat", "others") else ()
                yield from ((name, p) for p in rows if (p == seat) == (field.who == "others"))
                yield from [(name, None)] if field.who == "hidden" else []

    def _lying(self, s: Any, name: str, row: int | None) -> int:
        """The set of cards there."""
        values = np.ravel(s[name] if row is None else s[name][row]).tolist()
        if self.game.state.fields[name].meaning == "card":
            return sum({1 << card for card in values if card in self.game.deck.names})
        return reduce(or_, values, 0) & sum(1 << card for card in self.game.deck.names)

    def _replay(self, world: Any, seat: int, hands: str) -> Iterator[Problem]:
        """Since hands last gained a card: was all that was done legal with the cards that they have in this world?"""
        game, others = self.game, [p for p in range(self.position.players) if p != seat]
        for before, actor, action in self.past:
            if actor == seat:
                continue
            then = before.copy()
            for p in others:
                then[hands][p] = world[hands][p] | (before[hands][p] & ~self.position.state[hands][p])
            if action not in (legal := list_actions(game.legal(then, actor))):
                instead = [game.codes.get(each, "?") for each in legal] or "–"
                yield self._problem("world_past", seat=seat, actor=actor, action=game.codes[action], instead=instead)
                return

    def _laid_away(self, world: Any, seat: int, hands: str) -> Iterator[Problem]:
        """What somebody has laid away in this world, unseen by the seat, he might have: in some order."""
        game, now = self.game, self.position.state
        for actor in {actor for _, actor, action in self.past if actor != seat and action in game.handled}:
            done = [(before, action) for before, by, action in self.past if by == actor and action in game.handled]
            for name, row in self._withheld(actor):
                put = [
                    (before, action)
                    for before, action in done
                    if (self._lying(now, name, row) & ~self._lying(before, name, row)) >> game.handled[action] & 1
                ]
                true, drawn = self._lying(now, name, row), self._lying(world, name, row)
                if len(put) != true.bit_count() or len(put) != drawn.bit_count() or true == drawn:
                    continue
                then, words = put[0][0].copy(), {game.codes[action].rpartition(":")[0] for _, action in put}
                for p in {*range(self.position.players)} - {seat}:
                    then[hands][p] = world[hands][p] | (then[hands][p] & ~now[hands][p])
                then[hands][actor] = then[hands][actor] & ~np.int64(true) | drawn
                yield from self._may_lay(then, seat, actor, drawn, words)

    def _withheld(self, actor: int) -> Iterator[tuple[str, int | None]]:
        """The fields where cards lie that the actor may have laid there unseen, and whose of them."""
        for name, field in self.game.state.fields.items():
            if field.meaning in ("card", "cards") and name != self.hands and field.who in ("by_seat", "hidden"):
                yield name, actor if field.who == "by_seat" else None

    def _may_lay(self, then: Any, seat: int, actor: int, cards: int, words: set[str]) -> Iterator[Problem]:
        """One after the other, by one of these words; if others act in between nothing is told."""
        game = self.game
        while cards and int(game.actors(then)) >> actor & 1:
            legal = list_actions(game.legal(then, actor))
            laid = [action for action in legal if game.codes[action].rpartition(":")[0] in words]
            action = next((each for each in laid if cards >> game.handled.get(each, 63) & 1), None)
            if action is None:
                card, instead = game.deck.names[members(cards)[0]], [game.codes[each] for each in laid] or "–"
                yield self._problem("world_away", seat=seat, actor=actor, card=card, instead=instead)
                return
            cards ^= 1 << game.handled[action]
            game.play(then, actor, action)
