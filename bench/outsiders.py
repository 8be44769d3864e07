"""Schieber against players of other programs: those of pyschieber (challenge, greedy) and jass-kit (random).

python bench/outsiders.py [--bot strong] [--deals N] [--seed S] [--players challenge,greedy,random]

Every deal is played twice, with the sides changed; the difference is our side less theirs, in points of a deal.  They
know neither Weis nor Stöck: those are said for them, the most there is.  A card that the rules here do not allow
(jass-kit has one known oddity) is asked for again.  Contracts count as pyschieber has them: 1 1 2 2 3 3.
"""

import argparse
import importlib
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from torite.cards.rng import match_seed
from torite.games import GAMES
from torite.games.position import Position
from torite.lab.match import paired
from torite.search.deals import bots_rng, draw_word
from torite.search.players import player

GAME = GAMES["schieber"]
SEATS = 4
RANKS = "6789TJQKA"
PATIENCE = 1000  # times that an outsider is asked
OPTIONS = {"target": 5000, "multipliers": "1 1 2 2 3 3"}

pyschieber = {name: importlib.import_module(f"pyschieber.{name}") for name in ("card", "suit", "trumpf")}
SUITS = {"S": "ACORN", "C": "ROSE", "H": "BELL", "D": "SHIELD"}  # the egg names (A1); bells and shields count twice
TRUMPFS = SUITS | {"obenabe": "OBE_ABE", "undenufe": "UNDE_UFE", "push": "SCHIEBEN"}
KIT_CONTRACTS = ("D", "H", "S", "C", "obenabe", "undenufe")


class Pyschieber:
    """One of its players at one seat.  Its seats count in the order of play, so to the right."""

    def __init__(self, kind: str, seat: int, hand: list[str]) -> None:
        module = importlib.import_module(f"pyschieber.player.{kind}_player.{kind}_player")
        self.player = getattr(module, f"{kind.title()}Player")(name=str(seat))
        self.player.id = -seat % SEATS
        self.table: list[dict[str, Any]] = []
        self.tricks: list[dict[str, Any]] = []
        for code in hand:
            self.player.set_card(self.card(code))
        self.contract, self.pushed = "", False

    @staticmethod
    def card(code: str) -> Any:
        """A card of theirs."""
        return pyschieber["card"].Card(getattr(pyschieber["suit"].Suit, SUITS[code[0]]), RANKS.index(code[1]) + 6)

    def state(self) -> dict[str, Any]:
        """What their game tells its players."""
        return {
            "stiche": self.tricks,
            "trumpf": TRUMPFS[self.contract],
            "geschoben": self.pushed,
            "point_limit": 10**6,
            "table": list(self.table),
            "teams": [{"points": 0}, {"points": 0}],
        }

    def name(self) -> str:
        """A contract, or a push."""
        told = next(self.player.choose_trumpf(geschoben=self.pushed)).name
        return next(code for code, name in TRUMPFS.items() if name == told)

    def lead_or_follow(self) -> str:
        """A card."""
        card = next(self.player.choose_card(state=self.state()))
        return next(code for code in GAME.deck.names.values() if self.card(code) == card)

    def hear(self, seat: int, action: str, winner: int | None) -> None:
        """What has been done at the table; winner of the trick that ended with it."""
        if action == "push":
            self.pushed = True
        elif action.startswith("contract:"):
            self.contract = action.removeprefix("contract:")
        elif action in GAME.deck.names.values():
            card = self.card(action)
            if -seat % SEATS == self.player.id:
                self.player.cards.remove(card)
            self.player.move_made(-seat % SEATS, card, self.state())
            self.table.append({"player_id": -seat % SEATS, "card": str(card)})
        if winner is not None:  # after the last card, or after what was said about it
            trick = {"player_id": -winner % SEATS, "trumpf": TRUMPFS[self.contract], "played_cards": self.table}
            self.tricks, self.table = [*self.tricks, trick], []
            self.player.stich_over(state=self.state())


