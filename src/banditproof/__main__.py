"""`python -m banditproof` is the command `banditproof`."""

try:
    from .cli import main
except KeyboardInterrupt:
    raise SystemExit(130) from None
main()
