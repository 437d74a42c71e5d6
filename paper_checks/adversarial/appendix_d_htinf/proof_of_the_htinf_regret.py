"""The proof of the regret of HTINF at alpha = 2, from first principles.

At round t the learner plays x_t = argmin <L, x> + Psi(x)/h with Psi(x) = -2 sum sqrt(x_i) and the
rate h = 1/(sigma sqrt t), and skips a noisy loss y beyond q sqrt(x_i)/h. The letters: b = sqrt(x_I)
of the played arm, k = sqrt(K), s2 a bound of the second moments.
"""

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

HTINF = Proof(
    "adv.thm21.self",
    where="K in [1,inf), sg in (0,inf), h in (0,inf), q in (0,1), s2 in (0,inf), n in [1,inf), "
    "a in [0,inf), b in (0,inf), o in [0,inf), sum in [0,inf), u in (-1,inf), g in (-inf,inf), "
    "v in (-inf,inf), inc in (-inf,inf), low in (-inf,inf), d in [0,inf), j in [0,1], "
    "one in (-inf,inf), w in [0,inf), "
    "p in (-inf,inf), m in (-inf,inf), f in (-inf,inf), r in (-inf,inf), S in (-inf,inf), "
    "L in (-inf,inf), y in (-inf,inf), z in [0,inf), D in [0,inf), kept in [0,inf), "
    "E in (-inf,inf), cut in (-inf,inf), rates in [0,inf), each in (-inf,inf), "
    "extra in (-inf,inf), meanS in (-inf,inf), meanL in (-inf,inf), C in (-inf,inf), "
    "hat in (-inf,inf), loss in [0,1], T in [0,inf), x in (-inf,inf), reg in (-inf,inf)",
    steps=(
        OnClaim(
            1,
            r"The law of a round: $L_i-\frac1{h\sqrt{x_i}}$ is the same number for all arms.",
            claim="adv.alg.htinf",
        ),
        Identity(
            2,
            r"So the objective at $z$ minus that at $x$ is $\frac1h$ times the sum of these, with "
            r"$a=\sqrt{z_i}$, $b=\sqrt{x_i}$:",
            "(a**2-b**2)/b - 2*a + 2*b == (a-b)**2/b",
            uses=(1,),
        ),
        Given(
            3,
            r"None is negative; $o$ is that of the played arm, $sum$ that of all arms.",
            "o == (a-b)**2/b",
            uses=(2,),
        ),
        Textbook(
            4,
            "One term of the sum.",
            "o <= sum",
            fact="textbook.nonnegative-series:some of the terms",
            hypotheses={"each counted term is one of the others": 3, "none counts twice": 3},
            instance={"x": "o", "y": "sum"},
        ),
        Given(5, r"The estimate of the played arm is $g$, with $u=hgb>-1$.", "g == u/(h*b)"),
        Given(
            6,
            r"After the round the objective at $z$, minus that at $x$ before it, is",
            "inc == sum/h + g*a**2",
        ),
        Inequality(
            7,
            r"A square completed.",
            "b*u/(1+u) <= ((a-b)**2 + u*a**2)/b",
            rest="((1+u)*a - b)**2/((1+u)*b)",
        ),
        Inequality(
            8,
            r"So for every $z$",
            "inc >= b*u/(h*(1+u))",
            uses=(3, 5, 6),
            weights={4: "1/h", 7: "1/h"},
        ),
        Textbook(
            9,
            r"and for the least objective after the round, minus that before it.",
            "b*u/(h*(1+u)) <= low",
            fact="textbook.bounds-of-sets:infimum",
            hypotheses={"c is a lower bound": 8},
            instance={"c": "b*u/(h*(1+u))", "low": "low", "X": "inc"},
            over=("inc", "a", "o", "sum"),
        ),
        Given(10, "The stability term of the round is", "d == b*u**2/(h*(1+u))"),
        Given(
            11,
            r"Let $one$ be $\langle x,\hat\ell\rangle=gb^2=ub/h$ minus it and minus $low$.",
            "one == u*b/h - d - low",
        ),
        Inequality(12, "This is at most 0.", "one <= 0", uses=(10, 11), weights={9: "1"}),
        Textbook(
            13,
            r"$w=\sum_i\sqrt{x_i}$ has",
            "w**2 <= 1*K",
            fact="textbook.cauchy-schwarz",
            instance={"d": "w", "x": "1", "y": "K"},
        ),
        Inequality(14, "In other words,", "w <= sqrt(K)", uses=(13,)),
        Given(
            15,
            r"The law $x$ of round $n+1$ is a point of the simplex, at which the objective of "
            r"round $n$ is $p-2\sigma\sqrt n\,w$, and that of round $n+1$ the least one, "
            r"$p-2\sigma\sqrt{n+1}\,w$.",
        ),
        Textbook(
            16,
            r"The least objective of round $n$ is no larger.",
            "m <= p - 2*sg*sqrt(n)*w",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 15},
            instance={"low": "m", "v": "p - 2*sg*sqrt(n)*w"},
        ),
        Given(
            17,
            "The least objective falls from round to round, with the same estimates, by",
            "f == m - (p - 2*sg*sqrt(n+1)*w)",
        ),
        Inequality(
            18,
            r"That is at most",
            "f <= 2*sqrt(K)*sg*(sqrt(n+1) - sqrt(n))",
            uses=(17,),
            weights={16: "1", 14: "2*sg*(sqrt(n+1) - sqrt(n))"},
        ),
        Induction(
            19,
            r"Let $r$ be the sum of $\langle x_t,\hat\ell_t\rangle$ minus the stability terms of "
            r"$n$ rounds, minus the least objective after them; before the first round this is "
            r"$-2\sigma\sqrt K$.",
            "r <= 2*sqrt(K)*sg*sqrt(n)",
            sequence="r",
            first="one + 2*sqrt(K)*sg",
            following="r + one + f",
            weight="1",
            uses=(12, 18),
        ),
        Given(20, r"$S$ is the first of these sums.", "S == r + m"),
        Given(
            21,
            r"A vertex of the simplex is the arm $i$; the objective there is $L-2\sigma\sqrt n$, "
            r"where $L$ is the sum of the estimates of $i$.",
        ),
        Textbook(
            22,
            "The least objective is no larger.",
            "m <= L - 2*sg*sqrt(n)",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 21},
            instance={"low": "m", "v": "L - 2*sg*sqrt(n)"},
        ),
        Inequality(
            23,
            "So",
            "S <= 1*L + 2*sqrt(K)*sg*sqrt(n)",
            uses=(20,),
            weights={19: "1", 22: "1"},
        ),
        Given(24, r"A noisy loss $y$ that is not skipped has the estimate $y/b^2$.", "y == u*b/h"),
        Given(25, r"It has $|y|\le qb/h$; if it is skipped, $u=0$.", "-q <= u"),
        Inequality(
            26,
            "The stability term is small.",
            "d <= h/(b*(1-q))*y**2",
            uses=(10, 24, 25),
        ),
        Textbook(
            27,
            r"In the mean over the noise of the arm, $D$ and $z$:",
            "D <= h/(b*(1-q))*z",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 26},
            instance={"x": "D", "y": "z", "c": "h/(b*(1-q))", "X": "d", "Y": "y**2"},
            over=("u", "d", "y"),
        ),
        Given(28, r"A noisy loss has a mean square of at most $s_2$.", "z <= s2"),
        Inequality(
            29,
            r"Times the probability $b^2$ of the arm.",
            "b**2*D <= h*s2/(1-q)*b",
            weights={27: "b**2", 28: "h*b/(1-q)"},
        ),
        Given(30, r"$kept$ is the sum over all arms, $w$ that of $b=\sqrt{x_i}$.", uses=(29,)),
        Textbook(
            31,
            "So the mean of the stability term is",
            "kept <= h*s2/(1-q)*w",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 30, "each term is <= its bound": 29},
            instance={"x": "kept", "y": "h*s2/(1-q)*w", "X": "b**2*D", "Y": "h*s2/(1-q)*b"},
            over=("b", "D", "z"),
        ),
        Inequality(
            32,
            "at most",
            "kept <= h*s2/(1-q)*sqrt(K)",
            weights={31: "1", 14: "h*s2/(1-q)"},
        ),
        Given(
            33,
            r"The loss $x$ of the arm is skipped if $|x|>qb/h$; $j$ is 1 then, and 0 otherwise.",
            "q*b*j <= h*abs(x)*j",
        ),
        Inequality(
            34,
            "What is lost by this is at most",
            "j*x <= h/(q*b)*x**2",
            weights={33: "abs(x)/(q*b)"},
        ),
        Textbook(
            35,
            "In the mean over the noise,",
            "E <= h/(q*b)*z",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 34},
            instance={"x": "E", "y": "z", "c": "h/(q*b)"} | {"X": "j*x", "Y": "x**2"},
            over=("x", "j"),
        ),
        Inequality(
            36,
            "times the probability of the arm,",
            "b**2*E <= h*s2/q*b",
            weights={35: "b**2", 28: "h*b/q"},
        ),
        Textbook(
            37,
            "and in the sum over all arms:",
            "cut <= h*s2/q*w",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 30, "each term is <= its bound": 36},
            instance={"x": "cut", "y": "h*s2/q*w", "X": "b**2*E", "Y": "h*s2/q*b"},
            over=("b", "E", "z"),
        ),
        Given(38, "Both together in one round.", "each == kept + cut"),
        Inequality(
            39,
            "They are at most",
            "each <= s2*sqrt(K)*(1/(1-q) + 1/q)*h",
            uses=(38,),
            weights={32: "1", 37: "1", 14: "h*s2/q"},
        ),
        Induction(
            40,
            r"The rates $h=1/(\sigma\sqrt t)$ of $n$ rounds have the sum",
            "rates <= 2*sqrt(n)/sg",
            sequence="rates",
            first="1/sg",
            following="rates + 1/(sg*sqrt(n+1))",
            weight="1",
        ),
        Given(41, r"$extra$ is the sum of these means over all rounds.", uses=(39,)),
        Textbook(
            42,
            "So",
            "extra <= s2*sqrt(K)*(1/(1-q) + 1/q)*rates",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 41, "each term is <= its bound": 39},
            instance={
                "x": "extra",
                "y": "s2*sqrt(K)*(1/(1-q) + 1/q)*rates",
                "X": "each",
                "Y": "s2*sqrt(K)*(1/(1-q) + 1/q)*h",
            },
            over=("each", "h", "w", "kept", "cut"),
        ),
        Given(
            43,
            r"The comparator $i$ is truncated non-negative: what is skipped of it has a mean "
            r"$T\ge0$, and the mean of its estimate is",
            "hat == loss - T",
        ),
        Inequality(44, "at most its loss.", "hat <= loss", uses=(43,)),
        Given(45, "The sums over all rounds.", uses=(44,)),
        Textbook(
            46,
            r"So the mean of $L$ is at most the loss $C$ of the comparator.",
            "meanL <= C",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 45, "each term is <= its bound": 44},
            instance={"x": "meanL", "y": "C", "X": "hat", "Y": "loss"},
            over=("hat", "loss", "T"),
        ),
        Textbook(
            47,
            "Step 23 in the mean.",
            "meanS <= 1*(2*sqrt(K)*sg*sqrt(n)) + 1*meanL",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 23},
            instance={"x": "meanS", "n": "1", "c": "2*sqrt(K)*sg*sqrt(n)", "b": "1"}
            | {"z": "meanL", "X": "S", "Z": "L"},
            over=("S", "L", "r", "m", "p", "w"),
        ),
        Given(
            48,
            r"The noisy loss of the played arm is $\langle x,\hat\ell\rangle$ plus what is skipped "
            "of it; so the regret is",
            "v == meanS + extra - C",
        ),
        Inequality(
            49,
            "All together, for each sequence of losses:",
            "v <= (2*sg + s2/sg*(2/(1-q) + 2/q))*sqrt(K)*sqrt(n)",
            uses=(48,),
            weights={47: "1", 46: "1", 42: "1", 40: "s2*sqrt(K)*(1/(1-q) + 1/q)"},
        ),
        Textbook(
            50,
            r"So for the supremum $\tilde R$ over these.",
            "reg <= (2*sg + s2/sg*(2/(1-q) + 2/q))*sqrt(K)*sqrt(n)",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 49},
            instance={
                "high": "reg",
                "c": "(2*sg + s2/sg*(2/(1-q) + 2/q))*sqrt(K)*sqrt(n)",
                "X": "v",
            },
            over=("v",),
        ),
    ),
)
