"""The proofs about lists, tables and adversaries, step by step.

a is a sequence of actions, v(a | r) its mass if the rewards along it are r. All sums are finite.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof, Textbook

PATH = "textbook.elementary-probability:multiplication"
LAWS = "bern.remB.3.laws"

VIEWS = Proof(
    LAWS,
    where="view in [0,1], kernels in [0,1], own in [0,1]",
    steps=(
        Given(
            1,
            r"In the protocol $a_t$ is drawn from $\pi_t(\cdot\mid "
            r"a_1,r_1,\dots,a_{t-1},r_{t-1})$, and "
            r"$r_s=\mathcal A^{b,t^\star}_s(a_1,\dots,a_s)$, a function of the actions: the left "
            r"reward, for $b=R$ and $s=t^\star$ the right one.",
        ),
        Textbook(
            2,
            r"So $\Pr[\mathrm{View}^{b,t^\star}=\mathbf a]$ is the product of the "
            r"$\pi_t(a_t\mid a_1,"
            r"r_1,\dots,a_{t-1},r_{t-1})$, with factors 1 for the rewards; for $b=L$ these are the "
            r"$\mathcal A^L_s(a_1,\dots,a_s)$.",
            "view == kernels*1",
            fact=PATH,
            hypotheses={"the conditional law of each draw": 1},
            instance={"p": "view", "x": "kernels", "y": "1"},
        ),
        Given(
            3,
            r"$\mathcal V^\pi(\mathbf a\mid\mathbf r)$ is by definition this product, with "
            r"the list "
            r"$\mathbf r$ along $\mathbf a$.",
            "own == kernels",
        ),
        Inequality(
            4,
            r"So it is $\mathcal V^\pi(\mathbf a\mid\mathcal A^{b,t^\star}(\mathbf a))$.",
            "view == own",
            uses=(2, 3),
        ),
        Parts(5, "(a) and (b).", uses=(2, 4)),
    ),
)

NEIGHBOURS = Proof(
    "bern.remB.3.neighbours",
    (
        OnClaim(
            1,
            r"For any actions $\mathbf a$ the rewards seen under $b=L$ and $b=R$, which are "
            r"$\mathcal A^{L,t^\star}(\mathbf a)$ and $\mathcal A^{R,t^\star}(\mathbf a)$, "
            r"differ at "
            r"$t^\star$ only.",
            claim="bern.defB.1",
        ),
    ),
)

RIGHT = Proof(
    "bern.remB.3.right.repaired",
    where="view in [0,1], own in [0,1], left in [0,1], right in [0,1]",
    steps=(
        OnClaim(
            1,
            r"$\Pr[\mathrm{View}^{R,t^\star}=\mathbf a]=\mathcal V^\pi(\mathbf a\mid\mathcal A^{R,"
            r"t^\star}(\mathbf a))$,",
            "view == own",
            claim=LAWS,
            of_step=4,
        ),
        Given(
            2,
            r"which is by definition the product of the $\pi_t$, where "
            r"$\pi_1,\dots,\pi_{t^\star}$ see "
            r"the left rewards $\mathcal A^L_s(a_1,\dots,a_s)$, $s<t^\star$, and the later "
            r"ones besides "
            r"$\mathcal A^R_{t^\star}(a_1,\dots,a_{t^\star})$ and left rewards again, up to "
            r"$\mathcal A^L_{T-1}(a_1,\dots,a_{T-1})$.",
            "own == left*right",
        ),
        Inequality(3, "So the view has this mass.", "view == left*right", uses=(1, 2)),
    ),
)

TABLES = Proof(
    "bern.redB.1",
    where="view in [0,1], table in [0,1], p in [0,1], q in [0,1]",
    steps=(
        Given(
            1,
            r"The adversary offers $(x_{t,a_t},x'_{t,a_t})$; $\mathbf x$ and $\mathbf x'$ "
            r"agree but for "
            r"row $t^\star$. So along $\mathbf a$ the rewards are $x_{t,a_t}$ for $b=L$, "
            r"and for $b=R$ "
            r"$x'_{t^\star,a_{t^\star}}$ at $t^\star$ and $x_{t,a_t}=x'_{t,a_t}$ elsewhere.",
        ),
        OnClaim(
            2,
            r"The view has the mass $\mathcal V^\pi(\mathbf a\mid\cdot)$ on the list of "
            r"these rewards, "
            r"and $\mathcal M^\pi$ of a table has by definition the same: for each "
            r"$\mathbf a$ and $b$,",
            "view == table",
            uses=(1,),
            claim=LAWS,
            of_step=4,
            instance={"own": "table"},
        ),
        Textbook(
            3,
            r"and for each set $S$ of sequences, $\Pr[\mathrm{View}^{b,t^\star}\in "
            r"S]=\mathcal M^\pi"
            r"(S)$.",
            "p == q",
            fact="textbook.elementary-probability:equal atoms",
            hypotheses={"the relation for each single outcome": 2},
            instance={"p": "p", "q": "q", "A": "view", "B": "table"},
            over=("view", "table"),
        ),
    ),
)

ADAPTIVE_TO_TABLE = Proof(
    "bern.propB.5.table",
    where="p in [0,1], q in [0,1], left in [0,1], right in [0,1], eps in [0,inf), delta in [0,1), "
    "rho in [0,inf), k in [0,inf), own in [0,inf), a in (1,inf)",
    steps=(
        Given(
            1,
            r"The policy is $(\epsilon,\delta)$-DP in the adaptive model: for each adversary and "
            r"$t^\star$,",
            "left <= exp(eps)*right + delta",
        ),
        OnClaim(
            2,
            r"Two tables that differ in one row are shown by an adversary: $\mathcal "
            r"M_{\mathbf x}(S)="
            r"\Pr[\mathrm{View}^L\in S]$,",
            "p == left",
            claim="bern.redB.1",
            of_step=3,
            instance={"p": "left", "q": "p"},
        ),
        OnClaim(
            3,
            r"and $\mathcal M_{\mathbf x'}(S)=\Pr[\mathrm{View}^R\in S]$.",
            "q == right",
            claim="bern.redB.1",
            of_step=3,
            instance={"p": "right", "q": "q"},
        ),
        Inequality(
            4,
            r"So $\mathcal M_{\mathbf x}(S)\le e^\epsilon\mathcal M_{\mathbf x'}(S)+\delta$.",
            "p <= exp(eps)*q + delta",
            uses=(2, 3),
            weights={1: "1"},
        ),
        Given(
            5,
            r"For $\rho$-zCDP: $D_\alpha(\mathrm{View}^L\|\mathrm{View}^R)\le\rho\alpha$,",
            "k <= rho*a",
        ),
        OnClaim(6, "these are the laws of the two tables,", claim="bern.redB.1"),
        Given(
            7,
            "and a divergence is by definition a function of its two laws.",
            "own == k",
            uses=(6,),
        ),
        Inequality(
            8,
            r"So $D_\alpha(\mathcal M_{\mathbf x}\|\mathcal M_{\mathbf x'})\le\rho\alpha$.",
            "own <= rho*a",
            uses=(7,),
            weights={5: "1"},
        ),
        Parts(9, "Both notions.", uses=(4, 8)),
    ),
)

PURE = Proof(
    "bern.propB.5.pure",
    where="p in [0,1], q in [0,1], v in [0,1], w in [0,1], one in [0,1], two in [0,1], "
    "x in [0,1], y in [0,1], one_list in [0,1], other_list in [0,1], eps in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"If a policy is $\epsilon$-DP in the adaptive model, it is $\epsilon$-Table DP.",
            claim="bern.propB.5.table",
        ),
        Given(
            2,
            r"Let it be $\epsilon$-Table DP: for tables that differ in one row and sets $S$",
            "x <= exp(eps)*y",
        ),
        Given(
            3,
            r"For the table in which a list $\mathbf r$ is repeated for all arms, "
            r"$\mathcal M_{\mathbf x}"
            r"(S)$ is by definition $\mathcal V^\pi(S\mid\mathbf r)$;",
            "one_list == x",
        ),
        Given(
            4,
            r"lists that differ at $t^\star$ give tables that differ in row $t^\star$.",
            "other_list == y",
        ),
        Inequality(
            5,
            r"So it is $\epsilon$-View DP.",
            "one_list <= exp(eps)*other_list",
            uses=(3, 4),
            weights={2: "1"},
        ),
        Given(
            6,
            r"Let it be $\epsilon$-View DP, so that on neighbouring lists",
            "v <= exp(eps)*w",
        ),
        OnClaim(
            7,
            r"$\mathcal A^{L,t^\star}(\mathbf a)$ and $\mathcal A^{R,t^\star}(\mathbf a)$ "
            r"are such lists.",
            claim="bern.remB.3.neighbours",
        ),
        OnClaim(
            8,
            r"$\Pr[\mathrm{View}^{L,t^\star}=\mathbf a]=\mathcal V^\pi(\mathbf a\mid\mathcal A^{L,"
            r"t^\star}(\mathbf a))$,",
            "one == v",
            claim=LAWS,
            of_step=4,
            instance={"view": "one", "own": "v"},
        ),
        OnClaim(
            9,
            r"and the same for $R$.",
            "two == w",
            claim=LAWS,
            of_step=4,
            instance={"view": "two", "own": "w"},
        ),
        Inequality(
            10,
            r"So $\Pr[\mathrm{View}^{L,t^\star}=\mathbf a]\le "
            r"e^\epsilon\Pr[\mathrm{View}^{R,t^\star}="
            r"\mathbf a]$ for each $\mathbf a$,",
            "one <= exp(eps)*two",
            uses=(7, 8, 9),
            weights={6: "1"},
        ),
        Textbook(
            11,
            r"and for each set of sequences: it is $\epsilon$-DP in the adaptive model.",
            "p <= exp(eps)*q",
            fact="textbook.elementary-probability:atoms",
            hypotheses={"the relation for each single outcome": 10},
            instance={"p": "p", "q": "q", "c": "exp(eps)", "A": "one", "B": "two"},
            over=("one", "two"),
        ),
        Parts(12, "Adaptive to Table, Table to View, View to adaptive.", uses=(1, 5, 11)),
    ),
)

TREES = Proof(
    "bern.remB.4",
    where="p in [0,1], q in [0,1]",
    steps=(
        Given(
            1,
            r"The tree of an adversary at $t^\star$ and $b$ has by definition at the node "
            r"$(a_1,\dots,"
            r"a_t)$, at depth $t$, the reward that the policy sees there.",
        ),
        OnClaim(
            2,
            r"Along each $\mathbf a$ these rewards for $b=L$ and $b=R$ differ at $t^\star$ "
            r"only: the "
            r"trees are neighbours.",
            uses=(1,),
            claim="bern.remB.3.neighbours",
        ),
        Given(
            3,
            r"Conversely, two trees that differ at one depth $t^\star$ only are by "
            r"definition those "
            r"of the adversary that offers both rewards at each node, at $t^\star$.",
        ),
        OnClaim(
            4,
            r"A view has the mass $\mathcal V^\pi(\mathbf a\mid\cdot)$ on the list of the rewards "
            r"along $\mathbf a$, which is by definition that of the policy on the tree.",
            "p == q",
            claim=LAWS,
            of_step=4,
            instance={"view": "p", "own": "q"},
        ),
        Parts(5, "Both definitions compare the same pairs of laws.", uses=(2, 3, 4)),
    ),
)
