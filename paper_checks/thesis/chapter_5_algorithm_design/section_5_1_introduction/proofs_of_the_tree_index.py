"""The proofs about DP-UCB with noise for all levels: its width, the pulls of an arm, the regret."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)

WIDTH = Proof(
    "thesis.alg.dpucb.width",
    where="L in [1,inf), m in [1,inf), b in (0,inf), l in (0,inf), y in (0,inf), "
    "one in [0,inf), all in [0,inf), X in [0,inf), p in [0,1], z in (0,1/2]",
    steps=(
        Given(
            1,
            r"$Y$ is the sum of $m\le L$ independent Laplace variables of scale $b$.",
            "m <= L",
        ),
        Given(2, r"$y=\sqrt{8L}\,b\,\ell$ with $\ell=\log(2/\delta)$, and", "y == 2*sqrt(2*L)*b*l"),
        Identity(
            3,
            r"For $q=1/(b\sqrt{2L})$ it is $qy=2\ell$.",
            "1/(b*sqrt(2*L))*y == 2*l",
            uses=(2,),
        ),
        Textbook(
            4,
            r"$\mathbb Ee^{qY_1}=(1-q^2b^2)^{-1}$,",
            "one == 1/(1 - (1/(b*sqrt(2*L)))**2*b**2)",
            fact="textbook.laplace-tail:moments",
            hypotheses={
                "l b < 1": "1/(b*sqrt(2*L))*b < 1",
                "l b >= 0": "1/(b*sqrt(2*L))*b >= 0",
            },
            instance={"x": "one", "l": "1/(b*sqrt(2*L))"},
            uses=(1,),
        ),
        Identity(
            5,
            r"where $q^2b^2=\frac1{2L}$.",
            "(1/(b*sqrt(2*L)))**2*b**2 == 1/(2*L)",
        ),
        Textbook(
            6,
            r"$\mathbb Ee^{qY}$ is the product of $m$ of these.",
            "all == exp(m*log(1/(1 - 1/(2*L))) + 0*log(1))",
            fact="textbook.elementary-probability:product of means",
            hypotheses={"independent factors": 1},
            instance={"x": "all", "n": "m", "m": "0", "a": "1/(1 - 1/(2*L))", "b": "1"},
            uses=(4, 5),
        ),
        Inequality(7, r"$\log(1-z)\ge-2z$ for $z\le\frac12$.", "log(1-z) >= -2*z"),
        Inequality(
            8,
            r"So it is at most $e$.",
            "exp(m*log(1/(1 - 1/(2*L)))) <= exp(1)",
            at={7: {"z": "1/(2*L)"}},
            weights={7: "m", 1: "1/L"},
            monotone=("exp", "1", "m*log(1/(1 - 1/(2*L)))"),
        ),
        Textbook(
            9,
            r"$\mathbb P(Y\ge y)=\mathbb P(e^{qY}\ge e^{qy})\le e^{-qy}\,\mathbb Ee^{qY}$.",
            "p*exp(1/(b*sqrt(2*L))*y) <= all",
            fact="textbook.markov",
            over=("X",),
            hypotheses={"X >= 0": "X >= 0", "a > 0": "exp(1/(b*sqrt(2*L))*y) > 0"},
            instance={"p": "p", "a": "exp(1/(b*sqrt(2*L))*y)", "m": "all", "X": "X"},
        ),
        Inequality(
            10,
            r"With $qy=2\ell$ this is at most $e\,(\delta/2)^2$.",
            "p <= exp(1 - 2*l)",
            uses=(2, 3, 6),
            weights={9: "exp(-2*l)", 8: "exp(-2*l)"},
        ),
    ),
)
OFF = "ib in (-inf,inf), mu in (-inf,inf), x in (-inf,inf), avg in (-inf,inf), Z <= 0"
PULLS = Proof(
    "thesis.alg.dpucb.pulls",
    where="T in [1,inf), l in (0,inf), y in (0,inf), gap in (0,1], u in [1,inf), one in [0,1], "
    "two in [0,1], err in [0,1], low in [0,inf), high in [0,inf), any in [0,inf), bad in [0,1], "
    "t in [0,inf), N in [0,inf), c in [0,1], Z in [0,1], pulls in [0,inf), n in [1,inf), "
    "L in [1,inf), b in (0,inf)",
    steps=(
        Given(1, r"Given the past, a reward is a draw in $[0,1]$ of the mean of its arm."),
        Given(2, r"$\ell=\log(2/\delta)$ with $\delta=T^{-2}$.", "l == log(2*T**2)"),
        Textbook(
            3,
            r"The mean of the first $n$ rewards of an arm is off by $\sqrt{2\ell/n}$, to one side, "
            r"with at most this probability,",
            "one <= exp(-2*n*sqrt(2*l/n)**2)",
            fact="textbook.hoeffding:average above",
            hypotheses={"n independent draws in [0, 1] of one mean": 1},
            instance={"p": "one", "n": "n", "e": "sqrt(2*l/n)"},
        ),
        OnClaim(
            4,
            r"and the noise of its sum by $y$ with this one.",
            "two <= exp(1 - 2*l)",
            claim="thesis.alg.dpucb.width",
            of_step=10,
            instance={"p": "two"},
        ),
        Given(5, r"If neither is so, the noisy mean is not off by $\sqrt{2\ell/n}+y/n$."),
        Textbook(
            6,
            r"Else it is one of both.",
            "err <= one + two",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 5},
            instance={"p": "err", "q": "one", "r": "two"},
        ),
        Inequality(
            7,
            r"That is at most $e^{-4\ell}+e^{1-2\ell}$.",
            "err <= exp(-4*l) + exp(1 - 2*l)",
            weights={6: "1", 3: "1", 4: "1"},
        ),
        Textbook(
            8,
            r"It is so for some $n\le T$, of the best arm from above,",
            "low <= T*(exp(-4*l) + exp(1 - 2*l))",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 7},
            instance={"p": "low", "n": "T", "d": "exp(-4*l) + exp(1 - 2*l)", "X": "err"},
            over=("err", "one", "two", "n"),
        ),
        Textbook(
            9,
            r"and of arm $a$ from below.",
            "high <= T*(exp(-4*l) + exp(1 - 2*l))",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 7},
            instance={"p": "high", "n": "T", "d": "exp(-4*l) + exp(1 - 2*l)", "X": "err"},
            over=("err", "one", "two", "n"),
        ),
        Given(10, r"The bad event, for independent draws, is that one of both happens."),
        Textbook(
            11,
            r"One of both happens.",
            "any <= low + high",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 10},
            instance={"p": "any", "q": "low", "r": "high"},
        ),
        Textbook(
            12,
            r"The rewards of the bandit, numbered by the pulls, are such draws.",
            "bad == any",
            fact="textbook.reward-stacks",
            hypotheses={"given the past a reward has the law of its arm": 1},
            instance={"p": "bad", "q": "any"},
        ),
        Given(
            13,
            r"$u$ is the least whole number that is at least 1 and this.",
            "8*l/gap**2 + 4*y/gap <= u",
        ),
        Given(14, r"So it is below this plus 1.", "u <= 8*l/gap**2 + 4*y/gap + 1"),
        Inequality(
            15,
            r"After $N\ge u$ pulls twice the width is at most $\Delta_a$: "
            r"$N\Delta^2\ge8\ell+4y\Delta$.",
            "8*l + 4*y*gap <= n*gap**2",
            where="n >= u",
            weights={13: "gap**2"},
        ),
        Inequality(
            16,
            r"Then $2\sqrt{2\ell/n}+2y/n\le\Delta_a$, as $(\sqrt{2\ell}+\sqrt{2\ell+2y\Delta})^2\le"
            r"8\ell+4y\Delta$.",
            "2*sqrt(2*l/n) + 2*y/n <= gap",
            where="n >= u",
            uses=(15,),
        ),
        Given(
            17,
            r"Where neither happens, $Z=0$, the index of the best arm is above $\mu^\star$,",
            "ib > mu",
            where=OFF,
        ),
        Given(
            18,
            r"and the noisy mean of $n\ge u$ pulls of arm $a$ below this.",
            "avg < x + sqrt(2*l/n) + y/n",
            where=f"{OFF}, n >= u",
        ),
        Given(19, r"$\mu^\star=\mu_a+\Delta_a$.", "mu == x + gap", where=OFF),
        Inequality(
            20,
            r"So after $u$ pulls or more the index of arm $a$ is below that of the best arm.",
            "avg + sqrt(2*l/n) + y/n < ib",
            uses=(19,),
            where=f"{OFF}, n >= u",
            weights={17: "1", 18: "1", 16: "1"},
        ),
        Given(
            21,
            r"After the first $K$ rounds the policy pulls an arm of the largest index: arm $a$ "
            r"($c=1$, and else 0) not at $N\ge u$ pulls, if $Z=0$; so a pull leads to $N+1\le u$, "
            r"whole numbers.",
            "(1-Z)*c*(N+1-u) <= 0",
            uses=(20,),
        ),
        Induction(
            22,
            r"There is one pull at first, and after each later one at most $u$, if $Z=0$.",
            "(1-Z)*(N-u) <= 0",
            variable="t",
            start="0",
            sequence="N",
            first="1",
            following="N + c",
            weight="1-c",
            uses=(21,),
        ),
        Given(23, r"There are at most $T$ pulls.", "N <= T"),
        Inequality(24, r"In both cases.", "N <= u + T*Z", weights={22: "1", 23: "Z"}),
        Textbook(
            25,
            r"The mean.",
            "pulls <= 1*u + T*bad",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 24},
            instance={"x": "pulls", "n": "1", "c": "u", "b": "T", "z": "bad", "X": "N", "Z": "Z"},
            over=("N", "Z", "t", "c"),
        ),
        Inequality(
            26,
            r"$2T^2(e^{-4\ell}+e^{1-2\ell})=\frac1{8T^6}+\frac e{2T^2}$ is at most 2.",
            "2*T**2*(exp(-4*l) + exp(1 - 2*l)) <= 2",
            uses=(2,),
        ),
        Inequality(
            27,
            r"$\mathbb E[N_a(T)]\le\frac{8\ell}{\Delta_a^2}+\frac{4y}{\Delta_a}+3$.",
            "pulls <= 8*l/gap**2 + 4*y/gap + 3",
            uses=(12,),
            weights={25: "1", 14: "1", 11: "T", 8: "T", 9: "T", 26: "1"},
        ),
    ),
)
REGRET = Proof(
    "thesis.alg.dpucb.regret.repaired",
    where="T in [1,inf), l in (0,inf), y in (0,inf), L in [1,inf), eps in (0,inf), gap in (0,1], "
    "pulls in [0,inf), j in [0,inf), s in [0,inf), K in [1,inf), sum in [0,inf), "
    "inverse in [0,inf), number in [0,inf), reg in [0,inf), h in (0,inf)",
    steps=(
        OnClaim(
            1,
            r"The mean pulls of a suboptimal arm.",
            "pulls <= 8*l/gap**2 + 4*y/gap + 3",
            claim="thesis.alg.dpucb.pulls",
            of_step=27,
        ),
        Induction(
            2,
            r"Over the suboptimal arms: the sum $s$ of $3\Delta_a+8\ell/\Delta_a+4y-\Delta_a"
            r"\mathbb E N_a$ is at least 0.",
            "s >= 0",
            variable="j",
            start="0",
            sequence="s",
            first="0",
            following="s + 3*gap + 8*l/gap + 4*y - gap*pulls",
            weight="1",
            rest="gap*(8*l/gap**2 + 4*y/gap + 3 - pulls)",
            uses=(1,),
        ),
        OnClaim(
            3,
            r"$\mathrm{Reg}_T=\sum_a\Delta_a\mathbb E N_a(T)$.",
            "s == 3*sum + 8*l*inverse + 4*y*number - reg",
            claim="thesis.eq2.7-2.8",
            of_step=9,
            instance={"pulls": "3*sum + 8*l*inverse + 4*y*number - s"},
        ),
        Given(4, r"There are at most $K$ such arms.", "number <= K"),
        Given(5, r"Let $h=\log(\sqrt2T)$, so that $\ell=2h$.", "l == 2*h"),
        Given(
            6,
            r"$y=\sqrt{8L}\,b\,\ell$ with $b=L/\epsilon$.",
            "y == 2*sqrt(2*L)*(L/eps)*l",
        ),
        Inequality(
            7,
            r"$\mathrm{Reg}_T\le\frac{8\sqrt8KL^{3/2}h}\epsilon+3\sum\Delta_a+16h\sum\frac1{\Delta_a}$.",
            "reg <= 8*sqrt(8)*K*L*sqrt(L)*h/eps + 3*sum + 16*h*inverse",
            uses=(3, 5, 6),
            weights={2: "1", 4: "8*sqrt(2*L)*(L/eps)*2*h"},
        ),
    ),
)
