"""Claims about Interactive DP: the protocol, Figure 3, Definition 4, Remarks 2 and 3."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import pairwise

from banditproof.paper_checks.models.delta_two_ways import agreed_deltas
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import LISTS
from banditproof.paper_checks.models.policy_protocols import Kernel, Row, Seen
from banditproof.paper_checks.models.separating_policies import (
    leaks_at_label_zero,
    play_one,
    reward_equals_label,
)
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict, not_mechanical
from banditproof.theory.accounting.finite_divergences import zcdp_of_laws
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.exact_laws.law_divergences import excess

AFTER = "III-D after Remark 2"

repeated(
    "zcdp.int.protocol",
    of="thesis.interactive.protocol",
    statement=r"For $t=1,\dots,T$: (1) $o_t\sim\pi_t(\cdot\mid q_1,x_{1,q_1},\dots,q_{t-1},"
    r"x_{t-1,q_{t-1}})$; (2) the adversary returns a query action $q_t=B_t(o_1,\dots,o_t)$; (3) "
    r"the policy observes $x_{t,q_t}$, the reward of the query action in the table.",
)
repeated(
    "zcdp.fig3",
    of="thesis.fig3.3",
    statement=r"Figure 3: the interaction between the policy, an adversary $B$ and a table: the "
    r"policy recommends $o_t$, $B$ queries $q_t$, the policy observes $x_{t,q_t}$; the view of $B$ "
    r"is $(o_1,\dots,o_T)$.",
)
repeated(
    "zcdp.def4",
    of="thesis.def3.5",
    statement=r"For $\epsilon\ge0$, $\delta\in[0,1)$ a policy $\pi$ is $(\epsilon,\delta)$-"
    r"Interactive DP if for all $B$ and $S\subseteq[K]^T$: $\sup_{d\sim d'}\Pr[\mathrm{View}_{B,"
    r"\pi,d}\in S]-e^\epsilon\Pr[\mathrm{View}_{B,\pi,d'}\in S]\le\delta$; for $\rho\ge0$ it is "
    r"$\rho$-Interactive zCDP if for every $\alpha>1$ and every $B$: $\sup_{d\sim d'}D_\alpha("
    r"\mathrm{View}_{B,\pi,d}\|\mathrm{View}_{B,\pi,d'})\le\rho\alpha$.",
)
repeated(
    "zcdp.def4.deterministic",
    of="thesis.rem3.14",
    statement="Remark 6: to check the condition of Interactive DP it is enough to consider "
    "deterministic adversaries (a lemma that the paper cites).",
    title="deterministic adversaries are enough",
    kind="remark",
    place="B-B Remark 6",
)
repeated(
    "zcdp.def4.view_version",
    of="thesis.sec3.4.view_version",
    statement="Footnote 1: it is also possible to consider a View definition of Interactive DP "
    "(not given; here, as in the thesis, the adversary comes up with the reward herself).",
    title="a View version of Interactive DP",
    kind="remark",
    place="III-D footnote 1",
)
repeated(
    "zcdp.rem3",
    of="thesis.rem3.7",
    statement=r"The protocols for privacy and for regret are different: privacy constrains the "
    r"policy by an adversary between it and a table of rewards (Figure 3), and the regret of a "
    "policy that satisfies it is measured in the canonical bandit protocol, without an adversary.",
)


def fed_more(kernel: Kernel = reward_equals_label, horizon: int = 4) -> str:
    """A policy whose delta is larger if the adversary feeds rewards than if she queries a table."""
    found = agreed_deltas(kernel, horizon, Fraction(1))
    case = {"fed": found.continual, "queried": found.interactive}
    require(found.interactive < found.continual, "Fed rewards are no stronger.", **case)
    return f"delta {found.continual} for fed rewards, {found.interactive} for queries, at eps = 0"


ADAPTIVE = written_proof("zcdp.rem2.adversary")


@claim(
    "zcdp.rem2.adversary",
    r"The adversary of adaptive continual release chooses the reward that she sends, that of "
    r"Definition 4 queries $x_{t,q_t}$ in a table that is fixed in advance; so the former might be "
    r"stronger. Whether the two definitions are equivalent is asked.",
    recorded="holds",
    stated=True,
    reading=r"kernel; stronger for some policy and $\delta>0$. Answer for pure DP and zCDP: no",
    title="a fully adaptive adversary is stronger for delta > 0 only",
    mutants={
        "a policy of three rounds": {
            "proof": ADAPTIVE.changed(1, by=partial(fed_more, leaks_at_label_zero, 3))
        }
    },
)
def adaptive_adversaries(proof: Proof = ADAPTIVE) -> Verdict:
    """One policy by two routes, and two theorems."""
    return proof.verdict(
        "The question has two answers: for delta > 0 a fully adaptive adversary may learn more "
        "than any that shuffles a fixed table; for pure DP and zCDP, and kernels, she may not."
    )


@claim(
    "zcdp.rem2.realistic",
    "(a) Interactive DP defends against a more realistic sequential adversary, who can manipulate "
    "the observed rewards at every step.",
    recorded="not-mechanical",
    stated=True,
    title="a realistic adversary",
    place=AFTER,
)
def realistic_adversary() -> Verdict:
    """How realistic an adversary is cannot be computed."""
    return not_mechanical(
        "How realistic an adversary is cannot be computed; that she chooses the observed entry at "
        "every step is Definition 4 itself."
    )


repeated(
    "zcdp.rem2.non_compliant",
    of="thesis.sec3.4.non_compliant",
    statement="(b) Interactive DP protects the users also when they are non-compliant: a user who "
    "ignores the recommendation and chooses another arm.",
    title="non-compliant users",
    place=AFTER,
)


def leans(step: Fraction) -> Kernel:
    """T = 3: a_3 leans to arm 1 by the number of ones among r_1 and r_2, whatever the labels."""

    def kernel(seen: Seen) -> Row:
        ones = sum(reward for _, reward in seen)
        return play_one(Fraction(1, 2) + step * (ones - 1)) if len(seen) == 2 else play_one(step)

    return kernel


LEANS = leans(Fraction(1, 50))


def smallest_rho() -> Enclosure:
    """The interactive constant of that policy: labels do not matter, and only a_3 is random."""
    laws = [LEANS(((0, first), (0, second))) for first, second in ((0, 0), (0, 1), (1, 1))]
    near = [(p, q) for one, other in pairwise(laws) for p, q in ((one, other), (other, one))]
    return Enclosure.max(*(zcdp_of_laws(p, q, 8) for p, q in near))


@claim(
    "zcdp.rem2.poisoning",
    "(c) Interactive DP inherently provides robustness against online reward poisoning attacks.",
    recorded="holds",
    stated=True,
    reading=r"kernel, $\rho$-Interactive zCDP: an attacker who reads the recommendations and "
    r"changes $k$ rewards moves the probability of each event of them by at most $k\sqrt{\rho/2}$",
    title="robustness against poisoned rewards",
    place=AFTER,
    mutants={
        "sharper: 99 % of the bound": {"share": Fraction(99, 100)},
        "sharper: the root of k": {"power": Fraction(1)},
    },
)
def poisoned_rewards(
    share: Fraction = Fraction(1),
    power: Fraction = Fraction(2),
    proof: Proof = written_proof("zcdp.rem2.poisoning"),
) -> Verdict:
    """A noisy count with one and two poisoned rewards, exact, against its smallest rho."""
    sides, kernel = Sides(), LEANS
    rho = smallest_rho()
    laws = {r: tuple(LISTS.law(kernel, 3, r).values()) for r in ((0, 0), (1, 0), (1, 1))}
    for attacked, k in (((1, 0), 1), ((1, 1), 2)):
        moved, number = excess(laws[0, 0], laws[attacked], 1), Fraction(k) ** int(power)
        squared = Enclosure.of(moved) * moved * (2 / share**2)
        sides.at_most(squared, rho * number, "The attack moves the law by more.", k=k)
    return proof.verdict(
        "Theorem 1 along each path of recommendations, and Pinsker's inequality; so expected "
        "numbers of recommendations in T rounds move by at most T k sqrt(rho / 2).",
        instances="One policy at T = 3 with one and with two poisoned rewards, exact.",
        sharpness=sides.sharpness,
    )


@claim(
    "zcdp.rem2.motivation",
    "Interactive DP is proposed because it represents the private bandit algorithms better, has "
    "interesting implications, and gives a better group privacy decomposition.",
    recorded="not-mechanical",
    stated=True,
    title="the motivation of Interactive DP",
    place="III-D before Theorem 1",
)
def motivation() -> Verdict:
    """The decomposition is Theorem 1; the rest is an opinion."""
    return not_mechanical("An opinion; the group privacy decomposition is Theorem 1 (zcdp.thm1).")


whole(
    "zcdp.rem2",
    "Remark 2 and what follows it: a fully adaptive adversary might be stronger than one who "
    "queries a fixed table; Interactive DP protects non-compliant users and is robust against "
    "poisoned rewards.",
    parts=tuple(f"zcdp.rem2.{part}" for part in ("adversary", "non_compliant", "poisoning")),
)
