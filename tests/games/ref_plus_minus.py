"""Plus-Minus Jass a second time: slow, literal, from the rules text alone (section 4)."""

from ref_jass import SUIT_NAMES, settle, whole_number
from ref_mittlere import Somnia, ranking

OPTIONS = {
    "target": range(1, 101),  # 4
    "no_trump_deal": ("score", "annul"),  # A11
    "plus_minus_100_tie": ("none", "untied_scores"),  # A15
    "plus_minus_pair_tie": ("carry", "lone_extreme"),  # A16
    "values": ("jass", "somnia"),  # A48
    "direction": ("anticlockwise", "clockwise"),  # Somnia 3.5
    "suit_names": SUIT_NAMES,
}
SEED = {
    "target": 7,
    "no_trump_deal": "score",
    "plus_minus_100_tie": "none",
    "plus_minus_pair_tie": "carry",
    "values": "jass",
    "direction": "anticlockwise",
    "suit_names": "egg",
}
PRESETS = {"seed": SEED, "swiss": SEED | {"plus_minus_pair_tie": "lone_extreme"}}


class Match(Somnia):
    """One match of Plus-Minus: the first with 7 chips."""

    def __init__(self, players: int, options: dict[str, object], first: int) -> None:
        chosen = settle(options, OPTIONS, SEED)
        self.target = whole_number(chosen["target"])
        self.untied_scores = chosen["plus_minus_100_tie"] == "untied_scores"
        self.carry = chosen["plus_minus_pair_tie"] == "carry"
        self.choose(chosen)
        self.carried: list[list[int]] = []  # two seats, the lower first, and the chips between them (A17)
        super().__init__(players, (3, 4), first, chosen["no_trump_deal"])

    def give_chips(self, cards: list[int]) -> None:
        """4: chips of this deal, then the carried ones that go with them."""
        for seat in self.gainers(cards):
            self.chips[seat] = 1
        gained = list(self.chips)
        open_still = []
        for one, other, count in self.carried:
            if gained[one] == gained[other]:
                open_still.append([one, other, count])  # A17: both gaining keeps it
            else:
                self.chips[one if gained[one] else other] += count
        self.carried = open_still
        pair = self.carrying_pair(cards)
        if pair is not None:
            self.add_carried(pair)

    def gainers(self, cards: list[int]) -> list[int]:
        """4: who gains a chip by himself."""
        rank = ranking(cards)
        top, bottom = rank[0], rank[-1]
        if all(cards.count(points) > 1 for points in cards):
            return []  # two pairs, or all equal: only with Somnia's totals
        untied = [seat for seat in rank if cards.count(cards[seat]) == 1]
        all_but_one_tied = len(untied) == 1
        if cards[top] >= 100:
            if cards.count(cards[bottom]) == 1:
                return [bottom]  # only the one lowest
            return untied if all_but_one_tied and self.untied_scores else []  # A15, A15b
        if all_but_one_tied:
            return untied
        if self.has_pair_tie(cards):  # A16
            if self.carry:
                return []
            return [bottom] if cards[rank[0]] == cards[rank[1]] else [top]
        return [top, bottom]

    def has_pair_tie(self, cards: list[int]) -> bool:
        """4 players: exactly the top two or the bottom two are tied."""
        if self.players != 4:
            return False
        one, two, three, four = (cards[seat] for seat in ranking(cards))
        return two != three and (one == two) != (three == four)

    def carrying_pair(self, cards: list[int]) -> list[int] | None:
        """A16: the two between whom one chip is carried over."""
        if max(cards) >= 100 or not self.has_pair_tie(cards) or not self.carry:  # A15b: 100 comes first
            return None
        rank = ranking(cards)
        others = rank[2:] if cards[rank[0]] == cards[rank[1]] else rank[:2]
        return sorted(others)

    def add_carried(self, pair: list[int]) -> None:
        """A17: chips carried stack for each pair of seats."""
        before = [count for *seats, count in self.carried if seats == pair]
        self.carried = [entry for entry in self.carried if entry[:2] != pair]
        self.carried.append([*pair, sum(before) + 1])
        self.carried.sort()

    def result(self) -> dict[str, object]:
        return super().result() | {"carried": [list(entry) for entry in self.carried]}

    def finished(self) -> bool:
        """A18: one alone is first and has 7 or more."""
        return self.phase == "over" and max(self.scores) >= self.target and len(self.leaders()) == 1
