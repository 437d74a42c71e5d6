"""The proofs of Theorem 4.15 for means in [0, 1], step by step; k = K - 1 throughout.

They differ in what is known of the distance of the two laws of the arm that changes, and in the
gap: one for which the exponent is 1, or 1/2, where the pulls are bounded by the regret.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Instance,
    OnClaim,
    Proof,
    Step,
    Textbook,
)
from banditproof.theory.balls import ball, enclose

from .minimax_two_instances import normal_distance

RANGES = (
    "T in [1,inf), k in [1,inf), gap in (0,1/2], pulls in [0,inf), z in [0,inf), d in [0,inf), "
    "dist in [0,inf), div in [0,inf), tv in [0,1], normal in [0,inf), R in [0,inf), "
    "R1 in [0,inf), R2 in [0,inf), star in [0,inf)"
)
WORST = "textbook.bounds-of-sets:infimum"
LOG_RATIO = "(u-2*gap)**2/2 - u**2/2"
TANGENT = "sqrt(2/pi)"


def pinsker(n: int) -> tuple[Step, ...]:
    """Steps n to n + 3: the distance of N(0, 1) and N(2 Delta, 1) is at most Delta."""
    return (
        Identity(
            n,
            r"The logarithm of the ratio of the densities of $\mathcal N(0,1)$ and $\mathcal N("
            r"2\Delta,1)$ at $u$ is $2\Delta^2-2\Delta u$.",
            f"{LOG_RATIO} == 2*gap**2 - 2*gap*u",
            where="u in (-inf,inf)",
        ),
        Textbook(
            n + 1,
            r"Its mean under $\mathcal N(0,1)$, where $u$ has mean 0: $D_{\mathrm{KL}}(\mathcal N("
            r"0,1)\|\mathcal N(2\Delta,1))=2\Delta^2$.",
            "normal == 2*gap**2",
            fact="textbook.elementary-probability:linear",
            hypotheses={"X = c + b Z at every outcome": n},
            instance={
                "x": "normal",
                "c": "2*gap**2",
                "b": "-2*gap",
                "z": "0",
                "X": LOG_RATIO,
                "Z": "u",
            },
            over=("u",),
        ),
        Textbook(
            n + 2,
            r"Pinsker: $2\,\mathrm{TV}(\mathcal N(0,1),\mathcal N(2\Delta,1))^2\le D_{\mathrm{KL}}"
            "$.",
            "2*tv**2 <= normal",
            fact="textbook.pinsker",
            instance={"t": "tv", "k": "normal"},
        ),
        Inequality(
            n + 3,
            r"Hence $\mathrm{TV}(\mathcal N(0,1),\mathcal N(2\Delta,1))\le\Delta$.",
            "tv <= gap",
            uses=(n + 1,),
            weights={n + 2: "1/(2*(gap + tv))"},
        ),
    )


def exact(n: int) -> tuple[Step, ...]:
    """Steps n and n + 1: the distance of N(0, 1) and N(2 Delta, 1) is erf(Delta/sqrt(2))."""
    edge = "erf(gap/sqrt(2))"
    return (
        Identity(
            n,
            r"The logarithm of the ratio of the densities of $\mathcal N(0,1)$ and $\mathcal N("
            r"2\Delta,1)$ at $u$ is $2\Delta(\Delta-u)$, positive where $u<\Delta$.",
            f"{LOG_RATIO} == 2*gap*(gap - u)",
            where="u in (-inf,inf)",
        ),
        Textbook(
            n + 1,
            r"So their distance is $\Phi(\Delta)-\Phi(-\Delta)=\mathrm{erf}(\Delta/\sqrt2)$.",
            f"tv == {edge}",
            fact="textbook.scheffe",
            hypotheses={"where p > q": n},
            instance={"t": "tv", "p": f"(1 + {edge})/2", "q": f"(1 - {edge})/2"},
        ),
    )


def tangent(n: int) -> tuple[Step, ...]:
    """Steps n to n + 3: the distance is at most its tangent at 0."""
    return (
        *exact(n),
        Inequality(
            n + 2,
            r"It is at most $\sqrt{2/\pi}\,\Delta$.",
            f"erf(gap/sqrt(2)) <= {TANGENT}*gap",
        ),
        Inequality(
            n + 3,
            r"$\mathrm{TV}(\mathcal N(0,1),\mathcal N(2\Delta,1))\le\sqrt{2/\pi}\,\Delta$.",
            f"tv <= {TANGENT}*gap",
            uses=(n + 1,),
            weights={n + 2: "1"},
        ),
    )


def coins(n: int) -> tuple[Step, ...]:
    """Steps n to n + 2: the distance of Ber(0) and Ber(2 Delta) is 2 Delta."""
    return (
        Given(
            n,
            r"Arm $i$ has the law $\mathrm{Ber}(0)$, and $\mathrm{Ber}(2\Delta)$ in $\mu'$; the "
            r"outcome 0 alone is likelier under the first law.",
        ),
        Textbook(
            n + 1,
            r"$\mathrm{TV}(\mathrm{Ber}(0),\mathrm{Ber}(2\Delta))=1-(1-2\Delta)=2\Delta$.",
            "tv == 2*gap",
            fact="textbook.scheffe",
            hypotheses={"where p > q": n},
            instance={"t": "tv", "p": "1", "q": "1 - 2*gap"},
        ),
        Inequality(n + 2, r"It is at most $2\Delta$.", "tv <= 2*gap", uses=(n + 1,)),
    )


def arm_alone(n: int) -> tuple[Step, ...]:
    """Steps n to n + 3: the divergence under View DP, where one arm alone differs."""
    return (
        OnClaim(
            n,
            r"Theorem 4.9: $D_{\mathrm{KL}}(\mathbb M_\mu\|\mathbb M_{\mu'})\le\varepsilon\,"
            r"\mathbb E_\mu\sum_tt_{a_t}$ for an $\varepsilon$-View DP policy,",
            "div <= eps*dist",
            claim="thesis.thm4.9",
            of_step=10,
        ),
        Given(
            n + 1,
            r"where only arm $i$ differs: in a run the sum is $\mathrm{TV}(P_i\|P'_i)\,N_i(T)$,",
            "d == 0 + tv*z",
        ),
        Textbook(
            n + 2,
            r"with the mean $\mathrm{TV}(P_i\|P'_i)\,\mathbb E_\mu[N_i(T)]$.",
            "dist == tv*pulls",
            fact="textbook.elementary-probability:linear",
            hypotheses={"X = c + b Z at every outcome": n + 1},
            instance={"x": "dist", "c": "0", "b": "tv", "z": "pulls", "X": "d", "Z": "z"},
            over=("d", "z"),
        ),
        Inequality(
            n + 3,
            r"So $D_{\mathrm{KL}}\le\varepsilon\,\mathrm{TV}(P_i\|P'_i)\,\mathbb E_\mu[N_i(T)]$.",
            "div <= eps*tv*pulls",
            uses=(n + 2,),
            weights={n: "1"},
        ),
    )


def testing(n: int) -> tuple[Step, ...]:
    """Steps n to n + 2: the worst regret of a policy against the divergence."""
    return (
        OnClaim(
            n,
            r"$\mathrm{Reg}_T(\mu)+\mathrm{Reg}_T(\mu')\ge\frac{T\Delta}4e^{-D_{\mathrm{KL}}}$.",
            "R1 + R2 >= T*gap/4*exp(-div)",
            claim="thesis.sec4.1.every_law",
            of_step=16,
        ),
        Given(
            n + 1,
            r"Both belong to the class: the largest regret $R$ of the policy there is at least "
            r"theirs.",
            "R >= max(R1, R2)",
        ),
        Inequality(
            n + 2,
            r"So $R\ge\frac{T\Delta}8e^{-D_{\mathrm{KL}}}$.",
            "R >= T*gap/8*exp(-div)",
            weights={n: "1/2", n + 1: "1"},
        ),
    )


def over_policies(
    n: int, of: int, bound: str, where: str = "", more: tuple[str, ...] = ()
) -> Textbook:
    """Step n: what each private policy has at least is at most the minimax regret."""
    return Textbook(
        n,
        r"The minimax regret is the infimum of $R$ over the private policies.",
        f"{bound} <= star",
        where=where,
        fact=WORST,
        hypotheses={"c is a lower bound": of},
        instance={"c": bound, "low": "star", "X": "R"},
        over=("R", "R1", "R2", "pulls", "z", "d", "dist", "div", *more),
    )


def laws_of_uniform_policy(k: int, horizon: int, low: Fraction) -> Instance:
    """The quantities of the proof for the policy that plays each arm equally often.

    It sees no reward, so that the laws of its actions in both instances are the same.
    """
    gap = low / horizon
    first, second = horizon * gap * k / (k + 1), horizon * gap * (2 * k - 1) / (k + 1)
    regrets = {"R1": first, "R2": second, "R": max(first, second)}
    tv = enclose(lambda: normal_distance(ball(gap)), 20)
    laws = {"pulls": Fraction(horizon, k + 1), "div": 0, "normal": 2 * gap**2, "tv": tv}
    return {"k": k, "T": horizon, "low": low, "gap": gap} | regrets | laws


def uniform_policy() -> Iterator[Instance]:
    """That policy at K = 51 and T = 1000, for a small budget and a larger one."""
    for eps in (Fraction(1, 20), Fraction(1)):
        low = min(50 / eps, Fraction(500))
        yield {"eps": eps, **laws_of_uniform_policy(50, 1000, low)}


def unit_exponent(slope: str, distance: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps with W = min((K-1)/(slope eps), T/2) as T Delta, for which the exponent is <= 1.

    `distance` ends with: the distance is at most slope Delta. There are 15 steps besides these.
    """
    n = 5 + len(distance)
    return (
        Given(
            1,
            r"Let $W=\min\{\frac{K-1}{c\varepsilon},\frac T2\}$, where $c\Delta$ bounds the "
            "distance of the two laws of the arm that changes.",
            f"low == min(k/({slope}*eps), T/2)",
        ),
        Given(
            2,
            r"$\mu=(\Delta,0,\dots,0)$ and $\mu'=\mu$ but for $\mu'_i=2\Delta$, with $\Delta="
            r"\frac WT\le\frac12$: all means lie in $[0,1]$.",
            "gap == low/T",
            uses=(1,),
        ),
        Inequality(3, r"$W\le\frac{K-1}{c\varepsilon}$.", f"low <= k/({slope}*eps)", uses=(1,)),
        OnClaim(
            4,
            r"For the suboptimal arm $i$ with the least $\mathbb E_\mu N_i(T)$: "
            r"$\mathbb E_\mu N_i(T)\le T/(K-1)$.",
            "pulls <= T/k",
            claim="thesis.sec4.1.every_law",
            of_step=4,
            instance={"l": "pulls"},
        ),
        *distance,
        *arm_alone(n),
        Inequality(
            n + 4,
            r"Hence $D_{\mathrm{KL}}\le c\varepsilon\frac{T\Delta}{K-1}$.",
            f"div <= {slope}*eps*T*gap/k",
            weights={n + 3: "1", 4: "eps*tv", n - 1: "eps*T/k"},
        ),
        Inequality(
            n + 5,
            r"By the choice of $\Delta$ that is at most 1: $e^{-D_{\mathrm{KL}}}\ge e^{-1}$.",
            "exp(-div) >= exp(-1)",
            uses=(2,),
            monotone=("exp", "-div", "-1"),
            weights={n + 4: "1", 3: f"{slope}*eps/k"},
        ),
        *testing(n + 6),
        Inequality(
            n + 9,
            r"$R\ge\frac{T\Delta}{8e}=\frac W{8e}$.",
            "R >= low/8*exp(-1)",
            uses=(2,),
            weights={n + 8: "1", n + 5: "low/8"},
        ),
        over_policies(n + 10, n + 9, "low/8*exp(-1)"),
    )


