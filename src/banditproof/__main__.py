"""The command `banditproof`, also as `python -m banditproof`."""

try:
    import signal

    # Until the command listens to signals, an interruption ends the process without a traceback.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import main as main
except KeyboardInterrupt:
    raise SystemExit(130) from None
if __name__ == "__main__":
    main()
