"""What `banditproof` alone prints: what to type first, for each of its users."""

import os
import sys

GUIDE = """\
banditproof checks the literature on differentially private bandits by machine.
You review a paper       banditproof claims 'theorem 4.3'   # find its claims
                         banditproof check bern.thm3.1      # does it hold?
                         banditproof report bern.thm3.1 --format md  # to send
You have an instance     banditproof bounds --means 0.8,0.6 --eps 0.5
You have an algorithm    banditproof audit my_module:MyPolicy --eps 0.5
You run a test suite     @pytest.mark.private(eps=0.5)      # on a test of yours
                         banditproof check --tier fast --json
Exit codes               0 as recorded, 1 not so, 2 wrong use, 3 undecided
More                     banditproof --help, banditproof check --help
"""
"""Ten lines of at most eighty letters; a test runs what they say."""
COMPLETION = "_BANDITPROOF_COMPLETE"
"""The variable by which a shell asks for completions, without any words."""


def wanted() -> bool:
    """Whether the command was called without any words, by a person and not by a shell.

    >>> from unittest.mock import patch
    >>> with patch("sys.argv", ["banditproof"]), patch.dict(os.environ, clear=True):
    ...     wanted()
    True
    >>> with patch("sys.argv", ["banditproof", "claims"]):
    ...     wanted()
    False
    """
    return len(sys.argv) < 2 and COMPLETION not in os.environ
