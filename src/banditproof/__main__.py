"""The command `banditproof`, also as `python -m banditproof`."""

import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]  # files of the working directory are no modules of this program
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
