"""What the Jass games have in common, a second time: slow, literal, from the rules text alone.

Nothing here is shared with the fast rules; the tests play both side by side.  Section numbers (1.1) and ids
such as A36 are those of the rules text (shared/rules/jass.md), the codes those of torite-record/1.

Seats are numbered clockwise; everything runs counter-clockwise, so the next seat is the seat before (1.2).  Only
Somnia's players sit the other way round: `way` is the step from a seat to the next one.
Decks smaller than 36 cards make tiny deals.
"""

import re
from collections.abc import Mapping, Sequence

SUITS = "SHDC"
RANKS = "AKQJT9876"  # 1.1: strongest first, the ten below the jack
TRUMP_RANKS = "J9AKQT876"  # 1.1: jack and nine rise above the ace
UNDENUFE_RANKS = "6789TJQKA"  # 1.1: bottom-up
DECK = [suit + rank for suit in SUITS for rank in RANKS]
POINTS = {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10, "9": 0, "8": 0, "7": 0, "6": 0}  # 1.1
SOMNIA_POINTS = {"A": 10, "K": 5, "Q": 3, "J": 2, "T": 10, "9": 0, "8": 0, "7": 0, "6": 0}  # 9
STOECK = 20  # A8
SUIT_NAMES = ("egg", "hslu")  # A1: names on a screen, no rule

Allowed = Mapping[str, Sequence[object]]  # the values that each option may have
Meld = tuple[int, list[str]]  # value and cards, the highest card of a run first
Trick = list[tuple[int, str]]  # seat and card, in the order of playing


def settle(options: Mapping[str, object], allowed: Allowed, defaults: Mapping[str, object]) -> dict[str, object]:
    """The options of a game; what is not given is as in the preset `seed`.  Raises ValueError."""
    chosen = {name: options.get(name, defaults[name]) for name in allowed}
    for name, value in chosen.items():
        if value not in allowed[name]:
            raise ValueError(f"{name} = {value!r}")
    return chosen


def whole_number(value: object) -> int:
    """An option that is a number."""
    assert isinstance(value, int), value
    return value


def whole_numbers(value: object) -> list[int]:
    """A list of numbers, or a text with numbers in it."""
    return [int(number) for number in re.findall(r"\d+", str(value))]


# --- Cards (1.1) ----------------------------------------------------------------------------------------


def order(card: str, trump: str | None, undenufe: bool = False) -> str:
    """The ranks of this card's suit, strongest first."""
    if card[0] == trump:
        return TRUMP_RANKS
    return UNDENUFE_RANKS if undenufe else RANKS


def highest(cards: list[str], trump: str | None, undenufe: bool = False) -> str:
    """The strongest of cards of one suit."""
    return min(cards, key=lambda card: order(card, trump, undenufe).index(card[1]))


def trick_winner(trick: Trick, trump: str | None, undenufe: bool = False) -> int:
    """1.2: the highest trump, otherwise the highest card of the led suit."""
    trumps = [card for _, card in trick if card[0] == trump]
    leads = [card for _, card in trick if card[0] == trick[0][1][0]]
    best = highest(trumps or leads, trump, undenufe)
    return next(seat for seat, card in trick if card == best)


def card_points(card: str, trump: str | None, swapped: bool = False) -> int:
    """1.1.  `swapped`: six and ace have changed their points (A2)."""
    suit, rank = card[0], card[1]
    if suit == trump and rank in "J9":
        return {"J": 20, "9": 14}[rank]
    if trump is None and rank == "8":
        return 8
    if swapped and rank in "A6":
        return {"A": 0, "6": 11}[rank]
    return POINTS[rank]


def somnia_points(card: str, trump: str | None) -> int:
    """9: no eights, a trump nine of 13."""
    suit, rank = card[0], card[1]
    if suit == trump and rank in "J9":
        return {"J": 20, "9": 13}[rank]
    return SOMNIA_POINTS[rank]


# --- What may be played (1.2) ---------------------------------------------------------------------------


