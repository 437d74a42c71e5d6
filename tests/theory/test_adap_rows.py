"""The upper bounds of AdaP-UCB and AdaP-KLUCB in the table of bounds."""

import math

import pytest

from banditproof.theory import BernoulliBandit, FiniteSupportBandit, GaussianBandit, bounds

MEANS = ("0.75", "0.5", "0.25")


def rows_of(bandit, **budget):
    found = bounds(bandit, horizon=20_000, **budget)
    return [row for row in found if "AdaP-" in row.name]


def test_six_rows_with_their_claims():
    rows = rows_of(BernoulliBandit(MEANS), eps="0.5")
    assert [row.claim for row in rows if "AdaP-UCB" in row.name] != []
    assert sorted(row.claim for row in rows) == sorted(
        ["thesis.thmC.4peel"] * 2
        + ["thesis.thm5.3fix", "thesis.thm5.4.pinsker", "thesis.thmC.7.sharper", "thesis.remC.8"]
    )
    assert all(row.applies and "beta = " in row.note for row in rows)


def test_level_by_level_is_below_the_closed_form():
    rows = {
        row.claim + row.name[:10]: float(row.enclosure)
        for row in rows_of(BernoulliBandit(MEANS), eps="0.5")
    }
    levels = [value for key, value in rows.items() if "C.4peel" in key]
    assert max(levels) < rows["thesis.thm5.3fixAdaP-UCB u"]


def test_closed_form_by_hand():
    """beta log T (p + sqrt(p^2 + 8 q gap/eps))^2/(2 gap) + gap (3 + 3/(2(beta-3)))."""
    bandit = BernoulliBandit(("0.75", "0.25"))
    (row,) = (row for row in rows_of(bandit, eps=1) if row.claim == "thesis.thm5.3fix")
    beta = float(row.note.split("beta = ")[1].split(",")[0])
    p, q, gap = 1 + 1 / math.sqrt(beta), 1 + 1 / beta, 0.5
    root = (p + math.sqrt(p * p + 8 * q * gap)) ** 2
    by_hand = beta * math.log(20_000) * root / (2 * gap) + gap * (3 + 1.5 / (beta - 3))
    assert float(row.enclosure) == pytest.approx(by_hand)


def test_rows_that_do_not_apply():
    assert rows_of(BernoulliBandit(MEANS), rho=1) == []
    assert rows_of(GaussianBandit((1, "0.5")), eps=1) == []
    half = ("1/2", "1/2")
    laws = FiniteSupportBandit((0, "1/2"), (half, ("1/4", "3/4")))
    rows = rows_of(laws, eps=1)
    kept = {row.claim for row in rows if row.applies}
    assert kept == {"thesis.thm5.3fix", "thesis.thmC.7.sharper"}
    assert all("Bernoulli rewards" in row.note for row in rows if not row.applies)
