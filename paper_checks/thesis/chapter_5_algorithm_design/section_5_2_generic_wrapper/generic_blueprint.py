"""Claims about the generic blueprint of Section 5.2: its five steps, and what they cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from banditproof.algorithms import AdaCUCB, AdaPKLUCB, AdaPUCB
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.regret.phased_index import ArmRecord, PhasedIndexPolicy
from banditproof.paper_checks.models.doubling_episodes import real_samples
from banditproof.paper_checks.proofs import Inequality, OnClaim, Parts, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.batch_schedule import GeometricSchedule

Maker = Callable[..., Any]


@checks(
    "thesis.rem.blueprint.shared",
    mutants={
        "other episodes": {"makers": (lambda K: AdaPUCB(K, eps=1, schedule=GeometricSchedule(2)),)},
        "all samples": {
            "makers": (type("Kept", (AdaPUCB,), {"forgets": False}),),
        },
    },
)
def shared_by_the_algorithms(
    makers: tuple[Maker, ...] = (AdaPUCB, AdaPKLUCB, AdaCUCB),
) -> Verdict:
    """What the policies of the library have in common."""
    for make in makers:
        policy = make(2)
        require(isinstance(policy, PhasedIndexPolicy), "Another skeleton.", policy=policy.name)
        state = policy.start()
        for k in range(6):
            pull = Pull(0, policy.schedule.batch(k))
            state = policy.learn(state, pull, 0.5 * pull.count)
            kept = ArmRecord(k + 1, int(real_samples(2**k)), 0.5 * int(real_samples(2**k)))
            require(state[0] == kept, "Another mean.", policy=policy.name, episodes=k, has=state[0])
        sizes = {str(policy.mechanism(state, Pull(0, n))) for n in (1, 8, 64)}
        require(len(sizes) == 1, "The noise of a sum depends on its length.", policy=policy.name)
    return points(
        "One skeleton has the five steps: `mechanism` is the third, `scores` the fourth.",
        covered="Six episodes of an arm in each of the three.",
        not_covered="AdaC-GOPE and AdaC-OFUL, whose quantities are vectors.",
    )


COST = Proof(
    "thesis.rem.blueprint.cost",
    where="b in (3,inf), eps in (0,inf), L in (0,inf), gap in (0,1], pulls in [0,inf), "
    "other in [0,inf)",
    parts=(3, 5),
    steps=(
        OnClaim(1, "Doubling and forgetting cost a factor 4.", claim="thesis.remC.5"),
        OnClaim(
            2,
            "AdaP-UCB: the pulls of an arm.",
            "pulls <= 16*b*L/(gap*min(gap, eps)) + 3*b/(b-3)",
            claim="thesis.thm5.3.pulls",
            of_step=21,
        ),
        Inequality(
            3,
            r"Its private regret is $16\beta\frac{\log T}\epsilon$ in addition.",
            "gap*pulls <= 16*b*L/gap + 16*b*L/eps + 3*b/(b-3)",
            weights={2: "gap"},
        ),
        OnClaim(
            4,
            "AdaP-KLUCB: the pulls of an arm.",
            "other <= 8*b*L/gap**2 + 8*(1+b)*sqrt(b)/(sqrt(b)-1)*L/eps/gap + 3*b/(b-3)",
            claim="thesis.thm5.4.pinsker",
            of_step=23,
            instance={"pulls": "other"},
        ),
        Inequality(
            5,
            r"Its private regret is a multiple of $\frac{\log T}\epsilon$ in addition.",
            "gap*other <= 8*b*L/gap + 8*(1+b)*sqrt(b)/(sqrt(b)-1)*L/eps + 3*b/(b-3)",
            weights={4: "gap"},
            rest="3*b/(b-3)*(1-gap)",
        ),
        Parts(6, r"For $K$ arms $O(K\log(T)/\epsilon)$, and the factor 4.", uses=(1, 3, 5)),
    ),
)


@checks(
    "thesis.rem.blueprint.cost",
    mutants={
        "sharper: 8 beta log(T)/eps": {
            "proof": COST.changed(3, formula="gap*pulls <= 8*b*L/gap + 8*b*L/eps + 3*b/(b-3)")
        },
        "another claim": {"proof": COST.changed(4, claim="thesis.thm5.4.pulls")},
    },
)
def cost_of_the_blueprint(proof: Proof = COST) -> Verdict:
    """The bounds of both algorithms, arm by arm."""
    return proof.verdict("1/min(gap, eps) is at most 1/gap + 1/eps, for each of at most K arms.")