def legal_cards(hand: list[str], trick: Trick, trump: str | None, ban: str, all_trump_hand: str = "any") -> list[str]:
    """1.2, rules 1 to 4.  `ban` is "weak" or "strong"; `all_trump_hand` is A4, for the strong ban."""
    if not trick:
        return hand  # rule 1
    led = trick[0][1][0]
    following = [card for card in hand if card[0] == led]
    if trump is None:
        return following or hand  # rule 2
    trumps = [card for card in hand if card[0] == trump]
    if led == trump:  # rule 3
        if trumps in ([], [trump + "J"]):  # nothing to follow with, or the lone jack
            return hand
        return trumps
    lower = undertrumps(trumps, trick, trump)
    if ban == "strong" and trumps == hand:  # rule 4, all trumps
        if all_trump_hand == "must_overtrump":
            return [card for card in hand if card not in lower] or hand  # A4
        return hand
    if following:
        return [card for card in hand if card in following or (card in trumps and card not in lower)]
    if ban == "strong":
        return [card for card in hand if card not in lower]
    return hand  # the weak ban binds only those who can follow


def undertrumps(trumps: list[str], trick: Trick, trump: str) -> list[str]:
    """Those of `trumps` that are lower than the highest trump in the trick (A5)."""
    played = [card for _, card in trick if card[0] == trump]
    if not played:
        return []
    best = highest(played, trump)
    return [card for card in trumps if TRUMP_RANKS.index(card[1]) > TRUMP_RANKS.index(best[1])]


# --- Weis (1.3, 5.4, 10) --------------------------------------------------------------------------------


def runs(hand: list[str]) -> list[list[str]]:
    """Three or more cards in a row, always along A-K-Q-J-T-9-8-7-6 (5.4), each as long as it gets."""
    found = []
    for suit in SUITS:
        present = "".join(rank if suit + rank in hand else " " for rank in RANKS)
        found += [[suit + rank for rank in ranks] for ranks in present.split() if len(ranks) >= 3]
    return found


def run_value(length: int, weis: str) -> int:
    """5.4: any length from five on is 100; 10: in the large Weis 50 more for each card."""
    if weis == "large":
        return {3: 20, 4: 50}.get(length, 50 * length - 150)
    return {3: 20, 4: 50}.get(length, 100)


def fours(hand: list[str], weis: str, four_nines: bool) -> list[Meld]:
    """Four of a kind, with their values."""
    values = {"J": 200, "A": 100, "K": 100, "Q": 100, "T": 100}  # 5.4
    if weis == "large":
        values |= {"9": 100, "8": 100, "7": 100, "6": 100}  # 10: of any rank
    if four_nines:
        values["9"] = 150
    kinds = [[suit + rank for suit in SUITS] for rank in RANKS if rank in values]
    return [(values[kind[0][1]], kind) for kind in kinds if all(card in hand for card in kind)]


def shortened(run: list[str], taken: list[str]) -> list[list[str]]:
    """A26: what is left of a run when the cards of fours of a kind are taken out of it; the parts of 3 or more."""
    marks = "".join(" " if card in taken else card[1] for card in run)
    return [[run[0][0] + rank for rank in part] for part in marks.split() if len(part) >= 3]


def hand_melds(hand: list[str], weis: str, four_nines: bool) -> list[Meld]:
    """Everything that a hand may announce: whole runs, fours, and runs shortened to free a card for fours (A26)."""
    kinds = fours(hand, weis, four_nines)
    melds = kinds + [(run_value(len(run), weis), run) for run in runs(hand)]
    if weis == "large":
        return melds  # 10: a card may be used in several melds
    for _, kind in kinds:
        for run in runs(hand):
            for part in shortened(run, kind):
                if part != run:
                    melds.append((run_value(len(part), weis), part))
    return melds


def scored_melds(hand: list[str], weis: str, four_nines: bool) -> list[Meld]:
    """A27: all melds of a hand, each card in one only (A26), so that they are worth the most."""
    kinds = fours(hand, weis, four_nines)
    if weis == "large":
        return hand_melds(hand, weis, four_nines)
    best: list[Meld] = []
    for choice in range(2 ** len(kinds)):  # which of the fours are scored; whole runs first
        chosen = [kind for i, kind in enumerate(kinds) if choice >> i & 1]
        taken = [card for _, cards in chosen for card in cards]
        melds = list(chosen)
        for run in runs(hand):
            parts = shortened(run, taken)
            if parts:
                # a run is never split into two melds: the longer part
                part = max(parts, key=len)
                melds.append((run_value(len(part), weis), part))
        if total(melds) > total(best):
            best = melds
    return best


