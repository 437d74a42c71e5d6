"""The steps of the printed proof of Lemma D.3 that do not hold as printed, and what does."""

import operator
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdicts.vocabulary import at_most, points, require_or_repair
from banditproof.theory import Enclosure, certify, d_eps, kl
from banditproof.theory.concentration.binomial_laplace import binomial_law, private_sum_upper_tail
from banditproof.theory.concentration.laplace_sums import laplace_sum_tail
from banditproof.theory.enclosure import ONE
from .private_deviations import decay

Chord = Callable[[Fraction, Fraction], Fraction]
"""The factor c(y, mu) of a bound kl(y, mu) <= c(y, mu) log(1/mu) on mu <= y <= 1."""

MEANS = tuple(map(Fraction, ("1/2", "1/1000", "1/5", "9/10", "999/1000")))


def printed_chord(y: Fraction, mu: Fraction) -> Fraction:
    """y - mu: what A_eps has, divided by n."""
    return y - mu


def true_chord(y: Fraction, mu: Fraction) -> Fraction:
    """(y - mu) / (1 - mu): the chord of the convex function kl(., mu) from mu to 1."""
    return (y - mu) / (1 - mu)


@checks("bern.lemD.3.d8", subjects={"chord": (printed_chord, true_chord)})
@mutant("mirrored chord", chord=lambda y, mu: (y - mu) / (1 - mu) * mu + (y - mu) * mu)
@mutant("sharper: 99 % of the chord", chord=lambda y, mu: true_chord(y, mu) * Fraction(99, 100))
@mutant(
    "sharper: a power of the distance",
    chord=lambda y, mu: true_chord(y, mu) * (1 + 49 * true_chord(y, mu)) / 50,
)
def chord_of_kl(chord: Chord) -> Verdict:
    """A convex function is below its chord: kl'' > 0, kl(mu, mu) = 0, kl(1, mu) = log(1/mu).

    (19) and (21) leave half of two terms as in (26); of the rest of (21), the part beyond n mu is
    (25), and the other one n e (1 + m eps (x - n mu))^m kl(x/n, mu) e^{-n d} by Lemma D.1 and (23).
    The printed factor fails at y = 1 already, for every mean, even for the smaller n kl(x/n, mu);
    Lemma D.3 survives by another proof.
    """
    import sympy as sp

    sides = Sides()
    for mu in MEANS:
        finding = "The factor of A_eps is below n kl(x/n, mu) at x = n, both over n log(1/mu)."
        sides.at_most_or_repair(Fraction(1), chord(Fraction(1), mu), finding, mu=mu, y=1)
        rarity = certify(kl, 1, mu, digits=20)  # log(1/mu)
        for share in map(Fraction, ("1/20", "1/2", "99/100")):
            y = mu + share * (1 - mu)
            value, finding = (
                certify(kl, y, mu, digits=20),
                "kl is above the factor times log(1/mu).",
            )
            sides.at_most_or_repair(value, rarity * chord(y, mu), finding, mu=mu, y=y)
    y, mu = sp.symbols("y mu", positive=True)
    divergence = y * sp.log(y / mu) + (1 - y) * sp.log((1 - y) / (1 - mu))
    require_zero(
        second_derivative=sp.diff(divergence, y, 2) - 1 / (y * (1 - y)),
        at_1=sp.limit(divergence, y, 1, "-") + sp.log(mu),
        at_mu=divergence.subs(y, mu),
    )
    return points(sharpness=sides.sharpness)


LowerForm = Callable[[int, int, Fraction, Fraction, Fraction], Enclosure]
"""The last two terms of a prefactor of the lower tail, of (m, n, x, mu, eps)."""


def last_display(m: int, n: int, x: Fraction, mu: Fraction, eps: Fraction) -> Enclosure:
    """e (1 + m eps (x - n mu))^m + 1: the last display of the proof, without its empty maximum."""
    return (1 + m * eps * (x - n * mu)) ** m / decay(ONE) + 1


def statement_signs(m: int, n: int, x: Fraction, mu: Fraction, eps: Fraction) -> Enclosure:
    """e (1 + m eps (n mu - x))^m + 1: the same terms, with the signs of the statement."""
    return (1 + m * eps * (n * mu - x)) ** m / decay(ONE) + 1


@checks("bern.lemD.3.d11", subjects={"terms": (last_display, statement_signs)})
@mutant("sharper: an eighth of the terms", terms=lambda *of: statement_signs(*of) / 8)
def lower_tail_display(terms: LowerForm, proof: Proof = WRITTEN) -> Verdict:
    """As printed the maximum is over an empty set, and the rest may be negative."""
    sides = Sides()
    for x, n, mu, m, eps in (("0", 10, "1/2", 1, "1"), ("1/1000", 1, "1/1000", 1, "1000")):
        given = (m, n, Fraction(x), Fraction(mu), Fraction(eps))
        rate = n * certify(d_eps, given[2] / n, given[3], given[4], digits=20)
        # the lower tail is the upper tail of the mirrored sum
        tail = certify(private_sum_upper_tail, n - given[2], n, 1 - given[3], m, eps, digits=20)
        finding = (
            "For x < n mu the interval [mu, x/n] is empty, and the other two terms are below the "
            "probability; the statement of the lemma has the right signs."
        )
        value = terms(*given) * decay(rate)
        sides.at_most_or_repair(tail, value, finding, x=x, n=n, mu=mu, m=m, eps=eps)
    return proof.verdict(sharpness=sides.sharpness)


Relation = Callable[[Enclosure, Enclosure], object]


@checks("bern.lemD.3.d12", subjects={"relation": (operator.eq, at_most)})
@mutant("the envelope continued below the mean", least=Fraction(-1))
@mutant("sharper: 1 % less than the envelope", share=Fraction(99, 100))
def envelope_below_the_mean(
    relation: Relation, least: Fraction = Fraction(0), share: Fraction = Fraction(1)
) -> Verdict:
    """(20) says nothing below n mu; an envelope at most 1 is 1 there, and the integral is 0.

    An upper bound of a tail that is 1 at n mu, decreases and is at most 1 is constant below.
    """
    sides = Sides()
    for n, mu in product((4, 10), map(Fraction, ("1/20", "1/2", "4/5"))):
        masses = binomial_law(n, mu)
        for u in range(n):
            tail = sum(masses[u:], Fraction(0))
            case: dict[str, Any] = {"n": n, "mu": mu, "u": u}
            inside = u > n * mu or least < 0  # with the cut, the envelope is 1 up to n mu
            value = decay(n * certify(kl, Fraction(u, n), mu, digits=20)) if inside else ONE
            sides.at_most(tail, share * value, "The envelope is below the tail.", **case)
        beyond = ONE - ONE  # the rise of the envelope from n mu to minus infinity
        noise = certify(laplace_sum_tail, 1, Fraction(n) * (1 - mu) / 2, 1, digits=20)
        finding = "The integral of the derivative over a constant envelope is 0, not P(n mu) = 1."
        require_or_repair(
            relation(noise * beyond, noise * ONE), finding,  # type: ignore[arg-type]
            n=n, mu=mu, x=n * (1 + mu) / 2, left=noise * beyond, right=noise,
        )  # fmt: skip
    return points(sharpness=sides.sharpness)
