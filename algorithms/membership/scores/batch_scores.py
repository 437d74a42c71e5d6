"""One score for a whole epoch, made of the scores of its batches."""

from dataclasses import dataclass
from typing import Any, Literal
import numpy as np
from banditproof.algorithms.membership.row_laws.row_law import Floats
from .score import summed_terms

Rule = Literal["log-mean-exp", "sum", "max"]


@dataclass(frozen=True, eq=False)
class EpochScore:
    """The scores of the batches of a release, put together by a rule.

    A target that is in exactly one batch, each with the same probability, has the likelihood ratio
    (1/T) sum_t e^(s_t) if the s_t are the ratios of the batches: that is "log-mean-exp". The "sum"
    is the rule of Algorithm 13 of the thesis, and "max" a simple rule near to the first.

    >>> scores = np.array([[1.0, 1.0], [-np.inf, 2.0]])
    >>> put_together(scores, "log-mean-exp").round(6), put_together(scores, "max")
    (array([1.      , 1.306853]), array([1., 2.]))
    """

    score: Any
    rule: Rule = "log-mean-exp"

    def __post_init__(self) -> None:
        put_together(np.zeros((1, 1)), self.rule)

    def values(self, releases: Floats, targets: Floats, rng: np.random.Generator) -> Floats:
        """The score of each game, whose release has a row for each batch.

        A fresh reference is drawn anew for each batch.
        """
        if releases.ndim != 3:
            raise ValueError(
                f"The releases have the shape {releases.shape}; give a table of batches for each "
                "game."
            )
        games, batches, columns = releases.shape
        aims = targets if targets.ndim == 1 else np.repeat(targets, batches, axis=0)
        scores = self.score.values(releases.reshape(games * batches, columns), aims, rng)
        return put_together(scores.reshape(games, batches), self.rule)


def put_together(scores: Floats, rule: str) -> Floats:
    """The rule for the scores of batches, which stand along the last axis."""
    if rule == "sum":
        return summed_terms(scores)
    if rule == "max":
        return np.asarray(scores.max(axis=-1))
    if rule != "log-mean-exp":
        raise ValueError(f"The rule is {rule!r}; give 'log-mean-exp', 'sum' or 'max'.")
    top = scores.max(axis=-1)
    safe = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore", over="ignore"):
        return np.asarray(safe + np.log(np.exp(scores - safe[..., None]).mean(axis=-1)))
