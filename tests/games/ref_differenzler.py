"""Differenzler a second time: slow, literal, from the rules text alone (section 8).

A deal: the dealer's last card is trump, everybody announces the points he will take, then all cards are
played.  The difference is the penalty; the lowest total wins.
"""

from ref_jass import SUIT_NAMES, Jass, settle, whole_number

OPTIONS = {
    "rounds_per_player": range(1, 5),  # A45
    "announce": ("open", "hidden"),  # A46
    "exact_bonus": (0, 10),  # A47
    "stoeck_pm20": (False, True),
    "suit_names": SUIT_NAMES,
}
SEED = {
    "rounds_per_player": 1,
    "announce": "open",
    "exact_bonus": 0,
    "stoeck_pm20": False,
    "suit_names": "egg",
}
PRESETS = {"seed": SEED, "swiss": SEED | {"rounds_per_player": 3}}


class Match(Jass):
    """One match of Differenzler: a multiple of the number of players, and more deals while the first are tied."""

    ban = "weak"  # 1.2

    def __init__(self, players: int, options: dict[str, object], first: int) -> None:
        chosen = settle(options, OPTIONS, SEED)
        self.deals = whole_number(chosen["rounds_per_player"]) * players  # A45
        self.hidden = chosen["announce"] == "hidden"
        self.exact_bonus = whole_number(chosen["exact_bonus"])
        self.stoeck_pm20 = bool(chosen["stoeck_pm20"])
        self.scores = [0] * players
        super().__init__(players, (3, 4), first)

    def clear(self) -> None:
        super().clear()
        self.announced: list[int | None] = [None] * self.players
        self.stoeck = [0] * self.players  # +20 or -20 (A47)
        self.penalties = [0] * self.players

    def deal(self, deck: list[str]) -> None:
        """8: the dealer's last card is turned up, its suit is trump."""
        self.deal_to_all(deck)
        self.trump = deck[-1][0]
        self.tell(None, "turned", deck[-1])
        self.turn = self.forehand
        self.phase = "announce"

    def actors(self) -> list[int]:
        if self.phase == "announce" and self.hidden:  # A46: simultaneous
            return [seat for seat in range(self.players) if self.announced[seat] is None]
        return super().actors()

    def choices(self, seat: int) -> list[str]:
        if self.phase == "announce":
            return [f"announce:{points}" for points in range(158)]  # A46
        if self.phase == "stoeck":
            return ["stoeck:+20", "stoeck:-20", "stoeck:none"]  # A47
        return super().choices(seat)

    def act(self, seat: int, code: str) -> None:
        if self.phase == "announce":
            self.announce(seat, int(code.removeprefix("announce:")))
        elif self.phase == "stoeck":
            points = code.removeprefix("stoeck:")
            self.stoeck[seat] = 0 if points == "none" else int(points)
            self.tell(None, "stoeck", seat, self.stoeck[seat])
            self.pass_on()
        else:
            super().act(seat, code)

    def announce(self, seat: int, points: int) -> None:
        """8: from forehand on; A46: or all at once, shown when all have written."""
        self.announced[seat] = points
        if self.hidden:
            others = [other for other in range(self.players) if other != seat]
            self.tell([seat], "announce", seat, points)
            self.tell([*others, -1], "announce", seat, "hidden")
        else:
            self.tell(None, "announce", seat, points)
            self.turn = self.next_seat(seat)
        if None in self.announced:
            return
        if self.hidden:
            self.tell(None, "announcements", *self.announced)
        self.begin_play(self.forehand)

    def asks_stoeck(self, seat: int, card: str) -> bool:
        """A47: when the second card is played."""
        return self.stoeck_pm20 and self.is_second_of_stoeck(seat, card)

    def finish_deal(self) -> None:
        """8: the difference; A47: exact takes 10 off, after an announced 0 only with a trick."""
        self.phase = "over"
        cards = self.card_points_by_seat()
        for seat in range(self.players):
            announced = self.announced[seat]
            assert announced is not None, self.announced
            penalty = abs(announced - (cards[seat] + self.stoeck[seat]))
            if penalty == 0 and (announced > 0 or self.tricks[seat] > 0):
                penalty = -self.exact_bonus
            self.penalties[seat] = penalty
            self.scores[seat] += penalty

    def result(self) -> dict[str, object]:
        """The record's `result` of the deal just finished."""
        self.check_over()
        return {
            "announced": list(self.announced),
            "cards": self.card_points_by_seat(),
            "penalties": list(self.penalties),
            "scores": list(self.scores),
        }

    def leaders(self) -> list[int]:
        """A45: the seats with the lowest total."""
        return [seat for seat in range(self.players) if self.scores[seat] == min(self.scores)]

    def finished(self) -> bool:
        """A45: the deals are played and one alone is first."""
        return self.phase == "over" and self.rounds_dealt >= self.deals and len(self.leaders()) == 1

    def outcome(self) -> dict[str, object]:
        """The record's `outcome`; no winners before the match is over."""
        winners = self.leaders() if self.finished() else []
        return {"scores": list(self.scores), "winners": winners, "draw": False}
