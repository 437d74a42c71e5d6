"""The table of bounds of a game: which are the best, where they say something, what they need."""

import math
from fractions import Fraction
import pytest
from banditproof.theory.adversarial import PrivateGame, adversarial_bounds
from banditproof.theory.adversarial.bound_rows import (
    BANDIT_ROWS,
    CONVERTED_ROWS,
    KNOWN_ROWS,
    LOWER_ROWS,
    lower_rows,
    rows_of,
)
from banditproof.theory.adversarial.bound_table import useful_from
from banditproof.theory.bound_words import Privacy, Side

NONE, APPROXIMATE = Privacy.NONE, Privacy.APPROXIMATE
PURE, LOCAL = Privacy.PURE, Privacy.LOCAL
GAMES = [
    (10, 10**7, "0.1"),
    (2, 10**4, "0.01"),
    (10, 10**9, "0.5", 100, "1e-6"),
    (2, 10**15, "0.9", 1000, "1e-6"),
    (50, 10**6, 2, 3),
    (3, 5, "0.01"),
    (3, 10**6, "0.5", None, "0.01"),
]


@pytest.mark.parametrize("numbers", GAMES)
def test_the_answer_is_the_best_of_the_rows(numbers) -> None:
    table = adversarial_bounds(*numbers)
    horizon = table.game.horizon
    for bound in table.rows:
        assert bound.applies == all(fits for _, fits in bound.hypotheses)
        if bound.side == Side.UPPER and bound.applies:
            assert bound.vacuous == (not bound.enclosure < horizon)
    kinds = {PURE: (PURE, LOCAL), LOCAL: (LOCAL,), APPROXIMATE: (PURE, LOCAL, APPROXIMATE)}
    for kind in table.notions:
        mine = [
            float(bound.enclosure)
            for bound in table.upper()
            if bound.applies and bound.privacy in kinds[kind]
        ]
        best = table.best_upper(kind)
        if best is None:
            assert all(number >= horizon for number in mine)
        else:
            assert float(best.enclosure) == min(mine) < horizon
        lower = table.best_lower(kind)
        assert lower.of_class is None
        assert lower.privacy == NONE or kind != APPROXIMATE
        assert float(lower.enclosure) < (horizon if best is None else float(best.enclosure))


def test_a_lower_bound_of_pure_privacy_is_not_one_of_approximate_privacy() -> None:
    # here privacy costs most, so the bound for eps-DP is the larger one
    table = adversarial_bounds(50, 10**4, "0.001", 100, "1e-6")
    assert table.best_lower(PURE).privacy == PURE
    assert table.best_lower(APPROXIMATE).privacy == APPROXIMATE
    assert table.best_lower(PURE).enclosure > table.best_lower(APPROXIMATE).enclosure


def test_the_order_of_the_rows() -> None:
    table = adversarial_bounds(10, 10**7, "0.1")
    upper = [bound for bound in table.upper() if bound.applies]
    assert [float(b.enclosure) for b in upper] == sorted(float(b.enclosure) for b in upper)
    assert table.lower()[-1].of_class is not None


def test_gamma_above_one_is_said_with_its_number() -> None:
    rows = {bound.name: bound for bound in adversarial_bounds(10, 1000, "0.01").rows}
    row = rows["batched EXP3, as printed"]
    assert not row.applies
    (said,) = [text for text, fits in row.hypotheses if not fits]
    assert said == "gamma <= 1, and it is 1.294 (so the bound would be above T)"


@pytest.mark.parametrize("row", BANDIT_ROWS)
def test_a_bound_is_below_the_horizon_from_where_it_says(row) -> None:
    for eps in ("0.05", 1):
        game = PrivateGame.of(10, 100, eps)
        result = useful_from(row, game)
        at = PrivateGame.of(10, result, eps)
        before = PrivateGame.of(10, int(result * Fraction(98, 100)), eps)
        assert row.number(at, 15) < at.horizon
        assert not (
            all(fits for _, fits in (need(before) for need in row.needs))
            and row.number(before, 15) < before.horizon
        )


def test_the_threshold_of_corollary_2_is_43264_k_over_eps() -> None:
    # the added 2/eps moves it by less than one part in 1000
    assert useful_from(BANDIT_ROWS[0], PrivateGame.of(10, 100, "0.1")) == 4_330_000
    assert abs(4_330_000 - 43264 * 100) < 4_330


def test_the_hypotheses_are_those_of_the_theorems() -> None:
    large = adversarial_bounds(10, 10**9, 2)
    names = {bound.name: bound for bound in large.rows}
    assert not names["batched HTINF, as printed"].applies
    assert names["batched HTINF, from first principles"].applies
    # the proof of the bound of Theorem 10 needs delta <= 0.4, that of privacy delta <= 0.98
    for delta, bounded, private in (
        ("0.4", True, True),
        ("0.401", False, True),
        ("0.98", False, True),
        ("0.981", False, False),
        ("0.9999", False, False),
    ):
        rows = adversarial_bounds(2, 10**14, 1, 20, delta).rows
        applies = {bound.name: bound.applies for bound in rows}
        assert applies["batched EXP4, repaired"] is bounded
        assert applies["batched EXP4, tuned"] is private
    # the printed gamma is proved up to log(1/delta) <= 4 log(NT)^3
    rows = adversarial_bounds(2, 2, 1, 2, Fraction(1, 10**12)).rows  # 27.6 > 4 log(4)^3 = 10.7
    applies = {bound.name: bound.applies for bound in rows}
    assert (applies["batched EXP4, as printed"], applies["batched EXP4, repaired"]) == (False, True)


def test_the_constants_in_words_hold_for_every_budget_and_are_reached() -> None:
    rows = [row for row in (*BANDIT_ROWS, *CONVERTED_ROWS) if row.words.startswith("at most")]
    assert len(rows) == 4
    for row in rows:
        constant, largest = float(row.words.split()[2]), 0.0
        for eps in (Fraction(k, 16) for k in (*range(1, 33), 16 * 50)):
            game = PrivateGame.of(3, 10**6 + 7, eps, 3)
            unit = math.sqrt(3 * game.horizon / min(1, eps))
            largest = max(largest, (float(row.number(game, 9)) - game.left_over) / unit / constant)
        assert 0.999 < largest <= 1, row.name


def test_fewer_experts_than_arms_count_in_the_lower_bounds() -> None:
    few, many = adversarial_bounds(10, 10**6, "0.1", 4), adversarial_bounds(4, 10**6, "0.1", 10)
    for mine, other in zip(few.lower(), many.lower(), strict=True):
        assert mine.enclosure.mid == other.enclosure.mid
        assert mine.formula == other.formula.replace("K", "N")


def test_every_row_has_its_place() -> None:
    game = PrivateGame.of(2, 2, 1)
    assert set(rows_of(game)) == {*BANDIT_ROWS, *KNOWN_ROWS, *lower_rows(game)}
    assert {*LOWER_ROWS} < {*lower_rows(game)}
    without = rows_of(PrivateGame.of(2, 2, 1, 3))
    assert APPROXIMATE not in {row.privacy for row in without}
    names = [row.name for row in rows_of(PrivateGame.of(2, 2, 1, 3, "0.1"))]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("side", ["best_upper", "best_lower"])
def test_a_notion_of_which_games_have_no_bounds_is_refused(side) -> None:
    table = adversarial_bounds(2, 100, 1)
    with pytest.raises(ValueError, match="no bounds of zcdp privacy; give none, approximate"):
        getattr(table, side)(Privacy.ZCDP)
