"""Checks that run: one by one or in processes, with verdicts that are kept for the next run.

In reading order. A check, and whose verdict it gives:
`runner`, `order_of_checks`: many checks, and which of them first.
`single_check`, `process_guard`: one check, and code of a folder that must not end the process.
`as_read`, `who_judged`: a verdict that comes from other claims, and who gave a grade.
`judged_texts`, `words_of_folders`: what is judged here of somebody else's folder, in whose words.
`words_of_errors`, `names_given`: an error of a check, and names that nobody knows.
`mutants_run`, `noticed_mutants`: mutants of folders as they run, and those of this package.

Verdicts that travel and are kept:
`check_tasks`, `verdicts_as_json`, `about_answers`: a check elsewhere, its answer, and about what.
`kept_verdicts`, `content_keys`: a folder of verdicts, and what decides each of them.
`import_closure`, `file_imports`: all that a module may import, by what each file says.

Proofs that Coq reads:
`closed_set`, `second_reading`: the files that are trusted, and what a derived claim rests on.
`read_derivations`, `last_reading`: Coq reads the theorems, and need not if nothing has changed.
`read_by_coq`, `accepted_by_coq`: Coq reads proofs by steps, and what it has accepted before.

Programs that write what is stored beside the texts:
`record_grades`, `measure_seconds`: grades of claims, and how long checks take.
`write_certificates`, `write_derivations`: what the prover found, for steps and for formal proofs.
`write_cases`, `write_weights`, `write_repetitions`: real cases, what carries weight, repetitions.
`run_mutants`, `write_variants`: the mutants of claims, and formal theorems that are changed.
`formal_from_steps`, `ledger_of_proofs`: formal theorems from steps; what a judge says of each.
"""
