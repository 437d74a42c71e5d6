"""The interpreter that judges a policy for another one, and holds none of its objects."""

import os
from typing import Any
from banditproof.algorithms.apart.carried_policies import Carried
from banditproof.algorithms.apart.messages import Pipe
from banditproof.algorithms.apart.sandbox import before_a_program
from banditproof.verify.witnesses.stated_claim import budget_of
from .audit_pipeline import start_audit
from .scratch_worker import Started, send_audit


def main(options: dict[str, Any]) -> None:
    """Judge the policy that is asked for, and send the claim and what each station finds."""
    os.chdir(options["home"])
    sandbox = before_a_program()
    pipe = Pipe(*options["pipe"])
    asked = pipe.receive()
    policy: Any = asked["name"]
    if asked["data"] is not None or ":" in policy:
        policy = Carried(policy, asked["data"], tuple(options["path"]))

    def start() -> Started:
        running = start_audit(policy, budget_of(asked["budget"]), **asked["options"])
        return running.claim, running.reading, running.finite, running.checks

    send_audit(pipe, sandbox, start)
