"""The proof that the error of a private least-squares estimate is small, for any placed noise."""

from __future__ import annotations

from collections.abc import Sequence

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Proof,
    Step,
    Textbook,
)

LEVERAGE = 9
"""The step of the proof of the theorem of Kiefer and Wolfowitz that bounds the leverages."""
RANGES = (
    "l in (-inf,inf), k in [0,inf), c in (-inf,inf), S in (-inf,inf), m in [0,inf), x in [0,inf), "
    "Q in [0,inf), q in (0,inf), g in (0,inf), y in [0,inf), w in (0,inf), L in [1,inf), "
    "d in (0,2], e in [0,inf), f in [0,inf), up in [0,1], down in [0,1], above in [0,1], "
    "below in [0,1], left in [0,1], right in [0,1], p in [0,1]"
)
"""q = |a|^2 and g^2 >= q in the norm of V^-1; w the variance of the noise; e and f the widths."""


def _tail(number: int, side: str, width: str, variance: str, moment: int, says: str) -> Step:
    """One side, by the tail of a subgaussian variable."""
    return OnClaim(
        number,
        says,
        f"{side} <= exp(-({width}/sqrt({variance}))**2/2)",
        claim="thesis.lem2.21",
        of_step=7,
        instance={"q": side, "e": width, "s": f"sqrt({variance})"},
        uses=(moment,),
    )


def _together(number: int, whole: str, one: str, two: str, uses: int, says: str) -> Step:
    return Textbook(
        number,
        says,
        f"{whole} <= {one} + {two}",
        fact="textbook.union-bound:two",
        hypotheses={"the event is a part of two together": uses},
        instance={"p": whole, "q": one, "r": two},
    )


