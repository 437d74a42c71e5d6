"""The proof of Theorem 4.15 for means in [0, 1], step by step; k = K - 1 throughout."""

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
    Textbook,
)
from banditproof.theory.balls import ball, enclose

from .minimax_two_instances import normal_distance

RANGES = (
    "T in [1,inf), k in [1,inf), gap in (0,inf), pulls in [0,inf), div in [0,inf), "
    "tv in [0,1], normal in [0,inf), R in [0,inf), R1 in [0,inf), R2 in [0,inf)"
)
LEAST_PLAYED = OnClaim(
    6,
    r"For the suboptimal arm $i$ with the least $\mathbb E_\mu N_i(T)$: "
    r"$\mathbb E_\mu N_i(T)\le T/(K-1)$.",
    "pulls <= T/k",
    claim="thesis.sec4.1.pulls",
)
DENSITIES = Identity(
    7,
    r"The logarithm of the ratio of the densities of $\mathcal N(0,1)$ and $\mathcal N(2\Delta,1)$ "
    r"at $z$ is $2\Delta^2-2\Delta z$.",
    "(z-2*gap)**2/2 - z**2/2 == 2*gap**2 - 2*gap*z",
    where="z in (-inf,inf)",
)
NORMAL = Textbook(
    8,
    r"Its mean under $\mathcal N(0,1)$, where $z$ has mean 0: $D_{\mathrm{KL}}(\mathcal N(0,1)\|"
    r"\mathcal N(2\Delta,1))=2\Delta^2$.",
    "normal == 2*gap**2",
    fact="textbook.elementary-probability:linear",
    over=("z",),
    hypotheses={"X = c + b Z at every outcome": 7},
    instance={
        "x": "normal",
        "c": "2*gap**2",
        "b": "-2*gap",
        "z": "0",
        "X": "(z-2*gap)**2/2 - z**2/2",
        "Z": "z",
    },
)
PINSKER = Textbook(
    9,
    r"Pinsker: $2\,\mathrm{TV}(\mathcal N(0,1),\mathcal N(2\Delta,1))^2\le D_{\mathrm{KL}}$.",
    "2*tv**2 <= normal",
    fact="textbook.pinsker",
    instance={"t": "tv", "k": "normal"},
)
DISTANCE = Inequality(
    10,
    r"Hence $\mathrm{TV}(\mathcal N(0,1),\mathcal N(2\Delta,1))\le\Delta$.",
    "tv <= gap",
    uses=(8,),
    weights={9: "1/(2*(gap + tv))"},
)
TESTING = OnClaim(
    11,
    r"$\mathrm{Reg}_T(\mu)+\mathrm{Reg}_T(\mu')\ge\frac{T\Delta}4e^{-D_{\mathrm{KL}}}$, by Markov "
    "and Bretagnolle-Huber.",
    "R1 + R2 >= T*gap/4*exp(-div)",
    claim="thesis.sec4.1.testing",
)
LARGEST = Given(
    12,
    r"Both belong to the class, whose largest regret $R$ is at least theirs.",
    "R >= max(R1, R2)",
    uses=(5,),
)
MEAN = Inequality(13, "It is at least their mean.", "R >= (R1 + R2)/2", weights={12: "1"})


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


PROOF = Proof(
    "thesis.thm4.15.repaired",
    where=f"eps in (0,inf), low in (0,inf), {RANGES}",
    steps=(
        Given(
            1,
            r"Let $W=\min\{\frac{K-1}\varepsilon,\frac T2\}$.",
            "low == min(k/eps, T/2)",
        ),
        Inequality(2, r"So $W\le\frac{K-1}\varepsilon$,", "low <= k/eps", uses=(1,)),
        Inequality(3, r"and $W\le\frac T2$.", "low <= T/2", uses=(1,)),
        Given(
            4,
            r"$\mu=(\Delta,0,\dots,0)$ and $\mu'=\mu$ but for $\mu'_i=2\Delta$, with $\Delta=W/T$.",
            "gap == low/T",
        ),
        Inequality(5, "So all means lie in $[0,1]$.", "2*gap <= 1", uses=(4,), weights={3: "2/T"}),
        LEAST_PLAYED,
        DENSITIES,
        NORMAL,
        PINSKER,
        DISTANCE,
        TESTING,
        LARGEST,
        MEAN,
        OnClaim(
            14,
            r"The decomposition, where only arm $i$ differs: $D_{\mathrm{KL}}(\mathbb M_\mu\|"
            r"\mathbb M_{\mu'})\le\varepsilon\,\mathbb E_\mu[N_i(T)]\,\mathrm{TV}(P_i\|P_i')$.",
            "div <= eps*pulls*tv",
            claim="thesis.thm4.9",
        ),
        Inequality(
            15,
            r"Hence $D_{\mathrm{KL}}\le\varepsilon\frac{T\Delta}{K-1}$.",
            "div <= eps*T*gap/k",
            weights={14: "1", 6: "eps*tv", 10: "eps*T/k"},
        ),
        Inequality(
            16,
            r"By the choice of $\Delta$ that is at most 1: $e^{-D_{\mathrm{KL}}}\ge e^{-1}$.",
            "exp(-div) >= exp(-1)",
            uses=(4,),
            monotone=("exp", "-div", "-1"),
            weights={15: "1", 2: "eps/k"},
        ),
        Inequality(
            17,
            r"$R\ge\frac{T\Delta}{8e}=\frac W{8e}=\min\{\frac{K-1}{8e\varepsilon},"
            r"\frac T{16e}\}$.",
            "R >= low/8*exp(-1)",
            uses=(4,),
            weights={13: "1", 11: "1/2", 16: "T*gap/8"},
        ),
        OnClaim(
            18,
            r"$R\ge\frac1{27}\sqrt{T(K-1)}$ if $T\ge K-1$, as for all policies.",
            "R >= sqrt(T*k)/27",
            where="T >= k",
            claim="thesis.thm2.28.repaired",
        ),
        Inequality(
            19,
            r"If $T\ge2(K-1)/\varepsilon$, then $W=\frac{K-1}\varepsilon$.",
            "low == k/eps",
            where="T/2 >= k/eps",
            uses=(1,),
        ),
        Inequality(
            20,
            r"There the first bound is $\frac{K-1}{8e\varepsilon}\ge\frac{K-1}{21.75\varepsilon}$, "
            r"above the printed $\frac{K-1}{22\varepsilon}$.",
            "R >= k/eps/(2175/100)",
            where="T/2 >= k/eps",
            uses=(19,),
            weights={17: "1"},
        ),
    ),
    instances=uniform_policy,
    parts=(17, 18),
)
