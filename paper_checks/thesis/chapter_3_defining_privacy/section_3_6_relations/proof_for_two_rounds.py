"""The proof about two rounds with rewards 0 and 1 at eps = 0, step by step."""


def both_rewards() -> tuple[int, int]:
    """The values of a reward."""
    return 0, 1


def weights_of(x: int) -> tuple[int, int]:
    """The weights of u and v in (1-x) u + x v."""
    return 1 - x, x


def names_the_law(x: int) -> bool:
    """(1-x) u + x v is u, the chance after the reward 0, at x = 0, and v at x = 1."""
    return weights_of(x) == ((1, 0) if x == 0 else (0, 1))
