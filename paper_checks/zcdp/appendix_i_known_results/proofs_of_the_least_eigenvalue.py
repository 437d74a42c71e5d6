"""The proofs about Lemma 12: its condition on a variance, and the lemma repaired."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Instance,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, working_precision

MEANS = "textbook.elementary-probability"
SUM = "a sum of finitely many multiples"
SQUARES = "((b+c)**2/2 - w)**2 + ((b-c)**2/2 - w)**2"


def tilted_pairs() -> Iterator[Instance]:
    """A uniform on (3/5, +-4/5) and (4/5, +-3/5): its variances, without the bound of (3)."""
    case = {"w": "1/2", "up": "144/625", "down": "144/625", "rest": 0, "cross": "144/625"}
    case |= {"low": "144/625", "four": "337/1250", "own": "49/2500", "nu": "144/625"}
    for one, other in (("3/5", "4/5"), ("4/5", "3/5")):
        yield from ({**case, "b": one, "c": Fraction(sign) * Fraction(other)} for sign in (1, -1))


EMPTY = Proof(
    "zcdp.lem12.law",
    instances=tilted_pairs,
    where="b in [-1,1], c in [-1,1], w in [0,1], up in [0,inf), down in [0,inf), own in [0,inf), "
    "rest in [0,inf), cross in [0,inf), nu in [0,inf), low in (-inf,inf), four in [0,inf), "
    "l in (0,1], eig in [0,inf), d in [1,inf), k in [1,inf), t in [0,inf), L in (0,inf)",
    parts=(19,),
    steps=(
        Given(
            1,
            r"$\mathbb E[AA^T]$ has orthonormal eigenvectors $e_1,\dots,e_d$, $e_1$ for $\lambda_0"
            r"$; let $b=\langle e_1,A\rangle$ and $c=\langle e_j,A\rangle$ with $j\ge2$, so that "
            r"$\mathbb Ebc=0$, and $(z^TA)^2=(b\pm c)^2/2$ has the mean $w=\mathbb E(b^2+c^2)/2$ "
            r"for $z=(e_1\pm e_j)/\sqrt2$.",
        ),
        Identity(
            2,
            "The squares of both deviations.",
            f"{SQUARES} == 2*((b**2+c**2)/2 - w)**2 + 2*(b*c)**2",
        ),
        Textbook(
            3,
            r"The two variances, and $\mathbb Eb^2c^2$, called cross.",
            "up + down == 2*rest + 2*cross",
            fact=f"{MEANS}:linearity",
            hypotheses={SUM: 2},
            instance={"x": "up + down", "y": "2*rest + 2*cross"},
            uses=(1,),
        ),
        Given(4, r"Condition (3) for $z=(e_1+e_j)/\sqrt2$, with the bound nu.", "up <= nu"),
        Given(5, r"For $z=(e_1-e_j)/\sqrt2$.", "down <= nu"),
        Inequality(6, r"$\mathbb Eb^2c^2\le\nu$.", "cross <= nu", uses=(3, 4, 5)),
        Textbook(
            7,
            r"As $\sum_{j\ge2}c_j^2=1-b^2$, low is $\mathbb Eb^2(1-b^2)$, the mean of a sum of "
            r"$d-1$ terms.",
            "low <= (d-1)*nu",
            fact=f"{MEANS}:sum of means above",
            hypotheses={"each mean is <= its bound": 6},
            instance={"mean": "low", "total": "(d-1)*nu", "X": "cross", "T": "nu"},
            over=("cross",),
        ),
        Identity(8, "Its two terms.", "b**2*(1-b**2) == b**2 - b**4"),
        Textbook(
            9,
            r"$\mathbb Eb^2=\lambda_0$, called l, and $\mathbb Eb^4$.",
            "low == l - four",
            fact=f"{MEANS}:linearity",
            hypotheses={SUM: 8},
            instance={"x": "low", "y": "l - four"},
        ),
        Textbook(
            10,
            r"The variance of $b^2$ is called own.",
            "four == own + l**2",
            fact=f"{MEANS}:variance",
            instance={"second": "four", "variance": "own", "mean": "l"},
        ),
        Given(11, r"Condition (3) for $z=e_1$.", "own <= nu"),
        Inequality(
            12,
            r"$\lambda_0-\lambda_0^2\le d\nu$.",
            "l - l**2 <= d*nu",
            uses=(9, 10),
            weights={7: "1", 11: "1"},
        ),
        Given(13, r"The bound of (3), with $k=k_t$.", "nu == l**2/(8*log(4*k))"),
        Inequality(14, r"$k\ge1$.", "8*log(4*k) >= 11"),
        Inequality(
            15,
            r"So $\nu\le\lambda_0^2/11$.",
            "nu <= l**2/11",
            uses=(13,),
            weights={14: "l**2/(11*8*log(4*k))"},
        ),
        Given(16, r"$\lambda_0$ is the least eigenvalue.", "eig >= l"),
        Textbook(
            17,
            r"The $d$ eigenvalues sum to $\mathbb E\|A\|^2=1$.",
            "d*l <= 1",
            fact=f"{MEANS}:sum of means",
            hypotheses={"each mean is >= its bound": 16},
            instance={"total": "d*l", "mean": "1", "X": "eig", "T": "l"},
            over=("eig",),
        ),
        Inequality(
            18,
            r"So $1-\lambda_0\le d\lambda_0/11\le1/11$.",
            "1 - l <= 1/11",
            weights={12: "1/l", 15: "d/l", 17: "1/11"},
        ),
        Inequality(19, r"No law satisfies (3) for $d\ge2$.", "d < 2", uses=(17, 18)),
        Inequality(
            20,
            r"For $d=1$ is $A=\pm1$, $\lambda_0=1$ and $\lambda_{\min}(G_t)=t$; the event of the "
            r"lemma is empty, as $L=\log((t+3)/\delta)>0$.",
            "t > t/4 - 8*L - 2*sqrt(t*L)",
        ),
        Parts(21, "Both cases.", uses=(19, 20)),
    ),
)

RATE = "(1-exp(-1))"
SHARP = f"({RATE}*l*t - log(d) - L)"
SPREAD = "(log(t+3) + log(d) + L)"
PRINTED = f"(l*t/4 - 8*{SPREAD} - 2*sqrt(t*{SPREAD}))"


def second_round() -> Iterator[Instance]:
    """G_1 = aa'; A_2 is b or c alike, which are orthonormal, with <a, b> = 24/25, <a, c> = 7/25.

    The eigenvectors of G_1 are a and what is orthogonal to it.
    """
    with working_precision(128):
        small = (-arb(1)).exp()
        share, trace = 1 - small, 1 + small
        cosines = [ball(Fraction(24, 25)), ball(Fraction(7, 25))]
        after = [2 * small * one.cosh() / trace for one in cosines]
        split = [(2 - 2 * share + share**2 * one**2) / trace for one in cosines]
        mean = Enclosure.of(sum(after, arb(0)) / 2)
        rest = {"h": mean, "f": Enclosure.of(sum(split, arb(0)) / 2)}
        rest["r"] = Enclosure.of(1 - share / 2)
        for one, y, z in zip(cosines, after, split, strict=True):
            case = {"x": Enclosure.of(one**2), "y": Enclosure.of(y), "z": Enclosure.of(z), **rest}
            process = trace / 2 * y / (1 - share / 2) ** 2
            case |= {"S": Enclosure.of(y * trace), "W": Enclosure.of(process.log())}
            yield {"l": "1/2", "m": "1/2", "d": 2, "t": 2, **case}


SHARPER = Proof(
    "zcdp.lem12.sharper",
    instances=second_round,
    where="l in (0,1], d in [1,inf), x in [0,1], m in [0,1], r in [0,1], f in [0,inf), "
    "h in [0,inf), y in [0,inf), z in [0,inf), t in [0,inf), L in (0,inf), k in [0,inf), "
    "W in (-inf,inf), S in (0,inf), p in [0,1], q in [0,1]",
    steps=(
        Given(
            1,
            r"$G_{t-1}$ is decided by the past; in an orthonormal basis of its eigenvectors $u_i$ "
            r"let $x=\langle u_i,A_t\rangle^2$, with the conditional mean $m=u_i^T\mathbb E[A_tA_t"
            r"^T\mid\text{past}]u_i$, and $l=\lambda_0$.",
            "m >= l",
        ),
        Identity(2, "A factor.", f"1 - {RATE}*x == 1 + (-{RATE})*x"),
        Textbook(
            3,
            r"Its conditional mean.",
            f"r == 1 + (-{RATE})*m",
            fact=f"{MEANS}:linear",
            hypotheses={"X = c + b Z at every outcome": 2},
            instance={
                "x": "r",
                "c": "1",
                "b": f"-{RATE}",
                "z": "m",
                "X": f"1 - {RATE}*x",
                "Z": "x",
            },
            over=("x",),
        ),
        Inequality(
            4,
            r"At most $1-(1-1/e)\lambda_0$.",
            f"r <= (1-{RATE}*l)*1 + 0",
            uses=(3,),
            weights={1: RATE},
        ),
        Textbook(
            5,
            r"As $\|A_t\|=1$, $e^{-A_tA_t^T}=I-(1-1/e)A_tA_t^T$ (both are $1/e$ on $A_t$ and 1 on "
            r"what is orthogonal to it), so that $z=\mathrm{tr}("
            r"e^{-G_{t-1}}e^{-A_tA_t^T})/\mathrm{tr}\,e^{-G_{t-1}}$ is the mean of $1-(1-1/e)x$ "
            r"with the eigenvalues of $e^{-G_{t-1}}$ as weights; its conditional mean is $f$.",
            f"f <= (1-{RATE}*l)*1 + 0",
            fact=f"{MEANS}:mixture",
            hypotheses={"the relation for each part": 4},
            instance={"p": "f", "q": "1", "A": "r", "B": "1", "c": f"1-{RATE}*l", "d": "0"},
            over=("r", "m"),
        ),
        Given(
            6,
            r"$-A_tA_t^T$ and $-G_{t-1}-\log(\mathrm{tr}\,e^{-G_{t-1}})I$ are symmetric; the "
            r"exponential of the latter is $e^{-G_{t-1}}/\mathrm{tr}\,e^{-G_{t-1}}$.",
        ),
        Textbook(
            7,
            r"$y=\mathrm{tr}\,e^{-G_t}/\mathrm{tr}\,e^{-G_{t-1}}$ is at most $z$.",
            "y <= z",
            fact="textbook.golden-thompson",
            hypotheses={"A and B are symmetric": 6},
            instance={"x": "y", "y": "z"},
        ),
        Textbook(
            8,
            r"So is its conditional mean $h$.",
            "h <= 1*f",
            fact=f"{MEANS}:mean",
            hypotheses={"X <= c Y at every outcome": 7},
            instance={"x": "h", "y": "f", "c": "1", "X": "y", "Y": "z"},
            over=("y", "z"),
        ),
        Inequality(
            9,
            r"$\mathrm{tr}\,e^{-G_t}/(d(1-(1-1/e)\lambda_0)^t)$ starts at 1, and its factors have "
            r"a conditional mean of at most 1.",
            f"h/(1-{RATE}*l) <= 1",
            weights={5: f"1/(1-{RATE}*l)", 8: f"1/(1-{RATE}*l)"},
        ),
        Textbook(
            10,
            r"$q$ is the probability that it reaches $1/\delta=e^L$.",
            "q*exp(L) <= 1",
            fact="textbook.ville",
            hypotheses={"each factor has a conditional mean <= 1": 9},
            instance={"p": "q", "b": "exp(L)", "F": f"h/(1-{RATE}*l)"},
            over=("h",),
        ),
        Inequality(11, "One variable.", f"-log(1-{RATE}*l) >= {RATE}*l"),
        Given(
            12,
            r"$S=\mathrm{tr}\,e^{-G_t}$ is the sum of $e^{-\lambda}$ over its eigenvalues; $W$ is "
            r"the logarithm of the process.",
            f"W == log(S) - log(d) - t*log(1-{RATE}*l)",
        ),
        Textbook(
            13,
            r"The largest term belongs to $\lambda_{\min}(G_t)=k$.",
            "exp(-k) <= S",
            fact="textbook.nonnegative-series:largest term",
            instance={"x": "exp(-k)", "y": "S"},
        ),
        Given(14, r"$p$ is the probability of this for some $t$.", f"k <= {SHARP}"),
        Inequality(
            15, "A logarithm.", "-k <= log(S)", monotone=("log", "S", "exp(-k)"), weights={13: "1"}
        ),
        Inequality(
            16,
            "Then the process is at least $e^L$.",
            "W >= L",
            uses=(12,),
            weights={11: "t", 14: "1", 15: "1"},
        ),
        Textbook(
            17,
            r"The event is a part of that of step 10.",
            "p <= q",
            fact=f"{MEANS}:above a level",
            hypotheses={"X >= c on the event": 16},
            instance={"p": "p", "q": "q", "X": "W", "c": "L"},
            over=("W", "S", "k", "t"),
        ),
        Inequality(
            18,
            r"Its probability is at most $e^{-L}=\delta$.",
            "p <= exp(-L)",
            weights={10: "exp(-L)", 17: "1"},
        ),
    ),
)

GROWTH = Proof(
    "zcdp.lem12.repaired",
    where="l in (0,1], d in [1,inf), t in [0,inf), L in (0,inf), k in [0,inf), p in [0,1], "
    "q in [0,1]",
    steps=(
        Given(
            1,
            r"The actions are those of the sharper claim, $L=\log(1/\delta)$, and "
            r"$k=\lambda_{\min}(G_t)$. This event has the probability $p$ for some $t$, and "
            r"$k\le(1-1/e)\lambda_0t-\log(d/\delta)$ has $q$.",
            f"k <= {PRINTED}",
        ),
        OnClaim(
            2,
            r"$q$ is at most $\delta$.",
            "q <= exp(-L)",
            claim="zcdp.lem12.sharper",
            of_step=18,
            instance={"p": "q"},
        ),
        Inequality(
            3,
            r"The printed level is below the other.",
            f"{SHARP} - k >= 0",
            uses=(1,),
        ),
        Textbook(
            4,
            r"So the event of the lemma is a part of the other.",
            "p <= q",
            fact=f"{MEANS}:above a level",
            hypotheses={"X >= c on the event": 3},
            instance={"p": "p", "q": "q", "X": f"{SHARP} - k", "c": "0"},
            over=("k", "t"),
        ),
        Inequality(
            5,
            r"Its probability is at most $\delta$.",
            "p <= exp(-L)",
            weights={2: "1", 4: "1"},
        ),
    ),
)
