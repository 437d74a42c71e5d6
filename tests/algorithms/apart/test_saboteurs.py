"""What leaks the rewards in one process does not learn them from another."""

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
import pytest
from banditproof.algorithms import RewardList
from banditproof.algorithms.apart.failures import PolicyFailed
from banditproof.algorithms.apart.keeper import Elsewhere

_spec = spec_from_file_location("saboteurs", Path(__file__).parent / "policies" / "saboteurs.py")
SABOTEURS = module_from_spec(_spec)
_spec.loader.exec_module(SABOTEURS)
FAST = {"made_again", "no_sample", "profile_hook", "copied_coin"}
IN_ONE_PROCESS = """
import sys
sys.path.insert(0, ".")
import saboteurs
from banditproof.algorithms import RewardList, Sampled, play
policy = getattr(saboteurs, sys.argv[1])()
print(*(play(policy, RewardList([bit, 0]), 2, Sampled(3)).actions[1] for bit in (0, 1)))
"""


@pytest.mark.parametrize(
    "name",
    [
        name if name in FAST else pytest.param(name, marks=pytest.mark.slow)
        for name in SABOTEURS.FACTORIES
    ],
)
def test_apart_both_rewards_lead_to_the_same_actions(name):
    with Elsewhere(f"saboteurs:{name}") as there:
        arms = [
            [there.play(RewardList([bit, 0]), 2, rng=seed).actions[1] for seed in range(12)]
            for bit in (0, 1)
        ]
    assert arms[0] == arms[1]
    assert there.declared.noise == SABOTEURS.NOISE or name == "no_square_root"


@pytest.mark.slow
@pytest.mark.parametrize("name", SABOTEURS.FACTORIES)
def test_in_one_process_they_tell_the_reward(name):
    command = [sys.executable, "-c", IN_ONE_PROCESS, name]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["0", "1"]


def test_noise_that_changes_ends_the_play():
    with Elsewhere("saboteurs:Changing") as there:
        assert len(there.play(RewardList([1] * 200), 200).actions) == 200
        with pytest.raises(PolicyFailed, match=r"At round 202 the noise of the policy is NoNoise"):
            there.play(RewardList([1] * 300), 300)
