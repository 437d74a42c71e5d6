"""How d_eps moves with its arguments: it rises in the second one, and falls in the first one.

All follows from the mean z* at which the infimum is attained (as in Lemma F.1): the cost of z*
bounds the divergence of other arguments. xy is d_eps(x, y), and likewise for other letters.
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
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict

F1 = "bern.derived.minimiser"
P, Q, S = "x <= p, p <= y", "w <= q, q <= v", "x <= s, s <= v, x <= y, y <= v"
PV, PQ = f"{P}, y <= v", f"{P}, {Q}, w <= x, y <= v"
RISING = Proof(
    "bern.derived.rising",
    where="x in [0,1], w in [0,1], y in (0,1), v in (0,1), "
    "eps in [0,inf), p in [0,1], q in [0,1], s in [0,1], xy in [0,inf), xv in [0,inf), "
    "wy in [0,inf), wv in [0,inf), jump in [0,inf), last in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"$d_\epsilon(x,y)$ is the cost of some $p\in[x,y]$,",
            "xy == kl(p,y) + eps*(p-x)",
            where=P,
            claim=F1,
            of_step=8,
            instance={"d": "xy", "best": "p"},
        ),
        OnClaim(
            2,
            r"$d_\epsilon(w,v)$ that of some $q\in[w,v]$, $w\le x$,",
            "wv == kl(q,v) + eps*(q-w)",
            where=Q,
            claim=F1,
            of_step=8,
            instance={"d": "wv", "best": "q", "x": "w", "y": "v"},
        ),
        OnClaim(
            3,
            r"$d_\epsilon(x,v)$ at most that of $\max(p,q)$,",
            "xv <= kl(max(p,q),v) + eps*(max(p,q)-x)",
            where=PQ,
            claim=F1,
            of_step=10,
            instance={"d": "xv", "z": "max(p,q)", "y": "v"},
        ),
        OnClaim(
            4,
            r"$d_\epsilon(w,y)$ at most that of $\min(p,q)$.",
            "wy <= kl(min(p,q),y) + eps*(min(p,q)-w)",
            where=PQ,
            claim=F1,
            of_step=10,
            instance={"d": "wy", "z": "min(p,q)", "x": "w"},
        ),
        Inequality(
            5,
            r"The increment of $\mathrm{kl}(z,\cdot)$ does not grow in $z$.",
            "kl(max(p,q),v) + kl(min(p,q),y) <= kl(p,y) + kl(q,v)",
            where="y <= v",
        ),
        Inequality(
            6,
            r"So that of $d_\epsilon(x,\cdot)$ does not grow in $x$.",
            "xv - xy <= wv - wy",
            where=PQ,
            uses=(1, 2),
            weights={3: "1", 4: "1", 5: "1"},
        ),
        OnClaim(
            7,
            r"$d_\epsilon(x,v)$ is the cost of some $s\in[x,v]$,",
            "xv == kl(s,v) + eps*(s-x)",
            where=S,
            claim=F1,
            of_step=8,
            instance={"d": "xv", "best": "s", "y": "v"},
        ),
        OnClaim(
            8,
            r"and $d_\epsilon(x,y)$ at most that of $\min(s,y)$:",
            "xy <= kl(min(s,y),y) + eps*(min(s,y)-x)",
            where=S,
            claim=F1,
            of_step=10,
            instance={"d": "xy", "z": "min(s,y)"},
        ),
        Inequality(
            9,
            r"as $\mathrm{kl}(z,\cdot)$ rises above $z$,",
            "kl(min(s,y),y) <= kl(s,v)",
            where="s <= v, y <= v",
        ),
        Inequality(
            10,
            r"it is at most the cost of $s$ for $v$,",
            "xy <= kl(s,v) + eps*(s-x)",
            where=S,
            weights={8: "1", 9: "1"},
            rest="eps*(s-min(s,y))",
        ),
        Inequality(11, r"so it is not larger.", "xy <= xv", where=S, uses=(7,), weights={10: "1"}),
        OnClaim(
            12,
            r"And $d_\epsilon(x,v)$ is at most the cost of $p$,",
            "xv <= kl(p,v) + eps*(p-x)",
            where=PV,
            claim=F1,
            of_step=10,
            instance={"d": "xv", "z": "p", "y": "v"},
        ),
        Inequality(
            13,
            r"so it is at most that of $-\log(1-\cdot)$.",
            "xv - xy <= log((1-y)/(1-v))",
            where=PV,
            uses=(1,),
            weights={12: "1"},
        ),
        Inequality(
            14,
            r"This tends to 0 with $v-y$.",
            "log((1-y)/(1-v)) <= (v-y)/(1-v)",
            where="y <= v",
        ),
        Inequality(
            15,
            r"As $a\log\frac a{be^\epsilon}\ge a-be^\epsilon$",
            "xlogx(a) - a*log(b) - a*eps >= a - b*exp(eps)",
            where="a in [0,1], b in (0,1)",
        ),
        Inequality(
            16,
            r"and $a\log\frac ab\ge a-b$,",
            "xlogx(a) - a*log(b) >= a - b",
            where="a in [0,1], b in (0,1)",
        ),
        Inequality(
            17,
            r"the price of $p$ is near $\epsilon(1-p)$ for $y$ near 1,",
            "kl(p,y) + (exp(eps)-1)*(1-y) >= eps*(1-p)",
            at={15: {"a": "1-p", "b": "1-y"}, 16: {"a": "p", "b": "y"}},
            weights={15: "1", 16: "1"},
        ),
        Inequality(
            18,
            r"so $d_\epsilon(x,y)\ge\epsilon(1-x)-(e^\epsilon-1)(1-y)$,",
            "xy >= eps*(1-x) - (exp(eps)-1)*(1-y)",
            where=P,
            uses=(1,),
            weights={17: "1"},
        ),
        OnClaim(
            19,
            r"and it is at most the cost of $y$,",
            "xy <= kl(y,y) + eps*(y-x)",
            claim=F1,
            of_step=10,
            instance={"d": "xy", "z": "y"},
            where="x <= y",
        ),
        Identity(20, r"where $\mathrm{kl}(y,y)=0$,", "kl(y,y) == 0"),
        Inequality(
            21,
            r"so at most $\epsilon(1-x)$,",
            "xy <= eps*(1-x)",
            where="x <= y",
            uses=(20,),
            weights={19: "1"},
            rest="eps*(1-y)",
        ),
        Given(
            22,
            r"which is $d_\epsilon(x,1)$ by definition, as $\mathrm{kl}(z,1)=\infty$ for $z<1$; "
            r"and $(e^\epsilon-1)(1-y)$ tends to 0 as $y$ tends to 1.",
        ),
        Inequality(
            23,
            r"At $y=0$, where $w=x=0$: $d_\epsilon(0,0)=0\le d_\epsilon(0,v)\le\mathrm{kl}(0,v)$.",
            "kl(0,v) <= log(1/(1-v))",
        ),
        Inequality(
            24,
            r"and $\epsilon-(e^\epsilon-1)\le0=d_\epsilon(0,0)$.",
            "eps*(1-0) - (exp(eps)-1)*(1-0) <= 0",
        ),
        Textbook(
            25,
            r"The upper limit of the increment is at most 0: $d_\epsilon(x,\cdot)$ is continuous "
            r"below 1,",
            "jump <= 0",
            where=PV,
            fact="textbook.bounds-of-sets:upper limit of bounds",
            hypotheses={"x_n <= y_n for all large n": 13, "y_n tends to c": 14},
            instance={"high": "jump", "c": "0", "X": "xv - xy", "Y": "log((1-y)/(1-v))"},
            over=("v", "xv"),
            which="y <= v",
        ),
        Textbook(
            26,
            r"and at 1.",
            "last <= 0",
            fact="textbook.bounds-of-sets:upper limit of bounds",
            hypotheses={"x_n <= y_n for all large n": 18, "y_n tends to c": 22},
            instance={
                "high": "last",
                "c": "0",
                "X": "eps*(1-x) - xy",
                "Y": "(exp(eps)-1)*(1-y)",
            },
            over=("y", "xy", "p"),
            which=P,
        ),
        Parts(27, "All means.", uses=(6, 11, 13, 18, 21, 23, 24, 25, 26)),
    ),
)


@checks(
    "bern.derived.rising",
    mutants={
        "half of the cost": {"proof": RISING.changed(10, formula="xy <= kl(s,v)/2 + eps*(s-x)")},
        "the slope grows in x": {
            "proof": RISING.changed(5, formula="kl(max(p,q),v) + kl(min(p,q),y) >= kl(p,y)+kl(q,v)")
        },
        "falls by 1 %": {"proof": RISING.changed(11, formula="xy <= 99/100*xv")},
        "the least cost at y = 0": {
            "proof": RISING.changed(24, formula="eps*(1-0) - (exp(eps)-1)*(1-0)/2 <= 0")
        },
        "sharper: half of the slope": {
            "proof": RISING.changed(13, formula="xv - xy <= log((1-y)/(1-v))/2")
        },
    },
)
def rises_in_the_second_argument(proof: Proof = RISING) -> Verdict:
    """Increments, for all means."""
    return proof.verdict("The mean with the least cost for one pair of arguments serves another.")


Q_BELOW = "w <= q, q <= y"
P_ABOVE = "w < x, x <= p, p <= y"
ANY = "u in [0,1], r in [0,1], uy in [0,inf), ry in [0,inf), u <= p, p <= y, r <= y"
ABOVE, BELOW = f"{Q_BELOW}, w < x, x <= q", f"{Q_BELOW}, w < x, q < x, x <= y"
FALLING = Proof(
    "bern.derived.falling",
    where="w in [0,1), x in (0,1), y in (0,1), eps in (0,inf), p in [0,1], "
    "q in [0,1], xy in [0,inf), wy in [0,inf), own in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"$d_\epsilon(w,y)$, $w<x$, is the cost of some $q\in[w,y]$.",
            "wy == kl(q,y) + eps*(q-w)",
            where=Q_BELOW,
            claim=F1,
            of_step=8,
            instance={"d": "wy", "best": "q", "x": "w"},
        ),
        OnClaim(
            2,
            r"If $q\ge x$, $d_\epsilon(x,y)$ is at most the cost of $q$,",
            "xy <= kl(q,y) + eps*(q-x)",
            where=ABOVE,
            claim=F1,
            of_step=10,
            instance={"d": "xy", "z": "q"},
        ),
        Inequality(
            3,
            r"which is less, as $w<x$.",
            "xy < wy",
            where=ABOVE,
            uses=(1,),
            weights={2: "1"},
            rest="eps*(x-w)",
        ),
        OnClaim(
            4,
            r"If $q<x$, it is at most that of $x$,",
            "xy <= kl(x,y)",
            where=BELOW,
            claim=F1,
            of_step=10,
            instance={"d": "xy", "z": "x"},
        ),
        Inequality(5, r"where $\mathrm{kl}(q,x)\ge2(x-q)^2$", "kl(q,x) >= 2*(x-q)**2"),
        Inequality(
            6,
            r"and the odds of $y$ are not below those of $x$,",
            "log(y*(1-x)/(x*(1-y))) >= 0",
            where="x <= y",
        ),
        Inequality(
            7,
            r"so that $\mathrm{kl}(x,y)<\mathrm{kl}(q,y)$,",
            "kl(x,y) < kl(q,y)",
            where="q < x, x <= y",
            weights={5: "1", 6: "x-q"},
            rest="2*(x-q)**2",
        ),
        Inequality(
            8,
            r"which is less again.",
            "xy < wy",
            where=BELOW,
            uses=(1,),
            weights={4: "1", 7: "1"},
            rest="eps*(q-w)",
        ),
        OnClaim(
            9,
            r"$d_\epsilon(x,y)$ is the cost of some $p\in[x,y]$,",
            "xy == kl(p,y) + eps*(p-x)",
            where=P_ABOVE,
            claim=F1,
            of_step=8,
            instance={"d": "xy", "best": "p"},
        ),
        OnClaim(
            10,
            r"and $d_\epsilon(w,y)$ at most that of $p$.",
            "wy <= kl(p,y) + eps*(p-w)",
            where=P_ABOVE,
            claim=F1,
            of_step=10,
            instance={"d": "wy", "z": "p", "x": "w"},
        ),
        Inequality(
            11,
            r"So $d_\epsilon(w,y)\le d_\epsilon(x,y)+\epsilon(x-w)$: it is continuous.",
            "wy <= xy + eps*(x-w)",
            where=P_ABOVE,
            uses=(9,),
            weights={10: "1"},
        ),
        OnClaim(
            12,
            r"At $y=1$ it is $\epsilon(1-\cdot)$,",
            claim="bern.derived.rising",
        ),
        Inequality(
            13,
            r"which falls strictly too, with the slope $-\epsilon$.",
            "eps*(1-n) < eps*(1-m)",
            uses=(12,),
            where="m in [0,1], n in [0,1], m < n",
        ),
        OnClaim(
            14,
            r"$d_\epsilon(y,y)\ge0$ is at most the cost of $y$,",
            "own <= kl(y,y)",
            claim=F1,
            of_step=10,
            instance={"d": "own", "z": "y", "x": "y"},
        ),
        Identity(15, r"which is 0,", "kl(y,y) == 0"),
        Inequality(16, "so it is 0, at y = 1 too.", "own <= 0", uses=(15,), weights={14: "1"}),
        Parts(
            17,
            r"$d_\epsilon(\cdot,y)$ falls strictly on $[0,y]$, to $d_\epsilon(y,y)=0$: so it is "
            r"positive below $y$.",
            uses=(3, 8, 11, 13, 16),
        ),
        Given(18, r"Let $v$ lie between its ends, $0$ and $d_\epsilon(0,y)$."),
        Textbook(
            19,
            r"So it takes the value $v$ once.",
            where=P_ABOVE,
            fact="textbook.intermediate-values",
            hypotheses={
                "f is continuous on [a, b]": 11,
                "f falls strictly on [a, b]": 17,
                "v lies between f(b) and f(a)": 18,
            },
        ),
        OnClaim(
            20,
            r"For any two $u$ and $r$ of $[0,y]$, $d_\epsilon(u,y)$ is the cost of some "
            r"$p\in[u,y]$,",
            "uy == kl(p,y) + eps*(p-u)",
            where=ANY,
            claim=F1,
            of_step=8,
            instance={"d": "uy", "best": "p", "x": "u"},
        ),
        OnClaim(
            21,
            r"and $d_\epsilon(r,y)$ at most that of $\max(p,r)$,",
            "ry <= kl(max(p,r),y) + eps*(max(p,r)-r)",
            where=ANY,
            claim=F1,
            of_step=10,
            instance={"d": "ry", "z": "max(p,r)", "x": "r"},
        ),
        Inequality(
            22,
            r"which is not farther from $y$, $h=\max(p,r)$:",
            "kl(h,y) <= kl(p,y)",
            where="h in [0,1), p <= h, h <= y",
            apart="h",
        ),
        Inequality(
            23,
            r"so $d_\epsilon(r,y)\le d_\epsilon(u,y)+\epsilon\max(u-r,0)$,",
            "ry <= uy + eps*max(u-r,0)",
            where=ANY,
            uses=(20,),
            at={22: {"h": "max(p,r)"}},
            weights={21: "1", 22: "1"},
            rest="eps*(p - u + max(u-r,0) - max(p,r) + r)",
        ),
        Inequality(
            24,
            r"and $d_\epsilon(r,y)\le d_\epsilon(u,y)$ for $u\le r$.",
            "ry <= uy",
            where=f"{ANY}, u <= r",
            weights={23: "1"},
        ),
        OnClaim(
            25,
            r"At most the cost of $y$,",
            "ry <= kl(y,y) + eps*(y-r)",
            where="r in [0,1], ry in [0,inf), r <= y",
            claim=F1,
            of_step=10,
            instance={"d": "ry", "z": "y", "x": "r"},
        ),
        Inequality(
            26,
            r"$d_\epsilon(r,y)\le\epsilon(y-r)$.",
            "ry <= eps*(y-r)",
            where="r in [0,1], ry in [0,inf), r <= y",
            uses=(15,),
            weights={25: "1"},
        ),
        Inequality(27, r"So $d_\epsilon(y,y)=0$,", "own == 0", uses=(16,)),
        Inequality(28, r"$\mathrm{kl}(q,y)\ge2(y-q)^2$,", "kl(q,y) >= 2*(y-q)**2"),
        Inequality(
            29,
            r"and as $q-w\ge(q-w)^2$",
            "2*(y-q)**2 + 2*(q-w) >= (y-w)**2",
            where=Q_BELOW,
        ),
        Inequality(
            30,
            r"$d_\epsilon(w,y)\ge2(y-q)^2+\epsilon(q-w)>0$ for $w<y$.",
            "wy > 0",
            where=f"{Q_BELOW}, w < y",
            uses=(1,),
            weights={28: "1", 29: "eps/(eps+2)"},
            rest="4*(y-q)**2/(eps+2) + eps**2*(q-w)/(eps+2) + eps*(y-w)**2/(eps+2)",
        ),
        Parts(31, "All means.", uses=(17, 19, 23, 24, 26, 27, 30)),
    ),
)


@checks(
    "bern.derived.falling",
    mutants={
        "the odds the other way": {
            "proof": FALLING.changed(6, formula="log(x*(1-y)/(y*(1-x))) >= 0")
        },
        "kl alone at y = 1": {"proof": FALLING.changed(13, formula="eps*(1-n) < (1-m)")},
        "sharper: a step by half of the price": {
            "proof": FALLING.changed(11, formula="wy <= xy + eps*(x-w)/2")
        },
        "sharper: falls by half of the step": {
            "proof": FALLING.changed(13, formula="eps*(1-n) < eps*(1-m) - eps*(n-m)")
        },
    },
)
def falls_in_the_first_argument(proof: Proof = FALLING) -> Verdict:
    """Increments, for all means."""
    return proof.verdict("The mean with the least cost for one argument serves another.")
