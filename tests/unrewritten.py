"""A plugin of pytest for this suite: only the tests have their assertions rewritten.

pytest rewrites all modules of a distribution that brings a plugin, and this package is one: it
would read, rewrite and compile more than a thousand files anew, once in each environment, although
none of them asserts anything that a test should explain. What Python has compiled is used as it is.
`pyproject.toml` names this plugin, so that it is loaded before those of distributions.
"""

import sys
from _pytest.assertion.rewrite import AssertionRewritingHook

PACKAGE = "banditproof"


def rewriters() -> list[AssertionRewritingHook]:
    """What rewrites modules when they are imported; none with `--assert=plain`."""
    return [finder for finder in sys.meta_path if isinstance(finder, AssertionRewritingHook)]


for hook in rewriters():
    hook._must_rewrite.discard(PACKAGE)
    hook._marked_for_rewrite_cache.clear()
