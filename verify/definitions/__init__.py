"""The definitions of privacy for bandits, executable: exact constants of finite policies.

Where to start: `exact_constants` (one entry: the constant, its reading, a witness; does a policy
satisfy a budget), `notions` (what an adversary may vary), `finite_policy` and `finite_machine` (the
two readings of the word policy, and the laws of their actions), `witness_policies` (what separates
the notions). First route: `backward_induction` with `games` and `game_values` (worst adversaries
prefix by prefix), `open_loop` (constant queries suffice for kernels), `pure_loss`, `concentrated`,
`approximate_budget`. Second route: `brute_force` (the definitions word for word). Beside them:
`phased_machine` (policies of the library), `cached_noise` (the gap between the readings),
`instantaneous`, `joint_privacy`, `identification`.
"""
