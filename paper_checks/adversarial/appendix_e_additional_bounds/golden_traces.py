"""The traces of four learners along forced actions, digit by digit."""

from collections.abc import Sequence
import numpy as np
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.exp4 import EXP4
from banditproof.algorithms.adversarial.ftpl import FTPL
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require

Path = tuple[tuple[int, float], ...]
"""The arms, from 1 on, with the numbers that it observes."""
HTINF_PATH: Path = ((1, 0.8), (2, -0.3), (3, 0.2), (1, 0.5), (2, 1.5), (1, -0.9))
HTINF_LAWS = (
    (0.333333333333, 0.333333333333, 0.333333333333),
    (0.333333333333, 0.333333333333, 0.333333333333),
    (0.304618349744, 0.390763300512, 0.304618349744),
    (0.321560555269, 0.400698319988, 0.277741124743),
    (0.258549904965, 0.433710242057, 0.307739852978),
    (0.264676246325, 0.424625310921, 0.310698442754),
    (0.269499110262, 0.417586280521, 0.312914609217),
)
THRESHOLDS = (
    0.291751514064, 0.412598948032, 0.483072598735, 0.573106226031, 0.744146746166, 0.636805571532,
)  # fmt: skip
EXP3_PATH: Path = ((1, 1.0), (3, -0.5), (2, 0.25), (1, 0.8))
EXP3_LAWS = (
    (1 / 3, 1 / 3, 1 / 3),
    (0.282899385814, 0.358550307093, 0.358550307093),
    (0.271704814676, 0.343439216646, 0.384855968679),
    (0.276808991946, 0.330414100669, 0.392776907386),
    (0.235174381564, 0.349030492596, 0.415795125840),
)
EXP4_PATH: Path = ((1, 1.3), (2, -0.4), (1, 0.7))
ADVICE = ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))
EXP4_LAWS = (
    (1 / 3, 1 / 3, 1 / 3),
    (0.251322096453, 0.422730715214, 0.325947188333),
    (0.231367811742, 0.447029559339, 0.321602628920),
    (0.185580411600, 0.507521985126, 0.306897603274),
)
FTPL_LAWS = {
    (0.0, 1.5): (0.804761109870,),
    (0.0, 1.0, 2.5): (0.691555247639, 0.257409707152, 0.051035045208),
}
OF_EXP3, OF_EXP4, OF_HTINF, OF_FTPL = EXP3("0.1", "0.2"), EXP4("0.2", "0.1"), HTINF(), FTPL(1, 10)
DIGITS = 1.5e-12


def near(found: Sequence[float], due: Sequence[float], learner: str, t: int) -> None:
    """Twelve digits agree."""
    apart = max(abs(x - y) for x, y in zip(found, due, strict=False))
    require(apart <= DIGITS, "The trace differs.", learner=learner, t=t, found=tuple(found))


@checks("adv.golden")
@mutant("the unmixed probability", exp3=EXP3("0.1", 0))
@mutant("another rate of EXP4", exp4=EXP4("0.1", "0.1"))
@mutant("a smaller scale", htinf=HTINF(sigma_squared=5))
@mutant("half of the perturbation", ftpl=FTPL(2, 10))
def traces(
    exp3: EXP3 = OF_EXP3, exp4: EXP4 = OF_EXP4, htinf: HTINF = OF_HTINF, ftpl: FTPL = OF_FTPL
) -> Verdict:
    """The learners of this package against numbers that were computed apart from them."""
    rng = np.random.default_rng(0)
    state = exp3.start(3)
    for t, law in enumerate(EXP3_LAWS):
        near(exp3.law(state), law, "EXP3", t + 1)
        if t < len(EXP3_PATH):
            arm, loss = EXP3_PATH[t]
            state = exp3.update(state, arm - 1, loss)
    of_experts = exp4.start(2, 3)
    for t, law in enumerate(EXP4_LAWS):
        near(exp4.experts_law(of_experts), law, "EXP4", t + 1)
        if t < len(EXP4_PATH):
            arm, loss = EXP4_PATH[t]
            of_experts = exp4.update(of_experts, ADVICE, arm - 1, loss, rng)
    skipping = htinf.start(3)
    for t, law in enumerate(HTINF_LAWS):
        own = htinf.law(skipping)
        near(own, law, "HTINF", t + 1)
        if t < len(HTINF_PATH):
            arm, loss = HTINF_PATH[t]
            near([htinf.threshold(skipping, own[arm - 1])], THRESHOLDS[t : t + 1], "HTINF", t + 1)
            skipping = htinf.update(skipping, arm - 1, loss, rng)
    for estimates, expected in FTPL_LAWS.items():
        near(ftpl.law(estimates), expected, "FTPL", 1)
    return points()
