"""The proofs about the privacy loss random variable, and of Proposition 2.6."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    ExtremePoints,
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

DENSITIES = (
    r"$a$ and $b$ are the densities of $P=\mathcal M_D$ and $Q=\mathcal M_{D'}$ for one measure, "
    r"such as $P+Q$, and $Z=\log(a/b)$ where $a>0$, $\infty$ where $b=0$."
)
RELATION = "the relation of the densities at almost every point"
POSITIVE = "the function is positive on the set"
INTEGRAL = "its integral over the set is at most 0"
PART = "the first event is a part of the second"


def _of_density(
    number: int, says: str, shown: int, p: str, c: str, q: str, exchanged: bool = False
) -> Textbook:
    """p = P(E) is at most c Q(E) = c q, by the step that shows it of the densities in E."""
    return Textbook(
        number,
        says,
        f"{p} <= {c}*{q}",
        fact="textbook.elementary-probability:density",
        hypotheses={RELATION: shown},
        instance={"p": p, "c": c, "q": q}
        | ({"A": "b", "B": "a"} if exchanged else {"A": "a", "B": "b"}),
        over=("a", "b"),
    )


def _null(number: int, says: str, shown: int, mass: str, integral: str) -> Textbook:
    """An event has mass 0, where a positive function g has an integral of at most 0."""
    return Textbook(
        number,
        says,
        f"{mass} <= 0",
        fact="textbook.elementary-probability:positive integrand",
        hypotheses={POSITIVE: "g > 0", INTEGRAL: shown},
        instance={"m": mass, "G": "g", "i": integral},
        over=("g",),
    )


PURE = Proof(
    "thesis.def2.5.pure",
    where="eps in [0,inf), a in [0,inf), b in [0,inf), g in (0,inf), p in [0,1], q in [0,1], "
    "v in [0,1], w in [0,1], x in [0,1], y in [0,1], above in [0,1], below in [0,1]",
    steps=(
        Given(1, DENSITIES),
        Given(
            2,
            r"If $|Z|\le\epsilon$ almost surely, then almost nowhere $b=0<a$, and $\log(a/b)\le"
            r"\epsilon$ where $a>0$.",
            "a <= exp(eps)*b",
            uses=(1,),
        ),
        _of_density(
            3,
            r"So for all neighbours $P(E)\le e^\epsilon Q(E)$ for every event $E$: $\epsilon$-DP.",
            2,
            "p",
            "exp(eps)",
            "q",
        ),
        Given(
            4,
            r"If $\mathcal M$ is $\epsilon$-DP, let $E=\{a>e^\epsilon b\}=\{Z>\epsilon\}$ (up to a "
            r"set of $P$-mass 0). The integral of $g=a-e^\epsilon b>0$ over it is "
            r"$P(E)-e^\epsilon Q(E)$.",
            "v - exp(eps)*w <= 0",
            uses=(1,),
        ),
        _null(5, r"So $P(Z>\epsilon)=0$.", 4, "above", "v - exp(eps)*w"),
        Given(
            6,
            r"For $\{b>e^\epsilon a\}$, which contains $\{Z<-\epsilon\}$, the same of the "
            "exchanged pair, which are neighbours too.",
            "x - exp(eps)*y <= 0",
            uses=(1,),
        ),
        _null(7, r"So $P(Z<-\epsilon)=0$.", 6, "below", "x - exp(eps)*y"),
        Parts(8, "Both directions.", uses=(3, 5, 7)),
    ),
)


def _from_the_tail(first: int, tail: int, start: int) -> tuple[Textbook | Inequality | Given, ...]:
    """P(E) <= e^eps Q(E) + d from P(Z > eps) <= d, in six steps after the densities."""
    n = start
    return (
        Given(
            n,
            r"Where $Z\le\epsilon$: then $b>0$ or $a=0$.",
            "a <= exp(eps)*b",
            uses=(first,),
        ),
        _of_density(
            n + 1,
            r"For an event $E$ and its part $E_1=E\cap\{Z\le\epsilon\}$: $P(E_1)\le e^\epsilon "
            "Q(E_1)$.",
            n,
            "p1",
            "exp(eps)",
            "q1",
        ),
        Given(n + 2, r"$E$ lies in $E_1$ and $\{Z>\epsilon\}$ together, and $E_1$ in $E$."),
        Textbook(
            n + 3,
            r"$P(E)\le P(E_1)+P(Z>\epsilon)$.",
            "p <= p1 + bad",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": n + 2},
            instance={"p": "p", "q": "p1", "r": "bad"},
        ),
        Textbook(
            n + 4,
            r"$Q(E_1)\le Q(E)$.",
            "q1 <= q",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={PART: n + 2},
            instance={"p": "q1", "q": "q"},
        ),
        Inequality(
            n + 5,
            r"$P(E)\le e^\epsilon Q(E)+\delta$ for every event.",
            "p <= exp(eps)*q + d",
            weights={n + 1: "1", n + 3: "1", n + 4: "exp(eps)", tail: "1"},
        ),
    )


TAILS = "a in [0,inf), b in [0,inf), p in [0,1], q in [0,1], p1 in [0,1], q1 in [0,1], bad in [0,1]"
APPROXIMATE = Proof(
    "thesis.def2.5.approximate",
    where=f"eps in [0,inf), d in [0,1], both in [0,1], {TAILS}",
    steps=(
        Given(1, DENSITIES),
        Given(
            2,
            r"$P(|Z|>\epsilon)<\delta$; of this event $Z>\epsilon$ is a part.",
            "both < d",
            uses=(1,),
        ),
        Textbook(
            3,
            r"$P(Z>\epsilon)$ is no more.",
            "bad <= both",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={PART: 2},
            instance={"p": "bad", "q": "both"},
        ),
        Inequality(4, r"$P(Z>\epsilon)\le\delta$.", "bad <= d", weights={2: "1", 3: "1"}),
        *_from_the_tail(1, 4, 5),
    ),
)

CONVERSE = Proof(
    "thesis.def2.5.converse",
    where="eps in [0,inf), d in [0,1], s in (0,inf), a in [0,inf), b in [0,inf), u in [0,1], "
    "x in [0,1], v in [0,1], w in [0,1], tail in [0,1]",
    steps=(
        Given(1, DENSITIES),
        Given(
            2,
            r"$\mathcal M$ is $(\epsilon,\delta)$-DP; for $U=\{Z>\epsilon+\tau\}$, $u=P(U)$ and "
            "$x=Q(U)$:",
            "u <= exp(eps)*x + d",
        ),
        Given(3, r"In $U$, with $s=\tau$:", "b <= exp(-eps-s)*a", uses=(1,)),
        _of_density(4, r"So $x\le e^{-\epsilon-\tau}u$.", 3, "x", "exp(-eps-s)", "u", True),
        Inequality(
            5,
            r"Hence $u(1-e^{-\tau})\le\delta$.",
            "u*(1-exp(-s)) <= d",
            weights={2: "1", 4: "exp(eps)"},
        ),
        Given(
            6,
            r"For $V=\{Z<-\epsilon-\tau\}$, $v=P(V)$ and $w=Q(V)$, and the exchanged pair:",
            "w <= exp(eps)*v + d",
        ),
        Given(7, r"In $V$:", "a <= exp(-eps-s)*b", uses=(1,)),
        _of_density(8, r"So $v\le e^{-\epsilon-\tau}w$.", 7, "v", "exp(-eps-s)", "w"),
        Inequality(
            9,
            r"Hence $w(1-e^{-\tau})\le\delta$.",
            "w*(1-exp(-s)) <= d",
            weights={6: "1", 8: "exp(eps)"},
        ),
        Given(10, r"$|Z|>\epsilon+\tau$ in $U$ and $V$ alone."),
        Textbook(
            11,
            r"Its probability is at most $u+v$.",
            "tail <= u + v",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": 10},
            instance={"p": "tail", "q": "u", "r": "v"},
        ),
        Inequality(
            12,
            r"$P(|Z|>\epsilon+\tau)\le\delta(1+e^{-\epsilon-\tau})/(1-e^{-\tau})$.",
            "tail <= d*(1+exp(-eps-s))/(1-exp(-s))",
            weights={
                11: "1",
                5: "1/(1-exp(-s))",
                8: "1",
                9: "exp(-eps-s)/(1-exp(-s))",
            },
        ),
    ),
)


def _equal(number: int, says: str, shown: int, x: str, y: str, one: str, other: str) -> Textbook:
    """Two integrals are equal, by the step that shows it of the functions."""
    return Textbook(
        number,
        says,
        f"{x} == {y}",
        fact="textbook.elementary-probability:equal integrands",
        hypotheses={"the functions are equal at almost every point": shown},
        instance={"x": x, "y": y, "A": one, "B": other},
        over=("z", "b"),
    )


MOMENTS = Proof(
    "thesis.def2.5.moments",
    where="l in [0,inf), k in [1,inf), rho in [0,inf), z in (-inf,inf), b in [0,inf), "
    "m in [0,inf), r in [0,inf), low in [0,inf), s in [0,inf), one in [0,inf), mass in [0,1]",
    steps=(
        Given(
            1,
            DENSITIES
            + r" Under zCDP the divergences of both orders of the pair are finite, so $Z$ is "
            r"finite almost surely, for $P$ and for $Q$: the density of $P$ is $be^Z$.",
        ),
        Identity(
            2,
            r"With $z$ for $Z$ and $\lambda=l\ge0$: the integrand of $\mathbb Ee^{\lambda Z}$ is "
            r"that of $e^{(\alpha-1)D_\alpha(P\|Q)}$, $a^\alpha b^{1-\alpha}=be^{\alpha Z}$, at "
            r"$\alpha=1+\lambda$.",
            "b*exp(z)*exp(l*z) == b*exp((1+l)*z)",
            uses=(1,),
        ),
        _equal(
            3,
            r"So $\mathbb Ee^{\lambda Z}=e^{\lambda D_{1+\lambda}(P\|Q)}$.",
            2,
            "m",
            "r",
            "b*exp(z)*exp(l*z)",
            "b*exp((1+l)*z)",
        ),
        Given(
            4,
            r"$\rho$-zCDP: $D_\alpha\le\alpha\rho$ at $\alpha=1+\lambda>1$; for $\lambda=0$ the "
            r"integrand is the density of $P$, and both sides are 1.",
            "r <= exp(l*(l+1)*rho)",
        ),
        Inequality(
            5,
            r"For $\lambda\ge0$: $\mathbb Ee^{\lambda Z}\le e^{\lambda(\lambda+1)\rho}$.",
            "m <= exp(l*(l+1)*rho)",
            uses=(3,),
            weights={4: "1"},
        ),
        Identity(
            6,
            r"For $\lambda=-k\le-1$: the integrand is that of $e^{(k-1)D_k(Q\|P)}$, $b^ka^{1-k}$.",
            "b*exp(z)*exp(-k*z) == b*exp((1-k)*z)",
            uses=(1,),
        ),
        _equal(
            7,
            r"So $\mathbb Ee^{-kZ}=e^{(k-1)D_k(Q\|P)}$.",
            6,
            "low",
            "s",
            "b*exp(z)*exp(-k*z)",
            "b*exp((1-k)*z)",
        ),
        Given(
            8,
            r"$\rho$-zCDP for the exchanged pair, at $k>1$; for $k=1$ the integrand is $b$, and "
            "$s$ a mass, at most 1.",
            "s <= exp((k-1)*k*rho)",
        ),
        Inequality(
            9,
            r"For $\lambda=-k\le-1$: $\mathbb Ee^{\lambda Z}\le e^{\lambda(\lambda+1)\rho}$.",
            "low <= exp((-k)*(-k+1)*rho)",
            uses=(7,),
            weights={8: "1"},
        ),
        Identity(
            10, r"For $\lambda=-1$: the integrand is $b$.", "b*exp(z)*exp(-z) == b", uses=(1,)
        ),
        _equal(11, r"So it is a mass under $Q$.", 10, "one", "mass", "b*exp(z)*exp(-z)", "b"),
        Inequality(
            12,
            r"At most 1, which is $e^{\lambda(\lambda+1)\rho}$.",
            "one <= exp((-1)*(-1+1)*rho)",
            uses=(11,),
        ),
        Parts(13, r"All $\lambda\ge0$ and $\lambda\le-1$.", uses=(5, 9, 12)),
    ),
)


def _markov(number: int, p: str, level: str, moment: str) -> Textbook:
    """P(e^(rate Z) >= e^level) e^level <= E e^(rate Z)."""
    return Textbook(
        number,
        r"Markov's inequality.",
        f"{p}*exp({level}) <= {moment}",
        fact="textbook.markov",
        hypotheses={"X >= 0": "exp(z) >= 0", "a > 0": f"exp({level}) > 0"},
        instance={"p": p, "a": f"exp({level})", "m": moment, "X": "exp(z)"},
        over=("z",),
    )


GAUSSIAN_TAILS = Proof(
    "thesis.def2.5.subgaussian",
    where="rho in (0,inf), t in [0,inf), s in [0,inf), l in [0,inf), k in [1,inf), "
    "z in (-inf,inf), m in [0,inf), low in [0,inf), up in [0,1], p in [0,1], down in [0,1], "
    "q in [0,1], "
    "mean in [0,inf), div in [0,inf), r in (0,inf), x in (0,inf)",
    steps=(
        Given(1, r"$t=2\rho\lambda\ge0$.", "t == 2*rho*l"),
        OnClaim(
            2,
            r"The moment of $Z$ at $\lambda=t/(2\rho)$; $\rho>0$.",
            "m <= exp(l*(l+1)*rho)",
            claim="thesis.def2.5.moments",
            of_step=5,
        ),
        Inequality(
            3,
            r"If $Z=\rho+t+x>\rho+t$, then $\lambda Z\ge\lambda(\rho+t)$.",
            "l*(rho+t+x) >= l*(rho+t)",
        ),
        Textbook(
            4,
            r"So its probability is at most that of this.",
            "up <= p",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={PART: 3},
            instance={"p": "up", "q": "p"},
        ),
        _markov(5, "p", "l*(rho+2*rho*l)", "m"),
        Inequality(
            6,
            r"$P(Z>\rho+t)\le e^{-\rho\lambda^2}$.",
            "up <= exp(-rho*l**2)",
            weights={4: "1", 5: "exp(-l*(rho+2*rho*l))", 2: "exp(-l*(rho+2*rho*l))"},
        ),
        Inequality(7, r"That is $e^{-t^2/(4\rho)}$.", "up <= exp(-t**2/(4*rho))", uses=(1, 6)),
        Given(8, r"$s=2\rho k-\rho\ge\rho$, so $k=(s+\rho)/(2\rho)\ge1$.", "s == 2*rho*k - rho"),
        OnClaim(
            9,
            r"The moment of $Z$ at $\lambda=-k\le-1$.",
            "low <= exp((-k)*(-k+1)*rho)",
            claim="thesis.def2.5.moments",
            of_step=9,
        ),
        Inequality(10, r"If $Z=-s-x<-s$, then $-kZ\ge ks$.", "k*(s+x) >= k*s"),
        Textbook(
            11,
            r"So its probability is at most that of this.",
            "down <= q",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={PART: 10},
            instance={"p": "down", "q": "q"},
        ),
        _markov(12, "q", "k*(2*rho*k-rho)", "low"),
        Inequality(
            13,
            r"$P(Z<-s)\le e^{-\rho k^2}$.",
            "down <= exp(-rho*k**2)",
            weights={11: "1", 12: "exp(-k*(2*rho*k-rho))", 9: "exp(-k*(2*rho*k-rho))"},
        ),
        Inequality(
            14,
            r"That is $e^{-(s+\rho)^2/(4\rho)}$.",
            "down <= exp(-(s+rho)**2/(4*rho))",
            uses=(8, 13),
        ),
        Textbook(
            15,
            r"$\mathbb EZ=\mathrm{KL}(P\|Q)\ge0$.",
            "mean >= 0",
            fact="textbook.gibbs",
            instance={"k": "mean"},
        ),
        Given(16, r"$\rho$-zCDP at the order $1+r/\rho$, for any $r>0$.", "div <= (1+r/rho)*rho"),
        Textbook(
            17,
            r"Renyi divergences do not decrease with the order.",
            "mean <= div",
            fact="textbook.renyi-order",
            hypotheses={"a > 1": "1 + r/rho > 1"},
            instance={"k": "mean", "r": "div", "a": "1 + r/rho"},
        ),
        Inequality(18, r"Together.", "mean <= rho + r", weights={16: "1", 17: "1"}),
        Textbook(
            19,
            r"$\mathbb EZ\le\rho$, as $r$ may be as small as one likes.",
            "mean <= rho",
            fact="textbook.bounds-of-sets:margin",
            hypotheses={"x is at most y + r for every r > 0": 18},
            instance={"x": "mean", "y": "rho", "r": "r"},
            over=("r", "div"),
        ),
        Parts(20, "The mean and both tails.", uses=(7, 14, 15, 19)),
    ),
)

RATIO = "exp(-e)+u*(exp(e)-exp(-e))"
POWER = f"exp(k*log({RATIO}))"
CONVERSIONS = Proof(
    "thesis.prop2.6",
    where="k in (1,inf), e in (0,inf), u in [0,1], m in [0,inf), mu in [0,1], x in [0,inf), "
    "y in [0,inf), eps in [0,inf), rho in (0,inf), L in [0,inf), d in (0,1], mean in [0,inf), "
    + TAILS,
    parts=(9,),
    steps=(
        Given(
            1,
            r"$\mathcal M$ is $\epsilon$-DP, $\epsilon=e>0$ (for $\epsilon=0$ both laws are one, "
            r"and $D_\alpha=0$).",
        ),
        OnClaim(
            2,
            r"The ratio of the densities lies in $[e^{-\epsilon},e^\epsilon]$: it is "
            r"$X=e^{-\epsilon}+U(e^\epsilon-e^{-\epsilon})$ with $U\in[0,1]$.",
            claim="thesis.def2.5.pure",
            uses=(1,),
        ),
        ExtremePoints(
            3,
            r"For $\alpha=k>1$: $X^\alpha$ is below its chord.",
            f"{POWER} <= exp(-k*e) + (exp(k*e)-exp(-k*e))*u",
            along=("u",),
            uses=(2,),
        ),
        Textbook(
            4,
            r"So is its mean under $\mathcal M_{D'}$, $e^{(\alpha-1)D_\alpha}$.",
            "m <= 1*exp(-k*e) + (exp(k*e)-exp(-k*e))*mu",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 3},
            instance={"x": "m", "n": "1", "c": "exp(-k*e)", "b": "exp(k*e)-exp(-k*e)"}
            | {"z": "mu", "X": POWER, "Z": "u"},
            over=("u",),
        ),
        Textbook(
            5,
            r"$X$ is the density: its mean there is that of 1 under $\mathcal M_D$.",
            "mean == 1",
            fact="textbook.density",
            hypotheses={"f is the density of P with respect to Q": 2},
            instance={"x": "1", "y": "mean"},
        ),
        Inequality(
            6,
            r"$\log\cosh x-x^2/2$ does not increase for $x\ge0$.",
            "log(exp(x+y)+exp(-x-y)) - (x+y)**2/2 <= log(exp(x)+exp(-x)) - x**2/2",
        ),
        Inequality(
            7,
            r"Between $x=\epsilon/2$ and $x+y=(\alpha-\frac12)\epsilon$.",
            "exp((k-1/2)*e)+exp(-(k-1/2)*e) <= (exp(e/2)+exp(-e/2))*exp(k*(k-1)*e**2/2)",
            uses=(6,),
            at={6: {"x": "e/2", "y": "(k-1)*e"}},
        ),
        Textbook(
            8,
            r"The mean of $X$ by that of $U$, which is $\mu$.",
            "mean >= 1*exp(-e) + (exp(e)-exp(-e))*mu",
            fact="textbook.elementary-probability:sum below",
            hypotheses={"X_t >= c + b Z_t for each t": f"{RATIO} >= exp(-e) + (exp(e)-exp(-e))*u"},
            instance={"x": "mean", "n": "1", "c": "exp(-e)", "b": "exp(e)-exp(-e)"}
            | {"z": "mu", "X": RATIO, "Z": "u"},
            over=("u",),
            uses=(2,),
        ),
        Inequality(
            9,
            r"So $D_\alpha\le\frac12\alpha\epsilon^2$, by its exponential: "
            r"$\frac12\epsilon^2$-zCDP.",
            "m <= exp(k*(k-1)*e**2/2)",
            uses=(5,),
            weights={
                4: "1",
                7: "1/(exp(e/2)+exp(-e/2))",
                8: "(exp(k*e)-exp(-k*e))/(exp(e)-exp(-e))",
            },
        ),
        Given(10, DENSITIES),
        OnClaim(
            11,
            r"$\mathcal M$ is $\rho$-zCDP, $\rho>0$ (for $\rho=0$ both laws are one): with "
            r"$t=2\sqrt{\rho L}$, $L=\log1/\delta\ge0$ and $\epsilon=\rho+t$.",
            "bad <= exp(-(2*sqrt(rho*L))**2/(4*rho))",
            claim="thesis.def2.5.subgaussian",
            of_step=7,
            instance={"up": "bad", "t": "2*sqrt(rho*L)"},
        ),
        Given(12, r"$\delta\in(0,1]$.", "d == exp(-L)"),
        Inequality(13, r"$P(Z>\epsilon)\le\delta$.", "bad <= d", uses=(11, 12)),
        Given(14, r"This $\epsilon$.", "eps == rho + 2*sqrt(rho*L)"),
        *_from_the_tail(10, 13, 15),
        Inequality(
            21,
            r"$(\rho+2\sqrt{\rho\log(1/\delta)},\delta)$-DP.",
            "p <= exp(rho + 2*sqrt(rho*L))*q + d",
            uses=(14, 20),
        ),
    ),
)
