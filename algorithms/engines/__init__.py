"""What plays a policy: round by round, phase by phase, in compiled loops, many times.

In reading order; a file of kernels has the compiled loop of the engine beside it.

`engine`, `per_step`: what an engine is, and the specification, round by round.
`simulation`, `simulation_result`, `limit_of_regret`: many runs, and what they give.
`stopping_times`, `loss_simulation`: the same for policies that stop, and for losses.
`step_engine`, `object_engine`, `batch_engine`, `lane_engine`, `lane_numbers`: own policies, by the
specification, as objects, batch by batch, and many runs together.
`shuffled_engine`, `worker_processes`: what is around an engine: orders of arms, and processes.
`phase_level`, `phased_kernels`, `regret_kernels`: phases at once, with indices, epochs or episodes.
`linear_phases`: phases at once over several arms.
`per_round`, `per_round_kernels`: decisions before every pull.
`oful_engine`, `oful_kernels`: linear bandits with contexts.
`identification_engine`, `identification_kernels`: policies that stop.
`adversarial_engine`, `adversarial_kernels`, `learner_kernels`: learners on fixed losses.
`batched_engine`, `batched_kernels`: learners that get noisy means of batches.
`recorded_run`: the draws of one run, with which the specification makes the same pulls.
"""
