"""Molotov Jass a second time: slow, literal, from the rules text alone (section 3)."""

from ref_jass import SUIT_NAMES, settle, whole_number
from ref_mittlere import SOMNIA, FixedLength, ranking

OPTIONS = {
    "deals": range(1, 1001),  # A13
    "tie_deal": (False, True),  # A13
    "no_trump_deal": ("score", "annul"),  # A11
    "values": ("jass", "somnia"),  # A48
    "direction": ("anticlockwise", "clockwise"),  # Somnia 3.5
    "lives": range(100),  # Somnia 1; 0 = chips
    "somnia_cap4": (86, 100),  # Somnia 3.2
    "suit_names": SUIT_NAMES,
}
SEED = {"deals": 12, "tie_deal": False, "no_trump_deal": "score", "values": "jass", "suit_names": "egg"}
SEED |= {"lives": 0, "somnia_cap4": 86, "direction": "anticlockwise"}
PRESETS = {"seed": SEED, "swiss": SEED, "somnia": SEED | SOMNIA}


class Match(FixedLength):
    """One match of Molotov: the same play as Mittlere with four players."""

    def __init__(self, players: int, options: dict[str, object], first: int) -> None:
        chosen = settle(options, OPTIONS, SEED)
        self.cap = whole_number(chosen["somnia_cap4"])
        super().__init__(players, (4,), first, chosen)

    def clear(self) -> None:
        super().clear()
        self.untied: int | None = None  # the fourth while three draw cards

    def losers(self, cards: list[int]) -> set[int]:
        """Somnia 1, the row of four players; three tied for a place lose as two do."""
        one, two, three, four = ranking(cards)
        if cards[one] >= self.cap:
            return {two, three, four} if cards[one] == sum(cards) else {one}
        top = {seat for seat in range(4) if cards[seat] == cards[one]}
        bottom = {seat for seat in range(4) if cards[seat] == cards[four]}
        if len(top) > 1:
            return top | bottom if len(bottom) > 1 else top
        if len(bottom) > 1:
            return {seat for seat in range(4) if cards[seat] == cards[two]}
        return {two, three}

    def share_chips(self, cards: list[int]) -> None:
        """3: the first that fits.  Two pairs, or all four, can be equal only with Somnia's totals: nobody pays."""
        one, two, three, four = ranking(cards)
        if cards[one] == sum(cards):  # 1: points, not tricks
            self.take_from_all(one)
        elif cards[one] >= 100:  # 2
            self.pay_all(one)
        elif cards[one] == cards[two] and cards[three] == cards[four]:
            pass  # Somnia
        elif cards[one] == cards[three]:  # 4: three tie
            self.let_draw(four)
        elif cards[two] == cards[four]:  # 4
            self.let_draw(one)
        elif cards[one] == cards[two]:  # 3: top tie
            self.pay(three, four)
        elif cards[three] == cards[four]:  # 3: bottom tie
            self.pay(two, one)
        else:  # 5: also when the second and the third tie
            self.pay(two, one)
            self.pay(three, four)

    def let_draw(self, untied: int) -> None:
        """3, rule 4: the three others draw a card each."""
        self.untied = untied
        self.start_cut([seat for seat in range(4) if seat != untied], 1)

    def finish_cut(self, lucky: list[int]) -> None:
        """3, rule 4: the highest drawn pays one to the fourth."""
        assert self.untied is not None, lucky
        self.phase = "over"
        self.pay(lucky[0], self.untied)
        self.count_chips()
