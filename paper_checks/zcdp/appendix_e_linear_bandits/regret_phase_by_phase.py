"""A claim of our own beside Theorem 4: the regret on an instance, phase by phase."""

from fractions import Fraction
import numpy as np
from banditproof.algorithms import AdaCGOPE, LinearEnvironment
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.linear_phases import LinearPhaseEngine
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.linear_bounds import elimination_regret

AXES = ((1, 0), (0, 1))


@checks("zcdp.thm4.sum")
@mutant("sharper: a twentieth of the bound", share=Fraction(1, 20))
def regret_phase_by_phase(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """Runs on two axes: no run is above the bound on the good event, whose failure is rare."""
    horizon, theta = 10**6, ("0.9", "0.5")
    policy = AdaCGOPE(AXES, rho=1, delta=Fraction(1, horizon))
    world = LinearEnvironment(theta=theta, actions=AXES)
    engine = LinearPhaseEngine(Experiment(policy, world, horizon))
    regret = engine.play_chunk(np.random.default_rng(4), 40).counts @ np.array(world.gaps)
    bound = elimination_regret(2, ("0", "0.4"), horizon, 1)
    most = Fraction(float(regret.max()))
    require(most <= share * bound.lower, "A run is above the bound.", regret=float(most))
    return proof.verdict(numbers={"largest regret": float(most), "bound": float(bound)})
