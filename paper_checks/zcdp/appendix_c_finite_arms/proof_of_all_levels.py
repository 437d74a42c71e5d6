"""The proof of the regret decomposition over all levels of an arm, step by step."""

from __future__ import annotations

from banditproof.paper_checks.models.late_rounds import area_of_late_rounds
from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)

ROUND = "ib in (-inf,inf), ia in (-inf,inf), mu in (-inf,inf), avg in (-inf,inf), n in [1,inf)"
ALL_LEVELS = Proof(
    "zcdp.fix.eq17",
    where="b in (3,inf), rho in (0,inf), T in [2,inf), Q in [0,inf), t in [3,inf), S in [0,inf), "
    "h in [0,inf), u in [2,inf), N in [1,inf), B in [0,inf), D in (-inf,inf), c in [0,1], "
    "o in [0,1], w in [0,1], Z in [0,1], k in [0,inf), one in [0,1], any in [0,1], miss in [0,1], "
    "bad in [0,1], low in (-inf,inf), g in [0,inf), late in [0,inf), Y in [0,inf), "
    "sum in [0,inf), F in [0,inf), pulls in [0,inf)",
    parts=(33,),
    steps=(
        Given(
            1,
            r"Given the past, a reward has the law of its arm, in $[0,1]$. The noise of an episode "
            "is drawn once, at its end, and kept until the next episode of the arm.",
        ),
        Given(2, r"$S=\log t$ at a round $t>K\ge2$ at which an episode begins,", "S == log(t)"),
        OnClaim(
            3,
            r"The index at $t$ of the best arm, of an episode of $n$ rewards, is at most "
            r"$\mu_1$ with probability at most $t^{-\beta}$.",
            "one <= exp(-b*S)",
            claim="zcdp.lem2.repaired",
            of_step=17,
            instance={"down": "one", "d": "exp(-b*S)"},
        ),
        Textbook(
            4,
            r"It is so for one of its episodes that may have ended before $t$, of $1,1,2,4,\dots$ "
            r"rewards, so at most $t$, with at most $t$ times this.",
            "any <= t*exp(-b*S)",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 3},
            instance={"p": "any", "n": "t", "d": "exp(-b*S)", "X": "one"},
            over=("one",),
        ),
        Textbook(
            5,
            r"Call round $t$ low if it is so in the bandit: $o=1$.",
            "miss == any",
            fact="textbook.reward-stacks:one arm",
            hypotheses={
                "a function of the first n rewards of one arm, and of its own noise": 1,
            },
            instance={"p": "miss", "q": "any"},
        ),
        Inequality(
            6,
            r"So $t$ times its probability is at most $t^{2-\beta}$.",
            "t*miss <= exp((2-b)*S)",
            uses=(2, 5),
            weights={4: "t"},
        ),
        Given(7, r"$S\le Q=\log T$, as $t\le T$.", "S <= Q"),
        Given(
            8,
            r"Let $u=2^{\ell+1}$ and $Z=0$ where all $G_{a,j,T}$ with $j\ge\ell$ and $2^j<T$ hold. "
            r"At $N_a=2n=2^{j+1}\ge u$ pulls the noisy mean of arm $a$ is that of $G_{a,j,T}$:",
            "avg + sqrt((1/(2*n) + 1/(rho*n**2))*b*Q) < mu",
            where=f"{ROUND}, Z <= 0, N >= u",
        ),
        Inequality(
            9,
            "The width grows with the round.",
            "sqrt((1/(2*n) + 1/(rho*n**2))*b*S) <= sqrt((1/(2*n) + 1/(rho*n**2))*b*Q)",
            where="n in [1,inf)",
            weights={7: "(1/(2*n) + 1/(rho*n**2))*b"},
            monotone=(
                "root",
                "(1/(2*n) + 1/(rho*n**2))*b*Q",
                "(1/(2*n) + 1/(rho*n**2))*b*S",
            ),
        ),
        Given(
            10,
            r"The index of arm $a$ at round $t$.",
            "ia == avg + sqrt((1/(2*n) + 1/(rho*n**2))*b*S)",
            where=ROUND,
        ),
        Inequality(
            11,
            r"So it is below $\mu_1$ there.",
            "ia < mu",
            where=f"{ROUND}, Z <= 0, N >= u",
            uses=(10,),
            weights={8: "1", 9: "1"},
        ),
        Given(
            12,
            "In a round that is not low the index of the best arm is larger.",
            "mu < ib",
            where=f"{ROUND}, o <= 0",
        ),
        Inequality(
            13,
            r"So arm $a$ has not the largest index then.",
            "ia < ib",
            where=f"{ROUND}, Z <= 0, N >= u, o <= 0",
            weights={11: "1", 12: "1"},
        ),
        Inequality(
            14,
            r"Pulls are powers of 2: $N_a=2^i<u=2^j$ with $j=\ell+1$ means $i+1\le j$.",
            "2*exp(i*log(2)) <= exp(j*log(2))",
            where="i in [0,inf), j in [1,inf), i + 1 <= j",
        ),
        Given(
            15,
            r"Let $w=1$ if $N_a\ge u$, else 0; in the second case $2N_a\le u$.",
            "(1-w)*(2*N-u) <= 0",
            uses=(14,),
        ),
        Given(
            16,
            r"An episode is of the arm with the largest index: where it is of arm $a$ ($c=1$, else "
            r"0), step 13 leaves no case with $w=1$, $o=0$ and $Z=0$.",
            "c*w*(1-o)*(1-Z) <= 0",
            uses=(13,),
        ),
        Inequality(
            17,
            r"So $2N_a\le u$ where an episode of arm $a$ begins in a round that is not low.",
            "(1-Z)*c*(1-o)*(2*N-u) <= 0",
            weights={15: "(1-Z)*c*(1-o)", 16: "2*N"},
            rest="(1-Z)*c*(1-o)*w*u",
        ),
        Given(
            18,
            r"$N_a=D+B$, where $B$ counts the rounds of the episodes of arm $a$ that begin in a "
            "low round.",
            "D <= N",
        ),
        Given(19, r"An episode of arm $a$ has $g\le N_a$ rounds, $N_a$ before it.", "g <= N"),
        Inequality(
            20,
            r"So $D+g\le2N_a$ there.",
            "(1-Z)*c*(1-o)*(D+g-u) <= 0",
            weights={17: "1", 18: "(1-Z)*c*(1-o)", 19: "(1-Z)*c*(1-o)"},
        ),
        Induction(
            21,
            r"After the first rounds $D=1$; so after each episode $D\le u$, if $Z=0$.",
            "(1-Z)*(D-u) <= 0",
            variable="k",
            start="0",
            sequence="D",
            first="1",
            following="D + c*(1-o)*g",
            weight="1-c*(1-o)",
            uses=(20,),
        ),
        Given(22, r"There are at most $T$ pulls.", "D + B <= T"),
        Inequality(
            23,
            r"In all cases.",
            "D <= u + T*Z",
            weights={21: "1", 22: "Z"},
            rest="Z*u + Z*B",
        ),
        Textbook(
            24,
            r"The mean.",
            "low <= 1*u + T*bad",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 23},
            instance={"x": "low", "n": "1", "c": "u", "b": "T", "z": "bad", "X": "D", "Z": "Z"},
            over=("D", "Z", "B", "c", "o", "g", "k", "w"),
        ),
        Given(
            25,
            r"An episode that begins at $t$ has at most $t$ rounds: $B\le Y=\sum_{t\ge3}t\,o_t$, "
            r"with $o_t=0$ after $T$.",
            "B <= 1*Y",
        ),
        Textbook(
            26,
            "The mean of these.",
            "late <= 1*sum",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 25},
            instance={"x": "late", "c": "1", "y": "sum", "X": "B", "Y": "Y"},
            over=("B", "Y"),
        ),
        Textbook(
            27,
            r"It is at most $F=\sum_{t\ge3}t^{2-\beta}$.",
            "sum <= F",
            fact="textbook.elementary-probability:sum of means above",
            hypotheses={"each mean is <= its bound": 6},
            instance={"mean": "sum", "total": "F", "X": "t*miss", "T": "exp((2-b)*S)"},
            over=("miss", "S", "t"),
        ),
        Inequality(28, "These terms do not increase.", "exp((2-b)*(S+h)) <= exp((2-b)*S)"),
        Computed(
            29,
            r"$\int_2^\infty x^{2-\beta}dx=2^{3-\beta}/(\beta-3)$.",
            by=area_of_late_rounds,
        ),
        Textbook(
            30,
            r"So this is at least their sum.",
            "F <= exp((3-b)*log(2))/(b-3)",
            fact="textbook.calculus:sum and integral",
            hypotheses={"the terms do not increase": 28, "the integral is i": 29},
            instance={"s": "F", "i": "exp((3-b)*log(2))/(b-3)"},
        ),
        Inequality(31, r"$2^{3-\beta}\le1$.", "exp((3-b)*log(2))/(b-3) <= 1/(b-3)"),
        Textbook(
            32,
            r"Means add.",
            "pulls == low + late",
            fact="textbook.elementary-probability:linearity",
            hypotheses={"a sum of finitely many multiples": 18},
            instance={"x": "pulls", "y": "low + late"},
        ),
        Inequality(
            33,
            r"$\mathbb E[N_a(T)]\le u+T\,\mathbb P(Z=1)+\frac1{\beta-3}$,",
            "pulls <= u + T*bad + 1/(b-3)",
            uses=(32,),
            weights={24: "1", 26: "1", 27: "1", 30: "1", 31: "1"},
        ),
        Inequality(
            34,
            r"which is at most $2^{\ell+1}+T\,\mathbb P(Z=1)+\frac\beta{\beta-3}$.",
            "pulls <= u + T*bad + b/(b-3)",
            weights={33: "1"},
            rest="(b-1)/(b-3)",
        ),
    ),
)
AS_USED = Proof(
    "zcdp.eq17",
    where="b in (3,inf), T in [2,inf), u in [2,inf), bad in [0,1], fail in [0,1], pulls in [0,inf)",
    steps=(
        OnClaim(
            1,
            "The decomposition over all levels.",
            "pulls <= u + T*bad + 1/(b-3)",
            claim="zcdp.fix.eq17",
            of_step=33,
        ),
        OnClaim(
            2,
            r"For $\ell$ as in Step 1, or larger, all levels together cost at most 1 pull.",
            "T*bad <= 1",
            claim="zcdp.thm10.pulls",
            of_step=16,
        ),
        Inequality(
            3,
            r"So (17) holds for these $\ell$, whatever $\mathbb P(G_{a,\ell,T}^c)$ is.",
            "pulls <= u + T*fail + b/(b-3)",
            weights={1: "1", 2: "1"},
            rest="T*fail + 2/(b-3)",
        ),
    ),
)
