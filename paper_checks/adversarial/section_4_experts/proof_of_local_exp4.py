"""The proof of the regret of locally private EXP4, Theorem 9.

The letters: x = log(KT)/eps, h = eta, g = gamma, m = sum_j P_t(j) mu_t^j(i) and Q = Q_t(i) of an
arm, u the advice of an expert for the arm that is played, y its noisy loss. A, L and B are the
three sums of Lemma 26 for the estimates, EA, EL and EB their means given that no noise is large.
"""

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

SQUARE = "2*(1 + 10*x**2)"
LOCAL = Proof(
    "adv.thm9.regret",
    where="K in [1,inf), T in [1,inf), N in (1,inf), x in [0.69,inf), h in (0,inf), g in (0,1), "
    "bad in [0,1], l in [0,1], z in (-inf,inf), y in (-inf,inf), v in [0,inf), "
    "m in [0,1], Q in (0,1], u in [0,1], w in (-inf,inf), A in (-inf,inf), L in (-inf,inf), "
    "B in [0,inf), EA in (-inf,inf), EL in (-inf,inf), EB in [0,inf), Y in (-inf,inf), "
    "EY in (-inf,inf), M in [0,inf), S in [0,inf), second in [0,1], each in [0,inf), "
    "C in (-inf,inf), F in [0,inf), d in (-inf,inf), reg in (-inf,inf), s in (0,inf), "
    "worst in (-inf,inf)",
    parts=(43,),
    steps=(
        OnClaim(
            1,
            r"Some noise is at least $\sqrt{10}x$ in absolute value with probability at most",
            "bad <= 1/T",
            claim="adv.lem20",
            of_step=12,
            instance={"p": "bad"},
        ),
        Given(
            2,
            "From here on, given that none is. The coordinates stay independent and symmetric.",
            "z**2 <= 10*x**2",
        ),
        Given(3, "The noisy loss of an arm.", "y == l + z"),
        Inequality(
            4,
            "It is not very negative,",
            "-4*x <= y",
            uses=(3,),
            weights={2: "1/(8*x)"},
            rest="l + (z + 4*x)**2/(8*x) + 3*x/4",
        ),
        Inequality(
            5,
            "and its square is bounded,",
            f"y**2 <= {SQUARE}*1",
            uses=(3,),
            weights={2: "2"},
            rest="2*(1 - l**2) + (l - z)**2",
        ),
        Textbook(
            6,
            "also in the mean.",
            f"v <= {SQUARE}*1",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 5},
            instance={"x": "v", "y": "1", "c": SQUARE, "X": "y**2", "Y": "1"},
            over=("z", "l", "y"),
        ),
        Given(7, r"The mixing $\gamma=4\eta Kx$, where it is below 1.", "h == g/(4*K*x)"),
        Given(8, "The law of the arm.", "Q == (1-g)*m + g/K"),
        Inequality(9, "It is at least", "g/K <= Q", uses=(8,)),
        Given(10, r"$\eta$ times the estimate of the loss of an expert.", "w == h*u*y/Q"),
        Inequality(11, "So small a probability", "4*h*x <= Q", uses=(7,), weights={9: "1"}),
        Inequality(
            12,
            "makes it no more negative than",
            "-1 <= w",
            uses=(10,),
            weights={4: "h*u/Q", 11: "u/Q"},
        ),
        OnClaim(
            13,
            "Lemma 26 for the estimates.",
            "A <= L + log(N)/h + h*B",
            claim="adv.lem26",
            of_step=14,
            uses=(12,),
        ),
        Identity(
            14,
            r"The estimate of an arm has the mean of its noisy loss: it is $y/Q$ with probability "
            r"$Q$.",
            "Q*(y/Q) == y",
        ),
        Given(
            15,
            r"So the mean of $\sum_jP_t(j)\mu_t^j(I)y/Q$ given the past is $\sum_im\,\ell_t(i)$, "
            r"whose sum over the rounds has the mean $M$; that of an expert's estimate is "
            r"$\mu_t^j\cdot\ell_t$, with the sum $S$.",
            uses=(14,),
        ),
        Textbook(
            16,
            "Thus",
            "EA == M",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 15},
            instance={"x": "EA", "y": "M"},
        ),
        Textbook(
            17,
            "and",
            "EL == S",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 15},
            instance={"x": "EL", "y": "S"},
        ),
        Inequality(18, "Advice is at most 1,", "u**2 <= 1*u"),
        Textbook(
            19,
            r"so the mean of its square over $P_t$ is at most $m$.",
            "second <= 1*m",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 18},
            instance={"x": "second", "y": "m", "c": "1", "X": "u**2", "Y": "u"},
            over=("u",),
        ),
        Given(
            20,
            "The term of an arm and a round in the mean of $B$.",
            "each == Q*second*(v/Q**2)",
        ),
        Inequality(
            21,
            "It is at most",
            "each <= v/(1-g)",
            uses=(8, 20),
            weights={19: "v/Q"},
            rest="v*(g/K)/((1-g)*((1-g)*m + g/K))",
        ),
        Inequality(
            22, "which is at most", f"each <= {SQUARE}/(1-g)", weights={21: "1", 6: "1/(1-g)"}
        ),
        Given(23, "There are $KT$ of these.", uses=(22,)),
        Textbook(
            24,
            "So",
            f"EB <= {SQUARE}/(1-g)*(K*T)",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 23, "each term is <= its bound": 22},
            instance={
                "x": "EB",
                "y": f"{SQUARE}/(1-g)*(K*T)",
                "X": "each",
                "Y": f"{SQUARE}/(1-g)",
            },
            over=("each", "m", "Q", "second", "v"),
        ),
        Given(25, "The right side of Lemma 26.", "Y == L + h*B + log(N)/h"),
        Textbook(
            26,
            "Its mean.",
            "EY == EL + h*EB + log(N)/h",
            fact="textbook.elementary-probability:sum of three",
            hypotheses={"X = U + b V + W": 25},
            instance={"x": "EY", "u": "EL", "b": "h", "v": "EB", "w": "log(N)/h"}
            | {"X": "Y", "U": "L", "V": "B", "W": "log(N)/h"},
            over=("L", "B", "Y"),
        ),
        Inequality(27, "Lemma 26 at each outcome,", "A <= 1*Y", uses=(25,), weights={13: "1"}),
        Textbook(
            28,
            "and in the mean.",
            "EA <= 1*EY",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 27},
            instance={"x": "EA", "y": "EY", "c": "1", "X": "A", "Y": "Y"},
            over=("A", "Y", "L", "B"),
        ),
        Inequality(
            29,
            "So",
            f"M <= S + log(N)/h + h*{SQUARE}/(1-g)*(K*T)",
            uses=(16, 17, 26),
            weights={28: "1", 24: "h"},
        ),
        Given(
            30,
            r"What is played costs $(1-\gamma)M+\gamma F$, where $F$ is the mean loss of uniform "
            "play.",
            "C == (1-g)*M + g*F",
        ),
        Given(31, "The losses are at most 1.", "F <= T"),
        Given(32, "Against the expert the regret is", "d == C - S"),
        Inequality(
            33,
            "So it is at most",
            f"d <= log(N)/h + g*T + h*{SQUARE}*(K*T)",
            uses=(30, 32),
            weights={29: "1-g", 31: "g"},
            rest="g*S + g*log(N)/h",
        ),
        Given(34, r"With $s=\sqrt{\log N}$:", "N == exp(s**2)"),
        Given(35, r"The rate $\eta$.", "s == h*sqrt(K)*sqrt(T)*sqrt(3*(1 + 10*x**2))"),
        Inequality(36, "The mixing is not the largest term.", "4*x <= 1 + 10*x**2"),
        Inequality(
            37,
            "So",
            "d <= log(N)/h + 3*h*(K*T)*(1 + 10*x**2)",
            uses=(7,),
            weights={33: "1", 36: "h*K*T"},
        ),
        Inequality(
            38,
            "Both terms are the same with this rate.",
            "d <= 2*s*sqrt(K)*sqrt(T)*sqrt(3*(1 + 10*x**2))",
            uses=(34, 35),
            weights={37: "1"},
        ),
        Inequality(39, r"For $x\ge0.297$:", "sqrt(3*(1 + 10*x**2)) <= 8*x"),
        Inequality(
            40,
            "Hence",
            "d <= 16*x*s*sqrt(K)*sqrt(T)",
            weights={38: "1", 39: "2*s*sqrt(K)*sqrt(T)"},
        ),
        Given(
            41,
            r"If some noise is large, the regret is at most $T$.",
            "worst <= (1-bad)*d + bad*T",
        ),
        Inequality(
            42,
            "So it is for each sequence of losses and each advice:",
            "worst <= 16*x*s*sqrt(K)*sqrt(T) + 1",
            weights={41: "1", 40: "1-bad", 1: "T"},
            rest="bad*16*x*s*sqrt(K)*sqrt(T)",
        ),
        Textbook(
            43,
            "and so is the supremum.",
            "reg <= 16*x*s*sqrt(K)*sqrt(T) + 1",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 42},
            instance={"high": "reg", "c": "16*x*s*sqrt(K)*sqrt(T) + 1", "X": "worst"},
            over=("worst", "d", "bad"),
        ),
        Given(
            44,
            r"If the mixing $4\eta Kx$ is at least 1, it is cut to 1, and by squares",
            "3*K*T*(1 + 10*x**2) <= (4*K*s*x)**2",
        ),
        Inequality(45, "so that", "T <= K*s**2", weights={44: "1/(30*K*x**2)"}),
        Inequality(46, "in other words", "sqrt(T) <= sqrt(K)*s", uses=(45,)),
        Inequality(
            47,
            r"Then the bound is more than $T$.",
            "T <= 16*x*s*sqrt(K)*sqrt(T)",
            weights={46: "sqrt(T)"},
        ),
        Parts(48, "Both cases.", uses=(43, 47)),
    ),
)
