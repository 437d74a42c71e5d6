"""The command line: one thin module per command.

In reading order. From the words that a person types to the command, and to what is printed:
`__main__`, `application`, `guide`, `help_pages`: the commands by name, what to type first, help.
`option_groups`, `option_ranges`, `arguments`: options in groups, and words as exact numbers.
`interruptions`, `failures`, `streams`: signals, an error in one sentence, the standard streams.
`output`, `tables`, `shown_mathematics`: text or JSON, tables that fit, formulas one can read.
`results`, `json_schema`: the facts that commands give, and the schema of their JSON.
`places_of_work`: in how many processes work runs, or on which cluster.

Claims, their verdicts, and papers of one's own:
`document_options`, `claim_options`: the folder or the document that is meant, and which claims.
`claims`, `claim_totals`, `coverage`: what can be checked, how many, and which sentences have none.
`check`, `verdicts_as_found`: checks run, and verdicts are shown as they are found.
`one_result`, `first_block`, `shown_symbols`: one claim in full, its first lines, its symbols.
`why`, `textbook_facts`, `graph`: what a verdict rests on, down to textbook facts.
`report`, `review_text`, `figure`: a site, two pages to the authors, the figures of a paper.
`field`: what is known of each setting under each notion of privacy.
`new`, `drift`, `mark`: a folder about another paper, its source as it changes, marks in its margin.

Proofs:
`prove`, `proof_results`: an inequality is proved on its domain, or fails at a point.
`stored_steps`, `weakened_proofs`, `proof_files`: proofs by steps: certificates, weight, order.
`judged_pages`, `judged_theorems`, `judged_steps`, `page_results`: what a page of proofs shows.
`carried_proofs`, `axioms`: proofs by steps as formal outlines, and what theorems rest on.
`verify_proof`, `verify_witness`: what was found is checked again, without the search.

Bounds, designs and budgets:
`instances`, `bounds`, `bound_results`: an instance, and the bounds that apply to it.
`adversarial_bounds`, `beside_bounds`: bounds on fixed losses; a policy beside the bounds.
`plot`, `plot_horizons`: the same as figures, against the budget and against the horizon.
`exact`, `price_results`: the least regret of all private policies, at one small horizon.
`design`, `account`: optimal designs, and the privacy of many releases together.

Policies that are played, audited and attacked:
`game_options`, `policy_options`, `fitting_policies`: what is played on what, and what does not fit.
`simulate`, `simulation_results`: many runs, and what they give.
`exact_regret`, `stopping_runs`, `loss_runs`: exact laws, policies that stop, fixed losses.
`own_policy_runs`, `sweep`: policies of one's own, and many cells at once.
`audit`, `audit_results`: whether a policy is as private as it says.
`leakage`, `attack`: what a mean says of a row, and what visible iterates say.
`attacked_program`, `printed_attacks`: games against a program, and what is printed of attacks.
"""

import atexit
import os
import sys

UNDECIDED = 3
"""The exit code where nothing was decided: neither shown nor refuted."""
INTERRUPTED = 130
RESERVE = 4_000_000
"""The bytes that are kept free for saying that there is not enough memory."""
THREADS_OF_MATRICES = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def main() -> None:
    """Run the command line: exit code 0 (as recorded), 1 (something is not), 2 (wrong usage).

    The application is imported in here, so that an interruption while it loads is met as well, and
    that NumPy starts with one thread: the matrices are small, and on a busy machine
    threads that wait for each other made the bounds of sixty linear arms fifty times slower.
    """
    for name in THREADS_OF_MATRICES:
        os.environ.setdefault(name, "1")
    os.environ["MPLBACKEND"] = "agg"  # figures are files; another word may name no backend
    code = INTERRUPTED
    try:
        from .interruptions import listening

        with listening() as signals:
            code = _run()
            if signals.number or code == INTERRUPTED:
                from .streams import say

                code = signals.code
                say(signals.sentence)
                if signals.number:
                    # the interpreter may end with another code after an interrupted exec()
                    atexit._run_exitfuncs()
                    os._exit(code)
    except KeyboardInterrupt as end:  # just before or after the command runs
        code = 128 + getattr(end, "number", INTERRUPTED - 128)
        print(f"banditproof: {end.args[0] if end.args else 'Interrupted.'}", file=sys.stderr)
    sys.exit(code)


def _run() -> int:
    """Run the application; the exit code. Each error becomes one sentence on standard error."""
    from .failures import failure
    from .interruptions import received
    from .streams import open_streams, say, silence, warnings_said

    reserve = bytearray(RESERVE)
    try:
        open_streams()
        with warnings_said():
            code = _command()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BaseException as error:
        del reserve
        if received():  # an import that is interrupted may raise anything
            return INTERRUPTED
        sentence, code = failure(error)
        if sentence:
            say(sentence)
        try:
            sys.stdout.flush()
        except (OSError, ValueError):
            silence(1)
    return code


def _command() -> int:
    """Run the command that the words name; without any words, print the guide, which needs nothing.

    The exit code is that of the command.
    """
    from .guide import GUIDE, wanted

    if wanted():
        print(GUIDE, end="")
        return 0
    from .application import call

    return call()
