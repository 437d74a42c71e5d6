"""Hunt for a while with new seeds: `python -m rule_fuzzer [SECONDS for each attack] [SEED]`.

It ends with 1 if a rule concludes something false, and prints the shortest case of each.
"""

import sys
import time
from .hunt import ATTACKS, hunt


def main(words: list[str]) -> int:
    """Print a line for each attack; the result is the exit code."""
    seconds = float(words[0]) if words else 20.0
    seed = words[1] if len(words) > 1 else time.strftime("%Y-%m-%d %H:%M:%S")
    print(f"seed {seed!r}, {seconds:g} seconds of processor time for each attack")
    failed = 0
    for name in words[2:] or ATTACKS:
        tally = hunt(name, seed, 10**9, seconds=seconds)
        rate = tally.tried / max(tally.seconds, 1e-9)
        print(
            f"{name:52s} {tally.tried:9d} tried {tally.accepted:8d} accepted "
            f"{rate:7.0f} a second {len(tally.found):3d} false",
            flush=True,
        )
        if tally.found:
            failed = 1
            print(f"    {tally.shortest()}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