def total(melds: list[Meld]) -> int:
    """The points of melds."""
    return sum(value for value, _ in melds)


def meld_rank(meld: Meld, trump: str | None, reversed_ranks: bool) -> tuple[int, int, int, bool]:
    """5.4, the higher wins: value, (1) more cards, (2) higher top card, (3) a run of trumps."""
    value, cards = meld
    ranks = UNDENUFE_RANKS if reversed_ranks else RANKS  # A37; jack and nine of trumps are not top
    top = min(ranks.index(card[1]) for card in cards)
    is_trump = trump is not None and all(card[0] == trump for card in cards)
    return value, len(cards), -top, is_trump


# --- A match --------------------------------------------------------------------------------------------


def packets(deck: list[str], hands: int) -> list[list[str]]:
    """1.2: packets of three to each hand in turn.  The hands in dealing order."""
    if not deck or len(set(deck)) != len(deck) or any(card not in DECK for card in deck) or len(deck) % hands:
        raise ValueError(f"jass: no deck for {hands} hands: {deck}")
    size = len(deck) // hands
    dealt: list[list[str]] = [[] for _ in range(hands)]
    rest = list(deck)
    while rest:
        for hand in dealt:
            packet = min(3, size - len(hand))
            hand += rest[:packet]
            rest = rest[packet:]
    return dealt


