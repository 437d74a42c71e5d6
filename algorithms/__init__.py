"""Bandit algorithms that see only what was released, and the engines that play them."""

from typing import TYPE_CHECKING
from banditproof.lazy_names import lazy_names

if TYPE_CHECKING:
    from .catalogue import POLICIES, PolicyEntry, make_policy
    from .contexts import Contexts, DrawnContexts, FixedContexts
    from .curators.bounded_rows import BoundedRows
    from .curators.curator import Curator
    from .curators.declared_sums import DeclaredSums
    from .curators.declared_vectors import DeclaredVectors
    from .curators.open_vectors import OpenVectors
    from .curators.tree_vectors import TreeVectors
    from .engines.per_step import Play, play
    from .engines.simulation import Simulation, simulate
    from .engines.stopping_times import StoppingTimes, simulate_identification
    from .identification.leader_bonus import LeaderBonus
    from .identification.private_elimination import DPSEIdentification
    from .identification.private_top_two import AdaPTT, AdaPTTStar, UniformTT, UniformTTStar
    from .identification.stopping_rules import (
        GaussianThreshold,
        HeuristicThreshold,
        PrivateThreshold,
        StoppingRule,
        TruncatedThreshold,
    )
    from .identification.top_two import TTUCB, identify
    from .identification.transportation_costs import TransportationCost
    from .ledger import Ledger, Read, Release, Traced
    from .linear.gope import GOPE, AdaCGOPE, AdaRGOPE, PrintedAdaCGOPE, printed_leak
    from .linear.linpriv import LinPriv
    from .linear.oful import RSOFUL, AdaCOFUL, AdaCOFULPrinted, AdaROFUL
    from .linear_environment import LinearEnvironment, LinearRewards
    from .policy import Policy, Pull, Ties
    from .randomness import Randomness, Sampled, Scripted, Seed, Silent, generator
    from .regret.adac_ucb import AdaCUCB, AdaCUCBPrinted, AdaRUCB, EpisodeUCB
    from .regret.adap_klucb import AdaPKLUCB
    from .regret.adap_ucb import AdaPUCB
    from .regret.dp_imed import DPIMED
    from .regret.dp_klucb import DPKLUCB
    from .regret.dp_se import DPSE
    from .regret.dp_ucb import DPUCB, DPUCBGamma, DPUCBGammaPrinted, DPUCBPrinted
    from .regret.explore_then_commit import ExploreThenCommit
    from .regret.follow_the_leader import FollowTheLeader
    from .regret.imed import IMED
    from .regret.kl_ucb import KLUCB, AsymptoticKLUCB
    from .regret.lazy_dp_ts import LazyDPTS
    from .regret.leader_dp_klucb import LeaderDPKLUCB
    from .regret.trusted_leader import TrustedLeader
    from .regret.ucb import UCB, AsymptoticUCB, FixedConfidenceUCB
    from .reward_space import RewardSpace
    from .rewards import (
        BernoulliRewards,
        GaussianRewards,
        RewardCycles,
        RewardList,
        Rewards,
        RewardStacks,
        RewardTable,
    )
    from .sweeps.sweep import Sweep
    from .sweeps.sweep_file import read_sweep

