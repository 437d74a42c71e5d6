"""Proofs of minimax lower bounds from Table zCDP alone, hidden memory included; r = sqrt(rho)."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Step,
    Textbook,
)

SLOPE = "sqrt(2/pi)"
LOG_RATIO = "(u-2*gap)**2/2 - u**2/2"
EDGE = "erf(gap/sqrt(2))"
RANGES = (
    "r in (0,1], T in [1,inf), n in [0,inf), gap in [0,inf), h in (0,inf), tv in [0,1], "
    "x in [0,inf), div in [0,inf)"
)
BELOW = "textbook.elementary-probability:sum below"
EACH = "X_t >= c + b Z_t for each t"


def at_most_three_quarters(first: int, near: int, *private: int) -> tuple[Step, ...]:
    """Ten steps: the divergence is at most 3/4, as by step `near` c r T h is at most 1/2.

    `private` are steps that show the policy to be Table zCDP.
    """
    n = first - 1
    return (
        Given(
            n + 1, "and the means of the two laws of a reward are at most $2h$ apart.", "gap <= h"
        ),
        Identity(
            n + 2,
            r"The logarithm of the ratio of the densities of $\mathcal N(0,1)$ and $\mathcal N("
            r"2\Delta,1)$ at $u$ is $2\Delta(\Delta-u)$, positive where $u<\Delta$.",
            f"{LOG_RATIO} == 2*gap*(gap - u)",
            where="u in (-inf,inf)",
        ),
        Textbook(
            n + 3,
            r"So their distance is $\mathrm{erf}(\Delta/\sqrt2)$.",
            f"tv == {EDGE}",
            fact="textbook.scheffe",
            hypotheses={"where p > q": n + 2},
            instance={"t": "tv", "p": f"(1 + {EDGE})/2", "q": f"(1 - {EDGE})/2"},
        ),
        Inequality(n + 4, r"It is at most $c\Delta$.", f"{EDGE} <= {SLOPE}*gap"),
        Given(n + 5, r"Let $x=\sqrt\rho\,T\tau$ for the largest distance $\tau$.", "x == r*T*tv"),
        Inequality(
            n + 6,
            r"So $x\le\frac12$.",
            "x <= 1/2",
            uses=(n + 3, n + 5),
            weights={near: "1", n + 1: f"{SLOPE}*r*T", n + 4: "r*T"},
        ),
        OnClaim(
            n + 7,
            r"Table zCDP: $\mathrm{KL}\le\rho(n^2\tau^2+n\tau(1-\tau))$, where $n=T-1$ rewards "
            "are looked at.",
            "div <= r**2*(n**2*tv**2 + n*tv*(1 - tv))",
            claim="zcdp.fix.table.actions",
            of_step=13,
            instance={"rho": "r**2", "tau": "tv"},
            uses=private,
        ),
        Given(n + 8, r"$n=T-1$.", "n == T - 1"),
        Inequality(
            n + 9,
            r"As $\rho\le1$ it is at most $x^2+x\le\frac34$.",
            "div <= 3/4",
            uses=(n + 5, n + 8),
            weights={n + 7: "1", n + 6: "1/2 + x + r"},
        ),
        Inequality(
            n + 10,
            r"$e^{-\mathrm{KL}}\ge e^{-3/4}$.",
            "exp(-div) >= exp(-3/4)",
            monotone=("exp", "-div", "-3/4"),
            weights={n + 9: "1"},
        ),
    )


ARMS = Proof(
    "zcdp.fix.table.arms",
    where=f"{RANGES}, low in (0,inf), R in [0,inf), R1 in [0,inf), R2 in [0,inf), "
    "star in [0,inf), bound in (0,inf)",
    steps=(
        Given(
            1,
            r"Let $W=\min\{\frac1{2c\sqrt\rho},\frac T2\}$ with $c=\sqrt{2/\pi}$.",
            f"low == min(1/(2*{SLOPE}*r), T/2)",
        ),
        Given(
            2,
            r"$\mu=(\Delta,0,\dots,0)$ and $\mu'=\mu$ but for $\mu'_i=2\Delta$, with $\Delta="
            r"\frac WT\le\frac12$: all means lie in $[0,1]$.",
            "h == low/T",
        ),
        Inequality(3, "As the next steps want it,", f"{SLOPE}*r*T*h <= 1/2", uses=(1, 2)),
        *at_most_three_quarters(4, 3),
        OnClaim(
            14,
            r"$\mathrm{Reg}_T(\mu)+\mathrm{Reg}_T(\mu')\ge\frac{T\Delta}4e^{-\mathrm{KL}}$.",
            "R1 + R2 >= T*h/4*exp(-div)",
            claim="thesis.sec4.1.every_law",
            of_step=16,
            instance={"gap": "h"},
        ),
        Given(15, "Both belong to the class: the largest regret $R$ there", "R >= max(R1, R2)"),
        Inequality(
            16,
            r"is at least $\frac W8e^{-3/4}$.",
            "R >= low*exp(-3/4)/8",
            uses=(2,),
            weights={14: "1/2", 15: "1", 13: "low/8"},
        ),
        Textbook(
            17,
            "The minimax regret is the infimum of $R$ over the private policies.",
            "low*exp(-3/4)/8 <= star",
            fact="textbook.bounds-of-sets:infimum",
            hypotheses={"c is a lower bound": 16},
            instance={"c": "low*exp(-3/4)/8", "low": "star", "X": "R"},
            over=("R", "R1", "R2", "div"),
        ),
        Given(
            18,
            r"The bound of the statement.",
            "bound == min(1/(2703/100*r), T/16*exp(-3/4))",
        ),
        Inequality(
            19,
            r"$\frac1{16c}e^{-3/4}\ge\frac1{27.03}$.",
            f"1/(2*{SLOPE})*exp(-3/4)/8 >= 1/(2703/100)",
        ),
        Inequality(
            20,
            r"So it is at most $\frac1{2c\sqrt\rho}\cdot\frac18e^{-3/4}$,",
            f"1/(2*{SLOPE}*r)*exp(-3/4)/8 >= bound",
            uses=(18,),
            weights={19: "1/r"},
        ),
        Inequality(21, "and at most the other part.", "T/2*exp(-3/4)/8 >= bound", uses=(18,)),
        Inequality(22, "$W$ is one of the two.", "low*exp(-3/4)/8 >= bound", uses=(1, 20, 21)),
        Inequality(
            23, r"$\mathrm{Reg}^*\ge$ the bound.", "star >= bound", weights={17: "1", 22: "1"}
        ),
    ),
)
CUBE = Proof(
    "zcdp.fix.thm9",
    where=f"{RANGES}, d in [1,inf), p in [0,1], q in [0,1], qc in [0,1], N in [1,inf), "
    "sum in [0,inf), avg in [0,inf), all in [0,inf), most in [0,inf), total in [0,inf), "
    "reg in [0,inf)",
    steps=(
        Given(
            1,
            r"$\theta\in\{-h,h\}^d$ with $h=\frac1{2c\sqrt\rho\,T}$, $c=\sqrt{2/\pi}$; $\theta'$ "
            r"is $\theta$ with the other sign of coordinate $i$. The means of $a$ are $2|a_i|h$ "
            "apart; let $a$ be an action for which that is largest.",
            f"h == 1/(2*{SLOPE}*r*T)",
        ),
        Inequality(2, "As the next steps want it.", f"{SLOPE}*r*T*h <= 1/2", uses=(1,)),
        OnClaim(
            3,
            r"$\pi$ is $\rho$-Table zCDP, also if it is Interactive zCDP.",
            claim="thesis.prop3.13.a",
        ),
        *at_most_three_quarters(4, 2, 3),
        Textbook(
            14,
            r"For $n_i$ wrong signs of coordinate $i$: $\mathbb M_\theta(n_i\ge\frac T2)+"
            r"\mathbb M_{\theta'}(n_i<\frac T2)\ge\frac12e^{-\mathrm{KL}}$.",
            "p + qc >= exp(-div)/2",
            fact="textbook.bretagnolle-huber",
            instance={"p": "p", "q": "qc", "k": "div"},
        ),
        Given(
            15,
            r"A sign that is right under $\theta$ is wrong under $\theta'$: $n_i<\frac T2$ is a "
            r"part of $n'_i\ge\frac T2$.",
        ),
        Textbook(
            16,
            r"So $\mathbb M_{\theta'}(n_i<\frac T2)\le p_{\theta',i}$.",
            "qc <= q",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 15},
            instance={"p": "qc", "q": "q"},
        ),
        Inequality(
            17,
            r"$p_{\theta,i}+p_{\theta',i}\ge\frac12e^{-3/4}$.",
            "p + q >= exp(-3/4)/2",
            weights={14: "1", 16: "1", 13: "1/2"},
        ),
        Textbook(
            18,
            r"The sum over the $N=2^{d-1}$ pairs of signs that differ in coordinate $i$.",
            "sum >= N*(exp(-3/4)/2)",
            fact=BELOW,
            hypotheses={EACH: 17},
            instance={"x": "sum", "n": "N", "c": "exp(-3/4)/2", "b": "0", "z": "0", "X": "p + q"},
            over=("p", "q", "qc", "div", "tv", "gap", "x"),
        ),
        Given(19, r"The average of $p_{\theta,i}$ over all signs.", "avg == sum/(2*N)"),
        Inequality(
            20,
            r"It is at least $\frac14e^{-3/4}$.",
            "avg >= exp(-3/4)/4",
            uses=(19,),
            weights={18: "1/(2*N)"},
        ),
        Textbook(
            21,
            r"The average of $\sum_ip_{\theta,i}$ is the sum of these averages.",
            "all >= d*(exp(-3/4)/4)",
            fact=BELOW,
            hypotheses={EACH: 20},
            instance={"x": "all", "n": "d", "c": "exp(-3/4)/4", "b": "0", "z": "0", "X": "avg"},
            over=("avg", "sum"),
        ),
        Textbook(
            22,
            "The largest of these sums is at least the average.",
            "all <= most",
            fact="textbook.elementary-probability:largest",
            hypotheses={"a mean over finitely many cases": 1},
            instance={"mean": "all", "largest": "most"},
        ),
        OnClaim(
            23,
            r"Markov's inequality with its factor: $\sum_i\mathbb E_\theta n_i\ge\frac T2\sum_i"
            r"p_{\theta,i}$ for that $\theta$.",
            "h*T/T*total >= h*T/2*most",
            claim="thesis.thm4.21.proof.repaired",
            of_step=5,
            instance={"g": "h*T", "often": "most"},
        ),
        Given(
            24,
            r"The best action is the vertex $\mathrm{sign}(\theta)$, and each wrong sign costs at "
            "least $h$.",
            "reg >= h*total",
        ),
        Inequality(
            25,
            r"So $\mathrm{Reg}_T\ge\frac{hT}2\cdot\frac d4e^{-3/4}=\frac{e^{-3/4}}{16c}\,"
            r"\frac d{\sqrt\rho}$.",
            f"reg >= exp(-3/4)/(16*{SLOPE})*d/r",
            uses=(1,),
            weights={24: "1", 23: "1", 22: "h*T/2", 21: "h*T/2"},
        ),
        Inequality(
            26,
            r"The constant is at least $0.0370$.",
            f"exp(-3/4)/(16*{SLOPE}) >= 370/10000",
        ),
        Inequality(
            27,
            r"$\mathrm{Reg}_T\ge0.0370\,\frac d{\sqrt\rho}$,",
            "reg >= 370/10000*d/r",
            weights={25: "1", 26: "d/r"},
        ),
        Inequality(28, "above the printed constant.", "370/10000 >= 7/5*exp(-9/4)/4"),
        Parts(29, "Both.", uses=(27, 28)),
    ),
)
