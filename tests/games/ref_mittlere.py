"""Mittlere Jass a second time: slow, literal, from the rules text alone (section 2; section 9 for Somnia's values).

No trump at first: the first card that does not follow suit fixes trump.  The middle one loses.

`Trumpless` is the play alone; Molotov and Plus-Minus are played the same way and scored otherwise.
"""

from ref_jass import SUIT_NAMES, Jass, settle, somnia_points, whole_number

OPTIONS = {
    "deals": range(1, 1001),  # A13
    "tie_deal": (False, True),  # A13
    "no_trump_deal": ("score", "annul"),  # A11
    "values": ("jass", "somnia"),  # A48
    "direction": ("anticlockwise", "clockwise"),  # Somnia 3.5
    "lives": range(100),  # Somnia 1; 0 = chips
    "somnia_cap3": (100, 86),  # Somnia 3.2
    "suit_names": SUIT_NAMES,
}
SEED = {"deals": 12, "tie_deal": False, "no_trump_deal": "score", "values": "jass", "suit_names": "egg"}
SEED |= {"lives": 0, "somnia_cap3": 100, "direction": "anticlockwise"}
SOMNIA = {"values": "somnia", "lives": 3, "direction": "clockwise"}
PRESETS = {"seed": SEED, "swiss": SEED, "somnia": SEED | SOMNIA}


class Trumpless(Jass):
    """Deals in which the first card that does not follow suit fixes trump; chips by seat."""

    ban = "weak"  # 1.2

    def __init__(self, players: int, sizes: tuple[int, ...], first: int, no_trump_deal: object) -> None:
        self.annul = no_trump_deal == "annul"
        self.scores = [0] * players  # chips
        super().__init__(players, sizes, first)

    def clear(self) -> None:
        super().clear()
        self.chips = [0] * self.players  # change in this deal

    def deal(self, deck: list[str]) -> None:
        """Begin the next deal; forehand leads."""
        self.deal_to_all(deck)
        self.begin_play(self.forehand)

    def put_card(self, seat: int, card: str) -> None:
        """2, A9: the first card that does not follow suit is trump at once."""
        if self.trump is None and self.trick and card[0] != self.trick[0][1][0]:
            self.trump = card[0]
            self.tell(None, "trump", self.trump)
        super().put_card(seat, card)

    def finish_deal(self) -> None:
        """All cards are played.  Points are those of the final trump, for the whole deal (A9, A10)."""
        self.phase = "over"
        if self.trump is None and self.annul:  # A11: no chips, the deal counts
            return
        self.give_chips(self.card_points_by_seat())
        if self.phase == "over":
            self.count_chips()

    def give_chips(self, cards: list[int]) -> None:
        """Chips of this deal from the points by seat."""
        raise NotImplementedError

    def count_chips(self) -> None:
        """Add the chips of this deal."""
        for seat in range(self.players):
            self.scores[seat] += self.chips[seat]

    def pay(self, payer: int, taker: int) -> None:
        """One chip from one to the other."""
        self.chips[payer] -= 1
        self.chips[taker] += 1

    def pay_all(self, payer: int) -> None:
        """One chip to each other."""
        for other in range(self.players):
            if other != payer:
                self.pay(payer, other)

    def take_from_all(self, taker: int) -> None:
        """One chip from each other."""
        for other in range(self.players):
            if other != taker:
                self.pay(other, taker)

    def result(self) -> dict[str, object]:
        """The record's `result` of the deal just finished."""
        self.check_over()
        return {
            "trump": self.trump,
            "cards": self.card_points_by_seat(),
            "tricks": list(self.tricks),
            "chips": list(self.chips),
        }

    def leaders(self) -> list[int]:
        """The seats with most chips."""
        return [seat for seat in range(self.players) if self.scores[seat] == max(self.scores)]

    def outcome(self) -> dict[str, object]:
        """The record's `outcome`; no winners before the match is over."""
        winners = self.leaders() if self.finished() else []
        return {"scores": list(self.scores), "winners": winners, "draw": False}


