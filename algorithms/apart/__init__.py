"""A policy in a process that never holds a reward, and what it declares to the one that does.

The files in reading order.

A play on two sides:
`play_apart`: one play on rewards that the process of the policy never sees.
`simulate_apart`: many runs, each of which plays what was declared.
`asked_plays`: what a play is asked for, and wrong arguments.
`keeper`: the side with rewards, curator and noise.
`proxy_policy`: the policy that stands there for the one of the other side.
`policy_process`: the side with the policy, a process for each play.
`carried_policies`: how its code gets there: a name, or a pickle.
`shipped_policies`: policies of this library that come from there.
`failures`: how such a play fails.

What is declared:
`plain_declaration`: all that decides what releases cost, without code.
`declared_curators`: the curators that can be declared, with their public functions.
`claimed_budgets`: the budget that a policy says it keeps, which decides nothing.
`one_declaration`: whether a factory declares one thing.
`unlike_declarations`: in which numbers two declarations differ.

What passes between processes:
`messages`: lines of JSON of bounded size.
`plain_values`: numbers, noises and lists, and the strict way back.
`plain_states`: the states of a machine.

Processes:
`isolated_interpreter`: one that shares nothing with its caller but two pipes.
`scratch_process`: one that works for a caller whose code it cannot change.
`answering_process`: one that holds a machine and forks for questions.
`fresh_answers`: what those forks answer.

What a process gives up:
`sandbox`: everything below, before it runs the code of a policy.
`landlock`: files, on Linux.
`readable_files`: the files that it may read all the same.
`seccomp`: system calls, on Linux.
"""
