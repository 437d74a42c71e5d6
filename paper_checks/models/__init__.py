"""Finite worlds that the checks of several sections share.

In reading order. Laws and numbers:
`finite_laws`, `finite_pairs`, `own_divergences`: laws with finitely many outcomes, and how far two
of them are apart.
`sequences_of_laws`, `powers_of_n`: laws that change with n, and their limits, exactly.
`explicit_alternatives`, `one_level_times`: better laws written out; characteristic times again.
`renyi_constants`: the zCDP constant of pairs of laws.
`exact_matrices`, `symbolic_identities`, `symbolic_slopes`: matrices, identities, derivatives.
`mean_estimates`: means with limits that are wrong once in 10^10 times.

Policies and their privacy, exactly:
`reward_models`, `policy_protocols`, `played_arms`: policies on lists, tables and trees of rewards;
in interaction; the arms that they play.
`formal_products`: sequences of actions for every policy at once.
`finite_strategies`, `separating_policies`: small policies, and those that tell definitions apart.
`neighbouring_laws`, `delta_two_ways`: neighbours and their laws; delta by two routes.
`strongest_adversary`, `membership_game`: adversaries prefix by prefix, and what they see.
`all_private_policies`, `worlds_without_chance`: the least regret that private policies can have.
`exact_games`: the words of a check of exact games.
`advanced_composition`, `disjoint_blocks`, `sums_of_rows`: composition, blocks, sums that tell.
`seen_structure`, `release_ledger`: what an audit sees of a policy, and of its releases.

Noisy means and indices:
`noisy_means`, `laplace_means`: the exact laws of means with normal and with Laplace noise.
`exponential_pieces`, `laplace_duel`: sums of x^k e^(r x), and the actions of Algorithm 7 by them.
`private_test_of_one_arm`: a noisy count and a threshold.
`doubling_episodes`, `fooled_index`: Algorithm 7, and an index that one level does not bound.
`episodic_index`, `episodic_plays`: AdaC-UCB recounted, and the library's beside its box.
`unit_noise`, `late_rounds`: plays with prescribed noise, and what an index misses late.

Regret bounds:
`pure_regret_bounds`, `concentrated_regret_bounds`: those that are printed, term by term.
`orders_of_regret_bounds`, `minimax_classes`: their orders, and the class of a minimax bound.

Linear and contextual bandits, and losses:
`axes_and_pairs`, `axes_with_normal_noise`: actions on which a bound or an error is exact.
`elimination_box`, `elimination_lengths`: elimination by designs, as its box prints it.
`oful_box`, `design_updates`, `block_releases`, `ellipsoid_margins`: OFUL, which switches rarely.
`stochastic_contexts`: contexts whose squares vary little in every direction.
`loss_learner_boxes`: the learners for adversarial losses, line by line.
"""
