"""A module that begins a process which tries to outlive the policy."""

import os
import signal
import time
from contextlib import suppress
from failing import Failing

if not os.fork():
    for leaves in (os.setsid, os.setpgrp, lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)):
        with suppress(OSError):
            leaves()
    time.sleep(600)
    os._exit(0)


def plays() -> Failing:
    return Failing("plays")