class Jass:
    """Tricks, log and cutting, as in every Jass.  A game adds its phases, its scoring and its match."""

    ban = "strong"
    last_trick = 5  # 1.1
    way = -1  # 1.2

    def __init__(self, players: int, sizes: Sequence[int], first: int) -> None:
        """Sit down; `first` deals deal 1.  Raises ValueError if that cannot be."""
        if players not in sizes:
            raise ValueError(f"jass: {players} players; {sizes} can play")
        if first not in range(players):
            raise ValueError(f"jass: no seat {first}")
        self.players = players
        self.dealer_seat = first
        self.forehand = (first + self.way) % players  # 1.2: the dealer's right-hand neighbour
        self.all_trump_hand = "any"
        self.rounds_dealt = 0
        self.phase = "before"  # "before", those of the game, "card", "stoeck", "cut", "over"
        self.clear()

    def clear(self) -> None:
        """Put the table in the state before the cards are dealt."""
        self.turn = self.forehand
        self.trump: str | None = None
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.playing = list(range(self.players))  # seats that play this deal
        self.trick: Trick = []
        self.tricks = [0] * self.players
        self.won: list[list[str]] = [[] for _ in range(self.players)]  # cards taken
        self.last_winner: int | None = None  # of the last trick so far
        self.stoeck_holder: int | None = None  # held king and queen of trumps when play began
        self.tied: list[int] = []  # seats that have to draw a card
        self.places = 0  # how many of them the draw picks
        self.drawn: list[tuple[int, str]] = []
        self.lucky: list[int] = []  # those picked
        self.log: list[tuple[list[int] | None, tuple[object, ...]]] = []  # who sees it (None = all), what

    # Dealing.

    def begin(self) -> None:
        """Before a deal: is one due?  The deal moves on to the next seat."""
        if self.phase not in ("before", "over") or self.finished():
            raise ValueError("jass: no deal is due")
        if self.phase == "over":
            self.dealer_seat = (self.dealer_seat + self.way) % self.players
        self.forehand = (self.dealer_seat + self.way) % self.players
        self.rounds_dealt += 1
        self.clear()

    def deal_to_all(self, deck: list[str]) -> None:
        """The whole deck to all seats, from forehand on."""
        dealt = packets(deck, self.players)
        self.begin()
        for i, hand in enumerate(dealt):
            self.hands[(self.forehand + self.way * i) % self.players] = hand
        self.tell_deal()

    def tell_deal(self) -> None:
        """Everybody sees who deals, and his own cards."""
        self.tell(None, "deal", self.dealer_seat)
        for seat in range(self.players):
            if self.hands[seat]:
                self.tell([seat], "hand", *sorted(self.hands[seat]))

    def deal(self, deck: list[str]) -> None:
        """Begin the next deal."""
        raise NotImplementedError

    # Acting.

    def tell(self, seats: list[int] | None, *event: object) -> None:
        """Write an event into the log of `seats`, or of everybody."""
        self.log.append((seats, event))

    def actors(self) -> list[int]:
        """Seats that may act now; [-1] when chance has to speak."""
        if self.phase in ("before", "over"):
            return []
        return [-1] if self.phase == "cut" else [self.turn]

    def legal(self, seat: int) -> list[str]:
        """Sorted codes that `seat` may choose now; of chance: every card that may come for one who has to draw."""
        if seat not in self.actors():
            return []
        if self.phase == "cut":
            return sorted(f"cut:{tied}:{card}" for tied in self.yet_to_draw() for card in self.undrawn())
        return sorted(self.choices(seat))

    def choices(self, seat: int) -> list[str]:
        """Codes of the phases; here the cards."""
        assert self.phase == "card", self.phase
        return legal_cards(self.hands[seat], self.trick, self.trump, self.ban, self.all_trump_hand)

    def play(self, seat: int, code: str) -> None:
        """Do it.  Raises ValueError, and changes nothing, if `seat` may not do it."""
        if code not in self.legal(seat):
            raise ValueError(f"jass: seat {seat} may not {code}; legal {self.legal(seat)}")
        if self.phase == "cut":
            self.draw(code)
        else:
            self.act(seat, code)

    def act(self, seat: int, code: str) -> None:
        """One action of the phases; here a card."""
        assert self.phase == "card", self.phase
        self.put_card(seat, code)

    # Tricks.

    def begin_play(self, leader: int) -> None:
        """The hands are as they will be played."""
        for seat in self.playing:
            if self.trump is not None and {self.trump + "K", self.trump + "Q"} <= set(self.hands[seat]):
                self.stoeck_holder = seat
        self.turn = leader
        self.phase = self.next_phase()

    def next_phase(self) -> str:
        """What the player whose turn it is does first."""
        return "card"

    def put_card(self, seat: int, card: str) -> None:
        """One card of a trick."""
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.tell(None, "card", seat, card)
        asked = self.asks_stoeck(seat, card)
        if self.phase == "over":  # A36: a Stöck that scored by itself has decided the match
            return
        if asked:
            self.phase = "stoeck"
        else:
            self.pass_on()

    def asks_stoeck(self, seat: int, card: str) -> bool:
        """Has this player to say now whether he announces the Stöck?"""
        return False

    def is_second_of_stoeck(self, seat: int, card: str) -> bool:
        """1.3, 5.4: the second of king and queen of trumps leaves the hand that held both."""
        if self.trump is None or seat != self.stoeck_holder or card[0] != self.trump or card[1] not in "KQ":
            return False
        other = self.trump + ("Q" if card[1] == "K" else "K")
        return other not in self.hands[seat]

    def pass_on(self) -> None:
        """The next player's turn, or the end of the trick."""
        self.turn = self.next_seat(self.turn)
        if len(self.trick) == len(self.playing):
            self.finish_trick()
        else:
            self.phase = self.next_phase()

    def next_seat(self, seat: int) -> int:
        """1.2: counter-clockwise, those who do not play are passed over."""
        seat = (seat + self.way) % self.players
        while seat not in self.playing:
            seat = (seat + self.way) % self.players
        return seat

    def finish_trick(self) -> None:
        """All have played."""
        self.collect_trick()
        if self.all_played():
            self.finish_deal()
        else:
            self.phase = self.next_phase()

    def collect_trick(self) -> None:
        """1.2: the winner takes the trick and leads next."""
        winner = trick_winner(self.trick, self.trump, self.is_undenufe())
        self.tell(None, "winner", winner)
        self.tricks[winner] += 1
        self.won[winner] += [card for _, card in self.trick]
        self.last_winner = winner
        self.trick = []
        self.turn = winner

    def is_undenufe(self) -> bool:
        """Is the six the strongest card in this trick?"""
        return False

    def all_played(self) -> bool:
        """Have all tricks been taken?"""
        return not self.trick and not any(self.hands[seat] for seat in self.playing)

    def points_of(self, card: str) -> int:
        """Points of a card in this deal."""
        return card_points(card, self.trump)

    def card_points_by_seat(self) -> list[int]:
        """Points of the cards taken, and those for the last trick of the deal."""
        points = [sum(self.points_of(card) for card in cards) for cards in self.won]
        if self.all_played() and self.last_winner is not None:
            points[self.last_winner] += self.last_trick
        return points

    def finish_deal(self) -> None:
        """Write down the points."""
        raise NotImplementedError

    # Drawing cards (A19).

    def start_cut(self, tied: list[int], places: int) -> None:
        """Every one of `tied` draws a card; the highest `places` of them are picked."""
        self.phase = "cut"
        self.tied = tied
        self.places = places
        self.drawn = []

    def yet_to_draw(self) -> list[int]:
        """Seats that have not drawn in this round."""
        return [seat for seat in self.tied if seat not in [s for s, _ in self.drawn]]

    def undrawn(self) -> list[str]:
        """No card comes twice in a round."""
        return [card for card in DECK if card not in [c for _, c in self.drawn]]

    def draw(self, code: str) -> None:
        """What chance did: cut:SEAT:CARD."""
        _, seat, card = code.split(":")
        self.drawn.append((int(seat), card))
        self.tell(None, "cut", int(seat), card)
        if self.yet_to_draw():
            return
        ranks = {seat: RANKS.index(card[1]) for seat, card in self.drawn}  # ace high
        border = sorted(ranks.values())[self.places - 1]
        above = [seat for seat in self.tied if ranks[seat] < border]
        at_border = [seat for seat in self.tied if ranks[seat] == border]
        self.lucky += above
        if len(above) + len(at_border) > self.places:
            self.start_cut(at_border, self.places - len(above))  # equal ranks at the border draw again
            return
        lucky = self.lucky + at_border
        self.lucky = []
        self.finish_cut(lucky)

    def finish_cut(self, lucky: list[int]) -> None:
        """The draw has picked these."""
        raise NotImplementedError

    # Looking.

    def finished(self) -> bool:
        """Is the match over?"""
        raise NotImplementedError

    def check_over(self) -> None:
        """Raises ValueError while the deal goes on."""
        if self.phase != "over":
            raise ValueError("jass: the deal is not over")

    def dealer(self) -> int | None:
        """Dealer of the current deal."""
        return self.dealer_seat

    def first(self) -> int:
        """Seat of the first action of the deal."""
        return self.forehand

    def observation(self, seat: int | None) -> list[tuple[object, ...]]:
        """What `seat` (None = a spectator) has seen in this deal, in order.

        ("deal", dealer)         ("hand", own cards sorted)     ("card", seat, card)
        ("winner", seat) of a trick                             ("cut", seat, card)
        and what the game adds.
        """
        eyes = -1 if seat is None else seat
        return [event for seats, event in self.log if seats is None or eyes in seats]


