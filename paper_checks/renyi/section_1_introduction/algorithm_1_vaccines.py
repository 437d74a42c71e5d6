"""Claims about the protocol with users and its example: Example 1 and Algorithm 1."""

from fractions import Fraction
from math import inf
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.neighbouring_laws import view_laws
from banditproof.paper_checks.models.policy_protocols import Kernel, kernel_as_machine
from banditproof.paper_checks.verdicts.vocabulary import points, proved, require
from ...models.separating_policies import copies_the_first_reward, signs_by_arm

MOMENT = Fraction(3, 2)
"""exp(eps) at order alpha = 2, where exp((alpha - 1) D_alpha) is the second moment."""


@checks("renyi.alg1")
@mutant("the next user's reward", reward=lambda a, label: ("x", "t + 1", a[-1]))
@mutant("the first user's reward again", reward=lambda a, label: ("x", 1, a[-1]))
@mutant("sharper: nothing is seen of round t", reward=lambda a, label: ("x", formal.number(a)))
def protocol_with_users(reward: formal.Namer = formal.table_entry) -> Verdict:
    """What a round shows, as a term."""
    finding = "The policy sees other entries than its own past ones."
    formal.require_one_law((formal.own, reward), (formal.own, formal.own_entry), finding)
    return proved()


KERNELS: dict[str, Kernel] = {
    "a coin, then a noisy sign": signs_by_arm,
    "a_1 = 1, then a_2 tells r_1": copies_the_first_reward,
}


@checks("renyi.alg1.goal")
@mutant("sharper: 1.45 for 3/2", bound=Fraction(145, 100))
@mutant("any policy is private", tells="a coin, then a noisy sign")
def output_is_a_goal(
    bound: Fraction = MOMENT, tells: str = "a_1 = 1, then a_2 tells r_1"
) -> Verdict:
    """The moments of order 2 of two policies: as private as the policy is."""
    results = {name: view_laws(kernel_as_machine(kernel), 2) for name, kernel in KERNELS.items()}
    moments = {name: laws.moment(2) for name, laws in results.items()}
    private = moments["a coin, then a noisy sign"]
    require(private <= bound, "The output is less private.", exp_D=private, bound=bound)
    require(moments[tells] == inf, "The output of any policy is private.", policy=tells)
    return points(numbers={name: str(value) for name, value in moments.items()})