def deviation(id: str, where: str, noise: Sequence[Step], width: str) -> Proof:
    """An estimate is off by g sqrt(2 L) + f or more with probability at most d = 4 e^-L.

    `noise` are the steps from 17 on that end with 2 w L <= f^2, about the variance w of the noise
    in the direction a, and about f; `width` is f in words.
    """
    last = 16 + len(noise)
    return Proof(
        id,
        where=f"{RANGES}, {where}",
        steps=(
            Given(
                1,
                r"The actions $a_s$ were chosen beforehand, and $V=\sum_sa_sa_s^\top$ is "
                r"invertible. "
                r"For an action $a\ne0$ (at $a=0$ there is no error) the error of least squares is "
                r"$S=\sum_sc_s\eta_s$ with $c_s=a^\top V^{-1}a_s$; the noise adds $Z$.",
            ),
            Given(
                2,
                r"Given the past, $k=\mathbb E[e^{lc\eta}]$ is at most $e^{l^2c^2/2}$ for each "
                r"sign "
                "of $l$.",
                "k <= exp(l**2*c**2/2)",
            ),
            Inequality(
                3,
                r"So $e^{lc\eta-l^2c^2/2}$ has a conditional mean of at most 1.",
                "exp(-l**2*c**2/2)*k <= 1",
                weights={2: "exp(-l**2*c**2/2)"},
            ),
            Textbook(
                4,
                r"Their product $e^{lS-l^2Q/2}$, $Q=\sum_sc_s^2$, has a mean $m\le1$.",
                "m <= 1",
                fact="textbook.ville:mean",
                over=("k", "c"),
                hypotheses={"each factor has a conditional mean <= 1": 3},
                instance={"m": "m", "F": "exp(-l**2*c**2/2)*k"},
            ),
            Identity(
                5,
                r"$e^{lS}$ is a multiple of it.",
                "exp(l*S) == 0 + exp(l**2*Q/2)*exp(l*S - l**2*Q/2)",
            ),
            Textbook(
                6,
                r"So is its mean $x=\mathbb E e^{lS}$.",
                "x == 0 + exp(l**2*Q/2)*m",
                fact="textbook.elementary-probability:linear",
                over=("S",),
                hypotheses={"X = c + b Z at every outcome": 5},
                instance={"x": "x", "c": "0", "b": "exp(l**2*Q/2)", "z": "m"}
                | {"X": "exp(l*S)", "Z": "exp(l*S - l**2*Q/2)"},
            ),
            Textbook(
                7,
                r"$Q=a^\top V^{-1}a=q$.",
                "Q == q",
                fact="textbook.inverse-matrix:squares",
                hypotheses={"V is invertible": 1},
                instance={"x": "Q", "y": "q"},
            ),
            Inequality(
                8,
                r"So $S$, and likewise $-S$, is $\sqrt q$-subgaussian.",
                "x <= exp(l**2*q/2)",
                uses=(6, 7),
                weights={4: "exp(l**2*q/2)"},
            ),
            _tail(9, "up", "e", "q", 8, r"It is at least $e$ with at most this probability,"),
            _tail(10, "down", "e", "q", 8, r"and at most $-e$."),
            Textbook(
                11,
                r"The noise $Z$ is normal, of a variance $w$: it has this moment.",
                "y == exp(l**2*w/2)",
                fact="textbook.normal-law:moments",
                hypotheses={"Z is normal, of mean 0 and variance v": 1},
                instance={"m": "y", "v": "w"},
            ),
            _tail(12, "above", "f", "w", 11, r"It is at least $f$ with at most this probability,"),
            _tail(13, "below", "f", "w", 11, r"and at most $-f$."),
            Given(14, r"$L=\log(4/\delta)$.", "d == 4*exp(-L)"),
            Given(15, r"The first width is $e=g\sqrt{2L}$,", "e == g*sqrt(2*L)"),
            Given(16, r"where $g$ is the largest norm, so that $q\le g^2$.", "q <= g**2"),
            *noise,
            Inequality(
                last + 1,
                r"$e^{-e^2/(2q)}\le e^{-L}$.",
                "exp(-(e/sqrt(q))**2/2) <= exp(-L)",
                uses=(15,),
                weights={16: "L/q"},
                monotone=("exp", "-L", "-(e/sqrt(q))**2/2"),
            ),
            Inequality(
                last + 2,
                r"$e^{-f^2/(2w)}\le e^{-L}$.",
                "exp(-(f/sqrt(w))**2/2) <= exp(-L)",
                weights={last: "1/(2*w)"},
                monotone=("exp", "-L", "-(f/sqrt(w))**2/2"),
            ),
            _together(last + 3, "left", "up", "down", 1, r"$|S|\ge e$ on either side,"),
            _together(last + 4, "right", "above", "below", 1, r"$|Z|\ge f$ on either side,"),
            _together(
                last + 5, "p", "left", "right", 1, r"and one of both comes if $|S+Z|\ge e+f$."
            ),
            Inequality(
                last + 6,
                rf"$|\langle\tilde\theta-\theta^*,a\rangle|\ge g\sqrt{{2L}}+{width}$ has at "
                rf"most the "
                r"probability $4e^{-L}=\delta$.",
                "p <= d",
                uses=(14,),
                weights={last + 5: "1", last + 4: "1", last + 3: "1", 9: "1", 10: "1", 12: "1"}
                | {13: "1", last + 1: "2", last + 2: "2"},
            ),
        ),
    )