class WeisJass(Jass):
    """A Jass with Weis in the first trick, and Stöck (1.3)."""

    def __init__(self, players: int, sizes: Sequence[int], first: int, chosen: dict[str, object]) -> None:
        self.weis_table = str(chosen["weis"])
        self.four_nines = bool(chosen["four_nines"])
        self.weis_reversed = bool(chosen.get("weis_undenufe_reversed", False))
        super().__init__(players, sizes, first)
        self.all_trump_hand = str(chosen["all_trump_hand"])

    def clear(self) -> None:
        super().clear()
        self.said: list[int | None] = [None] * self.players  # Weis announced; 0 = none
        self.full_hands: list[list[str]] = [[] for _ in range(self.players)]  # when play began
        self.leader = self.forehand  # of the first trick
        self.weis = [0] * self.players  # points
        self.stoeck = [0] * self.players
        self.shown: list[list[str]] = [[] for _ in range(self.players)]  # cards of the melds scored

    def begin_play(self, leader: int) -> None:
        self.leader = leader
        self.full_hands = [list(hand) for hand in self.hands]
        super().begin_play(leader)

    def next_phase(self) -> str:
        """1.3: at one's card to the first trick, never later."""
        return "weis" if self.said[self.turn] is None else "card"

    def choices(self, seat: int) -> list[str]:
        if self.phase == "weis":
            return ["weis:none", *[f"weis:{value}" for value in self.weis_values(seat)]]
        if self.phase == "stoeck":
            return ["stoeck", "stoeck:none"]
        return super().choices(seat)

    def weis_values(self, seat: int) -> list[int]:
        """5.4, A25: the values of one's own melds that are not below what was already said."""
        most = max(value or 0 for value in self.said)
        melds = hand_melds(self.full_hands[seat], self.weis_table, self.four_nines)
        return sorted({value for value, _ in melds if value >= most})

    def act(self, seat: int, code: str) -> None:
        if self.phase == "weis":
            value = code.removeprefix("weis:")
            self.said[seat] = 0 if value == "none" else int(value)
            self.tell(None, "weis", seat, self.said[seat])
            self.phase = "card"
        elif self.phase == "stoeck":
            self.tell(None, "stoeck", seat, code == "stoeck")
            if code == "stoeck":
                self.score_stoeck(seat)
            if self.phase != "over":
                self.pass_on()
        else:
            super().act(seat, code)

    def asks_stoeck(self, seat: int, card: str) -> bool:
        """5.4: announced with the second card, unless both were shown with a Weis; then it scores by itself."""
        if not self.is_second_of_stoeck(seat, card) or self.trump is None:
            return False
        if {self.trump + "K", self.trump + "Q"} <= set(self.shown[seat]):
            self.tell(None, "stoeck", seat, True)
            self.score_stoeck(seat)
            return False
        return True

    def score_stoeck(self, seat: int) -> None:
        """A8: 20."""
        self.stoeck[seat] = STOECK

    def finish_trick(self) -> None:
        if not any(self.tricks):
            self.settle_weis()
        super().finish_trick()

    def weis_winner(self) -> int | None:
        """5.4: who has the highest Weis of those announced; ties are settled by asking, which all can hear."""
        most = max(value or 0 for value in self.said)
        if most == 0:
            return None
        ranks: dict[int, tuple[int, int, int, bool]] = {}
        seat = self.leader
        for _ in range(len(self.playing)):  # (4): from the opening leader counter-clockwise
            if self.said[seat] == most:
                melds = hand_melds(self.full_hands[seat], self.weis_table, self.four_nines)
                ranks[seat] = max(
                    meld_rank(meld, self.trump, self.reversed_ranks()) for meld in melds if meld[0] == most
                )
            seat = self.next_seat(seat)
        tied = list(ranks)
        for question in (1, 2, 3):  # more cards, higher top card, trump suit: only those are asked who are tied still
            if len(tied) > 1:
                for seat in tied:
                    self.tell(None, "asked", question, seat, ranks[seat][question])
                best = max(ranks[seat][question] for seat in tied)
                tied = [seat for seat in tied if ranks[seat][question] == best]
        return tied[0]

    def reversed_ranks(self) -> bool:
        """A37."""
        return self.weis_reversed and self.is_undenufe()

    def weis_scorers(self, winner: int) -> list[int]:
        """1.3: the winner only; in partnerships also the partner."""
        return [winner]

    def settle_weis(self) -> None:
        """End of the first trick: the winner shows and scores all his melds (A27)."""
        winner = self.weis_winner()
        if winner is None:
            return
        self.tell(None, "weis_winner", winner)
        for seat in self.weis_scorers(winner):
            melds = scored_melds(self.full_hands[seat], self.weis_table, self.four_nines)
            self.weis[seat] = total(melds)
            self.shown[seat] = [card for _, cards in melds for card in cards]
            for value, cards in melds:
                self.tell(None, "meld", seat, value, *cards)
