"""`python -m banditproof.cli` is the command `banditproof`."""

try:
    from . import main
except KeyboardInterrupt:
    raise SystemExit(130) from None
main()
