"""`python -m banditproof` is the command `banditproof`."""

from .cli import main

main()
