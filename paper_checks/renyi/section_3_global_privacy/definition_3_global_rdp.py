"""Claims about global RDP: Definition 3 and the remark after it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction

from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import table_laws, view_laws
from banditproof.paper_checks.models.policy_protocols import (
    Kernel,
    differ_once,
    kernel_as_machine,
    library_policy,
    random_kernel,
)
from banditproof.paper_checks.models.separating_policies import signs_by_arm
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import proved
from banditproof.theory.balls import ball, enclose
from banditproof.verify.definitions.concentrated import renyi_constant
from banditproof.verify.definitions.notions import Notion

repeated(
    "renyi.def3.mechanism",
    of="thesis.eq3.2",
    statement=r"For a list $R=[r_1,\dots,r_T]$ the policy outputs $A=[a_1,\dots,a_T]$ with "
    r"probability $\mathcal M^\pi_R(A)=\prod_{t=1}^T\pi_t(a_t\mid a_1,r_1,\dots,a_{t-1},r_{t-1})$, "
    r"and $\sum_{A\in[K]^T}\mathcal M^\pi_R(A)=1$ (Remark).",
    title="the mechanism of a policy on lists",
    place="3 before Definition 3, and Remark",
)
Near = Callable[[Sequence[object], Sequence[object]], bool]


@claim(
    "renyi.def3",
    r"$\pi$ is $\epsilon$-global DP if $\sup_{A\in[K]^T,\,R\sim R'}\mathcal M^\pi_R(A)-e^\epsilon"
    r"\mathcal M^\pi_{R'}(A)\le0$ (3), and $(\alpha,\epsilon)$-global RDP, $\alpha>1$, if $\sup_{R"
    r"\sim R'}D_\alpha(\mathcal M^\pi_R\|\mathcal M^\pi_{R'})\le\epsilon$ (4); $R\sim R'$ differ "
    r"in a single time step.",
    recorded="holds",
    reading=r"in (3) $A$ is one sequence, which says the same as all events",
    mutants={
        "two rewards differ": {
            "near": lambda x, y: sum(u != v for u, v in zip(x, y, strict=True)) == 2
        },
        "only the last reward counts": {"near": lambda x, y: x[:-1] == y[:-1] and x != y},
    },
)
def global_privacy(near: Near = differ_once, proof: Proof = written_proof("renyi.def3")) -> Verdict:
    """e^eps over all events, and the second moment, against the library's View notion."""
    source = random.Random(33)
    for number in range(2):
        kernel = random_kernel(source, 3)
        laws = view_laws(kernel_as_machine(kernel), 3, near=near)
        factor = Fraction(laws.ratio())
        # no event gains anything at the largest ratio of single sequences
        gains = laws.delta(factor), laws.delta(factor * Fraction(999, 1000))
        require(gains[0] == 0 < gains[1], "Events need another eps.", kernel=number, gains=gains)
        known = renyi_constant(library_policy(kernel, 3), Notion.VIEW, 2, 12)
        moment = enclose(lambda laws=laws: ball(Fraction(laws.moment(2))).log(), 12)  # type: ignore[misc]
        same = known.lo <= moment.hi and moment.lo <= known.hi
        require(same, "Near lists have another D_2.", kernel=number, library=known, found=moment)
    return proof.verdict(
        "For pure DP single sequences are enough, so (3) is pure View DP; (4) is View RDP at one "
        "order. The input is the list of observed rewards.",
        instances="Two random kernels at T = 3, K = 2: all events at the largest ratio, and D_2, "
        "by two routes.",
    )


@claim(
    "renyi.def3.tables",
    r"$(2,\epsilon)$-global RDP on lists does not give $(2,\epsilon)$-RDP on tables of potential "
    r"rewards: with $T=K=2$, $a_1$ a fair coin and $\Pr[a_2=1]=\frac1{10}$ if $r_1=a_1$, else "
    r"$\frac1{100}$, $D_2$ is larger on tables.",
    recorded="holds",
    stated=False,
    title="global RDP protects observed rewards only",
    kind="derived",
    mutants={
        "a policy that forgets": {"kernel": lambda seen: (Fraction(1, 2), Fraction(1, 2))},
        "sharper: twice as large": {"times": Fraction(2)},
    },
)
def only_lists(kernel: Kernel = signs_by_arm, times: Fraction = Fraction(1)) -> Verdict:
    """The largest second moments on lists and on tables, exact."""
    sides, machine = Sides(), kernel_as_machine(kernel)
    view, table = (Fraction(of(machine, 2).moment(2)) for of in (view_laws, table_laws))
    sides.below(1 + times * (view - 1), table, "Tables have no larger D_2.", lists=view)
    return proved(
        f"exp(D_2) is {view} on lists and {table} on tables; what lists give on tables is "
        "zcdp.fix.prop1d.renyi.",
        covered="All neighbouring lists and tables of 0 and 1, exact.",
        universal=None,
        sharpness=sides.sharpness,
    )
