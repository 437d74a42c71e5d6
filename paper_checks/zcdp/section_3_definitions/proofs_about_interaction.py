"""The proofs about Interactive zCDP: Proposition 2, closed policies, releases."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from banditproof.paper_checks.models.neighbouring_laws import interactive_laws
from banditproof.paper_checks.models.policy_protocols import (
    kernel_as_machine,
    library_machine,
    random_kernel,
)
from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    Instance,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
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
