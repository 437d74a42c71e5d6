"""The proofs that AdaP-TT* seldom stops with a wrong arm: in the words of AdaP-TT, two cases."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, Parts, Proof, Step, Textbook

from .proofs_of_the_stopping_rules import NOISE, PAIR, RANGES, SQUARE, cited, ending


def star(id: str, printed: bool) -> Proof:
    """AdaP-TT*: with the printed second case, or with half of its first term and k^s in it."""
    level, half = ("2*M", "1") if printed else ("M", "1/2")
    why = (
        r"Outside of the events of noise at twice the level in the second case, of which $M$ is "
        "the one of the larger phase"
        if printed
        else r"As $z\le M$, the level of the larger phase"
    )
    events: tuple[Step, ...] = (
        cited(43, NOISE, "noisy", "thesis.lem5.18.noise", 13, "3"),
        cited(44, PAIR, "apart", "thesis.lem5.18.pairs", 12, "3"),
        cited(45, "Some error is as large.", "off", "thesis.lem5.21.deviations", 18, ""),
        Textbook(
            46,
            r"One of these.",
            "fail <= noisy + apart + off" if not printed else "some <= noisy + apart + off",
            fact="textbook.union-bound:three",
            hypotheses={"the event lies in the union of three": 42},
            instance={"p": "some" if printed else "fail", "a": "noisy", "b": "apart", "c": "off"},
        ),
    )
    total = "d/3 + d/3 + d/24"
    weights = {43: "1", 44: "1", 45: "1", 46: "1"}
    if printed:
        events += (
            cited(47, "Noise at twice the level.", "loud", "thesis.lem5.21.squares", 13, ""),
            Textbook(
                48,
                r"One of all.",
                "fail <= some + loud",
                fact="textbook.union-bound:two",
                hypotheses={"the event is a part of two together": 42},
                instance={"p": "fail", "q": "some", "r": "loud"},
            ),
        )
        total, weights = total + " + d/9", weights | {47: "1", 48: "1"}
    count = len(events)
    events += (Inequality(43 + count, r"So.", f"fail <= {total}", weights=weights),)
    return Proof(
        id,
        where=RANGES + "T in [0,inf), S in [0,inf), V in [0,inf), M in [0,inf), h in [1/2,inf), "
        "m in [1/2,inf), N in [0,inf), X in (-inf,inf), n in [0,inf), b in [0,inf), B in [0,inf), "
        "off in [0,1], some in [0,1], loud in [0,1]",
        steps=(
            *SQUARE,
            Given(
                12,
                r"Outside of the events of errors $|e|<\sigma\sqrt{2h/w}$.",
                "abs(e) < r*sqrt(2)*sqrt(h/w)",
            ),
            Given(13, r"And $|f|<\sigma\sqrt{2m/v}$.", "abs(f) < r*sqrt(2)*sqrt(m/v)"),
            Inequality(
                14,
                r"So the mixed term of one arm is at most this,",
                "w*e*y <= r*sqrt(2)*sqrt(h/w)*z/eps",
                weights={12: "w*abs(y)", 8: "w*r*sqrt(2)*sqrt(h/w)"},
                rest="w*(abs(e)*abs(y) - e*y)",
            ),
            Inequality(
                15,
                r"and that of the other.",
                "v*f*x <= r*sqrt(2)*sqrt(m/v)*u/eps",
                weights={13: "v*abs(x)", 9: "v*r*sqrt(2)*sqrt(m/v)"},
                rest="v*(abs(f)*abs(x) - f*x)",
            ),
            Given(16, r"The part of noise of the cost,", "N == (w*y**2 + v*x**2)/(2*r**2)"),
            Given(17, r"the mixed part,", "X == (w*e*y + v*f*x)/r**2"),
            Inequality(18, r"and all three.", "W <= H + N + X", uses=(6, 16, 17), weights={5: "1"}),
            Given(
                19,
                r"The parts of (5.14), first case: noise",
                "n == (z**2/w + u**2/v)/(2*eps**2*r**2)",
            ),
            Given(20, r"and mixed.", "b == sqrt(2)/(eps*r)*(sqrt(h/w)*z + sqrt(m/v)*u)"),
            Inequality(
                21, r"Noise.", "N < n", uses=(16, 19), weights={10: "1/(2*r**2)", 11: "1/(2*r**2)"}
            ),
            Inequality(
                22, r"Mixed.", "X <= b", uses=(17, 20), weights={14: "1/r**2", 15: "1/r**2"}
            ),
            Given(23, r"The first case of (5.14).", "T == c + n + b"),
            Inequality(
                24,
                r"So the cost is below it where the gap is below $3\varepsilon$.",
                "W < T",
                uses=(23,),
                weights={18: "1", 7: "1", 21: "1", 22: "1"},
            ),
            Given(25, r"Else the cost is", "V == 3*eps*gap/(2*r**2*(1/w + 1/v))"),
            Inequality(
                26, r"The gap is a sum of errors and noise.", "gap <= e + y - f - x", uses=(1,)
            ),
            Inequality(27, r"One error,", "e <= abs(e)"),
            Inequality(28, r"and the other.", "-f <= abs(f)"),
            Inequality(
                29,
                r"The sizes of all.",
                "gap <= abs(e) + abs(y) + abs(f) + abs(x)",
                weights={26: "1", 27: "1", 28: "1"},
                rest="abs(y) - y + abs(x) + x",
            ),
            Given(30, why + r": $|y|$ is below this,", f"abs(y) < {level}/(eps*w)"),
            Given(31, r"and $|x|$ below this.", f"abs(x) < {level}/(eps*v)"),
            Inequality(32, r"$w\sqrt{h/w}=\sqrt{wh}$.", "w*sqrt(h/w) <= sqrt(w*h)"),
            Inequality(33, r"Likewise.", "v*sqrt(m/v) <= sqrt(v*m)"),
            Given(34, r"With this sum", "B == sqrt(w*h) + sqrt(v*m)"),
            Inequality(
                35,
                r"One error is at most this, as $\frac1{1/w+1/v}\le w$,",
                "abs(e)/(1/w + 1/v) <= r*sqrt(2)*sqrt(w*h)",
                weights={12: "w", 32: "r*sqrt(2)"},
                rest="abs(e)*w**2/(w + v)",
            ),
            Inequality(
                36,
                r"the other this,",
                "abs(f)/(1/w + 1/v) <= r*sqrt(2)*sqrt(v*m)",
                weights={13: "v", 33: "r*sqrt(2)"},
                rest="abs(f)*v**2/(w + v)",
            ),
            Inequality(
                37,
                r"and both this.",
                "(abs(e) + abs(f))/(1/w + 1/v) <= r*sqrt(2)*B",
                uses=(34,),
                weights={35: "1", 36: "1"},
            ),
            Inequality(
                38,
                r"And the noise is below this.",
                f"(abs(y) + abs(x))/(1/w + 1/v) < {level}/eps",
                weights={30: "1/(1/w + 1/v)", 31: "1/(1/w + 1/v)"},
            ),
            Inequality(
                39,
                r"So is the gap.",
                f"gap/(1/w + 1/v) < r*sqrt(2)*B + {level}/eps",
                weights={29: "1/(1/w + 1/v)", 37: "1", 38: "1"},
            ),
            Given(
                40,
                r"The second case of the threshold.",
                f"S == 3*({half})*M/r**2 + 3*eps/(sqrt(2)*r)*B",
            ),
            Inequality(
                41,
                r"The cost is below it.",
                "V < S",
                uses=(25, 40),
                weights={39: "3*eps/(2*r**2)"},
            ),
            Parts(42, "Both cases.", uses=(24, 41)),
            *ending(43, 42, total, events),
        ),
    )


PRINTED = star("thesis.lem5.21.repaired", True)
SHARPER = star("thesis.lem5.21.half", False)
