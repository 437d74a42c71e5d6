"""The proofs of the level-by-level decomposition of the pulls of an arm, step by step.

An index is any function of the round and the released mean of the last episode, as (C.8) has it.
"""

from __future__ import annotations

from banditproof.paper_checks.models.late_rounds import area_of_late_rounds
from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

ROUND = "ib in (-inf,inf), ia in (-inf,inf), top in (-inf,inf), mu in (-inf,inf)"
LEVELS = Proof(
    "thesis.thmC.4peel",
    where="b in (3,inf), T in [2,inf), t in [3,inf), S in [0,inf), h in [0,inf), u in [2,inf), "
    "N in [2,inf), c in [0,1], o in [0,1], Z in [0,1], g in [0,inf), one in [0,1], any in [0,1], "
    "miss in [0,1], D in [0,inf), E in [0,inf), B in [0,inf), Y in [0,inf), part in [0,inf), "
    "fails in [0,1], tail in [0,inf), late in [0,inf), sum in [0,inf), F in [0,inf), "
    "M in [0,inf), W in [0,1], bad in [0,1], pulls in [0,inf)",
    steps=(
        Given(
            1,
            r"Given the past, a reward has the law of its arm. The index at the start of an "
            r"episode is a function of the round, of the size $s$ of the last episode of the arm "
            "and of what was released of it (C.8), and noise is drawn once.",
        ),
        Given(2, r"$S=\log t$ at a round $t>K\ge2$ at which an episode begins,", "S == log(t)"),
        Given(
            3,
            r"and for each size $s$ the index of the best arm is below $\mu_1$ with probability at "
            r"most $\frac32t^{-\beta}$ (C.9).",
            "one <= 3/2*exp(-b*S)",
        ),
        Textbook(
            4,
            r"It is so for one of the at most $t$ sizes with at most $t$ times this.",
            "any <= t*(3/2*exp(-b*S))",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 3},
            instance={"p": "any", "n": "t", "d": "3/2*exp(-b*S)", "X": "one"},
            over=("one",),
        ),
        Textbook(
            5,
            r"Call round $t$ low if it is so in the bandit: $o=1$, else 0.",
            "miss == any",
            fact="textbook.reward-stacks:one arm",
            hypotheses={"a function of the first n rewards of one arm, and of its own noise": 1},
            instance={"p": "miss", "q": "any"},
        ),
        Inequality(
            6,
            r"So $t$ times its probability is at most $\frac32t^{2-\beta}$.",
            "t*miss <= 3/2*exp((2-b)*S)",
            uses=(2, 5),
            weights={4: "t"},
        ),
        Given(
            7,
            r"Level $j\ge\ell$: the episode of arm $a$ that begins at $N_a=N=2^{j+1}$ pulls, at "
            r"most one. $Z=0$ where $G_{a,j,T}$ holds:",
            "top < mu",
            where=f"{ROUND}, Z <= 0",
        ),
        Given(
            8,
            r"The index grows with the round, which is at most $T$.",
            "ia <= top",
            where=ROUND,
        ),
        Given(9, "In a round that is not low:", "mu <= ib", where=f"{ROUND}, o <= 0"),
        Inequality(
            10,
            r"So arm $a$ has not the largest index then.",
            "ia < ib",
            where=f"{ROUND}, Z <= 0, o <= 0",
            weights={7: "1", 8: "1", 9: "1"},
        ),
        Given(
            11,
            r"An episode is of the arm with the largest index: where one of arm $a$ begins "
            r"($c=1$, else 0), step 10 leaves no case with $o=0$ and $Z=0$.",
            "c*(1-o)*(1-Z) <= 0",
            uses=(10,),
        ),
        Given(12, r"It doubles the pulls, or is cut: it has $g\le N$ rounds.", "g <= N"),
        Inequality(
            13,
            r"Outside of low rounds the level adds at most $N$ rounds, and none if $Z=0$.",
            "c*(1-o)*g <= N*Z",
            weights={11: "N", 12: "c*(1-o)"},
            rest="N*Z*(1-c*(1-o))",
        ),
        Textbook(
            14,
            r"All levels $j\ge\ell$ add $D$ rounds there.",
            "D <= E",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 7, "each term is <= its bound": 13},
            instance={"x": "D", "y": "E", "X": "c*(1-o)*g", "Y": "N*Z"},
            over=("c", "o", "g", "N", "Z"),
        ),
        Given(
            15,
            r"Before $N_a=u=2^{\ell+1}$ pulls there are at most $u$; after them, the rounds of the "
            r"levels, of which $B$ are in episodes that begin in a low round.",
            "M <= u + D + B",
        ),
        Given(
            16,
            r"An episode that begins at $t$ has at most $t$ rounds: $B\le Y=\sum_{t\ge3}t\,o_t$, "
            r"with $o_t=0$ after $T$.",
            "B <= Y",
        ),
        Inequality(17, r"$N_a(T)=M$.", "M <= 1*(u + E + Y)", weights={14: "1", 15: "1", 16: "1"}),
        Textbook(
            18,
            "The means.",
            "pulls <= 1*(u + tail + late)",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 17},
            instance={"x": "pulls", "c": "1", "y": "u + tail + late", "X": "M", "Y": "u + E + Y"},
            over=("M", "E", "Y", "D", "B"),
        ),
        Textbook(
            19,
            r"$Z=1$ has in the bandit the probability that it has for independent draws:",
            "part == fails",
            fact="textbook.reward-stacks:one arm",
            hypotheses={"a function of the first n rewards of one arm, and of its own noise": 1},
            instance={"p": "part", "q": "fails"},
        ),
        Textbook(
            20,
            r"the mean of $E$ is at most $F=\sum_{j\ge\ell}2^{j+1}\mathbb P(G_{a,j,T}^c)$.",
            "tail <= F",
            fact="textbook.elementary-probability:sum of means above",
            hypotheses={"each mean is <= its bound": "N*part <= N*fails"},
            instance={"mean": "tail", "total": "F", "X": "N*part", "T": "N*fails"},
            over=("part", "fails", "N"),
            uses=(19,),
        ),
        Textbook(
            21,
            r"The mean of $Y$ is at most $\frac32\sum_{t\ge3}t^{2-\beta}$.",
            "late <= 3/2*sum",
            fact="textbook.elementary-probability:sum of means above",
            hypotheses={"each mean is <= its bound": 6},
            instance={
                "mean": "late",
                "total": "3/2*sum",
                "X": "t*miss",
                "T": "3/2*exp((2-b)*S)",
            },
            over=("miss", "S", "t"),
        ),
        Inequality(22, "These terms do not increase.", "exp((2-b)*(S+h)) <= exp((2-b)*S)"),
        Computed(
            23, r"$\int_2^\infty x^{2-\beta}dx=2^{3-\beta}/(\beta-3)$.", by=area_of_late_rounds
        ),
        Textbook(
            24,
            r"So this is at least their sum,",
            "sum <= exp((3-b)*log(2))/(b-3)",
            fact="textbook.calculus:sum and integral",
            hypotheses={"the terms do not increase": 22, "the integral is i": 23},
            instance={"s": "sum", "i": "exp((3-b)*log(2))/(b-3)"},
        ),
        Inequality(25, r"as $2^{3-\beta}\le1$.", "exp((3-b)*log(2))/(b-3) <= 1/(b-3)"),
        Inequality(
            26,
            r"$\mathbb E[N_a(T)]\le2^{\ell+1}+\sum_{j\ge\ell}2^{j+1}\mathbb P(G_{a,j,T}^c)+"
            r"\frac3{2(\beta-3)}$,",
            "pulls <= u + F + 3/2/(b-3)",
            weights={18: "1", 20: "1", 21: "1", 24: "3/2", 25: "3/2"},
        ),
        Inequality(
            27,
            r"which is at most the same with $\frac3{\beta-3}$.",
            "pulls <= u + F + 3/(b-3)",
            weights={26: "1"},
            rest="3/2/(b-3)",
        ),
        Given(
            28,
            r"Besides, let $W=1$ where some $G_{a,j,T}$ with $j\ge\ell$ fails, else 0: then $E=0$.",
            "(1-W)*E <= 0",
        ),
        Given(29, r"There are at most $T$ pulls.", "M <= T"),
        Inequality(
            30,
            r"So $N_a(T)\le u+TW+Y$.",
            "M <= 1*(u + T*W + Y)",
            weights={17: "1-W", 28: "1", 29: "W"},
            rest="W*u + W*Y",
        ),
        Textbook(
            31,
            "The means.",
            "pulls <= 1*(u + T*bad + late)",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 30},
            instance={
                "x": "pulls",
                "c": "1",
                "y": "u + T*bad + late",
                "X": "M",
                "Y": "u + T*W + Y",
            },
            over=("M", "W", "Y", "E", "D", "B"),
        ),
        Inequality(
            32,
            r"$\mathbb E[N_a(T)]\le2^{\ell+1}+T\,\mathbb P(W=1)+\frac3{2(\beta-3)}$.",
            "pulls <= u + T*bad + 3/2/(b-3)",
            weights={31: "1", 21: "1", 24: "3/2", 25: "3/2"},
        ),
        Parts(33, "Both.", uses=(26, 27, 32)),
    ),
)
UNION = Proof(
    "thesis.thmC.4.repaired",
    where="b in (3,inf), T in [2,inf), u in [2,inf), bad in [0,1], pulls in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"With the union over the levels $j\ge\ell$, $2^{j+1}\le T$:",
            "pulls <= u + T*bad + 3/2/(b-3)",
            claim="thesis.thmC.4peel",
            of_step=32,
        ),
        Inequality(
            2,
            r"which is at most the bound with $\frac\beta{\beta-3}$.",
            "pulls <= u + T*bad + b/(b-3)",
            weights={1: "1"},
            rest="(b-3/2)/(b-3)",
        ),
    ),
)
UNIFORM = Proof(
    "thesis.thmC.4peel.uniform",
    where="b in (3,inf), T in [2,inf), k in [1,inf), s in [0,inf), u in [2,inf), N in [2,inf), "
    "fails in [0,1], F in [0,inf), pulls in [0,inf), q in [0,inf)",
    steps=(
        OnClaim(
            1,
            "The decomposition by levels.",
            "pulls <= u + F + 3/2/(b-3)",
            claim="thesis.thmC.4peel",
            of_step=26,
        ),
        Induction(
            2,
            r"The numbers $N=2,4,\dots,2^k$ have a sum $s\le2\cdot2^k$.",
            "s <= 2*exp(k*log(2))",
            variable="k",
            sequence="s",
            first="2",
            following="s + 2*exp(k*log(2))",
        ),
        Given(3, r"Those of the levels are some of them, with $2^k\le T$.", "exp(k*log(2)) <= T"),
        Given(4, r"Let each level fail with probability at most $q$.", "fails <= q"),
        Inequality(5, "The term of a level:", "N*fails <= q*N", weights={4: "N"}),
        Textbook(
            6,
            "their sum.",
            "F <= q*s",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 3, "each term is <= its bound": 5},
            instance={"x": "F", "y": "q*s", "X": "N*fails", "Y": "q*N"},
            over=("N", "fails"),
        ),
        Inequality(
            7,
            r"$\sum_{j\ge\ell}2^{j+1}\mathbb P(G_{a,j,T}^c)\le2qT$,",
            "F <= 2*q*T",
            weights={6: "1", 2: "q", 3: "2*q"},
        ),
        Inequality(
            8,
            r"and $\mathbb E[N_a(T)]\le2^{\ell+1}+2qT+\frac3{2(\beta-3)}$.",
            "pulls <= u + 2*q*T + 3/2/(b-3)",
            weights={1: "1", 7: "1"},
        ),
        Parts(9, "Both.", uses=(7, 8)),
    ),
)
