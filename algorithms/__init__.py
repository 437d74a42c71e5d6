"""Bandit algorithms that see only what was released, and the engines that play them."""

from .adac_ucb import AdaCUCB, AdaCUCBPrinted, AdaRUCB, EpisodeUCB
from .adap_klucb import AdaPKLUCB
from .catalogue import POLICIES, PolicyEntry, make_policy
from .contexts import Contexts, DrawnContexts, FixedContexts
from .curator import Curator
from .declared_sums import DeclaredSums
from .declared_vectors import DeclaredVectors
from .dp_imed import DPIMED
from .dp_klucb import DPKLUCB
from .dp_se import DPSE
from .explore_then_commit import ExploreThenCommit
from .follow_the_leader import FollowTheLeader
from .gope import GOPE, AdaCGOPE, AdaRGOPE, PrintedAdaCGOPE, printed_leak
from .imed import IMED
from .kl_ucb import KLUCB, AsymptoticKLUCB
from .lazy_dp_ts import LazyDPTS
from .leader_dp_klucb import LeaderDPKLUCB
from .ledger import Ledger, Read, Release, Traced
from .linear_environment import LinearEnvironment, LinearRewards
from .linpriv import LinPriv
from .oful import RSOFUL, AdaCOFUL, AdaCOFULPrinted, AdaROFUL
from .open_vectors import OpenVectors
from .per_step import Play, play
from .policy import Policy, Pull, Ties
from .randomness import Randomness, Sampled, Scripted, Seed, Silent, generator
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
from .simulation import Simulation, simulate
from .top_two import TTUCB, identify
from .tree_vectors import TreeVectors
from .trusted_leader import TrustedLeader
from .ucb import UCB, AsymptoticUCB, FixedConfidenceUCB

__all__ = [
    "DPIMED",
    "DPKLUCB",
    "DPSE",
    "GOPE",
    "IMED",
    "KLUCB",
    "POLICIES",
    "RSOFUL",
    "TTUCB",
    "UCB",
    "AdaCGOPE",
    "AdaCOFUL",
    "AdaCOFULPrinted",
    "AdaCUCB",
    "AdaCUCBPrinted",
    "AdaPKLUCB",
    "AdaRGOPE",
    "AdaROFUL",
    "AdaRUCB",
    "AsymptoticKLUCB",
    "AsymptoticUCB",
    "BernoulliRewards",
    "Contexts",
    "Curator",
    "DeclaredSums",
    "DeclaredVectors",
    "DrawnContexts",
    "EpisodeUCB",
    "ExploreThenCommit",
    "FixedConfidenceUCB",
    "FixedContexts",
    "FollowTheLeader",
    "GaussianRewards",
    "LazyDPTS",
    "LeaderDPKLUCB",
    "Ledger",
    "LinPriv",
    "LinearEnvironment",
    "LinearRewards",
    "OpenVectors",
    "Play",
    "Policy",
    "PolicyEntry",
    "PrintedAdaCGOPE",
    "Pull",
    "Randomness",
    "Read",
    "Release",
    "RewardCycles",
    "RewardList",
    "RewardSpace",
    "RewardStacks",
    "RewardTable",
    "Rewards",
    "Sampled",
    "Scripted",
    "Seed",
    "Silent",
    "Simulation",
    "Ties",
    "Traced",
    "TreeVectors",
    "TrustedLeader",
    "generator",
    "identify",
    "make_policy",
    "play",
    "printed_leak",
    "simulate",
]
