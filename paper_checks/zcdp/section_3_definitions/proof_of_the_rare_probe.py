"""Real cases of the steps of proof_of_the_rare_probe.proof."""

from collections.abc import Iterator
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import Instance
from banditproof.theory.balls import ball
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.definitions.concentrated import renyi_constant, zcdp_constant
from banditproof.verify.definitions.finite_machine import with_own_actions
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.witness_policies import probe, randomised_response
from banditproof.verify.exact_laws.law_divergences import divergence_of_laws, moment


def real_cases() -> Iterator[Instance]:
    """The policy itself at order 2, its constant as a machine, and KL of its actions."""
    truth = randomised_response(3)
    for p in (Fraction(1, 10), Fraction(1, 2)):
        kernel = probe(p, 3)
        policy = with_own_actions(kernel)
        paid, unpaid = (
            tuple(kernel.law(lambda path, r=r: r).values())  # type: ignore[misc]
            for r in (1, 0)
        )
        constant = renyi_constant(policy, Notion.INTERACTIVE, 2)
        yield {
            "L": Enclosure.of(arb(3).log()),
            "y": Enclosure.of(ball(1 / p).log()),
            "p": p,
            "x": 1,
            "m": Fraction(moment(truth, truth[::-1], 2)),
            "k": constant,
            "q": constant / 2,
            "rho": zcdp_constant(policy, Notion.INTERACTIVE, 3),
            "div": divergence_of_laws(paid, unpaid),
        }