_HOMES = {
    "catalogue": "POLICIES PolicyEntry make_policy",
    "contexts": "Contexts DrawnContexts FixedContexts",
    "curators.bounded_rows": "BoundedRows",
    "curators.curator": "Curator",
    "curators.declared_sums": "DeclaredSums",
    "curators.declared_vectors": "DeclaredVectors",
    "curators.open_vectors": "OpenVectors",
    "curators.tree_vectors": "TreeVectors",
    "engines.per_step": "Play play",
    "engines.simulation": "Simulation simulate",
    "engines.stopping_times": "StoppingTimes simulate_identification",
    "identification.leader_bonus": "LeaderBonus",
    "identification.private_elimination": "DPSEIdentification",
    "identification.private_top_two": "AdaPTT AdaPTTStar UniformTT UniformTTStar",
    "identification.stopping_rules": """GaussianThreshold HeuristicThreshold PrivateThreshold
        StoppingRule TruncatedThreshold""",
    "identification.top_two": "TTUCB identify",
    "identification.transportation_costs": "TransportationCost",
    "ledger": "Ledger Read Release Traced",
    "linear.gope": "GOPE AdaCGOPE AdaRGOPE PrintedAdaCGOPE printed_leak",
    "linear.linpriv": "LinPriv",
    "linear.oful": "RSOFUL AdaCOFUL AdaCOFULPrinted AdaROFUL",
    "linear_environment": "LinearEnvironment LinearRewards",
    "policy": "Policy Pull Ties",
    "randomness": "Randomness Sampled Scripted Seed Silent generator",
    "regret.adac_ucb": "AdaCUCB AdaCUCBPrinted AdaRUCB EpisodeUCB",
    "regret.adap_klucb": "AdaPKLUCB",
    "regret.adap_ucb": "AdaPUCB",
    "regret.dp_imed": "DPIMED",
    "regret.dp_klucb": "DPKLUCB",
    "regret.dp_se": "DPSE",
    "regret.dp_ucb": "DPUCB DPUCBGamma DPUCBGammaPrinted DPUCBPrinted",
    "regret.explore_then_commit": "ExploreThenCommit",
    "regret.follow_the_leader": "FollowTheLeader",
    "regret.imed": "IMED",
    "regret.kl_ucb": "KLUCB AsymptoticKLUCB",
    "regret.lazy_dp_ts": "LazyDPTS",
    "regret.leader_dp_klucb": "LeaderDPKLUCB",
    "regret.trusted_leader": "TrustedLeader",
    "regret.ucb": "UCB AsymptoticUCB FixedConfidenceUCB",
    "reward_space": "RewardSpace",
    "rewards": """BernoulliRewards GaussianRewards RewardCycles RewardList Rewards RewardStacks
        RewardTable""",
    "sweeps.sweep": "Sweep",
    "sweeps.sweep_file": "read_sweep",
}

__all__ = [
    "DPIMED", "DPKLUCB", "DPSE", "DPUCB", "GOPE", "IMED", "KLUCB", "POLICIES", "RSOFUL",
    "TTUCB", "UCB", "AdaCGOPE", "AdaCOFUL", "AdaCOFULPrinted", "AdaCUCB", "AdaCUCBPrinted",
    "AdaPKLUCB", "AdaPTT", "AdaPTTStar", "AdaPUCB", "AdaRGOPE", "AdaROFUL", "AdaRUCB",
    "AsymptoticKLUCB", "AsymptoticUCB", "BernoulliRewards", "BoundedRows", "Contexts",
    "Curator", "DPSEIdentification", "DPUCBGamma", "DPUCBGammaPrinted", "DPUCBPrinted",
    "DeclaredSums", "DeclaredVectors", "DrawnContexts", "EpisodeUCB", "ExploreThenCommit",
    "FixedConfidenceUCB", "FixedContexts", "FollowTheLeader", "GaussianRewards",
    "GaussianThreshold", "HeuristicThreshold", "LazyDPTS", "LeaderBonus", "LeaderDPKLUCB",
    "Ledger", "LinPriv", "LinearEnvironment", "LinearRewards", "OpenVectors", "Play", "Policy",
    "PolicyEntry", "PrintedAdaCGOPE", "PrivateThreshold", "Pull", "Randomness", "Read",
    "Release", "RewardCycles", "RewardList", "RewardSpace", "RewardStacks", "RewardTable",
    "Rewards", "Sampled", "Scripted", "Seed", "Silent", "Simulation", "StoppingRule",
    "StoppingTimes", "Sweep", "Ties", "Traced", "TransportationCost", "TreeVectors",
    "TruncatedThreshold", "TrustedLeader", "UniformTT", "UniformTTStar", "generator",
    "identify", "make_policy", "play", "printed_leak", "read_sweep", "simulate",
    "simulate_identification",
]  # fmt: skip

if not TYPE_CHECKING:  # a type checker sees the names above, and no others
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
