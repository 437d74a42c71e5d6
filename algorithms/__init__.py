"""Bandit algorithms that see only what was released, and the engines that play them."""

from typing import TYPE_CHECKING
from banditproof.lazy_names import lazy_names

if TYPE_CHECKING:
    from .apart.failures import PolicyFailed
    from .apart.keeper import PlayApart
    from .apart.play_apart import play_apart
    from .catalogue import POLICIES, PolicyEntry, make_policy
    from .contexts import Contexts, DrawnContexts, FixedContexts
    from .curators.bounded_rows import BoundedRows
    from .curators.curator import Curator
    from .curators.declared_sums import DeclaredSums
    from .curators.declared_vectors import DeclaredVectors
    from .curators.factorised_sums import FactorisedSums
    from .curators.growing_noise import GrowingNoise
    from .curators.named_releases import NamedRelease, NamedReleases
    from .curators.noisy_sums import NoisySums
    from .curators.open_vectors import OpenVectors
    from .curators.private_choices import ExponentialChoice, NoisyMax
    from .curators.randomised_rewards import RandomisedRewards
    from .curators.sparse_vector import SparseVector
    from .curators.tree_vectors import TreeVectors
    from .engines.per_step import Play, play
    from .engines.simulation import simulate
    from .engines.simulation_result import Simulation
    from .engines.stopping_times import StoppingTimes, simulate_identification
    from .identification.lucb import LUCB
    from .identification.private_elimination import DPSEIdentification
    from .identification.private_top_two import (
        AdaPTT,
        AdaPTTStar,
        LeaderBonus,
        UniformTT,
        UniformTTStar,
    )
    from .identification.stopping_rules import (
        GaussianThreshold,
        HeuristicThreshold,
        PrivateThreshold,
        StoppingRule,
        TruncatedThreshold,
    )
    from .identification.top_two import TTUCB, identify
    from .identification.track_and_stop import TrackAndStop
    from .identification.transportation_costs import TransportationCost
    from .interfaces.noisy_feedback import NoisyFeedback
    from .ledger import Ledger, Read, Release, Traced
    from .linear.gope import GOPE, AdaCGOPE, AdaRGOPE, PrintedAdaCGOPE, printed_leak
    from .linear.linpriv import LinPriv
    from .linear.oful import RSOFUL, AdaCOFUL, AdaCOFULPrinted, AdaROFUL, LinUCB
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
    from .regret.zcdp_klucb import ZCDPKLUCB
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
    from .separate_streams import SeparateStreams
    from .sweeps.sweep import Sweep
    from .sweeps.sweep_file import read_sweep

__all__ = [
    "DPIMED", "DPKLUCB", "DPSE", "DPUCB", "GOPE", "IMED", "KLUCB", "LUCB", "POLICIES", "RSOFUL",
    "TTUCB", "UCB", "ZCDPKLUCB",
    "AdaCGOPE", "AdaCOFUL", "AdaCOFULPrinted", "AdaCUCB", "AdaCUCBPrinted",
    "AdaPKLUCB", "AdaPTT", "AdaPTTStar", "AdaPUCB", "AdaRGOPE", "AdaROFUL", "AdaRUCB",
    "AsymptoticKLUCB", "AsymptoticUCB", "BernoulliRewards", "BoundedRows", "Contexts", "Curator",
    "DPSEIdentification", "DPUCBGamma", "DPUCBGammaPrinted", "DPUCBPrinted", "DeclaredSums",
    "DeclaredVectors", "DrawnContexts", "EpisodeUCB", "ExploreThenCommit", "ExponentialChoice",
    "FactorisedSums", "FixedConfidenceUCB", "FixedContexts", "FollowTheLeader", "GaussianRewards",
    "GaussianThreshold", "GrowingNoise", "HeuristicThreshold", "LazyDPTS", "LeaderBonus",
    "LeaderDPKLUCB", "Ledger", "LinPriv", "LinUCB", "LinearEnvironment", "LinearRewards",
    "NamedRelease", "NamedReleases", "NoisyFeedback", "NoisyMax", "NoisySums", "OpenVectors",
    "Play", "PlayApart", "Policy", "PolicyEntry", "PolicyFailed", "PrintedAdaCGOPE",
    "PrivateThreshold", "Pull", "RandomisedRewards", "Randomness", "Read", "Release",
    "RewardCycles", "RewardList", "RewardSpace", "RewardStacks", "RewardTable", "Rewards",
    "Sampled", "Scripted", "Seed", "SeparateStreams", "Silent", "Simulation", "SparseVector",
    "StoppingRule", "StoppingTimes", "Sweep", "Ties", "Traced", "TrackAndStop",
    "TransportationCost", "TreeVectors", "TruncatedThreshold", "TrustedLeader", "UniformTT",
    "UniformTTStar", "generator", "identify", "make_policy", "play", "play_apart", "printed_leak",
    "read_sweep", "simulate", "simulate_identification",
]  # fmt: skip

if not TYPE_CHECKING:  # a type checker sees the names above, and no others
    __getattr__, __dir__ = lazy_names(__name__)
