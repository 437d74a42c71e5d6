"""The proofs about Lemma 25 and Corollary 24 for the repaired FTPL: the printed constants."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Identity, Inequality, OnClaim, Parts, Proof

SIZES = (
    "K in [2,inf), n in [2,inf), S in [2,inf), N in [1,inf), b in [1,inf), z in (0,inf), "
    "q in (0,inf), L in (0,inf), l in [0,inf), r in (0,inf), y in (0,inf), m in [1,inf), "
    "e in (0,inf), h in [0,inf), reg in (-inf,inf)"
)
FIRST, SECOND = "1/e <= S*y/r", "1/e <= m*(1 + 4*b*l)"
TUNED = Proof(
    "adv.lem25.tuned",
    where=SIZES + ", v in (0,inf)",
    parts=(37, 38),
    steps=(
        Given(1, r"$q=\log K$,", "q == log(K)"),
        Given(2, r"$n$ is the number of rounds of the tuning, $S=\sqrt{Kn}$,", "K*n <= S**2"),
        Given(3, r"$L=\log(Kn)$", "L == log(K*n)"),
        Given(4, r"and $l=\log n$,", "l == log(n)"),
        Given(5, r"where $n\ge K$.", "K <= n"),
        Given(6, r"$N\le n$ rounds are played,", "N <= n"),
        Given(7, r"under noise of a scale of at most $\lambda$.", "z <= b"),
        Given(8, r"$M$ is at least the root,", "S <= m"),
        Given(9, "and its next whole number at most.", "m <= S + 1"),
        Given(10, r"$r=\sqrt q$,", "q == r**2"),
        Inequality(11, r"$L\ge2\log2$.", "L >= 138/100", uses=(3, 5)),
        Inequality(12, r"$l\le L$.", "l <= L", uses=(3, 4, 5)),
        Inequality(13, r"$L\le2l$.", "L <= 2*l", uses=(3, 4, 5)),
        Inequality(14, r"$q\ge\log2$.", "q >= 69/100", uses=(1,)),
        Inequality(15, "A root from below,", "sqrt(1 + 10*v**2) >= 316/100*v"),
        Inequality(16, "and from above.", "sqrt(1 + 10*v**2) <= 1 + 3163/1000*v"),
        Given(17, r"$y=\sqrt{1+10\lambda^2L^2}$.", "y == sqrt(1 + 10*(b*L)**2)"),
        Inequality(
            18,
            r"$r\ge0.83$.",
            "r >= 83/100",
            uses=(10,),
            weights={14: "1/(r + 83/100)"},
            rest="(69/100 - (83/100)**2)/(r + 83/100)",
        ),
        Inequality(
            19,
            r"$y\ge3.16\lambda L$.",
            "y >= 316/100*b*L",
            uses=(17,),
            at={15: {"v": "b*L"}},
            weights={15: "1"},
        ),
        Inequality(
            20,
            r"$y\le1+3.163\lambda L$.",
            "y <= 1 + 3163/1000*b*L",
            uses=(17,),
            at={16: {"v": "b*L"}},
            weights={16: "1"},
        ),
        Given(21, r"The rate is at most", "e <= r/(S*y)"),
        Given(22, r"and", "e <= 1/(m*(1 + 4*b*l))"),
        Inequality(
            23,
            r"$\frac{1+\sqrt{10}\lambda L}{1+4\lambda l}\le1.5812$.",
            "1 + sqrt(10)*z*L <= 15812/10000*(1 + 4*b*l)",
            weights={13: "sqrt(10)*z", 7: "4*15812/10000*l"},
            rest="5812/10000 + (4*15812/10000 - 2*sqrt(10))*z*l",
        ),
        Inequality(
            24,
            "So no exponent is above it.",
            "e*m*(1 + sqrt(10)*z*L) <= 15812/10000",
            weights={22: "m*(1 + sqrt(10)*z*L)", 23: "1/(1 + 4*b*l)"},
        ),
        Inequality(25, "A number.", "exp(15812/10000) - 1 <= 2442/1000*(15812/10000)"),
        Inequality(26, "Fewer rounds have a smaller logarithm.", "log(K*N) <= L", uses=(3, 6)),
        OnClaim(
            27,
            "The sharp bound.",
            "reg <= h/e + 2*(2442/1000)*e*K*N*(1 + 2*z**2) + K*N*exp(-1)/m + 1",
            claim="adv.lem25.sharp",
            of_step=49,
            instance={"b": "z", "c": "2442/1000", "x": "15812/10000"},
            uses=(24, 25, 26),
        ),
        OnClaim(
            28,
            r"$h=e_K$.",
            "h <= 1.0821*log(K)",
            claim="adv.lem25.maximum",
            of_step=6,
            instance={"n": "K"},
        ),
        Inequality(29, "In these words.", "h <= 1.0821*q", uses=(1,), weights={28: "1"}),
        Inequality(
            30,
            "The second term.",
            "e*K*N*(1 + 2*z**2) <= r/y*S*(3*b**2)",
            weights={
                21: "S**2*3*b**2",
                2: "e*3*b**2",
                6: "e*3*b**2*K",
                7: "2*e*K*N*(b + z)",
            },
            rest="e*K*N*(b**2 - 1)",
        ),
        Inequality(
            31,
            r"A part of it: $\frac{3r\lambda^2}y\le0.601\lambda qL$.",
            "r/y*(3*b**2) <= 601/1000*b*q*L",
            uses=(10,),
            weights={
                19: "b*r/y*601/1000*r*L",
                18: "b*r/y*601/1000*316/100*b*L**2",
                11: "b*r/y*601/1000*316/100*83/100*b*(L + 138/100)",
            },
            rest="b*r/y*b*(601/1000*316/100*83/100*(138/100)**2 - 3)",
        ),
        Inequality(
            32,
            "The third term.",
            "K*N*exp(-1)/m + 1 <= 87/100*S",
            weights={2: "exp(-1)/m", 6: "exp(-1)*K/m", 8: "exp(-1)*S/m"},
            rest="(87/100-1/2-exp(-1))*S + (S-2)/2",
        ),
        Inequality(
            33,
            "The last two terms.",
            "reg <= h/e + 4884/1000*(r/y*S*(3*b**2)) + 87/100*S",
            weights={27: "1", 30: "4884/1000", 32: "1"},
        ),
        Inequality(
            34,
            "In these words.",
            "reg <= h/e + 2935284/1000000*b*q*L*S + 87/100*S",
            weights={33: "1", 31: "4884/1000*S"},
        ),
        Inequality(35, "Let the rate be the first one.", FIRST, where=FIRST),
        Inequality(36, "Or let it be the second one.", SECOND, where=SECOND),
        Inequality(
            37,
            r"In the first case:",
            "reg <= 10.61*b*q*L*S + 0.87*S",
            uses=(10,),
            weights={
                34: "1",
                29: "1/e",
                35: "1.0821*q",
                20: "1.0821*r*S",
                18: "S*r*7*b*L",
                11: "S*r*2*b",
            },
            rest="S*r*(674716/1000000*b*r*L + (581/100 - 1.0821*3.163 - 2)*b*L + 276/100*b"
            " - 1.0821)",
            where=FIRST,
        ),
        Inequality(
            38,
            r"In the second case:",
            "reg <= 10.61*b*q*L*S + 0.87*S",
            weights={
                34: "1",
                29: "1/e",
                36: "1.0821*q",
                12: "1.0821*q*m*4*b",
                9: "1.0821*q*(1 + 4*b*L)",
                11: "q*S*1.182116*b",
            },
            rest="1.0821*q*(1 + 4*b*L)*(S - 2)/2 + q*S*(1.182116*138/100*b - 1.62315)",
            where=SECOND,
        ),
        Parts(39, "Both rates.", uses=(37, 38)),
    ),
)


def for_both(number: int, regret: str, of: dict[str, str], uses: tuple[int, ...]) -> list[OnClaim]:
    """The bound for a tuned rate, in both cases, as two steps."""
    scale = of.get("b", "b")
    return [
        OnClaim(
            number + place,
            f"The bound for a tuned rate, if it is the {name}.",
            f"{regret} <= 10.61*{scale}*q*L*S + 0.87*S",
            claim="adv.lem25.tuned",
            of_step=37 + place,
            instance=of,
            where=case.replace("*b*", f"*{scale}*"),
            uses=uses,
        )
        for place, (name, case) in enumerate((("first", FIRST), ("second", SECOND)))
    ]


PRINTED = Proof(
    "adv.lem25.regret.repaired",
    where=SIZES + ", T in [0,inf)",
    parts=(4, 5),
    steps=(
        Given(
            1, r"$\lambda\ge1$, and $T=n\ge K$ rounds are played; one of the two rates is $\eta$."
        ),
        *for_both(2, "reg", {}, (1,)),
        Inequality(
            4,
            r"$\tilde R\le11\lambda\sqrt{KT}\log K\log(KT)+10\sqrt{KT}$.",
            "reg <= 11*b*q*L*S + 10*S",
            weights={2: "1"},
            where=FIRST,
        ),
        Inequality(5, "And", "reg <= 11*b*q*L*S + 10*S", weights={3: "1"}, where=SECOND),
        Given(6, r"For $T<K$ the regret is at most $T\le\sqrt{KT}$.", "T <= S"),
        Inequality(7, "That is less.", "T <= 11*b*q*L*S + 10*S", weights={6: "1"}),
        Parts(8, "Long and short plays.", uses=(4, 5, 7)),
    ),
)
PRIVATE = SIZES.replace("b in [1,inf), z in (0,inf)", "z in (0,1]")
CONVERTED = Proof(
    "adv.cor24.regret",
    where=PRIVATE + ", eps in (0,1], t in [1,inf), p in [0,1], w in [0,1], R in [0,inf), "
    "T in (0,inf), u in (-inf,inf)",
    parts=(1, 13, 14),
    steps=(
        OnClaim(
            1,
            r"Algorithm 1 is $\epsilon$-DP.",
            "p <= exp(eps)*w",
            claim="adv.lem3",
            of_step=6,
            instance={"q": "w"},
        ),
        Given(
            2,
            r"$n=\epsilon T\ge K$; FTPL runs for $\lfloor T/\tau\rfloor\le n$ rounds, under noise "
            r"of "
            r"the scale $\frac1{\tau\epsilon}\le1$, with one of the two rates for $n$ rounds.",
            "K <= n",
        ),
        *for_both(3, "R", {"reg": "R", "b": "1"}, (2,)),
        OnClaim(5, "The conversion.", "reg <= t*R + t", claim="adv.lem4", of_step=14),
        Given(6, r"$\tau=\lceil\frac1\epsilon\rceil$.", "t < 1 + 1/eps"),
        Inequality(7, r"$\tau\le\frac2\epsilon$.", "t <= 2/eps", weights={6: "1"}),
        Given(8, r"$q=\log K$,", "q == log(K)"),
        Given(9, r"$L=\log(nK)$.", "L == log(K*n)", uses=(2,)),
        Inequality(10, r"$q\ge\log2$.", "q >= 69/100", uses=(8,)),
        Inequality(11, r"$L\ge\log4$.", "L >= 138/100", uses=(2, 9)),
        Inequality(12, "Their product.", "q*L >= 95/100", weights={10: "L", 11: "69/100"}),
        Inequality(
            13,
            r"$\mathrm R\le32\frac S\epsilon\log K\log(nK)+\frac2\epsilon$, where $\frac S\epsilon="
            r"\sqrt{KT/\epsilon}$: for the first rate,",
            "reg <= 32*S/eps*q*L + 2/eps",
            weights={5: "1", 7: "R + 1", 3: "2/eps", 12: "2*S/eps"},
            where=FIRST,
        ),
        Inequality(
            14,
            "and for the second one.",
            "reg <= 32*S/eps*q*L + 2/eps",
            weights={5: "1", 7: "R + 1", 4: "2/eps", 12: "2*S/eps"},
            where=SECOND.replace("*b*", "*1*"),
        ),
        Given(15, r"For $n<K$ the regret is at most $T$,", "u <= T"),
        Given(16, r"which is less: $S=\sqrt{nK}>n$ and $T=\frac n\epsilon$.", "T <= S/eps"),
        Inequality(
            17,
            "So",
            "u <= 32*S/eps*q*L + 2/eps",
            weights={15: "1", 16: "1", 12: "2*S/eps"},
        ),
        Parts(18, "Privacy, and the regret.", uses=(1, 13, 14, 17)),
    ),
)
TOTAL = Proof(
    "adv.lem25.g",
    where="e in (0,inf), K in [2,inf), N in [1,inf), m in [1,inf), b in [0,inf), L in (0,inf), "
    "e*m*(1 + sqrt(10)*b*L) <= 1, log(K*N) <= L, h in [0,inf), reg in (-inf,inf)",
    steps=(
        Inequality(1, "A number.", "exp(1) - 1 <= 2*1"),
        OnClaim(
            2,
            "The sharp bound.",
            "reg <= h/e + 2*2*e*K*N*(1 + 2*b**2) + K*N*exp(-1)/m + 1",
            claim="adv.lem25.sharp",
            of_step=49,
            instance={"c": "2", "x": "1"},
            uses=(1,),
        ),
        OnClaim(
            3,
            r"$h=e_K$.",
            "h <= 1.0821*log(K)",
            claim="adv.lem25.maximum",
            of_step=6,
            instance={"n": "K"},
        ),
        Inequality(4, r"$L\ge\log2$.", "L >= 69/100"),
        Inequality(5, "So", "2*b**2 <= 10*b**2*L**2", weights={4: "10*b**2*(L + 69/100)"}),
        Inequality(
            6,
            r"$\tilde R\le\frac{6\log K}\eta+4\eta(KT+10KT\lambda^2\log^2(KT))+\frac{KT}{eM}+1$.",
            "reg <= 6*log(K)/e + 4*e*K*N*(1 + 10*b**2*L**2) + K*N*exp(-1)/m + 1",
            weights={2: "1", 3: "1/e", 5: "4*e*K*N"},
        ),
    ),
)
RATE = Proof(
    "adv.lem25.rate.repaired",
    where="e in (0,inf), m in [1,inf), b in [0,inf), L in [0,inf), l in [0,1], z in (-inf,inf), "
    "c in [0,inf)",
    steps=(
        Given(1, r"$|G_t|\le\sqrt{10}\lambda\log(KT)$,", "abs(z) <= sqrt(10)*b*L"),
        Given(2, r"$M_t\le M$,", "c <= m"),
        Given(3, r"$\eta\le\frac1{M(1+4\lambda\log(KT))}$.", "e*m*(1 + 4*b*L) <= 1"),
        Inequality(4, "The triangle inequality.", "abs(l + z) <= l + abs(z)"),
        Inequality(
            5,
            "A noisy loss.",
            "abs(l + z) <= 1 + 4*b*L",
            weights={4: "1", 1: "1"},
            rest="1 - l + (4 - sqrt(10))*b*L",
        ),
        Inequality(
            6,
            r"$\eta\|\hat\ell_t\|_1\le1$.",
            "e*c*abs(l + z) <= 1",
            weights={5: "e*c", 2: "e*(1 + 4*b*L)", 3: "1"},
        ),
    ),
)
SIGN = Proof(
    "adv.lem25.c.repaired",
    where="d in (-inf,inf), u in [0,inf), g in [-1,1], e in (0,inf), p in (0,1), o in (0,1)",
    steps=(
        Given(1, r"$d=\hat\ell_t(i)$ has the size $u$ and the sign $g$.", "d == g*u"),
        OnClaim(
            2,
            "A step of the sharp bound.",
            "d*(p - o) <= u*p*(exp(e*u) - 1)",
            claim="adv.lem25.sharp",
            of_step=25,
            uses=(1,),
        ),
        Inequality(
            3,
            r"$\hat\ell(P_t-P_{t+1})\le|\hat\ell|P_t(e^{\eta\|\hat\ell\|_1}-1)$.",
            "d*(p - o) <= u*p*(exp(e*u) - 1)",
            weights={2: "1"},
        ),
    ),
)
SECOND_TERM = Proof(
    "adv.cor24.step.repaired",
    where="eps in (0,1], m in (0,inf), r in (0,inf), s in (0,inf), q in [0,inf), L in [0,inf)",
    steps=(
        Given(1, r"$s=\sqrt{KT/\epsilon}$, $m=KT$.", "m == eps*s**2"),
        Given(2, r"$r=\epsilon s$", "r == eps*s"),
        Identity(3, r"is $\sqrt{\epsilon KT}$.", "r**2 == eps*m", uses=(1, 2)),
        Identity(
            4,
            "So with both factors:",
            "2/eps*(11*r*q*L + 10*r) == 22/eps*r*q*L + 20*s",
            uses=(2, 3),
        ),
    ),
)
