"""Wizard a second time: slow, literal, from the rules text alone.

Nothing here is shared with the fast rules; the tests play both side by side.  Ids such as P6 or "gap 11" are
those of the rules text (shared/rules/wizard.md), the codes those of torite-record/1.

A deal is a round: r cards each, a card turned up for trump, bids, r tricks.  A card is a colour (R Y G B)
and a number (1-13), a Wizard Z1-Z4 or a Jester N1-N4.
"""

COLOURS = "RYGB"  # C1
DECK = (
    [colour + str(number) for colour in COLOURS for number in range(1, 14)]  # C1
    + ["Z1", "Z2", "Z3", "Z4"]  # C2
    + ["N1", "N2", "N3", "N4"]
)


def is_wizard(card: str) -> bool:
    """C2: marked Z."""
    return card[0] == "Z"


def is_ordinary(card: str) -> bool:
    """Neither Wizard nor Jester."""
    return card[0] in COLOURS


def suit_to_follow(cards: list[str]) -> str | None:
    """Suit that the cards of a trick so far oblige the next player to follow, None = no duty."""
    for card in cards:
        if is_ordinary(card):
            return card[0]  # P4; P7: a Wizard played later changes nothing
        if is_wizard(card):
            return None  # P5, P6, P7: a Wizard before any ordinary card
        # P6: a Jester is passed over, the next card counts as if it had been led
    return None


def trick_winner(trick: list[tuple[int, str]], trump: str | None) -> int:
    """P8: seat that wins the full trick of (seat, card) in the order of playing."""
    for seat, card in trick:
        if is_wizard(card):
            return seat  # P8 (1)
    trumps = [(seat, card) for seat, card in trick if card[0] == trump]
    if trumps:
        return highest(trumps)  # P8 (2)
    ordinary = [card for _, card in trick if is_ordinary(card)]
    if ordinary:
        return highest([(seat, card) for seat, card in trick if card[0] == ordinary[0][0]])  # P8 (3)
    return trick[0][0]  # P8 (4): all Jesters


def highest(cards: list[tuple[int, str]]) -> int:
    """C3: seat with the highest number among cards of one colour."""
    return max(cards, key=lambda seat_card: int(seat_card[1][1:]))[0]


