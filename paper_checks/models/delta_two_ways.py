"""The exact delta of a policy in every model, by two routes that share nothing.

One plays lists and tables one by one and adversaries by a plain recursion; the other is the
backward induction of the library. A claim that rests on such a number asks for both, and stops if
they differ.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from banditproof.paper_checks.verdicts.vocabulary import at_most, require
from banditproof.theory.balls import ball
from banditproof.verify.definitions.backward_induction import delta, delta_of_diverted
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.notions import Notion
from .neighbouring_laws import Laws, table_laws, view_laws
from .policy_protocols import Kernel, kernel_as_machine, library_policy
from .renyi_constants import zcdp_between
from .strongest_adversary import continual, gain, interactive, post_processed


@dataclass(frozen=True)
class Deltas:
    """The delta (or another budget) of one policy in the four models and for pi^B, exact."""

    view: Fraction
    table: Fraction
    continual: Fraction
    interactive: Fraction
    post_processed: Fraction

    @property
    def by_model(self) -> dict[str, Fraction]:
        """The five numbers by name."""
        return {
            "View": self.view,
            "Table": self.table,
            "adaptive continual release": self.continual,
            "Interactive": self.interactive,
            "Table of pi^B": self.post_processed,
        }

    def __str__(self) -> str:
        return ", ".join(f"{name} {value}" for name, value in self.by_model.items())


@cache
def played_deltas(kernel: Kernel, horizon: int, factor: Fraction) -> Deltas:
    """Lists and tables played one by one; adversaries prefix by prefix."""
    machine = kernel_as_machine(kernel)
    return Deltas(
        view_laws(machine, horizon).delta(factor),
        table_laws(machine, horizon).delta(factor),
        continual(kernel, horizon, gain(factor)),
        interactive(kernel, horizon, gain(factor)),
        post_processed(kernel, horizon, gain(factor)),
    )


def require_rho(kernel: Kernel, horizon: int, notion: Notion, laws: Laws) -> None:
    """The library's zCDP constant must be within the bounds from the laws."""
    low, high = zcdp_between(laws.exact_pairs(), grid=Fraction(21, 20))
    known = zcdp_constant(library_policy(kernel, horizon), notion, 6)
    agree = at_most(low, ball(known.upper)), at_most(ball(known.lower), high)
    for holds in agree:
        require(holds, "The zCDP constant differs.", at_least=low, at_most=high, rho=known)


@cache
def library_deltas(kernel: Kernel, horizon: int, factor: Fraction) -> Deltas:
    """The same five numbers from the library, which takes the policy as a kernel."""
    policy = library_policy(kernel, horizon)
    return Deltas(
        delta(policy, Notion.VIEW, factor),
        delta(policy, Notion.TABLE, factor),
        delta(policy, Notion.ADAPTIVE, factor),
        delta(policy, Notion.INTERACTIVE, factor),
        delta_of_diverted(policy, factor),
    )


def agreed_deltas(kernel: Kernel, horizon: int, factor: Fraction) -> Deltas:
    """The five deltas on which both routes agree."""
    played, known = played_deltas(kernel, horizon, factor), library_deltas(kernel, horizon, factor)
    if played != known:
        raise RuntimeError(f"The two routes give {played} and {known}; one of them is wrong.")
    return played
