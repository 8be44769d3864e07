"""Schieber Jass a second time: slow, literal, from the rules text alone (section 6).

Forehand or, if he pushes, his partner names a contract; cards, Weis and Stöck are multiplied.  The first pair
with 3000 wins.  Partners sit opposite; a side is a seat mod 2.
"""

from ref_jass import SUIT_NAMES, SUITS, WeisJass, card_points, settle, whole_number, whole_numbers

CONTRACTS = [*"SCHD", "obenabe", "undenufe"]

OPTIONS = {
    "undenufe_points": ("keep", "swap"),  # A2
    "all_trump_hand": ("any", "must_overtrump"),  # A4
    "target": range(1, 100_001),  # 6
    "push_back": (False, True),  # A33
    "match_bonus": (0, 100),  # A34
    "multipliers": ("1 1 2 2 3 4", "1 1 2 2 3 3", "1 1 1 1 1 1"),  # A35: these or any other six, as CONTRACTS
    "end_check": ("deal", "once"),  # A36
    "weis_undenufe_reversed": (True, False),  # A37
    "four_nines": (False, True),
    "weis": ("small", "large"),
    "suit_names": SUIT_NAMES,
}
SEED = {
    "undenufe_points": "keep",
    "all_trump_hand": "any",
    "target": 3000,
    "push_back": False,
    "match_bonus": 0,
    "multipliers": "1 1 2 2 3 4",
    "end_check": "deal",
    "weis_undenufe_reversed": True,
    "four_nines": False,
    "weis": "small",
    "suit_names": "egg",
}
SWISS = {"undenufe_points": "swap", "match_bonus": 100, "end_check": "once", "four_nines": True}
PRESETS = {"seed": SEED, "swiss": SEED | SWISS}


class Match(WeisJass):
    """One match of Schieber."""

    def __init__(self, players: int, options: dict[str, object], first: int) -> None:
        any_six = {name: allowed for name, allowed in OPTIONS.items() if name != "multipliers"}
        chosen = settle(options, any_six, SEED)
        factors = whole_numbers(options.get("multipliers", SEED["multipliers"]))
        if len(factors) != len(CONTRACTS):
            raise ValueError(f"multipliers = {options['multipliers']!r}")
        self.factors = factors
        self.swap = chosen["undenufe_points"] == "swap"
        self.target = whole_number(chosen["target"])
        self.push_back = bool(chosen["push_back"])
        self.match_bonus = whole_number(chosen["match_bonus"])
        self.at_once = chosen["end_check"] == "once"
        self.scores = [0, 0]  # by side
        self.winner: int | None = None  # side
        super().__init__(players, (4,), first, chosen)

    def clear(self) -> None:
        super().clear()
        self.contract = ""
        self.pushed = 0
        self.events: list[tuple[int, int]] = []  # side and points before the factor, in order (A36)
        self.points = [0, 0]

    def deal(self, deck: list[str]) -> None:
        """Begin the next deal."""
        self.deal_to_all(deck)
        self.turn = self.forehand
        self.phase = "contract"

    def tell_deal(self) -> None:
        """6: in the first deal the holder of the seven of clubs is treated as forehand, whoever has dealt."""
        if self.rounds_dealt == 1:
            for seat in range(4):
                if "C7" in self.hands[seat]:
                    self.forehand = seat
            self.dealer_seat = (self.forehand + 1) % 4
        super().tell_deal()

    def choices(self, seat: int) -> list[str]:
        if self.phase == "contract":
            contracts = ["contract:" + contract for contract in CONTRACTS]
            most = 2 if self.push_back else 1  # A33
            return [*contracts, "push"] if self.pushed < most else contracts
        return super().choices(seat)

    def act(self, seat: int, code: str) -> None:
        if self.phase != "contract":
            super().act(seat, code)
        elif code == "push":
            self.tell(None, "push", seat)
            self.pushed += 1
            self.turn = (seat + 2) % 4
        else:
            self.contract = code.removeprefix("contract:")
            self.tell(None, "contract", seat, self.contract)
            self.trump = self.contract if self.contract in SUITS else None
            self.begin_play(self.forehand)  # A33: forehand leads in any case

    def is_undenufe(self) -> bool:
        return self.contract == "undenufe"

    def points_of(self, card: str) -> int:
        return card_points(card, self.trump, self.is_undenufe() and self.swap)

    def weis_scorers(self, winner: int) -> list[int]:
        """A37: the partner scores his melds too, whatever he said."""
        return [winner, (winner + 2) % 4]

    def score_stoeck(self, seat: int) -> None:
        super().score_stoeck(seat)
        self.count(seat % 2, self.stoeck[seat])

    def settle_weis(self) -> None:
        super().settle_weis()
        for side in (0, 1):
            if self.weis[side] + self.weis[side + 2] > 0:
                self.count(side, self.weis[side] + self.weis[side + 2])

    def finish_trick(self) -> None:
        """A36: Weis at the end of the first trick, then the trick itself."""
        if not any(self.tricks):
            self.settle_weis()
        if self.phase == "over":
            return
        points = sum(self.points_of(card) for _, card in self.trick)
        self.collect_trick()
        side = self.turn % 2
        if self.all_played():
            points += self.last_trick
            if self.has_match(side):
                points += self.match_bonus
            self.count(side, points)
            if self.phase != "over":
                self.finish_deal()
            return
        self.count(side, points)
        if self.phase != "over":
            self.phase = self.next_phase()

    def has_match(self, side: int) -> bool:
        """A34: all tricks, whatever their points."""
        return self.all_played() and self.tricks[1 - side] + self.tricks[3 - side] == 0

    def count(self, side: int, points: int) -> None:
        """Something has been scored; A36: does it end the match at once?"""
        self.events.append((side, points))
        if self.at_once and self.first_across() is not None:
            self.finish_deal()

    def factor(self) -> int:
        """A35."""
        return self.factors[CONTRACTS.index(self.contract)]

    def first_across(self) -> int | None:
        """A36: the side that was first to have 3000, going through the deal's events in order."""
        scores = list(self.scores)
        for side, points in self.events:
            scores[side] += points * self.factor()
            if scores[side] >= self.target:
                return side
        return None

    def by_side(self, by_seat: list[int]) -> list[int]:
        """Sums of partners."""
        return [by_seat[0] + by_seat[2], by_seat[1] + by_seat[3]]

    def finish_deal(self) -> None:
        """6: everything times the factor."""
        self.phase = "over"
        self.winner = self.first_across()
        cards, weis, stoeck = self.parts()
        for side in (0, 1):
            bonus = self.match_bonus if self.has_match(side) else 0
            self.points[side] = (cards[side] + weis[side] + stoeck[side] + bonus) * self.factor()
            self.scores[side] += self.points[side]

    def parts(self) -> tuple[list[int], list[int], list[int]]:
        """Cards, Weis and Stöck by side."""
        return self.by_side(self.card_points_by_seat()), self.by_side(self.weis), self.by_side(self.stoeck)

    def result(self) -> dict[str, object]:
        """The record's `result` of the deal just finished."""
        self.check_over()
        cards, weis, stoeck = self.parts()
        return {
            "contract": self.contract,
            "cards": cards,
            "weis": weis,
            "stoeck": stoeck,
            "points": list(self.points),
            "scores": list(self.scores),
        }

    def finished(self) -> bool:
        """One side has crossed the line."""
        return self.winner is not None

    def outcome(self) -> dict[str, object]:
        """The record's `outcome`: the side's figure for both seats."""
        winners = [] if self.winner is None else [self.winner, self.winner + 2]
        return {"scores": [*self.scores, *self.scores], "winners": winners, "draw": False}
