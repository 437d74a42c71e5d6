"""`python -m banditproof.cli` is the command `banditproof`."""

from . import main

main()
