"""The proofs of what holds of Theorem 4.14, for zCDP, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

from .proof_of_theorem_4_8 import MAXIMAL_PAIR

SUMS = (
    "rho in [0,inf), div in [0,inf), ratio in [0,inf), total in [0,inf), path in [0,inf), "
    "d in [0,inf), square in [0,inf), ss in [0,inf), vv in [0,inf), ms in (-inf,inf), "
    "mm in [0,inf)"
)
GROUP = (
    r"Theorem 4.12 along each path: $\sum_tD_{\mathrm{KL}}(\pi_t(\cdot\mid H_{t-1})\|\pi_t(\cdot"
    r"\mid H'_{t-1}))\le\rho\,d^2$"
)
OF_A_PATH = {"x": "total", "c": "rho", "y": "square", "X": "path", "Y": "d**2"}
MEAN = "textbook.elementary-probability:mean"
CHAIN = Proof(
    "thesis.thm4.14.chain",
    where=f"{SUMS}, round in [0,inf), arm in [0,inf), pair in [0,inf), joint in [0,inf), "
    "p in (0,inf), q in (0,inf), v in (0,1], w in (0,1], c in (0,inf)",
    steps=(
        OnClaim(
            1,
            r"Under $p$, given the past, $(a_t,r_t,r'_t)$ has the density of a coupled round: with "
            r"$v=\pi_t(a_t\mid H_{t-1})$ and that of $c_{a_t}$,",
            "p == v*c",
            claim="thesis.coupled",
            of_step=7,
        ),
        OnClaim(
            2,
            r"under $q$, with $w=\pi_t(a_t\mid H'_{t-1})$ (where $w=0$ with positive probability "
            "the divergence of the laws of the arm is infinite, as is that of the round),",
            "q == w*c",
            claim="thesis.coupled",
            of_step=8,
        ),
        Identity(
            3,
            r"So given $a_t$ besides, $(r_t,r'_t)$ has one density under both,",
            "log((p/v)/(q/w)) == 0",
            uses=(1, 2),
        ),
        Textbook(
            4,
            "which adds nothing.",
            "pair == 0",
            fact="textbook.elementary-probability:same",
            hypotheses={"X = Y almost surely": 3},
            instance={"x": "pair", "y": "0", "X": "log((p/v)/(q/w))", "Y": "0"},
            over=("p", "q", "v", "w", "c"),
        ),
        Textbook(
            5,
            "Given the past the divergence of round $t$ is that of the laws of the arm, and the "
            "mean of that of the pair given the arm.",
            "round == arm + pair",
            fact="textbook.chain-rule",
            instance={"joint": "round", "first": "arm", "rest": "pair"},
        ),
        Inequality(
            6,
            r"So it is $D_{\mathrm{KL}}(\pi_t(\cdot\mid H_{t-1})\|\pi_t(\cdot\mid H'_{t-1}))$.",
            "round == arm",
            uses=(4, 5),
        ),
        Textbook(
            7,
            r"$D_{\mathrm{KL}}(p\|q)=\sum_t\mathbb E_pD_{\mathrm{KL}}(\pi_t(\cdot\mid H_{t-1})\|"
            r"\pi_t(\cdot\mid H'_{t-1}))$.",
            "joint == total",
            fact="textbook.chain-rule:sum",
            hypotheses={"the conditional divergence of each round is X": 6},
            instance={"joint": "joint", "total": "total"},
        ),
        OnClaim(
            8,
            r"It is $\mathbb E_p\log(\mathcal V_{\mathbf r}(\mathbf a)/\mathcal V_{\mathbf r'}("
            r"\mathbf a))$.",
            "joint == ratio",
            claim="thesis.eq4.7",
            of_step=7,
            instance={"whole": "joint"},
        ),
        Inequality(9, "The equation of the display.", "ratio == total", uses=(7, 8)),
        OnClaim(
            10,
            GROUP + ".",
            "path <= rho*d**2",
            claim="thesis.thm4.12",
            of_step=3,
            instance={"total": "path"},
        ),
        Textbook(
            11,
            r"The mean under $p$.",
            "total <= rho*square",
            fact=MEAN,
            hypotheses={"X <= c Y at every outcome": 10},
            instance=OF_A_PATH,
            over=("path", "d"),
        ),
        Inequality(12, "Its ends.", "ratio <= rho*square", uses=(9,), weights={11: "1"}),
        Parts(13, "The display; in particular all its terms are finite.", uses=(9, 11, 12)),
    ),
)
REPAIRED = Proof(
    "thesis.thm4.14.repaired",
    where=SUMS,
    steps=(
        OnClaim(
            1,
            r"(4.7): $\mathrm{KL}(M_{\nu\pi}\|M_{\nu'\pi})\le\mathbb E_p\log(\mathcal V_{\mathbf r}"
            r"/\mathcal V_{\mathbf r'})$.",
            "div <= ratio",
            claim="thesis.eq4.7",
            of_step=8,
        ),
        OnClaim(
            2,
            r"That is $\mathbb E_p\sum_tD_{\mathrm{KL}}(\pi_t(\cdot\mid H_{t-1})\|\pi_t(\cdot\mid "
            r"H'_{t-1}))$.",
            "ratio == total",
            claim="thesis.thm4.14.chain",
            of_step=9,
        ),
        OnClaim(
            3,
            GROUP + r", where $d$ counts the rounds $t\le T-1$ with $r_t\ne r'_t$: $H_{T-1}$ ends "
            r"with $r_{T-1}$, so that $r'_T$ may be put equal to $r_T$.",
            "path <= rho*d**2",
            claim="thesis.thm4.12",
            of_step=3,
            instance={"total": "path"},
        ),
        Textbook(
            4,
            r"The mean under $p$.",
            "total <= rho*square",
            fact=MEAN,
            hypotheses={"X <= c Y at every outcome": 3},
            instance=OF_A_PATH,
            over=("path", "d"),
        ),
        Inequality(
            5,
            r"$\mathrm{KL}(M_{\nu\pi}\|M_{\nu'\pi})\le\rho\,\mathbb E_p[d^2]$.",
            "div <= rho*square",
            uses=(2,),
            weights={1: "1", 4: "1"},
        ),
        OnClaim(
            6,
            r"In the first $T-1$ rounds $\mathbb E_p[d^2]=\mathbb E[S^2]+2\,\mathbb E[MS]+"
            r"\mathbb E[V]$",
            "square == ss + 2*ms + vv",
            claim="thesis.thm4.14.moments",
            of_step=9,
            instance={"dd": "square", "total": "vv"},
        ),
        OnClaim(
            7,
            r"and $\mathbb E[M^2]=\mathbb E[V]$.",
            "mm == vv",
            claim="thesis.thm4.14.moments",
            of_step=5,
            instance={"total": "vv"},
        ),
        Textbook(
            8,
            r"$\mathbb E[MS]^2\le\mathbb E[M^2]\,\mathbb E[S^2]$.",
            "ms**2 <= mm*ss",
            fact="textbook.cauchy-schwarz",
            instance={"d": "ms", "x": "mm", "y": "ss"},
        ),
        Inequality(
            9,
            r"$\mathbb E[MS]\le\sqrt{\mathbb E[S^2]}\sqrt{\mathbb E[V]}$.",
            "ms <= sqrt(ss)*sqrt(vv)",
            uses=(7, 8),
        ),
        Inequality(
            10,
            r"$\mathbb E_p[d^2]\le(\sqrt{\mathbb E[S^2]}+\sqrt{\mathbb E[V]})^2$.",
            "square <= (sqrt(ss) + sqrt(vv))**2",
            uses=(6,),
            weights={9: "2"},
        ),
        Inequality(
            11,
            r"$(x+y)^2\le2x^2+2y^2$.",
            "(sqrt(ss) + sqrt(vv))**2 <= 2*(ss + vv)",
        ),
        Inequality(
            12,
            "The second link.",
            "rho*square <= rho*(sqrt(ss) + sqrt(vv))**2",
            weights={10: "rho"},
        ),
        Inequality(
            13,
            "The third link.",
            "rho*(sqrt(ss) + sqrt(vv))**2 <= 2*rho*(ss + vv)",
            weights={11: "rho"},
        ),
        Parts(14, "The three links.", uses=(5, 12, 13)),
    ),
)
NONADAPTIVE = Proof(
    "thesis.thm4.14.nonadaptive",
    where=f"{SUMS}, {MAXIMAL_PAIR}, p in [0,1], q in [0,1]",
    steps=(
        Given(
            1,
            r"For $t<T$ the policy $\pi_t$ does not look at rewards; $\pi$ is $\rho$-Interactive "
            r"zCDP. Let $A=(a_1,\dots,a_{T-1})$.",
        ),
        OnClaim(
            2,
            r"The first $T-1$ rounds have under $p$ the density $\pi(A)\,c_A(\mathbf r,\mathbf "
            r"r')$, where $\pi(A)$ does not contain a reward:",
            claim="thesis.coupled",
            uses=(1,),
        ),
        Textbook(
            3,
            r"It is the law that draws $A$ first, and then independent pairs from $c_{a_t}$.",
            "p == q",
            fact="textbook.ionescu-tulcea:one law",
            hypotheses={"the same conditional laws": 2},
            instance={"p": "p", "q": "q"},
        ),
        OnClaim(
            4,
            r"So given $A$ the pair of round $t$, from a maximal coupling, differs with the "
            r"probability $t_{a_t}$.",
            "apart == t",
            claim="thesis.coupled",
            of_step=3,
            uses=(3,),
        ),
        Inequality(
            5,
            r"$M_t=1(r_t\ne r'_t)-t_{a_t}$ has the conditional mean 0 given $A$.",
            "apart*(1 - t) + (1 - apart)*(0 - t) == 0",
            uses=(4,),
        ),
        Textbook(
            6,
            r"$S=\sum_tt_{a_t}$ is a function of $A$: $\mathbb E[MS]=0$.",
            "ms == 0",
            fact="textbook.elementary-probability:orthogonal",
            hypotheses={
                "each term X has the conditional mean 0 given A": 5,
                "S is a function of A": 1,
            },
            instance={"x": "ms", "X": "apart*(1 - t) + (1 - apart)*(0 - t)"},
            over=("apart", "t"),
        ),
        OnClaim(
            7,
            r"$\mathrm{KL}(M_{\nu\pi}\|M_{\nu'\pi})\le\rho\,\mathbb E_p[d^2]$ over $t\le T-1$,",
            "div <= rho*square",
            claim="thesis.thm4.14.repaired",
            of_step=5,
        ),
        OnClaim(
            8,
            r"and $\mathbb E_p[d^2]=\mathbb E[S^2]+2\,\mathbb E[MS]+\mathbb E[V]$.",
            "square == ss + 2*ms + vv",
            claim="thesis.thm4.14.moments",
            of_step=9,
            instance={"dd": "square", "total": "vv"},
        ),
        Inequality(
            9,
            r"$\mathrm{KL}(M_{\nu\pi}\|M_{\nu'\pi})\le\rho\,(\mathbb E[S^2]+\mathbb E[V])$.",
            "div <= rho*(ss + vv)",
            uses=(6, 7, 8),
        ),
    ),
    parts=(6,),
)
ROWS = {"independent terms": 2, "the mean of each": 6, "the variance of each": 7}
SPREAD = "row*(1 - row)**2 + (1 - row)*row**2"
NUMBER = {"mean": "mean", "first": "n*tau", "X": "row", "M": "tau"}
NUMBER |= {"variance": "variance", "second": "n*(tau*(1 - tau))", "Y": SPREAD, "U": "tau*(1 - tau)"}
DOMINATION = Proof(
    "thesis.thm4.14.domination",
    where="rho in [0,inf), n in [0,inf), tau in [0,1], row in [0,1], p in [0,1], "
    "q in [0,1], mean in [0,inf), variance in [0,inf), second in [0,inf), low in [0,inf), "
    "div in [0,inf)",
    steps=(
        Given(
            1,
            r"$\pi$ is $\rho$-Table zCDP: a mechanism on tables, a record for each of the $n=T-1$ "
            r"rows that are looked at.",
        ),
        Given(
            2,
            r"Draw the rows $(x_t,x'_t)$ independently; those of a row by one uniform $U$: for "
            r"$U\ge t_a$ both entries of arm $a$ are one draw from the normalised common part of "
            r"$P_a$ and $P'_a$, for $U<t_a$ two draws from the normalised rests. This is a maximal "
            r"coupling for each arm.",
        ),
        Identity(
            3,
            r"So with the masses $c$ and $r$ of a set under the common part and under the rest of "
            r"$P_a$ the entry $x_{t,a}$ lies in it with the probability $c+r$, that of $P_a$; the "
            r"same for $x'_{t,a}$ and $P'_a$. If $t_a$ is 0 or 1, one part is absent.",
            "(1 - t)*(c/(1 - t)) + t*(r/t) == c + r",
            where="t in (0,1), c in [0,1], r in [0,1]",
            uses=(2,),
        ),
        Textbook(
            4,
            r"The rewards on the path have given the past and $a_t$, which do not depend on row "
            r"$t$, the law $P_{a_t}$: the output on the table $x$ has the law $M_{\nu\pi}$,",
            "p == q",
            fact="textbook.ionescu-tulcea:one law",
            hypotheses={"the same conditional laws": 3},
            instance={"p": "p", "q": "q"},
        ),
        Textbook(
            5,
            r"and that on $x'$ the law $M_{\nu'\pi}$.",
            "v == w",
            where="v in [0,1], w in [0,1]",
            fact="textbook.ionescu-tulcea:one law",
            hypotheses={"the same conditional laws": 3},
            instance={"p": "v", "q": "w"},
        ),
        Given(
            6,
            r"A row differs iff $U<\tau=\max_at_a$, since the rests live on disjoint sets: "
            r"with probability $\tau$. The Hamming distance is the number of rows that do.",
            "row == tau",
            uses=(2,),
        ),
        Inequality(
            7,
            "Their variance.",
            f"{SPREAD} == tau*(1 - tau)",
            uses=(6,),
        ),
        Textbook(
            8,
            "The rows are independent: means add,",
            "mean == n*tau",
            fact="textbook.elementary-probability:independent terms",
            over=("row",),
            hypotheses=ROWS,
            instance=NUMBER,
        ),
        Textbook(
            9,
            "and variances.",
            "variance == n*(tau*(1 - tau))",
            fact="textbook.elementary-probability:independent terms",
            over=("row",),
            hypotheses=ROWS,
            instance=NUMBER,
        ),
        Textbook(
            10,
            "The second moment of their number.",
            "second == variance + mean**2",
            fact="textbook.elementary-probability:variance",
            instance={"second": "second", "variance": "variance", "mean": "mean"},
        ),
        OnClaim(
            11,
            r"Theorem 4.6 for this mechanism and the laws of $x$ and $x'$: "
            r"$\mathrm{KL}(M_{\nu\pi}\|M_{\nu'\pi})\le\rho\inf\mathbb E[d_{\mathrm{Ham}}^2]$.",
            "div <= rho*low",
            claim="thesis.thm4.6",
            of_step=10,
            instance={"divz": "div", "lows": "low"},
            uses=(1, 4, 5),
        ),
        Textbook(
            12,
            "The infimum over the couplings is at most this one.",
            "low <= second",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 6},
            instance={"low": "low", "v": "second"},
        ),
        Inequality(
            13,
            r"$\mathrm{KL}(M_{\nu\pi}\|M_{\nu'\pi})\le\rho\,((T-1)^2\tau^2+(T-1)\tau(1-\tau))$.",
            "div <= rho*(n**2*tau**2 + n*tau*(1 - tau))",
            where="v in [0,1], w in [0,1]",
            uses=(8, 9, 10),
            weights={11: "1", 12: "rho"},
        ),
    ),
)
