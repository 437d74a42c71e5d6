"""Evidence about an algorithm: is it as private as it claims, and does it do what the paper says?

Where to start: `audit.audit` (a whole report), `privacy_loss.privacy_loss` (the exact loss on all
reward lists and neighbours), `structure` (what the releases are made of), `conformance` (the
paper's schedule and index), `mutants` (wrong algorithms that the checks must reject), `strategies`
(hypothesis strategies that reach the corners), `evidence` (grades).
"""
