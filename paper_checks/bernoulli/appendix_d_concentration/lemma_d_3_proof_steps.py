"""The steps of the printed proof of Lemma D.3 that hold: (19), (23), (25) and (26)."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdicts.vocabulary import proved, require
from banditproof.theory import Enclosure, certify, d_eps, kl
from banditproof.theory.concentration.binomial_laplace import binomial_law, private_sum_upper_tail
from banditproof.theory.concentration.laplace_sums import laplace_sum_bound, laplace_sum_tail
from banditproof.theory.enclosure import ONE, ZERO
from .private_deviations import decay

SETTINGS = tuple(
    (Fraction(x), n, Fraction(mu), m, Fraction(eps))
    for x, n, mu, m, eps in (
        ("0.999", 1, "0.999", 1, "10000"),
        ("999/1000", 1, "1/2", 3, "1/1000"),
        ("6", 10, "1/2", 2, "1"),
        ("9", 10, "1/20", 4, "3"),
        ("25/2", 20, "3/5", 1, "1/10"),
    )
)
"""(x, n, mu, m, eps) with x >= n mu; at the first two the steps are nearly equalities."""


@checks("bern.lemD.3.noise_split")
@mutant("sharper: 0.49 for 1/2", half=Fraction(49, 100))
@mutant("no first term", half=Fraction(0))
def split_of_the_noise(half: Fraction = Fraction(1, 2), proof: Proof = WRITTEN) -> Verdict:
    """The density is even, and Pr[S_n >= x - z] <= Pr[S_n >= x] for z <= 0."""
    sides = Sides()
    for x, n, mu, m, eps in SETTINGS:
        masses = binomial_law(n, mu)
        above = sum((p for k, p in enumerate(masses) if k >= x), Fraction(0))
        second: Enclosure = (
            sum(
                (p * certify(laplace_sum_tail, m, max(x - k, Fraction(0)), eps, digits=20))
                for k, p in enumerate(masses)
            )
            + ZERO
        )
        tail = certify(private_sum_upper_tail, x, n, mu, m, eps, digits=20)
        finding = "The two terms are below the probability."
        sides.at_most(tail, half * above + second, finding, x=x, n=n, mu=mu, m=m, eps=eps)
    return proof.verdict(sharpness=sides.sharpness)


@checks("bern.lemD.3.derivative")
@mutant("a factor n more", power=1)
def derivative_of_the_envelope(power: int = 0) -> Verdict:
    """The factor n of the exponent cancels with 1/n of the inner derivative."""
    import sympy as sp

    z, n, mu = sp.symbols("z n mu", positive=True)
    y = sp.Symbol("y", positive=True)
    divergence = y * sp.log(y / mu) + (1 - y) * sp.log((1 - y) / (1 - mu))
    envelope = sp.exp(-n * divergence.subs(y, z / n))
    slope = sp.diff(divergence, y).subs(y, z / n)
    require_zero(derivative=-sp.diff(envelope, z) / envelope - n**power * slope)
    return proved()


@checks("bern.lemD.3.noise_term")
@mutant("kl for d_eps", rate=lambda y, mu, eps: certify(kl, y, mu, digits=20))
@mutant(
    "sharper: exponent 1 % larger",
    rate=lambda y, mu, eps: certify(d_eps, y, mu, eps, digits=20) * Fraction(101, 100),
)
def noise_beyond_the_mean(
    rate: Callable[..., Enclosure] = lambda y, mu, eps: certify(d_eps, y, mu, eps, digits=20),
    proof: Proof = WRITTEN,
) -> Verdict:
    """n d_eps(x/n, mu) <= eps (x - n mu): the point z = mu of the minimum that defines d_eps."""
    sides = Sides()
    for x, n, mu, m, eps in (*SETTINGS, (Fraction(10), 10, Fraction(1, 10**6), 1, Fraction(9))):
        left = certify(laplace_sum_bound, m, x - n * mu, eps, digits=20)
        limit = decay(n * rate(x / n, mu, eps))
        if x == n * mu:
            continue  # both sides are e
        e = 1 / decay(ONE)
        right = e * (1 + m * eps * (x - n * mu)) ** m * limit
        finding = "(25) is below its left side."
        sides.at_most(left, right, finding, x=x, n=n, mu=mu, m=m, eps=eps)
    return proof.verdict(sharpness=sides.sharpness)


@checks("bern.lemD.3.reward_term")
@mutant("sharper: 99 % of the first bound", share=Fraction(99, 100))
@mutant("sharper: the second 1 % above kl", slower=Fraction(101, 100))
def rewards_without_noise(
    share: Fraction = Fraction(1), slower: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Lemma H.6 with equal means, and the point z = x/n of the minimum that defines d_eps."""
    sides = Sides()
    for n, mu, eps in product((1, 4, 20), map(Fraction, ("1/20", "1/2", "999/1000")), (1, 9)):
        masses = binomial_law(n, mu)
        for k in range(n + 1):
            if k <= n * mu or k == n:  # at k = n the tail is the bound
                continue
            tail = sum(masses[k:], Fraction(0))
            case: dict[str, Any] = {"n": n, "mu": mu, "k": k, "eps": eps}
            plain = n * certify(kl, Fraction(k, n), mu, digits=20)
            private = n * certify(d_eps, Fraction(k, n), mu, eps, digits=20)
            sides.at_most(tail, share * decay(plain), "The tail is above e^(-n kl).", **case)
            known = slower * private
            require(known.lo <= plain.hi, "d_eps is above kl.", **case, d_eps=known, kl=plain)
        # at x = n mu both bounds are 1, and the tail may be as near to 1 as it likes
        at_mean = sum((p for k, p in enumerate(masses) if k >= n * mu), Fraction(0))
        sides.at_most(at_mean, share, "The tail at the mean is above 1.", n=n, mu=mu)
    return proof.verdict(sharpness=sides.sharpness)
