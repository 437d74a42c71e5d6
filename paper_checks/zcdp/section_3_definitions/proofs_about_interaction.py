"""Real cases of the steps of proofs_about_interaction.proof."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from banditproof.paper_checks.checking import Instance
from banditproof.paper_checks.models.neighbouring_laws import interactive_laws
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.definitions.concentrated import renyi_constant
from banditproof.verify.definitions.notions import Notion
from ...models.policy_protocols import kernel_as_machine, library_machine, random_kernel


def identity_adversary() -> Iterator[Instance]:
    """D_2 of a kernel on all tables, and of the views of the adversary who repeats its actions."""
    machine = kernel_as_machine(random_kernel(Random(61), 3))
    view = interactive_laws(machine, 3, lambda path: path[-1]).moment(2)
    with working_precision(64):
        yield {
            "table": renyi_constant(library_machine(machine, 3), Notion.TABLE, 2),
            "view": Enclosure.of(ball(Fraction(view)).log()),
            "a": 2,
        }
