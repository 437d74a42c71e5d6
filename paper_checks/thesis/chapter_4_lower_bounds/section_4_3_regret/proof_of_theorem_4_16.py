"""The repaired step of the proof of Theorem 4.16: two regrets against one divergence."""

from __future__ import annotations

from banditproof.paper_checks.proof_steps import Proof
from banditproof.paper_checks.proof_steps_calculated import Inequality
from banditproof.paper_checks.proof_steps_cited import Given, Textbook

MEAN = "textbook.elementary-probability:mean"
TWO_REGRETS = Proof(
    "thesis.thm4.16.proof.repaired",
    where="T in [1,inf), gap in (0,inf), gain in (0,inf), n in [0,inf), m in [0,inf), "
    "cost in [0,inf), cost2 in [0,inf), i in [0,1], j in [0,1], reg in [0,inf), reg2 in [0,inf), "
    "pulls in [0,inf), rest in [0,inf), often in [0,1], rare in [0,1], k in [0,inf), "
    "low in (0,inf)",
    steps=(
        Given(
            1,
            r"In $\nu$ a run costs at least $N_a\Delta_a$: the other gaps are $\ge0$.",
            "gap*n <= cost",
        ),
        Inequality(2, r"So $N_a\le$ cost$/\Delta_a$.", "n <= 1/gap*cost", weights={1: "1/gap"}),
        Textbook(
            3,
            r"The mean: $\mathbb E_\nu N_a\le\mathrm{Reg}_T/\Delta_a$.",
            "pulls <= 1/gap*reg",
            fact=MEAN,
            hypotheses={"X <= c Y at every outcome": 2},
            instance={"x": "pulls", "c": "1/gap", "y": "reg", "X": "n", "Y": "cost"},
        ),
        Given(4, r"Let $i=1(N_a>\frac T2)$: so $i(N_a-\frac T2)\ge0$.", "i*(n - T/2) >= 0"),
        Inequality(
            5,
            r"As $i\le1$: $i\le\frac2TN_a$.",
            "i <= 2/T*n",
            weights={4: "2/T"},
            rest="2/T*n*(1 - i)",
        ),
        Textbook(
            6,
            r"The mean: $\mathbb P_\nu(N_a>\frac T2)\le\frac2T\mathbb E_\nu N_a$.",
            "often <= 2/T*pulls",
            fact=MEAN,
            hypotheses={"X <= c Y at every outcome": 5},
            instance={"x": "often", "c": "2/T", "y": "pulls", "X": "i", "Y": "n"},
        ),
        Given(
            7,
            r"In $\nu'$ arm $a$ is the best one, and each of the $m=T-N_a$ other pulls costs at "
            r"least $\mu'_a-\mu^*$: the other means are those of $\nu$.",
            "gain*m <= cost2",
        ),
        Inequality(
            8,
            r"So $m\le$ cost$/(\mu'_a-\mu^*)$.",
            "m <= 1/gain*cost2",
            weights={7: "1/gain"},
        ),
        Textbook(
            9,
            r"The mean: $\mathbb E_{\nu'}m\le\mathrm{Reg}'_T/(\mu'_a-\mu^*)$.",
            "rest <= 1/gain*reg2",
            fact=MEAN,
            hypotheses={"X <= c Y at every outcome": 8},
            instance={"x": "rest", "c": "1/gain", "y": "reg2", "X": "m", "Y": "cost2"},
        ),
        Given(10, r"Let $j=1(N_a\le\frac T2)$: so $j(m-\frac T2)\ge0$.", "j*(m - T/2) >= 0"),
        Inequality(
            11,
            r"As $j\le1$: $j\le\frac2Tm$.",
            "j <= 2/T*m",
            weights={10: "2/T"},
            rest="2/T*m*(1 - j)",
        ),
        Textbook(
            12,
            r"The mean: $\mathbb P_{\nu'}(N_a\le\frac T2)\le\frac2T\mathbb E_{\nu'}m$.",
            "rare <= 2/T*rest",
            fact=MEAN,
            hypotheses={"X <= c Y at every outcome": 11},
            instance={"x": "rare", "c": "2/T", "y": "rest", "X": "j", "Y": "m"},
        ),
        Inequality(
            13,
            r"$\mathrm{Reg}_T+\mathrm{Reg}'_T\ge\frac T2(\mathbb P_\nu(N_a>\frac T2)\Delta_a+"
            r"\mathbb P_{\nu'}(N_a\le\frac T2)(\mu'_a-\mu^*))$.",
            "reg + reg2 >= T/2*(often*gap + rare*gain)",
            weights={3: "gap", 6: "T/2*gap", 9: "gain", 12: "T/2*gain"},
        ),
        Textbook(
            14,
            r"The two events are complementary: $\mathbb P_\nu(N_a>\frac T2)+\mathbb P_{\nu'}"
            r"(N_a\le\frac T2)\ge\frac12e^{-\mathrm{KL}}$.",
            "often + rare >= exp(-k)/2",
            fact="textbook.bretagnolle-huber",
            instance={"p": "often", "q": "rare", "k": "k"},
        ),
        Given(15, r"Let $l=\min\{\Delta_a,\mu'_a-\mu^*\}$.", "low == min(gap, gain)"),
        Inequality(16, r"So $l\le\Delta_a$,", "low <= gap", uses=(15,)),
        Inequality(17, r"and $l\le\mu'_a-\mu^*$.", "low <= gain", uses=(15,)),
        Inequality(
            18,
            r"$\frac T2(\mathbb P_\nu(N_a>\frac T2)\Delta_a+\mathbb P_{\nu'}(N_a\le\frac T2)"
            r"(\mu'_a-\mu^*))\ge\frac T4\,l\,e^{-\mathrm{KL}}$.",
            "T/2*(often*gap + rare*gain) >= T/4*low*exp(-k)",
            weights={14: "T/2*low", 16: "T/2*often", 17: "T/2*rare"},
        ),
    ),
    parts=(13,),
)
