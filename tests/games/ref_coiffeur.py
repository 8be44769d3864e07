"""Coiffeur Jass a second time: slow, literal, from the rules text alone (section 7).

Everybody (or every pair) plays every contract of the table once, as declarer.
"""

from ref_jass import SUIT_NAMES, SUITS, Jass, card_points, settle

OPTIONS = {
    "form": ("pairs", "singles"),  # 7.2, 7.3: four players
    "undenufe_points": ("keep", "swap"),  # A2, A3
    "all_trump_hand": ("any", "must_overtrump"),  # A4
    "row_tie": ("none", "all"),  # A39
    "gustav_split_4p": ("5+4", "4+5"),  # A42
    "pass_to": ("round", "partner"),  # A43
    "ten_rows": (False, True),  # A44
    "late_pass": (True, False),  # A38
    "suit_names": SUIT_NAMES,
}
SEED = {
    "form": "pairs",
    "undenufe_points": "keep",
    "all_trump_hand": "any",
    "row_tie": "none",
    "gustav_split_4p": "5+4",
    "pass_to": "round",
    "ten_rows": False,
    "late_pass": True,
    "suit_names": "egg",
}
PRESETS = {"seed": SEED, "swiss": SEED | {"undenufe_points": "swap"}}

# Rows of the table with their chips (7.1) or multipliers (7.2, A44).
THREE = {
    "S": 1,
    "H": 1,
    "D": 1,
    "C": 1,
    "obenabe": 2,
    "undenufe": 2,
    "slalom": 2,
    "gustav": 3,
    "joker1": 3,
    "joker2": 3,
}
EIGHT_ROWS = {"S": 1, "C": 2, "D": 3, "H": 4, "obenabe": 5, "undenufe": 6, "joker1": 7, "joker2": 8}
TEN_ROWS = {
    "S": 1,
    "C": 2,
    "D": 3,
    "H": 4,
    "obenabe": 5,
    "undenufe": 6,
    "slalom": 7,
    "gustav": 8,
    "joker1": 9,
    "joker2": 10,
}
DIRECTIONS = ("obenabe", "undenufe")


