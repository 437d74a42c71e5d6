"""Attacks on the rules of the checker: true premises at random, and a false conclusion is sought.

Each proof below a rule is `{"by": "oracle"}`: a claim that holds at all points that are tried. If a
rule accepts, its conclusion is tried at points, too. One that fails there is tried again, with more
points for the premises; what is left is a false conclusion from premises that look true.

    make fuzz EACH=60 SEED=7      each rule for a minute of processor time, from another seed
"""
