"""The discussion (a) to (c) after Proposition 4.1."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory import Enclosure, certify, d_eps, kl, privacy_threshold
from banditproof.theory.concentration.separate_noise import (
    noisy_rate,
    separate_rate,
    separate_threshold,
)
from banditproof.verify.evidence import Grade

Rate = Callable[[Fraction, Fraction, Fraction], Enclosure]

MEANS = tuple(Fraction(text) for text in ("1/2", "1/20", "9/10", "1/1000"))
SHARES = tuple(Fraction(text) for text in ("1/50", "1/3", "1"))
BUDGETS = tuple(Fraction(text) for text in ("1/100", "1/2", "2", "8"))


def private(x: Fraction, mu: Fraction, eps: Fraction) -> Enclosure:
    """d_eps(x, mu)."""
    return certify(d_eps, x, mu, eps, digits=15)


def _of_chernoff(rate: Rate, x: Fraction, mu: Fraction, eps: Fraction) -> str:
    """(a): the exponent is that of the non-private Chernoff bound once eps is large enough."""
    if x == 1 or eps < certify(privacy_threshold, x, mu, digits=15).hi:
        return ""
    value, limit = rate(x, mu, eps), certify(kl, x, mu, digits=15)
    if value.lo > limit.hi or value.hi < limit.lo:
        return f"(a) at x = {x}, mean {mu}, eps = {eps}: {value} is not kl = {limit}."
    return ""


def _of_many_noises(rate: Rate, x: Fraction, mu: Fraction, eps: Fraction) -> str:
    """(b): the exponent with r n noises is below that of one noise, by at most r(d + log 1/r)."""
    one = rate(x, mu, eps)
    for r in (Fraction(1, 10), Fraction(1, 10**4), Fraction(1, 10**8)):
        many = certify(noisy_rate, x, mu, eps, r, digits=15)
        log_inverse = certify(kl, 1, r, digits=15)
        slack = r * (Fraction(one.hi) + Fraction(log_inverse.hi))
        if many.lo >= one.hi or many.hi < Fraction(one.lo) - slack:
            return (
                f"(b) at x = {x}, mean {mu}, eps = {eps}, m/n = {r}: the exponent {many} is not "
                f"in [{float(one) - float(slack):.12f}, {float(one):.12f})."
            )
    return ""


def _of_separate_treatment(rate: Rate, x: Fraction, mu: Fraction, eps: Fraction) -> str:
    """(c): the best separate exponent v has v <= d_eps <= 2v."""
    joint, separate = rate(x, mu, eps), certify(separate_rate, x, mu, eps, digits=15)
    if joint.hi < separate.lo or joint.lo > 2 * Fraction(separate.hi):
        return f"(c) at x = {x}, mean {mu}, eps = {eps}: {joint} against {separate} and its double."
    return ""


def _of_old_threshold(rate: Rate, mu: Fraction, eps: Fraction) -> str:
    """(c): at the older threshold e^{-n d} <= delta, where 3 delta / 2 was promised."""
    for n in (50, 2000):
        for delta in (Fraction(1, 3), Fraction(1, 10**4)):
            threshold = Fraction(certify(separate_threshold, n, mu, eps, delta, digits=15).lo)
            if threshold > 1:
                continue
            log_inverse = certify(kl, 1, delta, digits=15)
            if n * Fraction(rate(threshold, mu, eps).hi) < log_inverse.lo:
                return f"(c) at n = {n}, mean {mu}, eps = {eps}, delta = {delta}."
    return ""


@claim(
    "bern.rem4.1",
    r"(a) The bound is a Chernoff bound with $d_\epsilon$ for $\mathrm{kl}$. (b) If $m=o(n)$ the "
    r"exponent is as for $m=1$. (c) With $m=1$ it is tighter than the older bound, which treats "
    r"the noise and the samples separately.",
    recorded="holds",
    mutants={
        "kl": {"rate": lambda x, mu, eps: certify(kl, x, mu, digits=15)},
        "transport only": {
            "rate": lambda x, mu, eps: Enclosure(eps * abs(x - mu), eps * abs(x - mu))
        },
        "arguments swapped": {"rate": lambda x, mu, eps: private(mu, x, eps)},
        "half the budget": {"rate": lambda x, mu, eps: private(x, mu, eps / 2)},
    },
)
def remarks_on_concentration(rate: Rate = private) -> Verdict:
    """Each of the three remarks as inequalities between exponents."""
    points = 0
    for mu in MEANS:
        for eps in BUDGETS:
            found = _of_old_threshold(rate, mu, eps)
            for share in SHARES:
                x = mu + share * (1 - mu)
                for remark in (_of_chernoff, _of_many_noises, _of_separate_treatment):
                    found = found or remark(rate, x, mu, eps)
                points += 1
            if found:
                return fails(Grade.CERTIFIED, "A remark does not hold.", witness=found)
    x, mu, eps = Fraction(3, 4), Fraction(1, 2), Fraction(1)
    fixed = certify(noisy_rate, x, mu, eps, Fraction(1, 10), digits=12)
    return holds(
        Grade.CERTIFIED,
        "All three hold: d_eps = kl for large eps; with m = r n noises the exponent is strictly "
        "smaller, by at most r (d_eps + log(1/r)) -> 0; the best separate exponent v has "
        "v <= d_eps <= 2v, and at the older threshold e^{-n d_eps} <= delta < 3 delta / 2.",
        numbers={
            "points": points,
            "d_eps at (.75, .5, 1)": private(x, mu, eps),
            "with m = n/10": fixed,
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