class Match(Jass):
    """One match of Coiffeur."""

    def __init__(self, players: int, options: dict[str, object], first: int) -> None:
        chosen = settle(options, OPTIONS, SEED)
        self.form = "three" if players == 3 else str(chosen["form"])
        self.swap = chosen["undenufe_points"] == "swap"
        self.all_tied_rows = chosen["row_tie"] == "all"
        self.gustav_split_4p = str(chosen["gustav_split_4p"])
        self.to_partner = self.form == "pairs" and chosen["pass_to"] == "partner"
        self.late_pass = bool(chosen["late_pass"])
        self.rows = THREE if players == 3 else TEN_ROWS if chosen["ten_rows"] else EIGHT_ROWS
        self.owners = 2 if self.form == "pairs" else players  # columns of the table
        self.entries: list[list[int | None]] = [[None] * len(self.rows) for _ in range(self.owners)]
        self.match_row = [0] * players  # 7.1
        super().__init__(players, (3, 4), first)
        self.all_trump_hand = str(chosen["all_trump_hand"])

    def clear(self) -> None:
        super().clear()
        self.declarer: int | None = None
        self.contract = ""
        self.passed: list[int] = []
        self.match = 0
        self.entry = 0

    def deal(self, deck: list[str]) -> None:
        """Begin the next deal."""
        self.deal_to_all(deck)
        self.turn = self.forehand
        self.phase = "contract"

    # Choosing a contract.

    def owner(self, seat: int) -> int:
        """Column of this seat: a pair shares one (7.2)."""
        return seat % self.owners

    def free_rows(self, seat: int) -> list[str]:
        """Contracts not used yet."""
        return [row for row, entry in zip(self.rows, self.entries[self.owner(seat)], strict=True) if entry is None]

    def bidders(self) -> list[int]:
        """7.1, A43: from forehand on round the table, or forehand and his partner."""
        order = [(self.forehand - i) % self.players for i in range(self.players)]
        return [order[0], order[2]] if self.to_partner else order

    def contracts(self, row: str) -> list[str]:
        """What choosing this row can mean."""
        if row in ("slalom", "gustav"):
            return [f"{row}:{direction}" for direction in DIRECTIONS]
        if row.startswith("joker"):  # 7.1, A44: any other contract in play at this table; A40: he names the row
            others = [other for other in self.rows if not other.startswith("joker")]
            return [f"{row}:{contract}" for other in others for contract in self.contracts(other)]
        return [row]

    def choices(self, seat: int) -> list[str]:
        if self.phase != "contract":
            return super().choices(seat)
        codes = ["contract:" + contract for row in self.free_rows(seat) for contract in self.contracts(row)]
        return ["pass", *codes] if self.may_pass(seat) else codes

    def may_pass(self, seat: int) -> bool:
        """A38."""
        if len(self.passed) == len(self.bidders()):
            return False  # all have passed, this is the forced one
        if not self.free_rows(seat):
            return True
        behind = self.bidders()[self.bidders().index(seat) + 1 :]
        behind_free = any(self.free_rows(other) for other in behind)
        if not self.late_pass:
            return behind_free  # the last bidder with a free contract can never pass
        if behind and not behind_free:
            return False
        return any(self.free_rows(other) for other in range(self.players) if other != seat)

    def act(self, seat: int, code: str) -> None:
        if self.phase != "contract":
            super().act(seat, code)
        elif code == "pass":
            self.tell(None, "pass", seat)
            self.passed.append(seat)
            bidders = self.bidders()
            if len(self.passed) == len(bidders):
                # 7.1: all pass, forehand must choose; A38: or the first who can
                self.turn = next(other for other in bidders if self.free_rows(other))
            else:
                self.turn = bidders[len(self.passed)]
        else:
            self.declare(seat, code.removeprefix("contract:"))

    def declare(self, seat: int, contract: str) -> None:
        """7.1: the chooser is declarer and leads."""
        self.declarer = seat
        self.contract = contract
        self.tell(None, "contract", seat, contract)
        kind = self.kind()
        self.trump = kind if kind in SUITS else None
        self.begin_play(seat)

    # The contract being played.

    def row(self) -> str:
        """The row that is filled."""
        return self.contract.split(":")[0]

    def kind(self) -> str:
        """What is played: a suit, obenabe, undenufe, slalom, gustav."""
        return self.contract.split(":")[1] if self.row().startswith("joker") else self.row()

    def direction_first(self) -> str:
        """Direction of the first trick of a contract without trump."""
        return self.contract.split(":")[-1]

    def is_undenufe(self) -> bool:
        """In the trick that is being played."""
        if self.trump is not None:
            return False
        done = sum(self.tricks)
        turned = False
        if self.kind() == "slalom":
            turned = done % 2 == 1  # 1.1: trick by trick
        if self.kind() == "gustav":
            turned = done >= self.first_half()
        return (self.direction_first() == "undenufe") != turned

    def first_half(self) -> int:
        """7.1: six of twelve tricks; A42: five and four, or four and five."""
        return 6 if self.players == 3 else int(self.gustav_split_4p[0])

    def points_of(self, card: str) -> int:
        """A3: by the first trick's direction, for the whole deal."""
        swapped = self.swap and self.trump is None and self.direction_first() == "undenufe"
        return card_points(card, self.trump, swapped)

    # Scoring.

    def declaring_seats(self) -> list[int]:
        """Declarer, or his pair."""
        assert self.declarer is not None
        return [seat for seat in range(self.players) if self.owner(seat) == self.owner(self.declarer)]

    def cards(self) -> int:
        """7.1: only the declarer scores."""
        points = self.card_points_by_seat()
        return sum(points[seat] for seat in self.declaring_seats())

    def finish_deal(self) -> None:
        """Fill the row."""
        self.phase = "over"
        assert self.declarer is not None
        taken = sum(self.tricks[seat] for seat in self.declaring_seats())
        if taken == sum(self.tricks):
            self.match = 1
        elif taken == 0 and self.form == "three":
            self.match = -1  # counter-match
        points = self.cards() + (100 if self.match == 1 else 0)
        if self.form == "three":
            self.entry = points
            for seat in range(3):
                self.match_row[seat] += 2 * self.match if seat == self.declarer else -self.match
        else:
            self.entry = points // 10 * self.rows[self.row()]  # 7.2
        self.entries[self.owner(self.declarer)][list(self.rows).index(self.row())] = self.entry

    def strokes(self) -> list[int]:
        """7.1: the right columns, of rows that all three have filled."""
        chips = [0] * self.players
        for i, worth in enumerate(self.rows.values()):
            row = [column[i] for column in self.entries]
            points = [entry for entry in row if entry is not None]
            if len(points) < self.players:
                continue
            for extreme, sign in ((max(points), 1), (min(points), -1)):
                if points.count(extreme) == 1 or self.all_tied_rows:  # A39
                    for seat in range(self.players):
                        if points[seat] == extreme:
                            chips[seat] += sign * worth
        return chips

    def scores(self) -> list[int]:
        """By seat.  7.1: right columns and the Match row; 7.2: the sum of the column."""
        if self.form == "three":
            return [a + b for a, b in zip(self.strokes(), self.match_row, strict=True)]
        sums = [sum(entry for entry in column if entry is not None) for column in self.entries]
        return [sums[self.owner(seat)] for seat in range(self.players)]

    def result(self) -> dict[str, object]:
        """The record's `result` of the deal just finished."""
        self.check_over()
        return {
            "declarer": self.declarer,
            "contract": self.contract,
            "cards": self.cards(),
            "match": self.match,
            "entry": self.entry,
        }

    def finished(self) -> bool:
        """All rows are filled: 30, 16 or 32 deals (20 or 40 with ten rows)."""
        return self.phase == "over" and self.rounds_dealt >= len(self.rows) * self.owners

    def outcome(self) -> dict[str, object]:
        """The record's `outcome`; A41: a tie is a shared win."""
        scores = self.scores()
        winners = []
        if self.finished():
            winners = [seat for seat in range(self.players) if scores[seat] == max(scores)]
        return {"scores": scores, "winners": winners, "draw": False}
