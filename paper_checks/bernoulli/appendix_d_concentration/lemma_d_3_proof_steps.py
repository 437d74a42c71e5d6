"""The steps of the printed proof of Lemma D.3 that do not hold as printed, and what does."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, refuted, require
from banditproof.theory import Enclosure, certify, kl
from banditproof.theory.concentration.binomial_laplace import binomial_law
from banditproof.theory.concentration.laplace_sums import laplace_sum_tail
from banditproof.theory.enclosure import ONE, ZERO
from banditproof.verify.evidence import Grade

Chord = Callable[[Fraction, Fraction], Fraction]
"""The factor c(y, mu) of a bound kl(y, mu) <= c(y, mu) log(1/mu) on mu <= y <= 1."""

MEANS = tuple(map(Fraction, ("1/2", "1/1000", "1/5", "9/10", "999/1000")))


def printed_chord(y: Fraction, mu: Fraction) -> Fraction:
    """y - mu: what the step from n kl(x/n, mu) to (x - n mu) log(1/mu) needs."""
    return y - mu


def true_chord(y: Fraction, mu: Fraction) -> Fraction:
    """(y - mu) / (1 - mu): the chord of the convex function kl(., mu) from mu to 1."""
    return (y - mu) / (1 - mu)


@pair(
    "bern.lemD.3.d8",
    r"Last step of the proof of Lemma D.3: $n\,\mathrm{kl}(x/n,\mu)$, the value of "
    r"$n\int_\mu^{x/n}\mathrm{kl}'(y,\mu)\,dy$ in (24), is replaced by $(x-n\mu)\log\frac1\mu$ in "
    r"$A_\epsilon$, that is $\mathrm{kl}(y,\mu)\le(y-\mu)\log\frac1\mu$ for $y\in[\mu,1]$.",
    r"For $0<\mu<1$ and $y\in[\mu,1]$: "
    r"$\mathrm{kl}(y,\mu)\le\frac{y-\mu}{1-\mu}\log\frac1\mu$, with equality at both ends.",
    recorded="fails",
    kind="proof step",
    place="D (24)",
    title="From n kl(x/n, mu) to (x - n mu) log(1/mu)",
    repaired_title="The chord of kl from mu to 1",
    doubts=("D8",),
    subjects={"chord": (printed_chord, true_chord)},
    mutants={"mirrored chord": {"chord": lambda y, mu: (y - mu) / (1 - mu) * mu + (y - mu) * mu}},
)
def chord_of_kl(chord: Chord) -> Verdict:
    """A convex function is below its chord: kl'' > 0, kl(mu, mu) = 0, kl(1, mu) = log(1/mu).

    The printed factor fails at y = 1 already, for every mean; Lemma D.3 survives by another proof.
    """
    import sympy as sp

    for mu in MEANS:
        rarity = certify(kl, 1, mu, digits=20)  # log(1/mu)
        for share in (Fraction(1), Fraction(1, 2), Fraction(1, 20)):
            y = mu + share * (1 - mu)
            value, limit = certify(kl, y, mu, digits=20), rarity * chord(y, mu)
            finding = "kl(y, mu) is above the factor times log(1/mu)."
            # at y = 1 the chord is attained
            require(value.lo <= limit.hi, finding, Grade.PROVED, mu=mu, y=y, kl=value, limit=limit)
        ends = chord(mu, mu) == 0 and chord(Fraction(1), mu) == 1
        require(ends, "The bound is not attained at both ends.", Grade.PROVED, mu=mu)
    y, mu = sp.symbols("y mu", positive=True)
    divergence = y * sp.log(y / mu) + (1 - y) * sp.log((1 - y) / (1 - mu))
    require_zero(
        second_derivative=sp.diff(divergence, y, 2) - 1 / (y * (1 - y)),
        at_1=sp.limit(divergence, y, 1, "-") + sp.log(mu),
        at_mu=divergence.subs(y, mu),
    )
    return certified(
        "The second derivative of kl in y is 1/(y(1-y)) > 0, so kl is below its chord.",
        covered="The second derivative and the values 0 and log(1/mu) at the two ends, "
        "symbolically; 15 points in balls.",
        not_covered="All points, by hand: a convex function is below its chord.",
    )


Prefactor = Callable[[int, int, Fraction, Fraction, Fraction], Enclosure]
"""A prefactor of the lower tail, of (m, n, x, mu, eps)."""


def _two_last_terms(m: int, step: Fraction) -> Enclosure:
    """e (1 + m step)^m + 1."""
    e = 1 / (2 * certify(laplace_sum_tail, 1, 1, digits=20))  # the tail is e^{-1} / 2
    return e * (1 + m * step) ** m + 1


def last_display(m: int, n: int, x: Fraction, mu: Fraction, eps: Fraction) -> Enclosure:
    """e (1 + m eps (x - n mu))^m + 1: the last display of the proof, without its empty maximum."""
    return _two_last_terms(m, eps * (x - n * mu))


def statement_signs(m: int, n: int, x: Fraction, mu: Fraction, eps: Fraction) -> Enclosure:
    """e (1 + m eps (n mu - x))^m + 1: the same terms, with the signs of the statement."""
    return _two_last_terms(m, eps * (n * mu - x))


@claim(
    "bern.lemD.3.d11",
    r"Last display of the proof of Lemma D.3, for $x\le n\mu$: $\Pr[\tilde S\le x]\le "
    r"A_\epsilon e^{-nd_\epsilon(x/n,\mu)}$ with $A_\epsilon=(x-n\mu)\max_{y\in[\mu,x/n]}"
    r"\{e(1+m\epsilon(x-yn))^m\log\frac1{1-\mu}\}+e(1+m\epsilon(x-n\mu))^m+1$.",
    recorded="fails",
    repaired_by="bern.lemD.3",
    kind="misprint in a proof",
    place="D, end of Proof D.4",
    title="The lower tail with the signs of the upper tail",
    doubts=("D11",),
    mutants={"signs of the statement": {"prefactor": statement_signs}},
)
def lower_tail_display(prefactor: Prefactor = last_display) -> Verdict:
    """The maximum is over an empty set, and the rest is negative: no bound of a probability."""
    m, n, x, mu, eps = 1, 10, Fraction(0), Fraction(1, 2), Fraction(1)
    value = prefactor(m, n, x, mu, eps)
    require(
        value >= 0,
        "For x < n mu the interval [mu, x/n] is empty, and the other two terms may be negative; "
        "the statement of the lemma has the right signs.",
        Grade.PROVED,
        n=n, mu=mu, m=m, eps=eps, x=x, terms=value,
    )  # fmt: skip
    return certified("The prefactor is positive at the witness of the misprint.")


Envelope = Callable[[int, Fraction, Fraction], Enclosure]
"""An envelope of Pr[Bin(n, mu) >= u], of (n, u, mu)."""


def continued(n: int, u: Fraction, mu: Fraction) -> Enclosure:
    """e^{-n kl(u/n, mu)} wherever it makes sense, as if (20) had no condition; 0 outside [0, n]."""
    if not 0 <= u <= n:
        return ZERO
    exponent = n * certify(kl, u / n, mu, digits=20)
    if exponent.hi == 0:
        return ONE
    low, high = (certify(laplace_sum_tail, 1, end) for end in (exponent.lower, exponent.upper))
    return 2 * Enclosure.of(high, low)


def cut_at_one(n: int, u: Fraction, mu: Fraction) -> Enclosure:
    """The same for u >= n mu, and 1 below."""
    return continued(n, u, mu) if u >= n * mu else ONE


@claim(
    "bern.lemD.3.d12",
    r"(20)–(22): with $\bar P(u)=e^{-n\,\mathrm{kl}(u/n,\mu)}$ for $u\ge n\mu$: "
    r"$\int_0^\infty f_m(z)\Pr[S_n\ge x-z]dz\le\int_0^\infty f_m(z)\bar P(x-z)dz$, and "
    r"$F_m(x-n\mu)\int_{x-n\mu}^\infty(-\bar P'(x-z))dz=F_m(x-n\mu)\bar P(n\mu)$.",
    recorded="fails",
    repaired_by="bern.lemD.3.sharper",
    kind="proof step",
    place="D (20)-(22)",
    title="The Chernoff envelope below the mean",
    doubts=("D12",),
    mutants={"cut at 1": {"envelope": cut_at_one}},
)
def envelope_below_the_mean(envelope: Envelope = continued) -> Verdict:
    """(20) is used below n mu: continued it is no envelope, and cut at 1 the integral is 0."""
    n, mu, x = 10, Fraction(1, 2), 6
    masses = binomial_law(n, mu)
    for u in range(n + 1):
        tail, value = sum(masses[u:], Fraction(0)), envelope(n, Fraction(u), mu)
        if value < tail:
            # with noise this large, most of the mass is where the envelope is 0
            eps = Fraction(1, 100)
            far = certify(laplace_sum_tail, 1, x, eps)
            return refuted(
                "The envelope must be set to 1 below n mu; then the second integral is 0, and "
                "the printed value F_m(x - n mu), with its term e (1 + m eps (x - n mu))^m of "
                "A_eps, is a superfluous upper bound.",
                f"n = {n}, mu = {mu}, x = {x}, z = {x - u}: Pr[S_n >= {u}] = "
                f"{float(tail):.6f} against e^(-10 kl({u}/10, 1/2)) = {float(value):.6f}. "
                f"For m = 1, eps = {eps} the left integral is at least Pr[Y >= {x}] = "
                f"{float(far):.4f} and the right one at most 1/2 - Pr[Y > {x}] = "
                f"{0.5 - float(far):.4f}. With the cut, -P' = 0 on the whole second range, and "
                f"0 is not F_1(1) = {math.exp(-0.01) / 2:.4f}.",
                grade=Grade.PROVED,
            )
    return certified("The envelope is above the tail of the Binomial everywhere.")
