"""`python -m banditproof.cli` is the command `banditproof`."""

from banditproof.__main__ import main

main()
