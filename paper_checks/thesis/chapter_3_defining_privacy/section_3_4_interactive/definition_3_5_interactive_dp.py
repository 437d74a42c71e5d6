"""Claims about the interactive protocol: its box, Definition 3.5, Figure 3.3."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import accumulate

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models import separating_policies as separating
from banditproof.paper_checks.models.deltas_twice import library_deltas
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import (
    Laws,
    interactive_laws,
    post_processed_laws,
)
from banditproof.paper_checks.models.policy_protocols import (
    Actions,
    Kernel,
    Machine,
    Row,
    Seen,
    adversaries,
    kernel_as_machine,
    random_kernel,
)
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified

Adversary = Mapping[Actions, int]


@claim(
    "thesis.interactive.protocol",
    r"For $t=1,\dots,T$: (1) $a_t\sim\pi_t(\cdot\mid q_1,x_{1,q_1},\dots,q_{t-1},x_{t-1,q_{t-1}})$;"
    r" (2) the adversary queries $q_t=B_t(a_1,\dots,a_t)$; (3) the policy observes $x_{t,q_t}$. "
    r"(Kernel reading: the memory holds queries, not the policy's own actions.)",
    recorded="holds",
    mutants={
        "labels are the own actions": {"label": formal.own},
        "rewards of the own column": {"reward": formal.own_entry},
        "the query is the first one for ever": {"label": lambda a: ("B", a[:1])},
    },
)
def interactive_protocol(
    label: formal.Label = formal.queried, reward: formal.Namer = formal.table_entry
) -> Verdict:
    """What reaches the policy for an adversary and a table of which nothing is known."""
    for _, actions in formal.all_sequences():
        seen = [(("B", p), ("x", len(p), ("B", p))) for p in accumulate((a,) for a in actions)]
        due = formal.with_memory(actions, seen)
        found = formal.factors(actions, reward, label)
        on_tables = formal.factors(actions, formal.table_entry)
        formal.require_same(
            actions, found, due, "The policy sees something else than answers to queries."
        )
        with_id = formal.factors(actions, reward, formal.own)
        formal.require_same(actions, with_id, on_tables, "With B = id this is not the table game.")
    return certified(
        "The policy sees queries and queried entries only; its own actions reach it through the "
        "adversary alone, and with B = id the protocol is the table game.",
        covered="Every kernel, adversary and real table, as formal products, for T <= 4 with two "
        "arms and T <= 3 with three.",
        not_covered="The machine reading, in which the policy also remembers its own actions "
        "(thesis.def3.5.machine).",
    )


Played = Callable[[Machine, int, Adversary], Laws]


def queried_laws(machine: Machine, horizon: int, adversary: Adversary) -> Laws:
    """One adversary of the protocol on all neighbouring tables."""
    return interactive_laws(machine, horizon, adversary.__getitem__)


def _memory_of_own_actions(machine: Machine, horizon: int, adversary: Adversary) -> Laws:
    def with_own_labels(actions: Actions, seen: Seen) -> Row:
        own_seen = tuple((a, r) for a, (_, r) in zip(actions, seen, strict=True))
        return machine(actions, own_seen)

    return interactive_laws(with_own_labels, horizon, adversary.__getitem__)


@claim(
    "thesis.def3.5",
    r"$\pi$ is $(\varepsilon,\delta)$-Interactive DP if for all $B$ and $S\subseteq[K]^T$: "
    r"$\sup_{\mathbf x\sim\mathbf x'}\Pr[\mathrm{View}_{B,\pi,\mathbf x}\in S]-e^\varepsilon"
    r"\Pr[\mathrm{View}_{B,\pi,\mathbf x'}\in S]\le\delta$; $\rho$-Interactive zCDP if "
    r"$D_\alpha\le\rho\alpha$ for all $B$, $\alpha>1$. (Kernel reading.)",
    recorded="holds",
    mutants={
        "rewards of the own column": {
            "played": lambda m, t, b: post_processed_laws(m, t, b.__getitem__)
        },
        "the adversary repeats the action": {
            "played": lambda m, t, b: interactive_laws(m, t, lambda actions: actions[-1])
        },
        "the policy remembers its own actions": {"played": _memory_of_own_actions},
    },
)
def interactive_privacy(played: Played = queried_laws) -> Verdict:
    """Every deterministic adversary played on every pair of tables, against the library."""
    source, factor = random.Random(35), Fraction(6, 5)
    kernels: list[tuple[Kernel, int]] = [
        (separating.copies_after_a_foreign_query, 2),
        (separating.leaks_at_label_zero, 3),
        (separating.first_label_is_second_reward, 3),
        (random_kernel(source, 3), 3),
    ]
    for number, (kernel, horizon) in enumerate(kernels):
        machine = kernel_as_machine(kernel)
        found = max(played(machine, horizon, b).delta(factor) for b in adversaries(horizon - 1))
        known = library_deltas(kernel, horizon, factor).interactive
        require(
            found == known,
            "The adversaries played one by one give another delta than the library.",
            policy=number,
            T=horizon,
            found=found,
            library=known,
        )
    return certified(
        "The definition is computable: all 64 deterministic adversaries of three rounds, each on "
        "all neighbouring tables, have the largest delta that the library finds by backward "
        "induction.",
        covered="Four kernels with K = 2, T = 2 and 3, rewards 0 and 1, e^eps = 6/5.",
        not_covered="Other rewards and horizons; random adversaries (thesis.rem3.14); zCDP "
        "(thesis.def3.5.open_loop); machines (thesis.def3.5.machine).",
    )


@claim(
    "thesis.fig3.3",
    r"Figure 3.3: the policy sends $a_t$ to the adversary $B$; $B$ sends $q_t$ to the table; the "
    r"table sends $x_{t,q_t}$ to the policy; the view of $B$ is $(a_1,\dots,a_T)$.",
    recorded="holds",
    mutants={
        "the table answers the action": {"reward": formal.own_entry},
        "the table answers a fixed column": {"reward": lambda a, label: ("x", len(a), 0)},
    },
)
def interactive_picture(reward: formal.Namer = formal.table_entry) -> Verdict:
    """One run with an adversary who always queries the other arm."""
    seen = formal.rewards_seen((0, 1, 0), reward, lambda a: 1 - a[-1])
    finding = "The table answers something else than the query."
    require(seen == [("x", 1, 1), ("x", 2, 0)], finding, queries=(2, 1), entries=seen)
    return certified(
        "With actions 1, 2 and queries 2, 1 the table shows x[1,2] and x[2,1].",
        covered="The arrows of the picture on one run; thesis.interactive.protocol has all.",
        not_covered="The drawing.",
    )
