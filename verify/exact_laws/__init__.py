"""The law of a policy's actions, exact or enclosed, and its worst neighbours.

The files in reading order.

Privacy at a small horizon:
`exact_privacy`: an enclosure for any noise, notion and kind of budget: begin here.
`privacy_loss`: the exact pure loss on all lists.
`concentrated_loss`: the supremum over orders, for zCDP.
`worst_inputs`: the worst neighbours, over lists, tables and trees.
`table_kernels`: the loop over all tables.
`law_divergences`: how far two finite laws are apart.
`convex_divergences`: the same for enclosed laws.

Laws of actions under noise on the integers:
`enumeration`: the plain specification, with which the others are compared.
`branching`: randomness that takes every outcome in turn.
`finite_noise`: noise with finitely many atoms.
`list_law`: the law on every list of rewards.
`merged_law`: all lists at once, by merging states.
`merged_nodes`: a position of that merging.
`stopped_runs`: how a run that stops is written.
`sampler_law`: the law of an exact sampler.

Laws of actions under continuous noise:
`continuous_law`: two arms, enclosed on a lattice.
`noise_cells`: the masses of the cells of a noise.
`box_measures`: measures of the boxes of two totals.
`lattice_kernels`: their compiled steps.
`decision_border`: where a decision changes, or a policy stops.
`first_decision`: the first decision under Laplace noise, by integrals.
`fresh_noise`: AdaC-UCB with new noise for each index.

Regret:
`expected_regret`: of policies without noise.
`regret_law`: the law at one horizon, for two arms and integer noise.
`weights_from_below`: sub-probabilities that are proved to be too small.
`elimination_law`: the pulls of DP-SE.
`trusted_law`: those of the policy that trusts its leader.
`phased_law`: those of phased index policies.
`phased_choices`: what such a policy plays, for all sums at once.
`runs_of_two_arms`: many runs, by a program of their own.
`scores_of_runs`: the scores in them, in floats.
`law_beside_bounds`: the law beside what every policy pays.
"""
