"""The proof that the policy of `sign_elimination` is private and consistent, step by step.

Privacy compares the densities of all releases. For the regret: an epoch has H = exp(h) rounds, with
h = P log 2 and P = 2^m; a phase has n pulls of each arm, z = sqrt(log(H^2)/n), and w = sqrt(2/u).
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

RELEASES = (
    "a in (-inf,inf), b in (-inf,inf), c in (-inf,inf), k in [-1,1], e1 in [0,1], e2 in [0,1], "
    "o in (-inf,inf), f1 in (0,inf), f2 in (0,inf), rest in [0,inf), d1 in [0,inf), "
    "d2 in [0,inf), p in [0,1], q in [0,1], x in [0,1], y in [0,1]"
)
EPOCH = (
    "n in (0,inf), z in (0,inf), r in (0,inf), w in (0,inf), u in (0,inf), g in (0,inf), "
    "h in (0,inf), low in [0,1], neg in [0,1], A in [-1,1], Y in (-inf,inf), D in (-inf,inf), "
    "bad in [0,1], B in [0,inf), J in [0,inf), some in [0,1], j in [0,inf), K in [0,inf), "
    "l in [0,inf), s in [0,1], good in [0,inf), other in [0,inf), i in [0,1], N in [0,inf), "
    "fresh in [0,inf), epoch in [0,inf)"
)
HORIZON = (
    "P in [1,inf), S in [0,inf), M in [1,inf), L in (0,inf), pulls in [0,inf), "
    "gap in (0,inf), reg in [0,inf), t in (0,inf), m in (0,inf), high in (-inf,inf)"
)
PAST = ("n", "z", "r", "low", "neg", "A", "Y", "D", "bad")
BOUND = "gap*(16*u*L + log(L/log(2))/log(2) + 26/5)"

POLICY = Proof(
    "thesis.thm4.18.policy",
    where=f"eps in (0,inf), {RELEASES}, {EPOCH}, {HORIZON}",
    steps=(
        Given(
            1,
            r"Privacy. Two lists of rewards, any real numbers, differ in round $t$ alone. Fix "
            r"values of the releases up to round $T$. Which rounds a phase has, and of which arm, "
            r"follows from the earlier ones, so $t$ lies in one phase at most (if in none, take "
            r"any phase and $e_1=e_2$ below). Of its $n$ pulls of each arm let $c$ be what the "
            r"other rewards contribute, $k=\pm1$ for the arm of round $t$, and $e_1=1$ if its "
            r"reward is positive, else 0: the difference of the shares is",
            "a == (c + k*e1)/n",
        ),
        Given(2, r"and for the other list", "b == (c + k*e2)/n"),
        Inequality(3, r"They differ by at most $\frac1n$,", "n*abs(a - b) <= 1", uses=(1, 2)),
        Inequality(4, "and for each value $o$", "abs(o - b) - abs(o - a) <= abs(a - b)"),
        Inequality(
            5,
            r"so $\epsilon n|o-b|\le\epsilon n|o-a|+\epsilon$.",
            "eps*n*abs(o - b) <= eps*n*abs(o - a) + eps",
            weights={3: "eps", 4: "eps*n"},
        ),
        Given(
            6,
            r"The release $o$ of the phase has, given the earlier ones, the density of the Laplace "
            r"law of scale $1/(\epsilon n)$ at $o-a$,",
            "f1 == eps*n/2*exp(-(eps*n*abs(o - a)))",
        ),
        Given(7, r"and at $o-b$.", "f2 == eps*n/2*exp(-(eps*n*abs(o - b)))"),
        Inequality(
            8,
            "The exponential.",
            "exp(-(eps*n*abs(o - a))) <= exp(eps - eps*n*abs(o - b))",
            monotone=("exp", "eps - eps*n*abs(o - b)", "-(eps*n*abs(o - a))"),
            weights={5: "1"},
        ),
        Inequality(
            9,
            r"So the one density is at most $e^\epsilon$ times the other.",
            "f1 <= exp(eps)*f2",
            uses=(6, 7),
            weights={8: "eps*n/2"},
        ),
        Given(
            10,
            r"Given the earlier releases, each other phase has one law for both lists: it reads "
            r"none of their different rewards. A phase that is not played, as the policy is "
            r"committed, releases a blank.",
        ),
        Textbook(
            11,
            r"The density of all releases is the product of the conditional ones,",
            "d1 == rest*f1",
            fact="textbook.ionescu-tulcea:densities",
            hypotheses={"the conditional density of each draw": 10},
            instance={"p": "d1", "x": "rest", "y": "f1"},
        ),
        Textbook(
            12,
            "for both lists.",
            "d2 == rest*f2",
            fact="textbook.ionescu-tulcea:densities",
            hypotheses={"the conditional density of each draw": 10},
            instance={"p": "d2", "x": "rest", "y": "f2"},
        ),
        Inequality(
            13,
            "So at every point",
            "d1 <= exp(eps)*d2",
            uses=(11, 12),
            weights={9: "rest"},
        ),
        Textbook(
            14,
            "and for each event of the releases.",
            "p <= exp(eps)*q",
            fact="textbook.density:events",
            hypotheses={"f <= c g at every point": 13},
            instance={"p": "p", "q": "q", "c": "exp(eps)", "A": "d1", "B": "d2"},
            over=("d1", "d2", "rest", "f1", "f2", "o", "a", "b", "c", "k", "e1", "e2", "n"),
        ),
        Given(
            15,
            r"The actions are a function of the releases: an event of the actions is one of these,",
            "x == p",
        ),
        Given(16, "for both lists.", "y == q"),
        Inequality(
            17,
            r"The policy is $\epsilon$-View DP.",
            "x <= exp(eps)*y",
            uses=(15, 16),
            weights={14: "1"},
        ),
        Given(
            18,
            r"Regret. A reward of mean $\mu$ is positive with probability $\Phi(\mu)$, so that the "
            r"better arm has the larger share, by $g=|\Phi(\mu_1)-\Phi(\mu_2)|>0$, which with "
            r"$w=\sqrt{2/u}$ is $2\sqrt{2/u}+\frac4{\epsilon u}$:",
            "g == 2*w + 2*w**2/eps",
        ),
        Given(19, r"By the definition of $w$,", "u == 2/w**2"),
        Inequality(
            20,
            r"this is the number of the statement: $2\sqrt{2/u}+\frac4{\epsilon u}=g$.",
            "2*sqrt(2/u) + 4/(eps*u) == g",
            uses=(18, 19),
        ),
        Given(
            21,
            r"Let an epoch have $H=e^h$ rounds, and $\log(H^2)=2h$. In a phase with $n$ pulls of "
            r"each arm let $z=\sqrt{2h/n}$:",
            "n == 2*h/z**2",
        ),
        Given(
            22,
            r"the threshold $\sqrt{2h/n}+2h/(\epsilon n)$ is",
            "r == z + z**2/eps",
        ),
        Given(
            23,
            r"Let the rewards of each arm, numbered by its pulls in the epoch, be independent "
            r"draws of its law, also in phases that are not played. The signs of the better arm, "
            r"and 1 minus those of the other, are $2n$ independent terms in $[0,1]$: their "
            r"average is $(1+A)/2$ for the difference $A$ of the shares, and of mean $(1+g)/2$.",
        ),
        Textbook(
            24,
            r"Hoeffding: the probability of $A\le g-z$.",
            "low <= exp(-2*(2*n)*(z/2)**2)",
            fact="textbook.hoeffding:average of independent terms below",
            hypotheses={"n independent terms in [0, 1]": 23, "e >= 0": "z/2 >= 0"},
            instance={"p": "low", "n": "2*n", "e": "z/2"},
        ),
        Inequality(25, r"That is $H^{-2}$.", "low <= exp(-2*h)", uses=(21, 24)),
        Textbook(
            26,
            r"The probability that the noise is at most $-2h/(\epsilon n)$.",
            "neg == exp(-(2*h/(eps*n))/(1/(eps*n)))/2",
            fact="textbook.laplace-tail:below",
            hypotheses={"t >= 0": "2*h/(eps*n) >= 0", "b > 0": "1/(eps*n) > 0"},
            instance={"p": "neg", "t": "2*h/(eps*n)", "b": "1/(eps*n)"},
        ),
        Inequality(27, r"That is $\frac12H^{-2}$.", "neg <= exp(-2*h)/2", uses=(26,)),
        Given(28, r"Elsewhere $A$ is larger,", "A > g - z"),
        Given(29, r"and so is the noise $Y$.", "Y > -(2*h/(eps*n))"),
        Given(30, r"The release is", "D == A + Y"),
        Inequality(
            31,
            r"Then the release is good: $D>g-r$.",
            "D > g - r",
            uses=(21, 22, 30),
            weights={28: "1", 29: "1"},
        ),
        Textbook(
            32,
            r"So it is not good with a probability of at most",
            "bad <= low + neg",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 31},
            instance={"p": "bad", "q": "low", "r": "neg"},
        ),
        Inequality(
            33,
            r"$\frac32H^{-2}$.",
            "bad <= 3/2*exp(-2*h)",
            weights={32: "1", 25: "1", 27: "1"},
        ),
        Induction(
            34,
            r"The first $j$ phases, of $2^l$ pulls of each arm, have $B=2(2^j-1)$ rounds.",
            "B >= 2*(exp(j*log(2)) - 1)",
            variable="j",
            start="0",
            sequence="B",
            first="0",
            following="B + 2*exp(j*log(2))",
            weight="1",
        ),
        Given(35, r"The $J$ phases that the horizon does not cut off have", "B <= exp(h)"),
        Given(36, r"$H\ge2$.", "exp(h) >= 2"),
        Inequality(
            37,
            r"So $2^J\le H$,",
            "exp(J*log(2)) <= exp(h)",
            at={34: {"j": "J"}},
            weights={34: "1/2", 35: "1/2", 36: "1/2"},
        ),
        Inequality(
            38,
            r"and $J\le\log_2H$.",
            "J*log(2) <= h",
            monotone=("log", "exp(h)", "exp(J*log(2))"),
            weights={37: "1"},
        ),
        Textbook(
            39,
            r"The probability that one of the $J$ releases is not good.",
            "some <= J*(3/2*exp(-2*h))",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 33},
            instance={"p": "some", "n": "J", "d": "3/2*exp(-2*h)", "X": "bad"},
            over=PAST,
        ),
        Inequality(
            40,
            r"If all are good, the worse arm is never named: $D>-r$.",
            "D > -r",
            weights={31: "1"},
        ),
        Given(41, r"A phase that ends without a commitment has", "D <= r"),
        Inequality(42, r"so $2r>g$,", "2*r > g", weights={31: "1", 41: "1"}),
        Inequality(
            43,
            r"$z\ge w$",
            "z >= w",
            uses=(18, 22),
            weights={42: "1/(2*(1 + (z + w)/eps))"},
        ),
        Inequality(
            44,
            r"and $n\le uh$.",
            "n <= u*h",
            uses=(19, 21),
            weights={43: "2*h*(z + w)/(z**2*w**2)"},
        ),
        Induction(
            45,
            r"Phases up to that of $2^j$ pulls of each arm pull the worse one $K=1+2+\dots+2^j$ "
            r"times.",
            "K <= 2*exp(j*log(2)) - 1",
            variable="j",
            start="0",
            sequence="K",
            first="1",
            following="K + exp((j+1)*log(2))",
            weight="1",
        ),
        Given(
            46,
            r"The last phase that begins has $2^l$ pulls of each arm, cut off or not: 1 if it is "
            r"the first ($s=0$); else ($s=1$) $2n$, for $n$ of the phase before, which ended "
            r"without a commitment.",
            "exp(l*log(2)) <= 1 - s + 2*s*n",
            uses=(44,),
        ),
        Given(
            47,
            r"If all releases are good, the worse arm is pulled in these phases only, as none "
            r"names it.",
            "good <= K",
            uses=(40,),
        ),
        Inequality(
            48,
            r"That is at most $4uh+1$ times.",
            "good <= 4*u*h + 1",
            at={45: {"j": "l"}},
            weights={47: "1", 45: "1", 46: "2", 44: "4*s"},
            rest="4*u*h*(1 - s) + 2*s",
        ),
        Given(
            49,
            r"If one is not good ($i=1$), at most $H$ times.",
            "other <= exp(h)",
        ),
        Given(50, r"So its pulls in the epoch are", "N == (1 - i)*good + i*other"),
        Inequality(
            51,
            r"at most $4uh+1+iH$.",
            "N <= (4*u*h + 1) + exp(h)*i",
            uses=(50,),
            weights={48: "1 - i", 49: "i"},
            rest="i*(4*u*h + 1)",
        ),
        Textbook(
            52,
            r"The mean.",
            "fresh <= 1*(4*u*h + 1) + exp(h)*some",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 51},
            instance={"x": "fresh", "n": "1", "c": "4*u*h + 1", "b": "exp(h)", "z": "some"}
            | {"X": "N", "Z": "i"},
            over=("N", "i", "good", "other", "K", "l", "s", *PAST),
        ),
        Given(
            53,
            r"An epoch starts from nothing, at a fixed round, and given the past, a reward has the "
            r"law of its arm.",
        ),
        Textbook(
            54,
            r"So the mean pulls of the worse arm in the epoch are as for independent draws,",
            "epoch == fresh",
            fact="textbook.reward-stacks",
            hypotheses={"given the past a reward has the law of its arm": 53},
            instance={"p": "epoch", "q": "fresh"},
        ),
        Inequality(
            55,
            r"at most $4uh+1+\frac32JH^{-1}$.",
            "epoch <= 4*u*h + 1 + 3/2*J*exp(-h)",
            uses=(54,),
            weights={52: "1", 39: "exp(h)"},
        ),
        Given(56, r"In epoch $m$ let $P=2^m$: $H=2^P$.", "h == P*log(2)"),
        Inequality(
            57,
            r"So $J\le P$, and the pulls of the worse arm in the epoch have a mean of at most",
            "epoch <= 4*u*log(2)*P + 1 + 3/2*P*exp(-P*log(2))",
            uses=(56,),
            weights={55: "1", 38: "3/2*exp(-P*log(2))/log(2)"},
        ),
        Inequality(
            58,
            r"$x^22^{-x}\le\frac32$.",
            "t**2*exp(-t*log(2)) <= 3/2",
            where="t >= 1",
        ),
        Induction(
            59,
            r"The sum $S$ of these bounds for the epochs $m\le j$, where $P=2^m$.",
            "S <= 4*u*log(2)*(2*exp(j*log(2)) - 1) + j + 1 + 3/2*(2 - 3/2*exp(-j*log(2)))",
            variable="j",
            start="0",
            sequence="S",
            first="4*u*log(2) + 1 + 3/4",
            following="S + 4*u*log(2)*exp((j+1)*log(2)) + 1 + "
            "3/2*exp((j+1)*log(2))*exp(-exp((j+1)*log(2))*log(2))",
            weight="1",
            at={58: {"t": "exp((j+1)*log(2))"}},
            uses=(58,),
        ),
        Textbook(
            60,
            r"The mean pulls up to round $T$, in the epochs $0,\dots,M$, of which the last one is "
            r"cut off: at most this sum for $j=M$.",
            "pulls <= S",
            fact="textbook.elementary-probability:sum of means above",
            hypotheses={"each mean is <= its bound": 57},
            instance={"mean": "pulls", "total": "S", "X": "epoch"}
            | {"T": "4*u*log(2)*P + 1 + 3/2*P*exp(-P*log(2))"},
            over=("epoch", "fresh", "P", "h", "J", "B", "some"),
        ),
        Given(
            61,
            r"Round $T>2$ is after epoch $M-1\ge0$, of $2^{2^{M-1}}$ rounds; $L=\log T$:",
            "L > exp((M - 1)*log(2))*log(2)",
        ),
        Inequality(
            62,
            r"So $4u\log2\,(2\cdot2^M-1)\le16u\log T$",
            "4*u*log(2)*(2*exp(M*log(2)) - 1) <= 16*u*L",
            weights={61: "16*u"},
        ),
        Inequality(
            63,
            r"and $M-1\le\log_2\log_2T$.",
            "M*log(2) - log(2) <= log(L/log(2))",
            monotone=("log", "L/log(2)", "exp((M - 1)*log(2))"),
            weights={61: "1/log(2)"},
        ),
        Inequality(
            64,
            r"By the bound of the sum for $j=M$",
            "pulls <= 4*u*log(2)*(2*exp(M*log(2)) - 1) + M + 1 + 3",
            at={59: {"j": "M"}},
            weights={60: "1", 59: "1"},
        ),
        Inequality(
            65,
            r"The pulls of the worse arm.",
            "pulls <= 16*u*L + log(L/log(2))/log(2) + 26/5",
            weights={62: "1", 63: "1/log(2)", 64: "1"},
        ),
        OnClaim(
            66,
            r"Each costs $\Delta$.",
            "reg == gap*pulls",
            claim="thesis.eq2.7-2.8",
            of_step=9,
            instance={"pulls": "gap*pulls"},
        ),
        Inequality(
            67,
            r"$\mathrm{Reg}_T\le\Delta(16u\log T+\log_2\log_2T+5.2)$.",
            f"reg <= {BOUND}",
            uses=(66,),
            weights={65: "gap"},
        ),
        Inequality(68, r"$\log x\le x$.", "log(L/log(2)) <= L/log(2)"),
        Given(
            69,
            r"Consistency. Let $t>0$ and $m>0$. For all large $T$",
            "m*t**2*L/2 >= gap*(16*u + 1/log(2)**2 + 26/5)",
        ),
        Given(70, "and", "L >= 1"),
        Inequality(71, r"$e^{tL}\ge\frac12(tL)^2$.", "exp(t*L) >= t**2*L**2/2"),
        Inequality(
            72,
            r"So $\mathrm{Reg}_T\le m\,T^t$.",
            "reg <= m*exp(t*L)",
            weights={67: "1", 68: "gap/log(2)", 70: "gap*26/5", 69: "L", 71: "m"},
        ),
        Inequality(
            73,
            r"$\mathrm{Reg}_TT^{-t}\le m$.",
            "reg*exp(-(t*L)) <= 0 + m",
            weights={72: "exp(-(t*L))"},
        ),
        Textbook(
            74,
            r"So $\mathrm{Reg}_T=o(T^t)$ for every $t>0$ and all different means; for equal ones "
            r"it is 0.",
            "high <= 0",
            fact="textbook.bounds-of-sets:upper limit with a margin",
            hypotheses={"x_n <= c + s for every s > 0 and all large n": 73},
            instance={"high": "high", "X": "reg*exp(-(t*L))", "c": "0", "s": "m"},
            over=("reg", "pulls", "L", "M", "S", "m"),
        ),
        Parts(75, "Privacy, the number $u$, the regret, and consistency.", uses=(17, 20, 67, 74)),
    ),
)
