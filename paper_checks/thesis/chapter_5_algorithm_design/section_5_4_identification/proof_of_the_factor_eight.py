"""The proof that AdaP-TT without noise needs 8 T*_KL log(1/delta) samples on two arms.

Two arms with rewards in [0, 1] and the gap D; sigma = 1/2, beta = 1/2, eps = infinity. Two private
means, here averages, have u and v samples; e and f are their errors, G is the gap of the averages.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

ERROR = "w*D*a/2"
TRACKED = "thesis.ttucb.tracking"


EIGHT = Proof(
    "thesis.rem5.24.eight",
    where="r in (0,1], w in (0,1/8], n in [1,inf), D in (0,1], L in (0,inf), l in (1/2,1), "
    "Z in [1,inf), g in (-inf,inf), C in (-inf,inf), x in (0,inf), c in (0,inf), u in (0,inf), "
    "v in (0,inf), q in (0,inf), a in (0,inf), b in (0,inf), s in (0,inf), e in (-inf,inf), "
    "f in (-inf,inf), G in [0,inf), W in [0,inf), up in [0,1], down in [0,1], one in [0,1], "
    "k in [1,inf), all in [0,1], own in [0,1], none in [0,1], late in [0,1], A in [1,inf), "
    "B in [1,inf), y in (-inf,inf), z in (-inf,inf), tau in [0,inf), E in (0,inf), T in (0,inf), "
    "X in (0,inf), high in [0,inf)",
    steps=(
        Given(1, r"$w=r/8$.", "w == r/8"),
        Given(2, r"For $n=2^m$ let $\log(1/\delta)=L$ be this.", "L == (1+w)**2*D**2*n/2"),
        Given(3, r"$g=g_G(\lambda)$.", "g == 2*l - 2*l*log(4*l) + log(Z) - log(1-l)/2"),
        Inequality(4, r"It is positive.", "g >= 0", uses=(3,)),
        Given(5, r"$\mathcal C_G(x)$, attained at $\lambda$.", "C == (g + x)/l"),
        Inequality(
            6, r"So $\mathcal C_G(x)\ge x$.", "C >= x", uses=(5,), weights={4: "1/l"},
            rest="x*(1-l)/l",
        ),
        Given(7, r"(5.11) is $4\mathcal C_G(x)$ and more,", "c >= 4*C"),
        Given(8, r"where $2x=\log(1/\delta')$ of a risk $\delta'\le\delta$.", "x >= L/2"),
        Inequality(9, r"So it is at least $2\log(1/\delta)$.", "c >= 2*L",
            weights={7: "1", 6: "4", 8: "4"}),
        Given(10, r"Let both averages be of at most $n$ samples,", "u <= n"),
        Given(11, r"each.", "v <= n"),
        Given(12, r"With $a=\sqrt{n/u}$", "u == n/a**2"),
        Given(13, r"and $b=\sqrt{n/v}$", "v == n/b**2"),
        Given(14, r"$q=1/u+1/v$ is", "q == (a**2 + b**2)/n"),
        Inequality(15, r"One root.", "a**2 >= 1", uses=(12,), weights={10: "a**2/n"}),
        Inequality(16, r"The other.", "b**2 >= 1", uses=(13,), weights={11: "b**2/n"}),
        Given(17, r"Let", "s == sqrt(q*n/2)"),
        Inequality(18, r"So.", "s >= 1", uses=(14, 17),
            weights={15: "1/(2*(s+1))", 16: "1/(2*(s+1))"}),
        Inequality(19, r"And.", "(a+b)**2 <= 2*q*n", uses=(14,), rest="(a-b)**2", weights={}),
        Inequality(20, r"The roots.", "a + b <= 2*s", uses=(17,), weights={19: "1/(a+b+2*s)"}),
        Given(21, r"Outside of the events below the errors are small,", f"abs(e) < {ERROR}"),
        Given(22, r"both.", "abs(f) < w*D*b/2"),
        Given(23, r"Whatever the better average is, the gap is", "G <= D + abs(e) + abs(f)"),
        Inequality(24, r"So.", "G < (1+w)*D*s",
            weights={23: "1", 21: "1", 22: "1", 20: "w*D/2", 18: "D"}),
        Given(25, r"The cost.", "W == 2*G**2/q"),
        Inequality(
            26,
            r"It is below the threshold: no stop while both averages are of at most $n$ samples.",
            "W < c",
            uses=(2, 17, 25),
            weights={24: "2*(G + (1+w)*D*s)/q", 9: "1"},
        ),
        Given(27, r"The rewards of a phase are $u$ independent draws of one law on $[0,1]$."),
        Textbook(
            28,
            r"A large error above,",
            f"up <= exp(-2*u*({ERROR})**2)",
            fact="textbook.hoeffding:average above",
            hypotheses={"n independent draws in [0, 1] of one mean": 27},
            instance={"p": "up", "n": "u", "e": ERROR},
        ),
        Textbook(
            29,
            r"and below.",
            f"down <= exp(-2*u*({ERROR})**2)",
            fact="textbook.hoeffding:average of independent terms below",
            hypotheses={"n independent terms in [0, 1]": 27, "e >= 0": f"{ERROR} >= 0"},
            instance={"p": "down", "n": "u", "e": ERROR},
        ),
        Textbook(
            30,
            r"One of both.",
            "one <= up + down",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 27},
            instance={"p": "one", "q": "up", "r": "down"},
        ),
        Inequality(31, r"As $ua^2=n$.", "one <= 2*exp(-w**2*D**2*n/2)", uses=(12,),
            weights={28: "1", 29: "1", 30: "1"}),
        Textbook(
            32,
            r"Some of the $k=2(m+2)$ averages of both arms with at most $n=2^m$ samples.",
            "all <= k*(2*exp(-w**2*D**2*n/2))",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 31},
            instance={"p": "all", "n": "k", "d": "2*exp(-w**2*D**2*n/2)", "X": "one"},
            over=("one", "up", "down", "u", "a"),
        ),
        Given(33, r"For large $m$ this is small.", "k*(2*exp(-w**2*D**2*n/2)) <= w"),
        Given(34, r"Given the past a reward has the law of its arm."),
        Textbook(
            35,
            r"So also where the averages are those of the algorithm.",
            "own == all",
            fact="textbook.reward-stacks",
            hypotheses={"given the past a reward has the law of its arm": 34},
            instance={"p": "own", "q": "all"},
        ),
        Textbook(
            36,
            r"Else none of these events comes.",
            "none + own == 1",
            fact="textbook.elementary-probability:complement",
            hypotheses={"the second event is that the first does not come": 26},
            instance={"p": "none", "q": "own"},
        ),
        OnClaim(
            37,
            r"Of the arm with more pulls, $N-\frac12L$ as a leader is at most 1,",
            "y <= 1",
            claim=TRACKED,
            of_step=3,
            instance={"b": "1/2", "D": "y"},
        ),
        OnClaim(
            38,
            r"and of the other one at least 0.",
            "z >= 0",
            claim=TRACKED,
            of_step=4,
            instance={"b": "1/2", "D": "z"},
        ),
        Given(39, r"Then the pulls of the arms, of which each has one first, differ by",
            "A - B == 2*y - 2*z"),
        Given(
            40,
            r"At a stop some average is of more than $n$ samples, so of at least $2n$: its arm has "
            r"at least $4n$ pulls.",
            "A >= 4*n",
            uses=(26,),
        ),
        Inequality(41, r"And so nearly the other one.", "A + B >= 8*n - 2", uses=(39,),
            weights={40: "2", 37: "2", 38: "2"}),
        Textbook(
            42,
            r"So the run needs so many pulls, if none of the events comes.",
            "none <= late",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 41},
            instance={"p": "none", "q": "late"},
        ),
        Textbook(
            43,
            r"The mean $E$ of $\tau$, if it is finite.",
            "late*(8*n-2) <= E",
            fact="textbook.markov",
            hypotheses={"X >= 0": "tau >= 0", "a > 0": "8*n - 2 > 0"},
            instance={"p": "late", "a": "8*n-2", "m": "E", "X": "tau"},
            over=("tau",),
        ),
        Inequality(44, r"In all.", "late >= 1 - w", uses=(35, 36),
            weights={42: "1", 32: "1", 33: "1"}),
        Given(45, r"For large $m$.", "1 <= 4*w*n"),
        Inequality(46, r"So.", "E >= 8*n*(1-w)**2",
            weights={43: "1", 44: "8*n-2", 45: "2*(1-w)"}),
        Given(47, r"$T^*_{\mathrm{KL}}=8\sigma^2/\Delta^2$ of two arms.", "T == 2/D**2"),
        Given(48, r"The quotient.", "X == E/L"),
        Inequality(49, r"So.", "X >= 8*T*(1-w)**2/(1+w)**2", uses=(2, 47, 48),
            weights={46: "1/L"}),
        Inequality(50, r"As $w=r/8$.", "X >= (1-r)*(8*T)", uses=(1,), weights={49: "1"}),
        Textbook(
            51,
            r"There are such $\delta$ for every $r$ and all large $m$.",
            "8*T <= high",
            fact="textbook.bounds-of-sets:upper limit from below",
            hypotheses={"x_n >= (1 - r) c for every r > 0 and infinitely many n": 50},
            instance={"high": "high", "X": "X", "c": "8*T"},
            over=("X", "r", "w", "E", "L", "n"),
        ),
    ),
)  # fmt: skip
