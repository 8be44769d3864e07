"""All slow Jass references in random play, and what they refuse."""

import random
from types import ModuleType
from typing import Any

import pytest
import ref_schieber
from jass_deals import SIZE_IDS, SIZES, Result, random_deal, sit
from ref_jass import RANKS, TRUMP_RANKS, UNDENUFE_RANKS


@pytest.mark.parametrize(("module", "players"), SIZES, ids=SIZE_IDS)
def test_presets_give_every_option(module: ModuleType, players: int) -> None:
    for name, preset in module.PRESETS.items():
        assert name in ("seed", "swiss", "somnia")
        assert set(preset) == set(module.OPTIONS)
        assert all(value in module.OPTIONS[option] for option, value in preset.items())
        assert not module.Match(players, preset, 0).finished()


@pytest.mark.parametrize(("module", "players"), SIZES, ids=SIZE_IDS)
def test_what_cannot_be_is_refused(module: ModuleType, players: int) -> None:
    for option in module.OPTIONS:
        with pytest.raises(ValueError, match=option):
            module.Match(players, module.SEED | {option: "nonsense"}, 0)
    for size in (1, 5):
        with pytest.raises(ValueError, match="players"):
            sit(module, size)
    with pytest.raises(ValueError, match="seat"):
        sit(module, players, players)


def random_options(module: ModuleType, rng: random.Random) -> dict[str, object]:
    """Any choices, but matches of the usual length."""
    usual = ("deals", "target", "loss_limit", "multipliers")
    return {name: module.SEED[name] if name in usual else rng.choice(values) for name, values in module.OPTIONS.items()}


def check_result(match: Any, result: Result, before: list[int]) -> None:
    """Sums that must hold."""
    name = type(match).__module__
    if name == "ref_differenzler":
        assert sum(result["cards"]) == 157
        assert result["scores"] == [a + b for a, b in zip(before, result["penalties"], strict=True)]
    if name in ("ref_mittlere", "ref_molotov", "ref_plus_minus"):
        assert sum(result["cards"]) == (157 if not getattr(match, "somnia", False) else 151 if match.trump else 120)
        assert sum(result["tricks"]) == 36 // match.players
        assert match.scores == [a + b for a, b in zip(before, result["chips"], strict=True)]
        if getattr(match, "lives", 0):  # lives are lost to nobody
            assert max(result["chips"]) <= 0
        else:
            assert name == "ref_plus_minus" or sum(result["chips"]) == 0
        assert name != "ref_plus_minus" or min(result["chips"]) >= 0
    if name == "ref_schieber":
        assert sum(result["cards"]) == 157 or (match.at_once and match.finished())
        plain = zip(result["cards"], result["weis"], result["stoeck"], strict=True)
        for points, parts in zip(result["points"], plain, strict=True):
            assert points in (match.factor() * sum(parts), match.factor() * (sum(parts) + match.match_bonus))
        assert result["scores"] == [a + b for a, b in zip(before, result["points"], strict=True)]
        assert not (result["weis"][0] and result["weis"][1])
        assert sum(result["stoeck"]) in (0, 20)
    if name == "ref_coiffeur":
        assert sum(match.card_points_by_seat()) == 157
        assert result["entry"] == (
            result["cards"] + 100 * (result["match"] == 1)
            if match.players == 3
            else (result["cards"] + 100 * result["match"]) // 10 * match.rows[match.row()]
        )
    if name == "ref_handjass":
        assert sum(result["cards"]) <= 157
        if len(result["in"]) == 4:
            assert sum(result["cards"]) == 157
        assert all(result["chips"][seat] == 0 for seat in range(match.players) if seat not in result["in"])
        assert sum(chip for chip in result["chips"] if chip > 0) <= 2
        assert match.scores == [a + b for a, b in zip(before, result["chips"], strict=True)]


@pytest.mark.parametrize(("module", "players"), SIZES, ids=SIZE_IDS)
@pytest.mark.parametrize("preset", ["seed", "swiss", "any"])
def test_invariants_in_random_matches(module: ModuleType, players: int, preset: str) -> None:
    rng = random.Random(f"{module.__name__} {players} {preset}")
    for _ in range(6):
        options = random_options(module, rng) if preset == "any" else module.PRESETS[preset]
        match = module.Match(players, options, rng.randrange(players))
        while not match.finished():
            assert match.outcome()["winners"] == []
            before = list(match.scores) if isinstance(match.scores, list) else []
            check_result(match, random_deal(match, rng), before)
        outcome = match.outcome()
        assert len(outcome["scores"]) == players
        assert outcome["winners"] == sorted(set(outcome["winners"])) != []
        assert outcome["draw"] is False


def test_names_change_nothing() -> None:  # A1
    outcomes = []
    for names in ("egg", "hslu"):
        match = sit(ref_schieber, 4, suit_names=names)
        rng = random.Random(1)
        while not match.finished():
            random_deal(match, rng)
        outcomes.append(match.outcome())
    assert outcomes[0] == outcomes[1]


def test_order_strings_hold_every_rank() -> None:
    assert sorted(RANKS) == sorted(TRUMP_RANKS) == sorted(UNDENUFE_RANKS)
