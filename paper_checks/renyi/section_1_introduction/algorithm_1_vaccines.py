"""Claims about the protocol with users and its example: Example 1 and Algorithm 1."""

from collections.abc import Callable
from fractions import Fraction
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.exact_games import require_or_repair
from banditproof.paper_checks.models.neighbouring_laws import Laws, view_laws
from banditproof.paper_checks.models.policy_protocols import Kernel, kernel_as_machine
from banditproof.paper_checks.verdicts.vocabulary import need, proved
from ...models.separating_policies import copies_the_first_reward, signs_by_arm

MOMENT = Fraction(3, 2)
"""exp(eps) at order alpha = 2, where exp((alpha - 1) D_alpha) is the second moment."""


def any_policy(laws: Laws) -> bool:
    """As printed: the input is a policy."""
    return True


def private_policy(laws: Laws) -> bool:
    """A (2, eps)-global RDP policy."""
    return laws.moment(2) <= MOMENT


@checks("renyi.alg1", subjects={"chosen": (any_policy, private_policy)})
@mutant("sharper: 1.45 for 3/2", bound=Fraction(145, 100))
@mutant("the next user's reward", reward=lambda a, label: ("x", "t + 1", a[-1]))
@mutant("the first user's reward again", reward=lambda a, label: ("x", 1, a[-1]))
def protocol_with_users(
    chosen: Callable[[Laws], bool],
    reward: formal.Namer = formal.table_entry,
    bound: Fraction = MOMENT,
) -> Verdict:
    """What a round shows, as a term; the moments of order 2 of two policies."""
    finding = "The policy sees other entries than its own past ones."
    formal.require_one_law((formal.own, reward), (formal.own, formal.own_entry), finding)
    kernels: dict[str, Kernel] = {
        "a coin, then a noisy sign": signs_by_arm,
        "a_1 = 1, then a_2 tells r_1": copies_the_first_reward,
    }
    results = {name: view_laws(kernel_as_machine(kernel), 2) for name, kernel in kernels.items()}
    outputs = {name: laws.moment(2) for name, laws in results.items() if chosen(laws)}
    need(len(outputs) > 0, "No policy is chosen")
    for name, moment in outputs.items():
        require_or_repair(
            moment <= bound,
            "Nothing is asked of the policy, and the actions of one that tells a reward are not "
            "private at any level; the text designs policies that are (alpha, eps)-global RDP.",
            policy=name,
            T=2,
            K=2,
            alpha=2,
            exp_D=moment,
        )
    return proved()