WHERE = f"eps in (0,inf), low in (0,inf), {RANGES}"
CLOSED = "min(k/({0}*eps), T/2)*exp(-1)/8 <= star"
PROOF = Proof(
    "thesis.thm4.15.repaired",
    where=f"{WHERE}, best in [0,inf)",
    steps=(
        *unit_exponent("1", pinsker(5)),
        Inequality(
            20,
            r"$\mathrm{Reg}^*\ge\min\{\frac{K-1}{8e\varepsilon},\frac T{16e}\}$.",
            CLOSED.format("1"),
            uses=(1,),
            weights={19: "1"},
        ),
        OnClaim(
            21,
            r"Without privacy the minimax regret is at least $\frac{e^{-1/2}}{16}\sqrt{T(K-1)}$ if "
            r"$T\ge K-1$.",
            "best >= exp(-1/2)/16*sqrt(k*T)",
            where="T >= k",
            claim="thesis.thm2.28.repaired",
            of_step=27,
            instance={"m": "sqrt(T/k)"},
        ),
        Given(22, r"It is the infimum over all policies, and the private ones are among these."),
        Textbook(
            23,
            r"So $R$ is at least that.",
            "best <= R",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 22},
            instance={"low": "best", "v": "R"},
        ),
        Inequality(24, "The constant.", "exp(-1/2)/16 > 1/27"),
        Inequality(
            25,
            r"Each private policy has $R\ge\frac1{27}\sqrt{T(K-1)}$ if $T\ge K-1$,",
            "R >= sqrt(T*k)/27",
            where="T >= k",
            weights={21: "1", 23: "1", 24: "sqrt(k*T)"},
        ),
        over_policies(26, 25, "sqrt(T*k)/27", where="T >= k"),
        Inequality(
            27,
            r"If $T\ge2(K-1)/\varepsilon$ the first bound is $\frac{K-1}{8e\varepsilon}\ge"
            r"\frac{K-1}{21.75\varepsilon}$, above the printed $\frac{K-1}{22\varepsilon}$.",
            "star >= k/eps/(2175/100)",
            where="T/2 >= k/eps",
            uses=(1,),
            weights={19: "1"},
        ),
    ),
    instances=uniform_policy,
    parts=(20, 26),
)
DECIMAL = "bound == min(k/eps/(173511/10000), T/16*exp(-1))"
SHARP = Proof(
    "thesis.thm4.15.sharp",
    where=f"{WHERE}, bound in (0,inf)",
    steps=(
        *unit_exponent(TANGENT, tangent(5)),
        Given(
            20,
            r"Let $B=\min\{\frac{K-1}{17.3511\,\varepsilon},\frac T{16e}\}$.",
            DECIMAL,
        ),
        Inequality(
            21,
            r"The constant: $8e\sqrt{2/\pi}<17.3511$.",
            f"k/({TANGENT}*eps)/8*exp(-1) > k/eps/(173511/10000)",
        ),
        Inequality(
            22,
            r"So the one term of $\frac W{8e}$ is at least $B$,",
            f"k/({TANGENT}*eps)/8*exp(-1) >= bound",
            uses=(20,),
            weights={21: "1"},
        ),
        Inequality(23, "and the other one.", "T/2/8*exp(-1) >= bound", uses=(20,)),
        Inequality(
            24,
            r"$W$ is one of the two.",
            "low/8*exp(-1) >= bound",
            uses=(1, 22, 23),
        ),
        Inequality(
            25,
            r"$\mathrm{Reg}^*\ge\min\{\frac{K-1}{17.3511\,\varepsilon},\frac T{16e}\}$.",
            "star >= bound",
            weights={19: "1", 24: "1"},
        ),
    ),
    parts=(21,),
)
COINS = Proof(
    "thesis.thm4.15.bernoulli",
    where=WHERE,
    steps=(
        *unit_exponent("2", coins(5)),
        Inequality(
            19,
            r"$\mathrm{Reg}^*\ge\min\{\frac{K-1}{16e\varepsilon},\frac T{16e}\}$.",
            CLOSED.format("2"),
            uses=(1,),
            weights={18: "1"},
        ),
    ),
)
DIVERGENCE = Proof(
    "thesis.thm4.15.divergence",
    where=f"eps in (0,inf), {RANGES}".replace("gap in (0,1/2]", "gap in (0,inf)"),
    steps=(
        *arm_alone(1),
        *pinsker(5)[:3],
        Inequality(
            8,
            r"So $\mathrm{TV}(P_i\|P'_i)\le\sqrt{\frac12D_{\mathrm{KL}}(\mathcal N(0,1)\|"
            r"\mathcal N(2\Delta,1))}$.",
            "tv <= sqrt(normal/2)",
            apart="tv",
            weights={7: "1/(2*(sqrt(normal/2) + tv))"},
        ),
        OnClaim(
            9,
            r"By the choice of $i$: $\mathbb E_\mu N_i(T)\le T/(K-1)$.",
            "pulls <= T/k",
            claim="thesis.sec4.1.every_law",
            of_step=4,
            instance={"l": "pulls"},
        ),
        Inequality(
            10,
            r"$D_{\mathrm{KL}}(\mathbb M_\mu\|\mathbb M_{\mu'})\le\varepsilon\frac T{K-1}"
            r"\sqrt{\frac12D_{\mathrm{KL}}(\mathcal N(0,1)\|\mathcal N(2\Delta,1))}$,",
            "div <= eps*T/k*sqrt(normal/2)",
            weights={4: "1", 8: "eps*pulls", 9: "eps*sqrt(normal/2)"},
        ),
        Inequality(
            11,
            r"which is $\varepsilon\frac{T\Delta}{K-1}$, as that root is $\Delta$.",
            "sqrt(normal/2) == gap",
            uses=(6,),
        ),
    ),
    parts=(10,),
)
