"""Lower bounds that Table zCDP alone gives, for policies with hidden memory too."""

from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.decompositions.adaptive_witnesses import Situation, informative
from banditproof.verify.decompositions.visible_laws import action_law
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.finite_policy import FinitePolicy, History
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.law_divergences import divergence_of_laws
from ...checking import WRITTEN, Proof, Sharpness, Sides, Verdict, checks, mutant


def against_the_best(stated: Fraction) -> Sharpness | None:
    """The stated constant against max over s of s e^(-s^2 - s)/(8 c), which s = 1/2 attains."""
    sides = Sides()
    with working_precision(100):
        half = ball(Fraction(1, 2))
        value = half * (-half * half - half).exp() / (8 * (2 / arb.pi()).sqrt())
        sides.at_most(
            ball(stated), value, "The constant of the argument is smaller.", s=Fraction(1, 2)
        )
    return sides.sharpness


def noisy_count() -> Situation:
    """Two rounds on Ber(1/2) against Ber(0), then arm j with weight w^((i - j)^2), i the ones."""
    weight = Fraction(1, 10**200)

    def rule(history: History) -> tuple[Fraction, ...]:
        if len(history) < 2:
            return Fraction(1), Fraction(0), Fraction(0)
        ones = sum(reward == 1 for _, reward in history)
        masses = [weight ** ((ones - j) ** 2) for j in range(3)]
        return tuple(mass / sum(masses) for mass in masses)

    return informative(FinitePolicy.from_rule(3, 3, rule), 0, Fraction(1, 2))


@checks("zcdp.fix.table.actions")
@mutant("sharper: 99 % of it", factor=Fraction(99, 100))
def any_actions(proof: Proof = WRITTEN, factor: Fraction = Fraction(1)) -> Verdict:
    """A noisy count of two bits, which comes near."""
    case, sides = noisy_count(), Sides()
    first, second = (action_law(case.policy, given) for given in (case.one, case.two))
    rho = zcdp_constant(case.policy, Notion.TABLE, 4)
    tau = Fraction(1, 2)
    right = rho * (factor * (4 * tau**2 + 2 * tau * (1 - tau)))
    sides.at_most(divergence_of_laws(first, second), right, "The divergence is larger.", T=3)
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.fix.table.arms")
@mutant("sharper: 27.02 for 27.03", denominator=Fraction("27.02"))
def arms_under_table_zcdp(
    proof: Proof = WRITTEN, denominator: Fraction = Fraction("27.03")
) -> Verdict:
    """Two instances that differ in one arm, and the divergence by domination."""
    sharpness = against_the_best(1 / denominator)
    return proof.verdict(sharpness=sharpness)


@checks("zcdp.fix.thm9")
@mutant("sharper: 0.0371", constant=Fraction("0.0371"))
def cube_under_table_zcdp(
    proof: Proof = WRITTEN, constant: Fraction = Fraction("0.0370")
) -> Verdict:
    """The proof of Theorem 9 with the factor of Markov's inequality and a true divergence."""
    sharpness = against_the_best(constant)
    return proof.verdict(sharpness=sharpness)