class Match:
    """One game of Wizard: 20, 15, 12 or 10 rounds, and extra ones if the option `tie` wants them."""

    def __init__(self, players: int, options: dict[str, object], first: int) -> None:
        """Sit down; `first` deals round 1 (gap 9).  Raises ValueError if that cannot be."""
        if players not in (3, 4, 5, 6):  # T1
            raise ValueError(f"wizard: {players} players; 3 to 6 can play")
        if first not in range(players):
            raise ValueError(f"wizard: no seat {first}")
        if options["tie"] not in ("shared", "extra_round", "exact_bids"):
            raise ValueError(f"wizard: tie = {options['tie']!r}")
        self.players = players
        self.hiddentip = bool(options["hiddentip"])
        # gap 4: forced together, notequal is ignored
        self.notequal = bool(options["notequal"]) and not self.hiddentip
        self.tie = options["tie"]
        # quick_ok (gap 14) only changes the bid control on the screen.
        self.last_round = len(DECK) // players  # D1
        self.scores = [0] * players
        self.exact = [0] * players  # bids met exactly so far, for tie = exact_bids
        self.rounds_dealt = 0
        self.dealer_seat = first
        self.phase = "before"  # "before", "trump", "bidding", "tricks", "over"
        self.first_seat = (first + 1) % players
        self.clear()

    def clear(self) -> None:
        """Put the table in the state before the cards are dealt."""
        self.size = 0  # cards dealt to each
        self.turned: str | None = None
        self.trump: str | None = None
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.bids: list[int | None] = [None] * self.players
        self.tricks = [0] * self.players
        self.points = [0] * self.players
        self.trick: list[tuple[int, str]] = []  # seat and card, in the order of playing
        self.turn = self.first_seat
        self.log: list[tuple[list[int] | None, tuple[object, ...]]] = []  # who sees it (None = all), what

    def deal(self, deck: list[str]) -> None:
        """Begin the next round.  `deck` has all 60 cards in dealing order."""
        if self.phase not in ("before", "over") or self.finished():
            raise ValueError("wizard: no deal is due")
        if sorted(deck) != sorted(DECK):
            raise ValueError("wizard: no deck of 60 cards")
        if self.phase == "over":
            self.dealer_seat = (self.dealer_seat + 1) % self.players  # D6
        self.rounds_dealt += 1
        self.clear()
        # D1; gap 11: an extra round is the last round again
        self.size = min(self.rounds_dealt, self.last_round)
        dealt = self.size * self.players
        for i in range(dealt):
            self.hands[(self.dealer_seat + 1 + i) % self.players].append(deck[i])
        if dealt < len(deck):
            self.turned = deck[dealt]  # D2; D5: no card is left in the last round
        self.tell(None, "round", self.rounds_dealt, self.size, self.dealer_seat)
        for seat in range(self.players):
            self.tell([seat], "hand", *sorted(self.hands[seat]))
        self.tell(None, "turned", self.turned)
        self.turn = (self.dealer_seat + 1) % self.players  # B1: the player after the dealer bids first
        self.phase = "bidding"
        if self.turned is not None and is_ordinary(self.turned):
            self.trump = self.turned[0]  # D2
        elif self.turned is not None and is_wizard(self.turned):
            self.phase = "trump"  # D3, gap 2: the dealer chooses before the bidding
            self.turn = self.dealer_seat
        # D4, D5: a Jester or no card at all, no trump
        self.first_seat = self.turn

    def tell(self, seats: list[int] | None, *event: object) -> None:
        """Write an event into the log of `seats`, or of everybody."""
        self.log.append((seats, event))

    def actors(self) -> list[int]:
        """Seats that may act now."""
        if self.phase in ("before", "over"):
            return []
        if self.phase == "bidding" and self.hiddentip:
            # B5; gap 12: no second bid
            return [seat for seat in range(self.players) if self.bids[seat] is None]
        return [self.turn]

    def legal(self, seat: int) -> list[str]:
        """Sorted codes that `seat` may choose now."""
        if seat not in self.actors():
            return []
        if self.phase == "trump":
            return sorted("trump:" + colour for colour in COLOURS)  # D3; gap 3: "no trump" cannot be chosen
        if self.phase == "bidding":
            return sorted("bid:" + str(bid) for bid in self.legal_bids())
        suit = suit_to_follow([card for _, card in self.trick])
        hand = self.hands[seat]
        if suit is None or all(card[0] != suit for card in hand):
            return sorted(hand)  # P5, P6, or nothing to follow with
        return sorted(card for card in hand if card[0] == suit or not is_ordinary(card))  # P3

    def legal_bids(self) -> list[int]:
        """B2, B4: what the bidder whose turn it is may say."""
        bids = list(range(self.size + 1))  # B2
        earlier = [bid for bid in self.bids if bid is not None]
        if self.notequal and len(earlier) == self.players - 1:  # B4
            bids = [bid for bid in bids if sum(earlier) + bid != self.size]
        return bids

    def play(self, seat: int, code: str) -> None:
        """Do it.  Raises ValueError, and changes nothing, if `seat` may not do it."""
        if code not in self.legal(seat):
            raise ValueError(f"wizard: seat {seat} may not {code}; legal {self.legal(seat)}")
        if self.phase == "trump":
            self.trump = code.removeprefix("trump:")
            self.tell(None, "trump", seat, self.trump)
            self.phase = "bidding"
            self.turn = (self.dealer_seat + 1) % self.players
        elif self.phase == "bidding":
            self.bid(seat, int(code.removeprefix("bid:")))
        else:
            self.play_card(seat, code)

    def bid(self, seat: int, bid: int) -> None:
        """B1, B3, B5: state a number of tricks."""
        self.bids[seat] = bid
        if self.hiddentip:  # B5, gap 5: everybody sees that he has bid, only he sees what
            others = [other for other in range(self.players) if other != seat]
            self.tell([seat], "bid", seat, bid)
            self.tell([*others, -1], "bid", seat, "hidden")
        else:
            self.tell(None, "bid", seat, bid)
            self.turn = (seat + 1) % self.players  # B1: round to the dealer
        if None not in self.bids:  # B3
            if self.hiddentip:
                self.tell(None, "bids", *self.bids)  # B5: published
            self.phase = "tricks"
            self.turn = (self.dealer_seat + 1) % self.players  # P1

    def play_card(self, seat: int, card: str) -> None:
        """P2: one card of a trick."""
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.tell(None, "card", seat, card)
        self.turn = (seat + 1) % self.players  # gap 10: clockwise
        if len(self.trick) < self.players:
            return
        winner = trick_winner(self.trick, self.trump)
        self.tell(None, "winner", winner)
        self.tricks[winner] += 1  # P9
        self.trick = []
        self.turn = winner  # P1
        if not any(self.hands):
            self.finish_round()  # S1

    def finish_round(self) -> None:
        """S1: write down the points."""
        self.phase = "over"
        for seat in range(self.players):
            bid = self.bids[seat]
            tricks = self.tricks[seat]
            assert bid is not None, self.bids
            if bid == tricks:
                self.points[seat] = 20 + 10 * tricks
                self.exact[seat] += 1
            else:
                self.points[seat] = -10 * abs(bid - tricks)
            self.scores[seat] += self.points[seat]

    def result(self) -> dict[str, object]:
        """The record's `result` of the round just finished."""
        if self.phase != "over":
            raise ValueError("wizard: the round is not over")
        return {
            "trump": self.trump,
            "bids": list(self.bids),
            "tricks": list(self.tricks),
            "points": list(self.points),
            "scores": list(self.scores),
        }

    def finished(self) -> bool:
        """Is the game over?"""
        if self.phase != "over" or self.rounds_dealt < self.last_round:  # D1
            return False
        return self.tie != "extra_round" or len(self.leaders()) == 1  # gap 11

    def leaders(self) -> list[int]:
        """S2: the seats with the highest total."""
        return [seat for seat in range(self.players) if self.scores[seat] == max(self.scores)]

    def outcome(self) -> dict[str, object]:
        """The record's `outcome`; no winners before the game is over.  A tie is a shared victory, no draw."""
        winners = []
        if self.finished():
            winners = self.leaders()
            if self.tie == "exact_bids":  # gap 11
                most = max(self.exact[seat] for seat in winners)
                winners = [seat for seat in winners if self.exact[seat] == most]
        return {"scores": list(self.scores), "winners": winners, "draw": False}

    def dealer(self) -> int | None:
        """Dealer of the current round."""
        return self.dealer_seat

    def first(self) -> int:
        """Seat of the first action: the dealer where he chooses trump, else the player after him."""
        return self.first_seat

    def observation(self, seat: int | None) -> list[tuple[object, ...]]:
        """What `seat` (None = a spectator) has seen in this round, in order.

        ("round", number, cards each, dealer)    ("hand", own cards sorted)    ("turned", card or None)
        ("trump", dealer, colour) if chosen      ("bid", seat, number or "hidden")
        ("bids", by seat) when hidden bids are published
        ("card", seat, card)                     ("winner", seat) of a trick
        """
        eyes = -1 if seat is None else seat
        return [event for seats, event in self.log if seats is None or eyes in seats]
