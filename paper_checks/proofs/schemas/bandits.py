"""Facts about policies that are consistent over a class of bandits."""

from .schema import Schema

SCHEMAS = (
    Schema(
        "lai-robbins",
        ("the policy is consistent", "the class is a product of sets of laws of finite mean"),
        ("r >= 1/k",),
        "r = lim inf E N_a(T)/log T of a suboptimal arm, k = its KL_inf, finite and positive",
    ),
    Schema(
        "lai-robbins:inverse",
        ("the policy is consistent", "the class is a product of sets of laws of finite mean"),
        ("c <= x",),
        "x = lim inf E N_a(T)/log T of a suboptimal arm, c = 1/KL_inf, 0 for an infinite KL_inf",
    ),
    Schema(
        "lai-robbins:product",
        ("the policy is consistent", "the class is a product of sets of laws of finite mean"),
        ("1 <= k*x",),
        "x = lim inf E N_a(T)/log T of a suboptimal arm and k = its KL_inf, both finite",
    ),
)
