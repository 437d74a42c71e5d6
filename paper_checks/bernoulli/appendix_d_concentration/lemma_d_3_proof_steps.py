"""The steps of the printed proof of Lemma D.3 that do not hold as printed, and what does."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory import Enclosure, certify, kl
from banditproof.theory.concentration.binomial_laplace import binomial_law
from banditproof.theory.concentration.laplace_sums import laplace_sum_tail
from banditproof.verify.evidence import Grade

Chord = Callable[[Fraction, Fraction], Fraction]
"""The factor c(y, mu) of a bound kl(y, mu) <= c(y, mu) log(1/mu) on mu <= y <= 1."""

MEANS = tuple(Fraction(text) for text in ("1/2", "1/1000", "1/5", "9/10", "999/1000"))


def printed_chord(y: Fraction, mu: Fraction) -> Fraction:
    """y - mu: what the step from n kl(x/n, mu) to (x - n mu) log(1/mu) needs."""
    return y - mu


def true_chord(y: Fraction, mu: Fraction) -> Fraction:
    """(y - mu) / (1 - mu): the chord of the convex function kl(., mu) from mu to 1."""
    return (y - mu) / (1 - mu)


def _chord_violation(chord: Chord) -> str:
    """The worst certified violation at x = n mu + share n (1 - mu), '' if none."""
    for mu in MEANS:
        rarity = certify(kl, 1, mu, digits=20)  # log(1/mu)
        for share in (Fraction(1), Fraction(1, 2), Fraction(1, 20)):
            y = mu + share * (1 - mu)
            value, factor = certify(kl, y, mu, digits=20), chord(y, mu)
            if value.lo > factor * Fraction(rarity.hi):
                n = 100
                bound = Fraction(rarity.mid) * factor * n
                return (
                    f"n = {n}, mu = {mu}, x = {n * y}: n kl(x/n, mu) = "
                    f"{n * float(value):.4f} > {float(bound):.4f}."
                )
    return ""


@claim(
    "bern.lemD.3.d8",
    r"Last step of the proof of Lemma D.3: $n\,\mathrm{kl}(x/n,\mu)$, the value of "
    r"$n\int_\mu^{x/n}\mathrm{kl}'(y,\mu)\,dy$ in (24), is replaced by $(x-n\mu)\log\frac1\mu$ in "
    r"$A_\epsilon$, that is $\mathrm{kl}(y,\mu)\le(y-\mu)\log\frac1\mu$ for $y\in[\mu,1]$.",
    recorded="fails",
    repaired_by="bern.lemD.3.d8.repaired",
    kind="proof step",
    place="D (24)",
    title="From n kl(x/n, mu) to (x - n mu) log(1/mu)",
    doubts=("D8",),
    mutants={"the true chord": {"chord": true_chord}},
)
def printed_chord_step(chord: Chord = printed_chord) -> Verdict:
    """At x = n the left side is n log(1/mu), which is above (1 - mu) n log(1/mu)."""
    violation = _chord_violation(chord)
    if violation:
        return fails(
            Grade.PROVED,
            "At x = n the step says n log(1/mu) <= n (1 - mu) log(1/mu), which is false for every "
            "mean in (0, 1); the lemma survives by another proof (bern.lemD.3).",
            witness=violation,
        )
    return holds(Grade.CERTIFIED, "No violation on the grid.")


@claim(
    "bern.lemD.3.d8.repaired",
    r"For $0<\mu<1$ and $y\in[\mu,1]$: "
    r"$\mathrm{kl}(y,\mu)\le\frac{y-\mu}{1-\mu}\log\frac1\mu$, with equality at both ends.",
    recorded="holds",
    kind="proof step",
    place="D (24)",
    title="The chord of kl from mu to 1",
    doubts=("D8",),
    mutants={
        "printed factor": {"chord": printed_chord},
        "mirrored chord": {"chord": lambda y, mu: (y - mu) / (1 - mu) * mu + (y - mu) * mu},
    },
)
def repaired_chord_step(chord: Chord = true_chord) -> Verdict:
    """A convex function is below its chord: kl'' > 0, kl(mu, mu) = 0, kl(1, mu) = log(1/mu)."""
    import sympy as sp

    violation = _chord_violation(chord)
    if violation:
        return fails(Grade.CERTIFIED, "The factor is too small.", witness=violation)
    y, mu = sp.symbols("y mu", positive=True)
    divergence = y * sp.log(y / mu) + (1 - y) * sp.log((1 - y) / (1 - mu))
    convex = sp.simplify(sp.diff(divergence, y, 2) - 1 / (y * (1 - y))) == 0
    at_one = sp.limit(divergence, y, 1, "-") + sp.log(mu)
    ends = sp.simplify(divergence.subs(y, mu)) == 0 and sp.simplify(at_one) == 0
    ends = ends and all(chord(m, m) == 0 and chord(Fraction(1), m) == 1 for m in MEANS)
    if not (convex and ends):
        return fails(Grade.PROVED, "Not a chord of a convex function.", witness=f"{convex}, {ends}")
    return holds(
        Grade.CERTIFIED,
        "The second derivative of kl in y is 1/(y(1-y)) > 0, so kl is below its chord.",
        covered="The second derivative and the values 0 and log(1/mu) at the two ends, "
        "symbolically; 15 points in balls.",
        not_covered="All points, by hand: a convex function is below its chord.",
    )


Prefactor = Callable[[int, int, Fraction, Fraction, Fraction], Enclosure]
"""A prefactor of the lower tail, of (m, n, x, mu, eps)."""


def _exponential_of_one() -> Enclosure:
    tail = certify(laplace_sum_tail, 1, 1, digits=20)  # e^{-1} / 2
    return Enclosure(1 / (2 * Fraction(tail.hi)), 1 / (2 * Fraction(tail.lo)))


def _two_last_terms(m: int, step: Fraction) -> Enclosure:
    """e (1 + m step)^m + 1."""
    e, power = _exponential_of_one(), (1 + m * step) ** m
    low, high = sorted((Fraction(e.lo) * power, Fraction(e.hi) * power))
    return Enclosure(low + 1, high + 1)


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
    if value.hi < 0:
        return fails(
            Grade.PROVED,
            "For x < n mu the interval [mu, x/n] is empty, and the other two terms may be "
            "negative; the statement of the lemma has the right signs.",
            witness=f"n = {n}, mu = {mu}, m = {m}, eps = {eps}, x = {x}: "
            f"e (1 + 1 * (0 - 5)) + 1 = {float(value):.4f} < 0, even without the first term, "
            "which is (x - n mu) times a maximum over the empty interval [1/2, 0].",
        )
    return holds(Grade.CERTIFIED, "The prefactor is positive at the witness of the misprint.")


Envelope = Callable[[int, Fraction, Fraction], Enclosure]
"""An envelope of Pr[Bin(n, mu) >= u], of (n, u, mu)."""


def continued(n: int, u: Fraction, mu: Fraction) -> Enclosure:
    """e^{-n kl(u/n, mu)} wherever it makes sense, as if (20) had no condition; 0 outside [0, n]."""
    if not 0 <= u <= n:
        return Enclosure(Fraction(0), Fraction(0))
    exponent = certify(kl, u / n, mu, digits=20)
    if exponent.hi == 0:
        return Enclosure(Fraction(1), Fraction(1))
    low, high = (certify(laplace_sum_tail, 1, n * Fraction(end)) for end in _ends(exponent))
    return Enclosure(2 * Fraction(high.lo), 2 * Fraction(low.hi))


def _ends(value: Enclosure) -> tuple[Fraction, Fraction]:
    return Fraction(value.lo), Fraction(value.hi)


def cut_at_one(n: int, u: Fraction, mu: Fraction) -> Enclosure:
    """The same for u >= n mu, and 1 below."""
    return continued(n, u, mu) if u >= n * mu else Enclosure(Fraction(1), Fraction(1))


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
        if value.hi < tail:
            # with noise this large, most of the mass is where the envelope is 0
            eps = Fraction(1, 100)
            far = certify(laplace_sum_tail, 1, x, eps)
            return fails(
                Grade.PROVED,
                "The envelope must be set to 1 below n mu; then the second integral is 0, and "
                "the printed value F_m(x - n mu), with its term e (1 + m eps (x - n mu))^m of "
                "A_eps, is a superfluous upper bound.",
                witness=f"n = {n}, mu = {mu}, x = {x}, z = {x - u}: Pr[S_n >= {u}] = "
                f"{float(tail):.6f} against e^(-10 kl({u}/10, 1/2)) = {float(value):.6f}. "
                f"For m = 1, eps = {eps} the left integral is at least Pr[Y >= {x}] = "
                f"{float(far):.4f} and the right one at most 1/2 - Pr[Y > {x}] = "
                f"{0.5 - float(far):.4f}. With the cut, -P' = 0 on the whole second range, and "
                f"0 is not F_1(1) = {math.exp(-0.01) / 2:.4f}.",
            )
    return holds(Grade.CERTIFIED, "The envelope is above the tail of the Binomial everywhere.")