def ranking(points: list[int]) -> list[int]:
    """The seats, most points first."""
    return sorted(range(len(points)), key=lambda seat: -points[seat])


class Somnia(Trumpless):
    """9: the same play with the values of the Somnia edition, or to its side, if that is chosen."""

    somnia = False

    def choose(self, chosen: dict[str, object]) -> None:
        """A48: no points for the last trick either.  Somnia 3.5: dealer's left, so clockwise."""
        self.somnia = chosen["values"] == "somnia"
        if self.somnia:
            self.last_trick = 0
        if chosen["direction"] == "clockwise":
            self.way = 1

    def points_of(self, card: str) -> int:
        return somnia_points(card, self.trump) if self.somnia else super().points_of(card)


class FixedLength(Somnia):
    """A13: a number of deals, most chips; a tie is shared, or one more deal is played."""

    def __init__(self, players: int, sizes: tuple[int, ...], first: int, chosen: dict[str, object]) -> None:
        self.choose(chosen)
        self.deals = whole_number(chosen["deals"])
        self.tie_deal = bool(chosen["tie_deal"])
        self.lives = whole_number(chosen["lives"])
        super().__init__(players, sizes, first, chosen["no_trump_deal"])
        self.scores = [self.lives] * players

    def give_chips(self, cards: list[int]) -> None:
        if not self.lives:
            self.share_chips(cards)
            return
        for seat in self.losers(cards):
            self.chips[seat] = -1

    def share_chips(self, cards: list[int]) -> None:
        """Chips go from one to the other."""
        raise NotImplementedError

    def losers(self, cards: list[int]) -> set[int]:
        """Somnia: who loses a life."""
        raise NotImplementedError

    def finished(self) -> bool:
        if self.phase == "over" and self.lives:
            return min(self.scores) == 0  # Somnia 1: when somebody has none left
        if self.phase != "over" or self.rounds_dealt < self.deals:
            return False
        return not self.tie_deal or len(self.leaders()) == 1


class Match(FixedLength):
    """One match of Mittlere."""

    def __init__(self, players: int, options: dict[str, object], first: int) -> None:
        chosen = settle(options, OPTIONS, SEED)
        self.cap = whole_number(chosen["somnia_cap3"])
        super().__init__(players, (3,), first, chosen)

    def losers(self, cards: list[int]) -> set[int]:
        """Somnia 3.1."""
        everybody = {0, 1, 2}
        empty = {seat for seat in everybody if self.tricks[seat] == 0}
        if len(empty) == 2:
            return empty  # one has all tricks, the two others lose
        if empty:
            return empty
        if max(cards) >= self.cap:
            return {cards.index(max(cards))}
        tied = {seat for seat in everybody if cards.count(cards[seat]) > 1}
        return tied or {ranking(cards)[1]}

    def share_chips(self, cards: list[int]) -> None:
        """2: exactly one of these, the first that fits."""
        top, middle, bottom = ranking(cards)
        without_trick = [seat for seat in range(3) if self.tricks[seat] == 0]
        if len(without_trick) == 2:  # 1: somebody took all tricks
            self.take_from_all(next(seat for seat in range(3) if self.tricks[seat]))
        elif without_trick:  # 2
            self.pay_all(without_trick[0])
        elif cards[top] >= 100:  # 3
            self.pay_all(top)
        elif cards[top] == cards[middle] == cards[bottom]:
            pass  # only with Somnia's 120: there is nobody to pay to
        elif cards[top] == cards[middle]:  # 4
            self.pay(top, bottom)
            self.pay(middle, bottom)
        elif cards[middle] == cards[bottom]:  # 4
            self.pay(middle, top)
            self.pay(bottom, top)
        else:  # 5
            self.pay_all(middle)
