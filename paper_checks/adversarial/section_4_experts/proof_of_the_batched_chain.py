"""The proof of the chain of Appendix F for batched EXP4, before its parameters are put in.

The letters: t = tau, n = floor(T/tau) batches, h = eta, g = gamma, x = lambda log(NT) for the scale
lambda of the noise z, v >= 0 a coordinate of a batch's vector, m and Q the mixture of the advice
and the law of an arm, u the advice of an expert for the arm that is played.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)

BOUND = "t*log(N)/h + g*T + h*T*K + 10*h*T*x**2 + 3*t"
CHAIN = Proof(
    "adv.thm10.chain",
    where="K in [1,inf), T in [1,inf), N in (1,inf), t in [1,inf), n in [1,inf), x in (0,inf), "
    "h in (0,inf), g in (0,1), bad in [0,1], z in (-inf,inf), v in [0,inf), y in (-inf,inf), "
    "m in [0,1], Q in (0,1], u in [0,1], avg in [0,inf), A in (-inf,inf), L in (-inf,inf), "
    "B in [0,inf), EA in (-inf,inf), EL in (-inf,inf), EB in [0,inf), Y in (-inf,inf), "
    "EY in (-inf,inf), M in [0,inf), S in [0,inf), sq in [0,inf), Esq in [0,inf), Ev in [0,inf), "
    "cross in (-inf,inf), Ez in [0,inf), second in [0,1], each in [0,inf), V in [0,inf), "
    "C in (-inf,inf), F in [0,inf), d in (-inf,inf), rest in (-inf,inf), worst in (-inf,inf), "
    "reg in (-inf,inf)",
    steps=(
        OnClaim(
            1,
            r"Some noise is at least $\sqrt{10}x$ in absolute value with probability at most",
            "bad <= 1/n",
            claim="adv.lem20",
            of_step=12,
            instance={"p": "bad", "T": "n"},
        ),
        Given(
            2,
            "From here on, given that none is; the coordinates stay independent and symmetric.",
            "z**2 <= 10*x**2",
        ),
        Given(
            3,
            r"$\gamma\ge12\eta K\sqrt{N\log\frac1\delta}\log(NT)/(\epsilon\tau)$ says",
            "4*h*x <= 1",
        ),
        Given(4, "A coordinate of a noisy vector.", "y == v + z"),
        Inequality(
            5,
            "It is not very negative.",
            "-1 <= h*y",
            uses=(4,),
            weights={2: "h/(8*x)", 3: "1"},
            rest="h*v + h*(z + 4*x)**2/(8*x) + 3*h*x/4",
        ),
        OnClaim(
            6,
            "Lemma 26 for the noisy vectors of the batches.",
            "A <= L + log(N)/h + h*B",
            claim="adv.lem26",
            of_step=14,
            uses=(5,),
        ),
        Given(
            7,
            "The noise has mean 0 given all else, so that the mean of a coordinate is that of $v$.",
        ),
        Textbook(
            8,
            r"With $M$ the mean of $\sum_r\sum_jP_r(j)v$,",
            "EA == M",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 7},
            instance={"x": "EA", "y": "M"},
        ),
        Textbook(
            9,
            r"and $S$ that of $\sum_rv$ for one expert.",
            "EL == S",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 7},
            instance={"x": "EL", "y": "S"},
        ),
        Given(10, "The square of a coordinate.", "sq == v**2 + 2*(v*z) + z**2", uses=(4,)),
        Textbook(
            11,
            "Its mean.",
            "Esq == Ev + 2*cross + Ez",
            fact="textbook.elementary-probability:sum of three",
            hypotheses={"X = U + b V + W": 10},
            instance={"x": "Esq", "u": "Ev", "b": "2", "v": "cross", "w": "Ez"}
            | {"X": "sq", "U": "v**2", "V": "v*z", "W": "z**2"},
            over=("v", "z", "sq", "y"),
        ),
        Given(12, r"$z$ has mean 0 given $v$.", "cross == 0", uses=(7,)),
        Inequality(13, "The square of the noise", "z**2 <= 10*x**2*1", weights={2: "1"}),
        Textbook(
            14,
            "in the mean.",
            "Ez <= 10*x**2*1",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 13},
            instance={"x": "Ez", "y": "1", "c": "10*x**2", "X": "z**2", "Y": "1"},
            over=("z",),
        ),
        Inequality(15, "So", "Esq <= Ev + 10*x**2", uses=(11, 12), weights={14: "1"}),
        Given(
            16,
            r"$B$ is the sum over $n$ batches of means of such squares under $P_r$, $V$ the same "
            "for those of $v$.",
            uses=(15,),
        ),
        Textbook(
            17,
            "Thus",
            "EB <= V + n*(10*x**2)",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 16, "each term is <= its bound": 15},
            instance={"x": "EB", "y": "V + n*(10*x**2)", "X": "Esq", "Y": "Ev + 10*x**2"},
            over=("Esq", "Ev", "cross", "Ez"),
        ),
        Given(18, "The law of an arm.", "Q == (1-g)*m + g/K"),
        Inequality(19, "Advice is at most 1,", "u**2 <= 1*u"),
        Textbook(
            20,
            r"so the mean of its square over $P_r$ is at most $m$.",
            "second <= 1*m",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 19},
            instance={"x": "second", "y": "m", "c": "1", "X": "u**2", "Y": "u"},
            over=("u",),
        ),
        Given(
            21,
            r"A coordinate $v$ of a batch is the mean over its rounds of $\mu_s^j\cdot\hat\ell_s$, "
            r"and $avg$ that of the squares of these.",
        ),
        Textbook(
            22,
            "The square of a mean is at most the mean of the squares.",
            "v**2 <= avg",
            fact="textbook.jensen:square",
            hypotheses={"the mean of each square": 21},
            instance={"e": "v", "m": "avg"},
        ),
        Given(
            23,
            r"An arm is played with probability $Q$, has a loss of at most 1, and adds to $avg$, "
            r"in the mean over the arm and under $P_r$, at most",
            "each == Q*second*(1/Q**2)",
            uses=(22,),
        ),
        Inequality(
            24,
            "This is at most",
            "each <= 1/(1-g)",
            uses=(18, 23),
            weights={20: "1/Q"},
            rest="(g/K)/((1-g)*((1-g)*m + g/K))",
        ),
        Given(25, r"$V$ is at most the sum of $K\tau n$ of these, divided by $\tau$.", uses=(24,)),
        Textbook(
            26,
            "So",
            "V <= 1/(1-g)*(K*n)",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 25, "each term is <= its bound": 24},
            instance={"x": "V", "y": "1/(1-g)*(K*n)", "X": "each", "Y": "1/(1-g)"},
            over=("each", "m", "Q", "second"),
        ),
        Given(27, "The right side of Lemma 26.", "Y == L + h*B + log(N)/h"),
        Textbook(
            28,
            "Its mean.",
            "EY == EL + h*EB + log(N)/h",
            fact="textbook.elementary-probability:sum of three",
            hypotheses={"X = U + b V + W": 27},
            instance={"x": "EY", "u": "EL", "b": "h", "v": "EB", "w": "log(N)/h"}
            | {"X": "Y", "U": "L", "V": "B", "W": "log(N)/h"},
            over=("L", "B", "Y"),
        ),
        Inequality(29, "Lemma 26 at each outcome,", "A <= 1*Y", uses=(27,), weights={6: "1"}),
        Textbook(
            30,
            "and in the mean.",
            "EA <= 1*EY",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 29},
            instance={"x": "EA", "y": "EY", "c": "1", "X": "A", "Y": "Y"},
            over=("A", "Y", "L", "B"),
        ),
        Inequality(
            31,
            "So",
            "M <= S + log(N)/h + h*(K*n/(1-g) + 10*n*x**2)",
            uses=(8, 9, 28),
            weights={30: "1", 17: "h", 26: "h"},
        ),
        Identity(
            32,
            r"The estimate of an arm is unbiased: $\ell/Q$ with probability $Q$.",
            "Q*(v/Q) == v",
        ),
        Given(
            33,
            r"So $\tau M$ is the mean loss of the mixtures $m$, and $\tau S$ the loss of the "
            r"expert; "
            r"what is played in the batches costs $(1-\gamma)\tau M+\gamma F$, with the loss $F$ "
            r"of "
            "uniform play.",
            "C == (1-g)*(t*M) + g*F",
            uses=(32,),
        ),
        Given(34, "The losses are at most 1.", "F <= T"),
        Given(35, "The rounds of the batches.", "t*n <= T"),
        Given(36, "Against the expert the regret of the batches is", "d == C - t*S"),
        Inequality(
            37,
            "So it is at most",
            "d <= t*log(N)/h + g*T + h*(t*n)*K + 10*h*(t*n)*x**2",
            uses=(33, 36),
            weights={31: "(1-g)*t", 34: "g"},
            rest="g*t*S + g*t*log(N)/h + 10*g*h*t*n*x**2",
        ),
        Inequality(
            38,
            "and at most",
            "d <= t*log(N)/h + g*T + h*T*K + 10*h*T*x**2",
            weights={37: "1", 35: "h*K + 10*h*x**2"},
        ),
        Given(39, r"Less than $\tau$ rounds are left over.", "rest <= t"),
        Given(40, r"As $n=\lfloor T/\tau\rfloor\ge1$:", "T <= 2*t*n"),
        Given(
            41,
            "If some noise is large, the regret is at most $T$.",
            "worst <= (1-bad)*(d + rest) + bad*T",
        ),
        Inequality(
            42,
            r"That costs at most $2\tau$.",
            "bad*T <= 2*t",
            weights={1: "T", 40: "1/n"},
        ),
        Inequality(
            43,
            "For all losses and all advice:",
            f"worst <= {BOUND}",
            weights={41: "1", 38: "1-bad", 39: "1-bad", 42: "1"},
            rest="bad*(t*log(N)/h + g*T + h*T*K + 10*h*T*x**2 + t)",
        ),
        Textbook(
            44,
            "and so for the supremum.",
            f"reg <= {BOUND}",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 43},
            instance={"high": "reg", "c": BOUND, "X": "worst"},
            over=("worst", "d", "rest", "bad"),
        ),
    ),
)
