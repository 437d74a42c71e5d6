"""Claims about the protocol with users and its example: Example 1 and Algorithm 1."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.exact_games import require_or_repair
from banditproof.paper_checks.models.neighbouring_laws import Laws, view_laws
from banditproof.paper_checks.models.policy_protocols import Kernel, kernel_as_machine
from banditproof.paper_checks.models.separating_policies import (
    copies_the_first_reward,
    signs_by_arm,
)
from banditproof.paper_checks.statements.claim import pair
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import need, proved

repeated(
    "renyi.ex1",
    of="zcdp.ex1",
    statement=r"Vaccine recommendation: each day a new patient $u_t$ is recommended a vaccine $a_t$"
    r" by a policy, which may heed or ignore her medical conditions (the context). The observed "
    r"$r_t$ is 1 if the vaccine works and 0 otherwise, and can reveal sensitive information about "
    r"her health. The goal is to cure as many patients as possible and to protect their privacy.",
)

MOMENT = Fraction(3, 2)
"""exp(eps) at order alpha = 2, where exp((alpha - 1) D_alpha) is the second moment."""


def any_policy(laws: Laws) -> bool:
    """As printed: the input is a policy."""
    return True


def private_policy(laws: Laws) -> bool:
    """A (2, eps)-global RDP policy."""
    return laws.moment(2) <= MOMENT


@pair(
    "renyi.alg1",
    r"Algorithm 1. Input: a policy $\pi$ and users. For $t=1,\dots,T$: $u_t$ sends a context $c_t$ "
    r"(if available), $\pi$ recommends $a_t$, $u_t$ sends the sensitive reward $r_t$. Output: "
    r"actions satisfying $(\alpha,\epsilon)$-global RDP.",
    r"Algorithm 1 for an $(\alpha,\epsilon)$-global RDP policy $\pi$: at round $t$ it has seen "
    r"$a_1,r_1,\dots,a_{t-1},r_{t-1}$ (and public contexts), and the laws of the actions on "
    r"neighbouring lists of rewards have $D_\alpha\le\epsilon$.",
    recorded="holds-with-repair",
    subjects={"chosen": (any_policy, private_policy)},
    rests_on=("renyi.def3",),
    reading=r"lists of rewards; the context is public",
    repaired_title="protocol, for a private policy",
    mutants={
        "sharper: 1.45 for 3/2": {"bound": Fraction(145, 100)},
        "the next user's reward": {"reward": lambda a, label: ("x", "t + 1", a[-1])},
        "the first user's reward again": {"reward": lambda a, label: ("x", 1, a[-1])},
    },
)
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
    found = {name: view_laws(kernel_as_machine(kernel), 2) for name, kernel in kernels.items()}
    outputs = {name: laws.moment(2) for name, laws in found.items() if chosen(laws)}
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
    return proved(
        "The protocol shows the policy its own past only, and its output is as private as it is.",
        covered="Every kernel, all real rewards, T and K: what a round shows, as a term; D_2 of "
        "two policies on all lists of 0 and 1.",
    )