def enough(id: str, where: str, of: tuple[str, int], square: Step, kiefer: str) -> Proof:
    """Playing each action ceil(c pi(a)) times gives the width b, by the claim `of` of a deviation.

    `square` is step 12, which says what Y is in c = 8 n L / b^2 + (2 n / b) sqrt(Y), with the
    dimension n; `kiefer` is the claim that an optimal design has the leverage D, the
    dimension of the span of the actions, on which V is inverted.
    """
    return Proof(
        id,
        where="v in [0,1], N in [0,inf), c in (0,inf), z in [0,inf), r in [0,inf), s in [0,inf), "
        "h in [0,inf), q in [0,inf), k in [0,inf), n in [1,inf), g in (0,inf), L in [1,inf), "
        f"b in (0,inf), Y in (0,inf), d in (0,2], p in [0,1], P in [0,1], D in [1,inf), {where}, "
        "D <= n",
        steps=(
            Given(
                1,
                r"Each $a$ is played $N_a=\lceil c\,\pi(a)\rceil$ times.",
                "c*v <= N",
            ),
            Inequality(
                2,
                r"So $c\,\pi(a)\langle u,a\rangle^2\le N_a\langle u,a\rangle^2$ for every $u$.",
                "c*v*z <= N*z",
                weights={1: "z"},
            ),
            Textbook(
                3,
                r"Their sums: $r\le\langle u,Vu\rangle=s$.",
                "r <= s",
                fact="textbook.nonnegative-series:order",
                over=("v", "N", "z"),
                hypotheses={"the sum": 1, "each term is <= its bound": 2},
                instance={"x": "r", "y": "s", "X": "c*v*z", "Y": "N*z"},
            ),
            Given(4, r"Here $r=c\,\langle u,V(\pi)u\rangle=c\,h$.", "r == c*h"),
            Inequality(
                5, r"$V\succeq c\,V(\pi)$, at every $u$.", "c*h <= s", uses=(4,), weights={3: "1"}
            ),
            Textbook(
                6,
                r"So $q=\|b\|^2_{V^{-1}}\le k/c$ with $k=\|b\|^2_{V(\pi)^{-1}}$.",
                "q <= k/c",
                fact="textbook.inverse-matrix:order",
                over=("s", "h"),
                hypotheses={"<u, A u> >= c <u, B u> for every u": 5, "c > 0": "c > 0"},
                instance={"x": "q", "y": "k", "c": "c", "Q": "s", "R": "h"},
            ),
            OnClaim(
                7,
                r"$\pi$ is optimal: $k\le D$, the dimension of the span of the actions, where "
                r"$D\le d$, here called $n$.",
                "k <= D",
                claim=kiefer,
                of_step=LEVERAGE,
                instance={"x": "k", "n": "D"},
            ),
            Given(8, r"At some $b$ it is largest: $g^2=q$.", "g**2 == q"),
            Inequality(
                9, r"So $g^2\le n/c$.", "g**2 <= n/c", uses=(8,), weights={6: "1", 7: "1/c"}
            ),
            Given(
                10,
                r"The length is $c=8nL/\beta^2+(2n/\beta)\sqrt Y$.",
                "c == 8*n*L/b**2 + 2*n/b*sqrt(Y)",
            ),
            Inequality(
                11,
                r"The first part of it gives $g\sqrt{2L}\le\beta/2$.",
                "g*sqrt(2*L) <= b/2",
                uses=(10,),
                weights={9: "2*L/(b/2 + g*sqrt(2*L))"},
            ),
            square,
            Inequality(
                13,
                r"The second part gives $g^2\sqrt Y\le\beta/2$.",
                "g**2*sqrt(Y) <= b/2",
                uses=(10,),
                weights={9: "sqrt(Y)"},
            ),
            Inequality(
                14,
                r"So the width $g\sqrt{2L}+g^2\sqrt Y$ is at most $\beta$.",
                "g*sqrt(2*L) + g**2*sqrt(Y) <= b",
                weights={11: "1", 13: "1"},
            ),
            Textbook(
                15,
                r"An error of $\beta$ or more is one of that width or more.",
                "P <= p",
                fact="textbook.elementary-probability:part of an event",
                hypotheses={"the first event is a part of the second": 14},
                instance={"p": "P", "q": "p"},
                uses=(12,),
            ),
            OnClaim(
                16,
                r"This has at most the probability $\delta$.",
                "p <= d",
                claim=of[0],
                of_step=of[1],
            ),
            Inequality(
                17,
                r"$\mathbb P(|\langle\tilde\theta-\theta^*,a\rangle|\ge\beta)\le\delta$.",
                "P <= d",
                weights={15: "1", 16: "1"},
            ),
        ),
        parts=(9,),
    )
