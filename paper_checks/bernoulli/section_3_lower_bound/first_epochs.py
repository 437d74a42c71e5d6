"""The expected pulls of the trusted-leader policy at means (1, 0), and a law that they need.

There all randomness is Laplace noise, so that the pulls of the first epochs are a finite sum of
exact terms; the later ones have the bound of `proof_of_the_trusted_leader.proof`.
"""

from collections.abc import Mapping
from fractions import Fraction
from flint import arb
from banditproof.algorithms.regret.trusted_leader import TrustedLeader
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

EPOCHS = 60
MOST = {Fraction(1, 2): "23.18", Fraction(1): "9.25", Fraction(3): "1.91"}
"""The stated bounds of the pulls at means (1, 0), by eps."""


def computed_pulls(
    most: Mapping[Fraction, str] = MOST, patience: Fraction | int = 1, epochs: int = EPOCHS
) -> str:
    """That first + 2 A 2^(-epochs) is at most the stated bound, for each eps."""
    for eps, bound in most.items():
        with working_precision(192):
            pulls = _first_pulls(TrustedLeader(2, eps, patience), epochs) + _rest(eps, epochs)
            finding = "More pulls than stated."
            require(pulls <= ball(Fraction(bound)), finding, Grade.PROVED, eps=eps, most=bound)
    return f"the recursion of {epochs} epochs at {len(most)} budgets, in balls"


def _first_pulls(policy: TrustedLeader, epochs: int) -> arb:
    """The leaders of the epochs 0, ..., epochs, and the explorations up to the next one."""
    eps = Fraction(policy.eps)
    explores = arb(1)
    leads, total = _sum_of_two_above(eps * policy.exploration(0)), arb(policy.exploration(0))
    for k in range(epochs + 1):
        length, theta = policy.length(k), policy.tolerance(k)
        dismissed, kept = _one_above(eps * theta), _one_above(eps * (length - theta))
        total += leads * length
        explores = (1 - leads) * dismissed + leads * (1 - kept)
        total += explores * policy.exploration(k + 1)
        leads = explores * _sum_of_two_above(eps * policy.exploration(k + 1)) + leads * kept
    return total


def _rest(eps: Fraction, epochs: int) -> arb:
    """2 A 2^(-epochs) with A = 34 B + 384 / eps^4, for the gap 1."""
    c = min(eps / 2, Fraction(1, 3)) / 2
    b = ball(Fraction(2, 3) + 1 / (2 * c)).exp() + 8 * ball(Fraction(2, 3)).exp() / ball(c * c)
    return 2 * (34 * b + ball(384 / eps**4)) / (1 << epochs)


def _one_above(z: Fraction) -> arb:
    """Pr[Z >= z] at scale 1, z >= 0."""
    return (-ball(z)).exp() / 2


def _sum_of_two_above(z: Fraction) -> arb:
    """Pr[Z + Z' >= z] at scale 1, z >= 0."""
    return ball(Fraction(1, 2) + z / 4) * (-ball(z)).exp()


def two_laplace_variables() -> str:
    """The mean of Pr[Z' >= d - Z] over Z at scale 1, from the antiderivatives on three ranges.

    With u = Z the integrand is e^u/2 e^(u-d)/2 for u < 0, e^(-u)/2 e^(u-d)/2 on [0, d], and
    e^(-u)/2 (1 - e^(d-u)/2) for u > d; the first vanishes as u falls, the last as it grows.
    """
    import sympy as sp

    u, d = sp.symbols("u d", nonnegative=True)
    below, inside = sp.exp(2 * u - d) / 8, u * sp.exp(-d) / 4
    above = -sp.exp(-u) / 2 + sp.exp(d - 2 * u) / 8
    whole = below.subs(u, 0) + (inside.subs(u, d) - inside.subs(u, 0)) - above.subs(u, d)
    require_zero(
        below=sp.diff(below, u) - sp.exp(u) / 2 * sp.exp(u - d) / 2,
        inside=sp.diff(inside, u) - sp.exp(-u) / 2 * sp.exp(u - d) / 2,
        above=sp.diff(above, u) - sp.exp(-u) / 2 * (1 - sp.exp(d - u) / 2),
        sum_of_the_three=whole - (sp.Rational(1, 2) + d / 4) * sp.exp(-d),
    )
    return "three antiderivatives"
