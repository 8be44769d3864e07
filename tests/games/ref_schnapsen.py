"""Schnapsen from its rules page alone, in strings and lists: slow, and nothing of the product in it."""

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
STRENGTH = "JQKTA"


class Deal:
    """One deal.  Actions are codes: "SA", "meld:S", "exchange", "close"."""

    def __init__(self, cards: list[str], dealer: int) -> None:
        """cards: all twenty in dealing order, from the dealer's opponent on."""
        first = 1 - dealer
        self.hands: list[list[str]] = [[], []]
        for i in range(10):
            self.hands[first if i % 2 == 0 else dealer].append(cards[i])
        self.talon = cards[10:]  # drawn from the front; the last one lies face up
        self.trump = self.talon[-1][0]
        self.to_move = self.leader = first
        self.table: list[str] = []
        self.won: list[list[str]] = [[], []]
        self.announced: list[list[int]] = [[], []]
        self.marriage: str | None = None  # suit just announced
        self.closed_by: int | None = None
        self.when_closed: tuple[int, int] | None = None  # tricks and points of the other one then
        self.known: list[set[str]] = [set(), set()]  # cards that the other one knows to be in the hand
        self.proved: list[set[str]] = [set(), set()]  # cards that the other one knows not to be there
        self.result: list[int] | None = None

    def free(self) -> bool:
        """Is nobody bound to follow?"""
        return bool(self.talon) and self.closed_by is None

    def points(self, seat: int) -> int:
        """Of cards, and of marriages from the first trick on."""
        return sum(POINTS[card[1]] for card in self.won[seat]) + sum(self.announced[seat]) if self.won[seat] else 0

    def beats(self, card: str, lead: str) -> bool:
        """Does the second card win?"""
        if card[0] == lead[0]:
            return STRENGTH.index(card[1]) > STRENGTH.index(lead[1])
        return card[0] == self.trump

    def playable(self, hand: list[str]) -> list[str]:
        """Cards of a hand that answer the card led."""
        lead = self.table[0]
        same = [card for card in hand if card[0] == lead[0]]
        if same:
            return [card for card in same if self.beats(card, lead)] or same
        return [card for card in hand if card[0] == self.trump] or hand

    def legal(self) -> list[str]:
        """Codes of what whoever moves may do; none once the deal is over."""
        hand = self.hands[self.to_move]
        if self.result is not None:
            return []
        if self.table:
            return sorted(hand if self.free() else self.playable(hand))
        if self.marriage:
            return sorted([self.marriage + "K", self.marriage + "Q"])
        suits = [suit for suit in "CDHS" if suit + "K" in hand and suit + "Q" in hand]
        more = [f"meld:{suit}" for suit in suits]
        if self.free() and len(self.talon) > 2:
            more += ["close"] + ["exchange"] * (self.trump + "J" in hand)
        return sorted(hand + more)

    def act(self, code: str) -> None:
        """Do it."""
        me, other = self.to_move, 1 - self.to_move
        hand = self.hands[me]
        if code == "exchange":
            jack = self.trump + "J"
            hand.remove(jack)
            hand.append(self.talon[-1])
            self.known[me].add(self.talon[-1])
            self.talon[-1] = jack
        elif code == "close":
            self.closed_by = me
            self.when_closed = (len(self.won[other]), self.points(other))
        elif code.startswith("meld:"):
            self.marriage = code[-1]
            self.known[me] |= {code[-1] + "K", code[-1] + "Q"}
            self.announced[me].append(40 if code[-1] == self.trump else 20)
            self.look_for_a_winner()
        else:
            self.lay(code)

    def lay(self, card: str) -> None:
        """Play a card."""
        me = self.to_move
        if self.table and not self.free():  # whatever would have forbidden this card is not in the hand
            everything = [suit + rank for suit in "CDHS" for rank in STRENGTH]
            self.proved[me] |= {held for held in everything if card not in self.playable([card, held])}
        self.hands[me].remove(card)
        self.known[me].discard(card)
        self.marriage = None
        self.table.append(card)
        self.to_move = 1 - me
        if len(self.table) == 2:
            winner = me if self.beats(card, self.table[0]) else self.leader
            self.won[winner] += self.table
            self.table = []
            self.leader = self.to_move = winner
            self.look_for_a_winner()
            if self.result is None and self.free():
                for seat in (winner, 1 - winner):
                    if len(self.talon) == 1:
                        self.known[seat].add(self.talon[0])
                    self.hands[seat].append(self.talon.pop(0))

    def look_for_a_winner(self) -> None:
        """66 points; or no cards any more."""
        winners = [seat for seat in (0, 1) if self.points(seat) >= 66]
        if not winners and not any(self.hands):
            winners = [self.leader if self.closed_by is None else 1 - self.closed_by]
        if winners:
            self.result = [0, 0]
            self.result[winners[0]] = self.game_points(winners[0])

    def game_points(self, winner: int) -> int:
        """What the deal is worth."""
        loser = 1 - winner
        if self.when_closed is None:
            tricks, points = len(self.won[loser]), self.points(loser)
        else:
            tricks, points = self.when_closed
        if self.closed_by == loser:  # the one who closed has lost
            return 3 if tricks == 0 else 2
        return 3 if tricks == 0 else 2 if points < 33 else 1
