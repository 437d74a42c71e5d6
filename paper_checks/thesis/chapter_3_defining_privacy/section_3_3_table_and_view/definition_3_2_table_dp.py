"""Claims about tables of potential rewards: equation (3.1), Definition 3.2, Figure 3.1."""

from __future__ import annotations

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.formal_products import Namer, rewards_seen, table_entry
from banditproof.paper_checks.models.neighbouring_laws import TABLES
from banditproof.paper_checks.models.policy_protocols import differ_once, table_reward
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified
from banditproof.verify.definitions.notions import Notion

from .laws_and_neighbours import (
    Near,
    Product,
    neighbours_of,
    one_entry,
    product_along,
    product_is_the_law,
    without_the_first_factor,
)

equation_3_1 = product_along(table_reward)


@claim(
    "thesis.eq3.1",
    r"$\mathcal M^\pi_{\mathbf x}(a_1,\dots,a_T)=\prod_{t=1}^T\pi_t(a_t\mid a_1,x_{1,a_1},\dots,"
    r"a_{t-1},x_{t-1,a_{t-1}})$ is a law on $[K]^T$.",
    recorded="holds",
    mutants={
        "always the first column": {
            "law": product_along(lambda table: lambda actions, label: table[len(actions) - 1][0])
        },
        "the row of the next round": {
            "law": product_along(lambda table: lambda actions, label: table[len(actions)][label])
        },
        "first factor forgotten": {"law": without_the_first_factor(table_reward)},
    },
)
def table_law(law: Product = equation_3_1) -> Verdict:
    """The printed product on all tables; the last row is in no factor."""
    return product_is_the_law(TABLES, law, table_entry)


@claim(
    "thesis.def3.2",
    r"$\pi$ is $(\varepsilon,\delta)$-Table DP ($\rho$-Table zCDP) iff $\mathcal M^\pi$ is "
    r"$(\varepsilon,\delta)$-DP ($\rho$-zCDP), where $\mathbf x\sim\mathbf x'$ differ in at most "
    r"one row.",
    recorded="holds",
    mutants={
        "one entry instead of one row": {"near": one_entry},
        "all rows but one": {"near": lambda x, y: not differ_once(x, y) and x != y},
    },
)
def table_privacy(near: Near = differ_once) -> Verdict:
    """delta and rho by row neighbours, by two routes."""
    return neighbours_of(TABLES, Notion.TABLE, near)


@claim(
    "thesis.fig3.1",
    r"Figure 3.1: a $T\times K$ table of potential rewards goes into the policy; one entry of each "
    r"row is observed, at the column of the action; the actions come out.",
    recorded="holds",
    mutants={
        "one column is observed": {"reward": lambda a, label: ("x", len(a), 0)},
        "rows and columns exchanged": {"reward": lambda a, label: ("x", a[-1] + 1, len(a))},
    },
)
def table_picture(reward: Namer = table_entry) -> Verdict:
    """The entries on the path of one trajectory through the table."""
    seen = rewards_seen((0, 1, 0, 0), reward)
    due = [("x", 1, 0), ("x", 2, 1), ("x", 3, 0)]
    require(seen == due, "Other entries are observed.", seen=seen, due=due)
    return certified(
        "Along 1, 2, 1, 1 the policy observes x[1,1], x[2,2], x[3,1]: one entry of each row.",
        covered="The objects of the picture on one trajectory; thesis.eq3.1 has all.",
        not_covered="The drawing.",
    )
