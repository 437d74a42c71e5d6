"""The proofs about Interactive zCDP: Proposition 2, closed policies, releases, fixed answers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.neighbouring_laws import interactive_laws
from banditproof.paper_checks.models.policy_protocols import (
    kernel_as_machine,
    library_machine,
    random_kernel,
)
from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Inequality,
    Instance,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.vocabulary import need
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.definitions.concentrated import renyi_constant
from banditproof.verify.definitions.notions import Notion


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


FIRST_PART = Proof(
    "zcdp.prop2.a",
    instances=identity_adversary,
    where="view in [0,inf), table in [0,inf), rho in [0,inf), a in (1,inf)",
    steps=(
        OnClaim(
            1,
            r"The adversary $B_t(o_1,\dots,o_t)=o_t$ plays the table mechanism, so the divergences "
            "of her views and of the table mechanism are one number.",
            "table == view",
            claim="thesis.prop3.13.a",
        ),
        Given(2, r"$\pi$ is $\rho$-Interactive zCDP; for this adversary.", "view <= rho*a"),
        Inequality(
            3,
            r"$D_\alpha(\mathcal M^\pi_d\|\mathcal M^\pi_{d'})\le\rho\alpha$.",
            "table <= rho*a",
            uses=(1,),
            weights={2: "1"},
        ),
    ),
)
EQUIVALENT = Proof(
    "zcdp.prop2.b",
    where="asked in [1,inf), post in [1,inf), rho in [0,inf), a in (1,inf)",
    parts=(3, 5),
    steps=(
        OnClaim(
            1,
            r"For each $\alpha$ the supremum of $(\alpha-1)D_\alpha$ over all $B$ and $d\sim d'$"
            r" is the same for the views of $B$ and for the tables of $\pi^B$.",
            "log(asked) == log(post)",
            claim="thesis.prop3.13.b.repaired",
            of_step=11,
        ),
        Given(2, r"If $\pi$ is $\rho$-Interactive zCDP,", "log(asked) <= (a-1)*rho*a"),
        Inequality(
            3,
            r"then every $\pi^B$ is $\rho$-Table zCDP;",
            "log(post) <= (a-1)*rho*a",
            uses=(1,),
            weights={2: "1"},
        ),
        Given(4, r"if every $\pi^B$ is $\rho$-Table zCDP,", "log(post) <= (a-1)*rho*a"),
        Inequality(
            5,
            r"then $\pi$ is $\rho$-Interactive zCDP.",
            "log(asked) <= (a-1)*rho*a",
            uses=(1,),
            weights={4: "1"},
        ),
        Parts(6, "Both directions.", uses=(3, 5)),
    ),
)
CLOSED = Proof(
    "zcdp.prop2.closed.equivalent",
    (
        OnClaim(1, r"$\rho$-Interactive zCDP implies $\rho$-Table zCDP.", claim="zcdp.prop2.a"),
        Given(
            2,
            r"$\pi$ is closed: if it is $\rho$-Table zCDP, so is every post-processed $\pi^B$.",
        ),
        OnClaim(
            3,
            r"If every $\pi^B$ is $\rho$-Table zCDP, $\pi$ is $\rho$-Interactive zCDP.",
            claim="zcdp.prop2.b",
            uses=(2,),
        ),
        Parts(4, r"For a closed policy the two are equivalent.", uses=(1, 3)),
    ),
)
RELEASES = "rho in [0,inf), a in (1,inf), cond in [1,inf), joint in [1,inf), mean in [1,inf), "
RELEASES += "view in [1,inf), div in [0,inf)"
EPISODES = Proof(
    "zcdp.prop2.closed.episodes.repaired",
    where=RELEASES,
    steps=(
        Given(
            1,
            r"Tables $d,d'$ differ in row $j$. Let $F$ be the adversary's coins and all releases "
            r"and recommendations before the episode that contains step $j$, with those of its "
            r"beginning: where it ends is decided there, from earlier releases and public "
            r"contexts. They see rows before $j$ only; so $F$ has one law under $d$ and under "
            r"$d'$, on a standard "
            "Borel space.",
        ),
        Textbook(
            2,
            r"The moment $e^{(\alpha-1)D_\alpha}$ of $F$ with the release $X$ of that episode is "
            r"the mean of the moments of $X$ given $F$.",
            "joint == mean",
            fact="textbook.common-part",
            hypotheses={
                "one law of the first part": 1,
                "standard Borel spaces, or a countable first part": 1,
            },
            instance={"joint": "joint", "mean": "mean"},
        ),
        Given(
            3,
            r"Given $F$ the queries of the episode are fixed (its recommendations are, and they "
            r"reveal nothing before its end), so its rewards under $d$ and $d'$ differ in one "
            r"place, and the release is $\rho$-zCDP in them.",
            "cond <= exp((a-1)*rho*a)",
        ),
        Textbook(
            4,
            "So the mean is at most this bound.",
            "mean <= exp((a-1)*rho*a)*1",
            fact="textbook.elementary-probability:mean",
            over=("cond",),
            hypotheses={"X <= c Y at every outcome": 3},
            instance={"x": "mean", "y": "1", "c": "exp((a-1)*rho*a)", "X": "cond", "Y": "1"},
        ),
        Given(
            5,
            r"All that follows is one kernel of $F$, $X$ and the rows after the episode, which "
            r"agree: later releases draw fresh noise, recommendations read releases only, and the "
            r"adversary reads recommendations. The recommendations are a function of it.",
        ),
        Textbook(
            6,
            r"So her view has a moment that is no larger.",
            "view <= joint",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 5},
            instance={"after": "view", "before": "joint"},
        ),
        Inequality(
            7,
            "It is at most the bound,",
            "view <= exp((a-1)*rho*a)",
            uses=(2, 4, 6),
        ),
        Inequality(
            8,
            "and so is its logarithm,",
            "log(view) <= (a-1)*rho*a",
            uses=(7,),
            monotone=("log", "exp((a-1)*rho*a)", "view"),
        ),
        Given(9, r"which is $(\alpha-1)D_\alpha$ of the two views.", "log(view) == (a-1)*div"),
        Inequality(
            10,
            r"$D_\alpha(\mathrm{View}_{B,\pi,d}\|\mathrm{View}_{B,\pi,d'})\le\rho\alpha$ for every "
            r"$B$ and $\alpha>1$; with $B=\mathrm{id}$ it is $\rho$-Table zCDP.",
            "div <= rho*a",
            uses=(8, 9),
        ),
    ),
)
TREE = Proof(
    "zcdp.prop2.closed.tree",
    where="rho in [0,inf), a in (1,inf), nodes in [0,inf), view in [0,inf)",
    steps=(
        Given(
            1,
            r"The tree over $T$ steps is fixed. Step $j$ lies in the blocks of some nodes; the "
            r"noise of each makes its sum $\rho_i$-zCDP, and $\sum\rho_i\le\rho$ over these nodes. "
            r"Recommendations and queries read earlier outputs only: they are 0-zCDP.",
        ),
        Given(
            2,
            r"Each node draws its own noise when its block is complete. Given the outputs before "
            r"it, recommendations and queries among them, it counts fixed entries of the table.",
        ),
        Textbook(
            3,
            r"So all released sums, recommendations and queries together have $D_\alpha\le\rho"
            r"\alpha$ for tables that differ in row $j$.",
            "nodes <= rho*a",
            fact="textbook.composition:concentrated",
            hypotheses={
                "each part is r_i-zCDP": 1,
                "each part draws by itself, given the data and the outputs before it": 2,
            },
            instance={"v": "nodes", "r": "rho", "a": "a"},
        ),
        Textbook(
            4,
            "The recommendations are a part of these.",
            "view <= nodes",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 2},
            instance={"after": "view", "before": "nodes"},
        ),
        Inequality(
            5,
            r"$D_\alpha\le\rho\alpha$ for the view of every $B$; $B=\mathrm{id}$ gives "
            r"$\rho$-Table zCDP.",
            "view <= rho*a",
            weights={3: "1", 4: "1"},
        ),
    ),
)
ROUNDS = "textbook.bounds-of-sets"


def queries_are_answers() -> str:
    """A query on two tables shows a label and two entries of the row of its round."""
    shown: Any = formal.table_entry(formal.ANY, formal.queried(formal.ANY))
    need(shown[1] == formal.number(formal.ANY), "Another row is shown")
    return "an unknown round shows a label and an entry of its own row in each table"


FIXED_ANSWERS = Proof(
    "zcdp.fix.int",
    where="asked in [1,inf), fixed in [1,inf), fed in [1,inf), rounds in [0,inf), joint in [0,inf),"
    " total in [0,inf), view in [0,inf), worst in [0,inf), by_query in [0,inf), by_feed in [0,inf)",
    parts=(1, 2, 15),
    steps=(
        OnClaim(
            1,
            r"For $\alpha>1$: moments along queries on tables are at most those along fixed "
            "answers, and attain them (an infinite supremum makes all above it infinite).",
            "asked == fixed",
            claim="thesis.def3.5.open_loop",
            of_step=9,
        ),
        OnClaim(
            2,
            r"For $\alpha>1$: so do the moments of an adversary who feeds labels and rewards, as "
            "adaptively as she likes.",
            "fed == fixed",
            claim="thesis.def3.5.view_version",
            of_step=7,
        ),
        Given(
            3,
            r"For $\alpha=1$ and any such adversary: given the recommendations before, the next "
            r"ones of a kernel have the laws $\pi_t(\cdot\mid q,r)$ and $\pi_t(\cdot\mid q,r')$ "
            r"of her answers so far.",
        ),
        Textbook(
            4,
            r"KL of her views is the mean over the paths of recommendations of the sum of the KL "
            "of their rounds.",
            "joint == total",
            fact="textbook.chain-rule:sum",
            hypotheses={"the conditional divergence of each round is X": 3},
            instance={"joint": "joint", "total": "total"},
        ),
        Textbook(
            5,
            r"Her answers on a path are some $q,r,r'$, so the sum is at most the supremum over "
            "fixed answers.",
            "rounds <= worst",
            fact=f"{ROUNDS}:supremum",
            hypotheses={"v is a member": 3},
            instance={"v": "rounds", "high": "worst"},
        ),
        Textbook(
            6,
            "So is its mean,",
            "total <= worst*1",
            fact="textbook.elementary-probability:mean",
            over=("rounds",),
            hypotheses={"X <= c Y at every outcome": 5},
            instance={"x": "total", "y": "1", "c": "worst", "X": "rounds", "Y": "1"},
        ),
        Inequality(7, "and KL of her views,", "joint <= worst", uses=(4, 6)),
        Textbook(
            8,
            "and the supremum over all of them.",
            "by_feed <= worst",
            fact=f"{ROUNDS}:least upper bound",
            over=("joint", "total"),
            hypotheses={"c is an upper bound": 7},
            instance={"high": "by_feed", "X": "joint", "c": "worst"},
        ),
        OnClaim(
            9,
            r"Along fixed queries on the tables with constant rows $r$ and $r'$ KL of the views is "
            "the sum of the rounds.",
            "view == rounds",
            claim="thesis.eq4.9",
            of_step=3,
            instance={"joint": "view", "total": "rounds"},
        ),
        Textbook(
            10,
            "This is one of the numbers that queries attain.",
            "view <= by_query",
            fact=f"{ROUNDS}:supremum",
            hypotheses={"v is a member": 9},
            instance={"v": "view", "high": "by_query"},
        ),
        Inequality(11, "So is each sum of rounds,", "rounds <= by_query", uses=(9, 10)),
        Textbook(
            12,
            "and their supremum is at most that of queries,",
            "worst <= by_query",
            fact=f"{ROUNDS}:least upper bound",
            over=("rounds", "view"),
            hypotheses={"c is an upper bound": 11},
            instance={"high": "worst", "X": "rounds", "c": "by_query"},
        ),
        Computed(
            13,
            "whose queries on two tables show a label and two rewards: answers that she may feed.",
            by=queries_are_answers,
        ),
        Textbook(
            14,
            "So the supremum of queries is at most that of her answers,",
            "by_query <= by_feed",
            fact=f"{ROUNDS}:subset",
            hypotheses={"each member of the first set is one of the second": 13},
            instance={"x": "by_query", "y": "by_feed"},
        ),
        Inequality(
            15,
            "and all three are one.",
            "by_query == worst",
            uses=(8, 12, 14),
        ),
        Parts(16, r"Orders above 1, and order 1.", uses=(1, 2, 15)),
    ),
)