class Kit:
    """jass-kit's random player."""

    def __init__(self, kind: str, seat: int, hand: list[str]) -> None:
        self.agent = importlib.import_module("jass.agents.agent_random_schieber").AgentRandomSchieber()
        self.agent._rng = np.random.default_rng(random.getrandbits(64))
        self.numbers = importlib.import_module("jass.game.const").card_ids
        self.told = importlib.import_module("jass.game.game_observation").GameObservation()
        self.seat = seat
        for code in hand:
            self.told.hand[self.number(code)] = 1

    def number(self, code: str) -> int:
        """Its number of a card."""
        return int(self.numbers[code.replace("T", "10")])

    def name(self) -> str:
        """A contract, or a push."""
        found = self.agent.action_trump(self.told)
        return KIT_CONTRACTS[found] if found < len(KIT_CONTRACTS) else "push"

    def lead_or_follow(self) -> str:
        """A card."""
        found = self.agent.action_play_card(self.told)
        return next(code for code in GAME.deck.names.values() if self.number(code) == found)

    def hear(self, seat: int, action: str, winner: int | None) -> None:
        """What has been done at the table."""
        told = self.told
        if action == "push":
            told.forehand = 0
        elif action.startswith("contract:"):
            told.trump = KIT_CONTRACTS.index(action.removeprefix("contract:"))
        elif action in GAME.deck.names.values():
            if seat == self.seat:
                told.hand[self.number(action)] = 0
            told.current_trick[told.nr_cards_in_trick] = self.number(action)
            told.nr_cards_in_trick += 1
        if winner is not None:
            told.nr_tricks += 1
            told.nr_cards_in_trick = 0
            told.current_trick = told.tricks[min(told.nr_tricks, 8)]


OUTSIDERS: dict[str, Callable[[str, int, list[str]], Any]] = {
    "challenge": Pyschieber,
    "greedy": Pyschieber,
    "random": Kit,
}


def decide(outsider: Any, legal: list[str]) -> str:
    """What the outsider does; Weis and Stöck are said for it."""
    weis = [code for code in legal if code.startswith("weis:")]
    if weis:
        return max(weis, key=lambda code: int(code.removeprefix("weis:").replace("none", "0")))
    if "stoeck" in legal:
        return "stoeck"
    for _ in range(PATIENCE):
        if any(code.startswith("contract:") for code in legal):
            named = outsider.name()
            code = "push" if named == "push" else f"contract:{named}"
        else:
            code = outsider.lead_or_follow()
        if code in legal:
            return str(code)
    raise RuntimeError(f"{outsider} insists on {code}; legal is {legal}")


def play(bot: str, kind: str, side: int, seed: bytes) -> float:
    """One deal: points of `side`, where our bot sits, less those of the other."""
    random.seed(seed)
    position = Position(GAME, SEATS, seed=seed, options=OPTIONS)
    position.deal()
    ours, rng, names = player(bot), bots_rng(seed), GAME.deck.names
    hands = [[names[c] for c in range(64) if int(position.state.hands[p]) >> c & 1] for p in range(SEATS)]
    for hand in hands:
        random.shuffle(hand)  # greedy's choice depends on the order
    theirs = {p: OUTSIDERS[kind](kind, p, hands[p]) for p in range(SEATS) if p % 2 != side}
    while seats := position.actors():
        seat, tricks = seats[0], int(position.state.trick_no)
        if seat in theirs:
            code = decide(theirs[seat], position.legal(seat))
        else:
            code = GAME.codes[ours.choose(GAME, position.view(seat), seat, draw_word(rng))]
        position.play(code, seat)
        winner = int(position.state.last_winner) if int(position.state.trick_no) > tricks else None
        for outsider in theirs.values():
            outsider.hear(seat, code, winner)
    points = position.state.points
    return float(points[side] - points[1 - side])


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="strong")
    parser.add_argument("--players", default=",".join(OUTSIDERS))
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    for kind in told.players.split(","):
        seeds = [match_seed(told.seed, number) for number in range(told.deals)]
        more = np.array([np.mean([play(told.bot, kind, side, seed) for side in (0, 1)]) for seed in seeds])
        ahead, error = paired(more)
        print(f"{told.bot} against {kind:10} {told.deals:5} deals  {ahead:+.1f} ± {error:.1f}", flush=True)


if __name__ == "__main__":
    main()
