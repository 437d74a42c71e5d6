"""Claims about TV_inf: its definition in Section 4.3.1, closed forms, and where it degenerates."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require, require_or_repair
from banditproof.theory import Bernoulli, Enclosure, FiniteSupport, Law, certify, tv_inf
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import INFINITE
from banditproof.theory.laws import Empirical, Gaussian
from banditproof.verify.evidence import Grade
from ....models.explicit_alternatives import better_laws, distance, mean_of, random_cases

Infimum = Callable[[Law, Fraction], Enclosure]
Weights = tuple[Fraction, ...]
ROUNDING = Fraction(1, 10**20)
LITTLE = Fraction(1, 10**6)


def variation_infimum(law: Law, mu: Fraction) -> Enclosure:
    """TV_inf in balls or exact."""
    return certify(tv_inf, law, mu, digits=25)


def share_of_the_gap(share: str, where: Callable[[Law, Fraction], bool]) -> Infimum:
    """A share of the gap for some laws, and TV_inf for the others."""

    def infimum(law: Law, mu: Fraction) -> Enclosure:
        wrong = Fraction(share) * (mu - law.exact_mean)
        return Enclosure.of(wrong) if where(law, mu) else variation_infimum(law, mu)

    return infimum


def by_quantiles(points: Weights, weights: Weights, mu: Fraction) -> Fraction:
    """inf { eta : int_0^eta (1 - Q(u)) du >= mu - mean }, Q the quantile function, exact."""
    missing, eta = mu - mean_of(points, weights), Fraction(0)
    for x, weight in zip(points, weights, strict=True):
        if (1 - x) * weight >= missing:
            return eta + missing / (1 - x)
        missing, eta = missing - (1 - x) * weight, eta + weight
    raise ValueError(f"The mean {mu} is above 1; give one that a law on [0, 1] can have.")


def moved(weights: Weights, eta: Fraction) -> Weights:
    """The law with its lowest mass eta moved to the last point, which is the top."""
    left, kept = eta, []
    for weight in weights:
        kept.append(weight - min(weight, left))
        left -= min(weight, left)
    return (*kept[:-1], kept[-1] + eta)


def require_finite_laws(infimum: Infimum) -> None:
    """Laws on at most five points: the quantile formula, and explicit better laws."""
    for place, case in enumerate(random_cases(40, seed=9)):
        points, weights, mu = case
        value, formula = infimum(FiniteSupport(points, weights), mu), by_quantiles(*case)
        near = abs(value - formula) <= ROUNDING
        require(near, "Not the mass of the quantiles.", law=case, value=value, mass=formula)
        # the infimum is reached in the limit: the lowest mass moved, and a little more
        more = moved(weights, min(Fraction(1), formula + LITTLE))
        enough = mean_of(points, more) > mu and distance(weights, more) <= formula + LITTLE
        require(enough, "Moving the lowest mass is not enough.", law=case, mass=formula)
        for other in better_laws(case, 12, seed=place):
            no_nearer = value <= distance(weights, other)
            require(no_nearer, "A better law is nearer.", law=case, value=value, other=other)
        near = abs(infimum(Empirical(points, weights=weights), mu) - value) <= ROUNDING
        require(near, "Another value among all laws on [0, 1].", law=case)


def require_closed_forms(infimum: Infimum) -> None:
    """Normal and Bernoulli laws, point masses, and the top."""
    for mean, mu in (("0.3", "0.7"), ("0", "0.5"), ("0.2", "0.2001")):
        gap = Fraction(mu) - Fraction(mean)
        with working_precision(128):
            normal = Enclosure.of((ball(gap) / arb(8).sqrt()).erf())
        for law, form in (
            (Gaussian(mean), normal),
            (Bernoulli(mean), Enclosure.of(gap)),
            (Empirical([mean]), Enclosure.of(gap / (1 - Fraction(mean)))),
        ):
            value = infimum(law, Fraction(mu))
            near = abs(value - form) <= ROUNDING
            require(near, "Not the closed form.", law=law, mu=mu, value=value, form=form)
    for top in (Bernoulli("0.3"), Empirical(["0.3"]), FiniteSupport((0, 1), ("0.7", "0.3"))):
        infinite = infimum(top, Fraction(1)) == INFINITE
        require(infinite, "No law has a mean above 1; the infimum is not infinite.", law=top)


@checks(
    "thesis.tvinf",
    mutants={
        name: {"infimum": share_of_the_gap(share, where)}
        for name, share, where in (
            (
                "half the gap",
                "1/2",
                lambda law, mu: isinstance(law, FiniteSupport) and mu < law.high,
            ),
            ("the gap for every law", "1", lambda law, mu: mu < law.high),
            ("finite at the top", "1", lambda law, mu: mu == law.high),
            ("Pinsker", "1/2", lambda law, mu: isinstance(law, Gaussian)),
        )
    },
)
def tv_infimum(infimum: Infimum = variation_infimum) -> Verdict:
    """Quantile formula, explicit better laws, and the closed forms of families."""
    require_closed_forms(infimum)
    require_finite_laws(infimum)
    return points()


Gap = Callable[[Fraction, Fraction], Enclosure]
BERNOULLI = (("0.3", "0.7"), ("0", "0.5"), ("0.25", "0.999999"), ("0.5", "1"), ("0", "1"))


def the_gap(mean: Fraction, mu: Fraction) -> Enclosure:
    """mu* - mean."""
    return Enclosure.of(mu - mean)


def the_gap_below_one(mean: Fraction, mu: Fraction) -> Enclosure:
    """mu* - mean if mu* < 1, and infinity if mu* = 1."""
    return the_gap(mean, mu) if mu < 1 else INFINITE


@checks("thesis.tvinf.bernoulli", subjects={"form": (the_gap, the_gap_below_one)})
@mutant("squared", form=lambda mean, mu: the_gap(mean, mu) ** 2)
@mutant("squared", "print", form=lambda mean, mu: the_gap(mean, mu) ** 2)
def bernoulli_gap(form: Gap, proof: Proof = WRITTEN) -> Verdict:
    """The form at pairs of means that include mu* = 1."""
    for mean, mu in BERNOULLI:
        value = variation_infimum(Bernoulli(mean), Fraction(mu))
        stated = form(Fraction(mean), Fraction(mu))
        finding = "TV_inf is the gap for mu* < 1 only: no Bernoulli law has a mean above 1."
        case: dict[str, Any] = {"mean": mean, "mu*": mu, "formula": stated, "infimum": value}
        needed = require_or_repair if mu == "1" else require
        needed(value == stated, finding, Grade.PROVED, **case)
    return proof.verdict()


Spread = Callable[[Any], tuple[Any, Any]]
"""Mass and scale: the mass goes to a point (mu* - mean + 1) scale / mass above the mean."""


@checks("thesis.tvinf.unbounded")
@mutant("the mass goes to a fixed point", spread=lambda eta: (eta, eta / 100))
@mutant("half of the mass", spread=lambda eta: (Fraction(1, 2), Fraction(1)))
@mutant("sharper: a mass of eta^2", paid=lambda eta: eta * eta)
def all_laws_on_the_line(
    spread: Spread = lambda eta: (eta, Fraction(1)),
    paid: Callable[[Fraction], Fraction] = lambda eta: eta,
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact mixtures with a far point: larger means, arbitrarily small divergences.

    The mean is symbolic. TV(P, (1 - eta) P + eta delta) <= eta by convexity, and KL is at most
    -log(1 - eta), as the second law is at least (1 - eta) P.
    """
    import sympy as sp

    mean, best, eta = sp.symbols("mean best eta", positive=True)
    mass, scale = spread(eta)
    far = mean + (best - mean + 1) * scale / mass
    above = sp.simplify((1 - mass) * mean + mass * far - best)
    require(above == 1, "The mean of the mixture is not mu* + 1.", above=above)
    sides = Sides()
    for power, (points_, weights, mu) in [
        (n, case) for n in (1, 2, 4, 8, 16) for case in random_cases(5, seed=n)
    ]:
        share = Fraction(1, 10**power)
        moved_mass, _ = spread(share)
        mixed = (*((1 - moved_mass) * w for w in weights), moved_mass)
        cost = distance((*weights, Fraction(0)), mixed)
        finding = "The mixture is not near."
        sides.at_most(cost, paid(share), finding, eta=share, law=(points_, weights), best=mu)
    return proof.verdict(sharpness=sides.sharpness)
