"""The proofs of Proposition 3.15, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from banditproof.paper_checks.models import separating_policies as separating
from banditproof.paper_checks.models.neighbouring_laws import (
    LISTS,
    TABLES,
    TREES,
    table_laws,
    total,
    tree_laws,
    view_laws,
)
from banditproof.paper_checks.models.policy_protocols import kernel_as_machine
from banditproof.paper_checks.models.separating_policies import appendix
from banditproof.paper_checks.proofs import Computed, Given, Inequality, OnClaim, Proof, Textbook
from banditproof.paper_checks.verdicts.vocabulary import need

from .proof_of_proposition_3_12 import EVENT, MACHINES

LAWS = "v in [0,1], w in [0,1], m in [0,1], n in [0,1], p in [0,1], q in [0,1]"
BUDGETS = "eps in [0,inf), delta in [0,1], rho in [0,inf), a in (1,inf)"


def tables_as_trees() -> Iterator[dict[str, Fraction]]:
    """Two tables that differ in the second row, and the trees that look at the last action."""
    tables = (((0, 1), (1, 1)), ((0, 1), (0, 1)))
    trees = (((0, 1), (1, 1, 1, 1)), ((0, 1), (0, 1, 0, 1)))
    m, n = (total(TABLES.law(appendix, 3, table), EVENT) for table in tables)
    v, w = (total(TREES.law(appendix, 3, tree), EVENT) for tree in trees)
    yield {"v": v, "w": w, "m": m, "n": n, "eps": Fraction(0), "delta": Fraction(1)}


RELEASE = Proof(
    "thesis.prop3.15.a",
    instances=tables_as_trees,
    where=f"{LAWS}, {BUDGETS}, dv in [0,inf), dm in [0,inf)",
    parts=(5,),
    steps=(
        OnClaim(1, MACHINES, claim="thesis.def3.5.machine.repaired"),
        OnClaim(
            2,
            r"For tables that differ in the row $t^\star$ only, $\mathcal M^\pi_{\mathbf x}(E)$ is "
            r"the probability that the left view of $\mathcal A(\mathbf x,\mathbf x')$ is in $E$.",
            "m == v",
            claim="thesis.red3.repaired",
            uses=(1,),
        ),
        OnClaim(
            3,
            r"$\mathcal M^\pi_{\mathbf x'}(E)$ is that of the right view.",
            "n == w",
            claim="thesis.red3.repaired",
            uses=(1,),
        ),
        Given(
            4,
            r"$\pi$ is $(\varepsilon,\delta)$-DP in the adaptive continual release model; for this "
            "adversary.",
            "v <= exp(eps)*w + delta",
        ),
        Inequality(
            5,
            r"$\pi$ is $(\varepsilon,\delta)$-Table DP, pure DP ($\delta=0$) included.",
            "m <= exp(eps)*n + delta",
            uses=(2, 3),
            weights={4: "1"},
        ),
        Given(6, r"$\rho$-zCDP in that model.", "dv <= rho*a"),
        OnClaim(
            7,
            "The two laws are the two views, so their divergences are one number.",
            "dm == dv",
            claim="thesis.red3.repaired",
            uses=(1,),
        ),
        Inequality(
            8,
            r"$\pi$ is $\rho$-Table zCDP.",
            "dm <= rho*a",
            uses=(7,),
            weights={6: "1"},
        ),
    ),
)


def paths_in_trees() -> Iterator[dict[str, Fraction]]:
    """Two trees that differ at depth 2, and a sequence with its lists, for one policy."""
    trees, a = (((0, 1), (1, 0, 1, 1)), ((0, 1), (0, 0, 0, 1))), (0, 1, 0)
    m, n = (TREES.law(appendix, 3, tree)[a] for tree in trees)
    v, w = (LISTS.law(appendix, 3, (tree[0][0], tree[1][1]))[a] for tree in trees)
    p, q = (total(TREES.law(appendix, 3, tree), EVENT) for tree in trees)
    yield {"v": v, "w": w, "m": m, "n": n, "p": p, "q": q, "eps": Fraction(50)}


EQUAL = Proof(
    "thesis.prop3.15.b",
    where=f"{LAWS}, {BUDGETS}",
    instances=paths_in_trees,
    steps=(
        OnClaim(
            1,
            r"$\varepsilon$-DP in adaptive continual release gives $\varepsilon$-Table DP.",
            claim="thesis.prop3.15.a",
        ),
        OnClaim(
            2,
            r"$\varepsilon$-Table DP is $\varepsilon$-View DP.",
            claim="thesis.prop3.12.a",
            uses=(1,),
        ),
        OnClaim(3, MACHINES, claim="thesis.def3.5.machine.repaired"),
        OnClaim(
            4,
            r"A single sequence $\mathbf a$ has in the left view the View probability of its list "
            r"$\mathcal A^{L,t^\star}(\mathbf a)$.",
            "m == v",
            claim="thesis.rem3.10.lists",
            uses=(3,),
        ),
        OnClaim(
            5,
            r"In the right view that of $\mathcal A^{R,t^\star}(\mathbf a)$, a neighbour.",
            "n == w",
            claim="thesis.rem3.10.lists",
            uses=(3,),
        ),
        Given(
            6,
            r"$\pi$ is $\varepsilon$-View DP; for these lists and $\{\mathbf a\}$.",
            "v <= exp(eps)*w",
        ),
        Inequality(
            7,
            r"The relation for every adversary, $t^\star$ and single $\mathbf a$.",
            "m <= exp(eps)*n",
            uses=(4, 5),
            weights={6: "1"},
        ),
        Textbook(
            8,
            r"For every event: $\varepsilon$-View DP gives $\varepsilon$-DP in adaptive continual "
            "release, and with steps 1 and 2 the three are equivalent.",
            "p <= exp(eps)*q",
            fact="textbook.elementary-probability:atoms",
            over=("m", "n"),
            hypotheses={"the relation for each single outcome": 7},
            instance={"p": "p", "q": "q", "c": "exp(eps)", "A": "m", "B": "n"},
            uses=(2,),
        ),
    ),
)

ONE_BUDGET = Proof(
    "thesis.sec3.6.claims.pure",
    (
        OnClaim(1, "Table DP and View DP, pure.", claim="thesis.prop3.12.a"),
        OnClaim(
            2,
            r"The three notions at the same $\varepsilon$.",
            claim="thesis.prop3.15.b",
            uses=(1,),
        ),
    ),
)


def both_steps_are_strict() -> str:
    """A policy with a larger delta on tables than on lists, and one on trees than on tables."""
    found = []
    for kernel, factor, few, many in (
        (separating.blind_in_three_rounds, Fraction(1), view_laws, table_laws),
        (separating.first_label_is_second_reward, Fraction(5, 4), table_laws, tree_laws),
    ):
        machine = kernel_as_machine(kernel)
        less, more = (of(machine, 3).delta(factor) for of in (few, many))
        need(less < more, "The two deltas of a policy are one", deltas=(less, more))
        found.append(f"{less} < {more} at e^eps = {factor}")
    return f"deltas {', and '.join(found)}"


STRONGER = Proof(
    "thesis.sec3.6.claims.order",
    where="view in [0,1], table in [0,1], tree in [0,1], eps in [0,inf), v in [0,1], w in [0,1], "
    "m in [0,1], n in [0,1]",
    parts=(7,),
    steps=(
        OnClaim(
            1,
            r"Let $\pi$ be $(\varepsilon,\delta)$-Table DP, with the Table $\delta$ of this "
            r"$\varepsilon$. Then it is $(\varepsilon,\delta)$-View DP: for each event "
            r"$v=\mathcal V_{\mathbf r}(E)$ and $w=\mathcal V_{\mathbf r'}(E)$.",
            "v <= exp(eps)*w + table",
            claim="thesis.prop3.12.b",
            of_step=5,
            instance={"delta": "table"},
        ),
        Inequality(2, "The gain of $E$.", "v - exp(eps)*w <= table", weights={1: "1"}),
        Textbook(
            3,
            r"For each $\varepsilon$ the View $\delta$, the largest gain, is at most the Table "
            r"$\delta$.",
            "view <= table",
            fact="textbook.bounds-of-sets:least upper bound",
            over=("v", "w"),
            hypotheses={"c is an upper bound": 2},
            instance={"high": "view", "c": "table", "X": "v - exp(eps)*w"},
        ),
        OnClaim(
            4,
            r"So with the $\delta$ of adaptive continual release: $\pi$ is "
            r"$(\varepsilon,\delta)$-Table DP, for $m=\mathcal M_{\mathbf x}(E)$ and "
            r"$n=\mathcal M_{\mathbf x'}(E)$.",
            "m <= exp(eps)*n + tree",
            claim="thesis.prop3.15.a",
            of_step=5,
            instance={"delta": "tree"},
        ),
        Inequality(5, "The gain on tables.", "m - exp(eps)*n <= tree", weights={4: "1"}),
        Textbook(
            6,
            r"The Table $\delta$ is at most that of adaptive continual release.",
            "table <= tree",
            fact="textbook.bounds-of-sets:least upper bound",
            over=("m", "n"),
            hypotheses={"c is an upper bound": 5},
            instance={"high": "table", "c": "tree", "X": "m - exp(eps)*n"},
        ),
        Inequality(
            7,
            "So the three are in this order.",
            "view <= tree",
            weights={3: "1", 6: "1"},
        ),
        Computed(
            8, r"Both steps are strict for $\delta>0$, for a policy each.", by=both_steps_are_strict
        ),
    ),
)
