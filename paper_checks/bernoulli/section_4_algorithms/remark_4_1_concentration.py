"""The discussion (a) to (c) after Proposition 4.1."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, require
from banditproof.theory import Enclosure, certify, d_eps, kl, privacy_threshold
from banditproof.theory.concentration.separate_noise import (
    noisy_rate,
    separate_rate,
    separate_threshold,
)

Rate = Callable[[Fraction, Fraction, Fraction], Enclosure]

MEANS = tuple(map(Fraction, ("1/2", "1/20", "9/10", "1/1000")))
SHARES = tuple(map(Fraction, ("1/50", "1/3", "1")))
BUDGETS = tuple(map(Fraction, ("1/100", "1/2", "2", "8")))


def private(x: Fraction, mu: Fraction, eps: Fraction) -> Enclosure:
    """d_eps(x, mu)."""
    return certify(d_eps, x, mu, eps, digits=15)


def _require_chernoff(rate: Rate, x: Fraction, mu: Fraction, eps: Fraction) -> None:
    """(a): the exponent is that of the non-private Chernoff bound once eps is large enough."""
    if x < 1 and certify(privacy_threshold, x, mu, digits=15) <= eps:
        value, limit = rate(x, mu, eps), certify(kl, x, mu, digits=15)
        same = value.lo <= limit.hi and limit.lo <= value.hi
        require(same, "(a) The exponent is not kl.", x=x, mu=mu, eps=eps, rate=value, kl=limit)


def _require_many_noises(rate: Rate, x: Fraction, mu: Fraction, eps: Fraction) -> None:
    """(b): the exponent with r n noises is below that of one noise, by at most r(d + log 1/r)."""
    one = rate(x, mu, eps)
    for r in (Fraction(1, 10), Fraction(1, 10**4), Fraction(1, 10**8)):
        many = certify(noisy_rate, x, mu, eps, r, digits=15)
        slack = r * (one + certify(kl, 1, r, digits=15))  # kl(1, r) = log(1/r)
        finding = "(b) The exponent with r n noises is outside its range."
        require((many < one) & (one - slack <= many), finding, x=x, mu=mu, eps=eps, r=r, many=many)


def _require_separate(rate: Rate, x: Fraction, mu: Fraction, eps: Fraction) -> None:
    """(c): the best separate exponent v has v <= d_eps <= 2v."""
    joint, separate = rate(x, mu, eps), certify(separate_rate, x, mu, eps, digits=15)
    finding = "(c) The exponent is not between the best separate one and its double."
    between = separate.lo <= joint.hi and joint.lo <= 2 * separate.hi
    require(between, finding, x=x, mu=mu, eps=eps, joint=joint, separate=separate)


def _require_old_threshold(rate: Rate, mu: Fraction, eps: Fraction) -> None:
    """(c): at the older threshold e^{-n d} <= delta, where 3 delta / 2 was promised."""
    for n, delta in product((50, 2000), (Fraction(1, 3), Fraction(1, 10**4))):
        threshold = certify(separate_threshold, n, mu, eps, delta, digits=15).lower
        if threshold <= 1:
            finding = "(c) At the older threshold the bound is above delta."
            reached = n * rate(threshold, mu, eps) >= certify(kl, 1, delta, digits=15)
            require(reached, finding, n=n, mu=mu, eps=eps, delta=delta)


@claim(
    "bern.rem4.1",
    r"(a) The bound is a Chernoff bound with $d_\epsilon$ for $\mathrm{kl}$. (b) If $m=o(n)$ the "
    r"exponent is as for $m=1$. (c) With $m=1$ it is tighter than the older bound, which treats "
    r"the noise and the samples separately.",
    recorded="holds",
    mutants={
        "kl": {"rate": lambda x, mu, eps: certify(kl, x, mu, digits=15)},
        "transport only": {"rate": lambda x, mu, eps: Enclosure.of(eps * abs(x - mu))},
        "arguments swapped": {"rate": lambda x, mu, eps: private(mu, x, eps)},
        "half the budget": {"rate": lambda x, mu, eps: private(x, mu, eps / 2)},
    },
)
def remarks_on_concentration(rate: Rate = private) -> Verdict:
    """Each of the three remarks as inequalities between exponents."""
    for mu, eps in product(MEANS, BUDGETS):
        _require_old_threshold(rate, mu, eps)
        for share in SHARES:
            x = mu + share * (1 - mu)
            for remark in (_require_chernoff, _require_many_noises, _require_separate):
                remark(rate, x, mu, eps)
    x, mu, eps = Fraction(3, 4), Fraction(1, 2), Fraction(1)
    return certified(
        "All three hold: d_eps = kl for large eps; with m = r n noises the exponent is strictly "
        "smaller, by at most r (d_eps + log(1/r)) -> 0; the best separate exponent v has "
        "v <= d_eps <= 2v, and at the older threshold e^{-n d_eps} <= delta < 3 delta / 2.",
        numbers={
            "d_eps at (.75, .5, 1)": private(x, mu, eps),
            "with m = n/10": certify(noisy_rate, x, mu, eps, Fraction(1, 10), digits=12),
            "best separate exponent": certify(separate_rate, x, mu, eps, digits=12),
        },
        covered="Certified at a grid of means, distances and budgets, one side (the other is its "
        "mirror).",
        not_covered="All points: (b) follows from bern.lemD.3.sharper with c = r, (c) from Pinsker "
        "and one crossing point, by hand. (c) compares exponents and the form with prefactor 1; "
        "Proposition 4.1 itself has the constant A_a. The quoted inequality "
        "Pr(X+Y >= a) <= Pr(X >= a) + Pr(Y >= 0) is true but never below 1/2; the older proof "
        "needs a deviation of Y there.",
    )
