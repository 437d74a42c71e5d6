"""A step that cites a claim says what a step of its proof says, with what that one assumes."""

from banditproof.paper_checks.proofs import Given, OnClaim, Proof, Step


def found(step: Step, where: str) -> tuple[str, str]:
    last = Proof("bern.none", where=where, steps=(step,)).run()[0][-1]
    return last.verdict, last.detail


def test_a_formula_of_a_claim_is_compared_with_its_proof() -> None:
    other = "d_eps(u,v,e) <= kl(u,v)"
    at = {"x": "u", "y": "v", "eps": "e"}
    where = "u in [0,1], v in (0,1), e in [0,inf)"

    def step(formula=other, of_step=2, instance=at) -> OnClaim:
        says = "At most the divergence."
        claim = "bern.rem3.a.chain"
        return OnClaim(1, says, formula, claim=claim, of_step=of_step, instance=instance)

    assert found(step(), where=where)[0] in ("claim", "proved")
    verdict, detail = found(step("d_eps(u,v,e) <= kl(u,v)/2"), where=where)
    assert verdict == "undecided"
    assert "is not what step 2 there says" in detail
    verdict, detail = found(step(), where="u in [0,2], v in (0,1), e in [0,inf)")
    assert verdict in ("undecided", "failed")
    verdict, detail = found(step(of_step=1), where=where)
    assert verdict == "undecided"
    assert "no part of what the claim states" in detail
    verdict, detail = found(step(of_step=0, instance={}), where=where)
    assert verdict == "undecided"
    assert "Name the step of the proof of bern.rem3.a.chain" in detail
    verdict, detail = found(step(instance={**at, "zz": "log(u)"}), where=where)
    assert verdict == "undecided"
    assert "bern.rem3.a.chain has no quantity zz" in detail


def test_a_step_of_a_claim_is_cited_with_what_it_assumes_of_its_quantities() -> None:
    """m <= exp((l c)^2 s^2 / 2) is assumed there; without it the cited bound on m is false."""
    said = OnClaim(
        2,
        "The moment of c X.",
        "m <= exp(l^2*(abs(c)*s)^2/2)",
        claim="thesis.lem2.22.scaling.repaired",
        of_step=3,
        uses=(1,),
    )
    where = "m in [0,inf), l in (-inf,inf), c in (-inf,inf), s in [0,inf)"

    def verdict(assumed: str) -> str:
        steps = Given(1, "What is known of the moment.", assumed), said
        facts, _ = Proof("bern.none", where=where, steps=steps).run()
        return str(facts[1].verdict)

    assert verdict("m <= exp((l*c)^2*s^2/2)") in ("claim", "proved")
    assert verdict("m <= exp((l*c)^2*s^2)") in ("undecided", "failed")
    assert verdict("0 <= m") in ("undecided", "failed")


def test_what_is_read_from_the_words_of_a_claim_is_no_more_than_outlined() -> None:
    """Both claims are proved: one by a program, which shows no step, the other by its proof."""
    for claim, verdict in (("bern.defB.1", "claim"), ("adv.lem25.d", "proved")):
        step = OnClaim(1, "As it says.", claim=claim)
        assert found(step, where="")[0] == verdict, claim
    words = OnClaim(1, "As it says.", claim="bern.defB.1", instance={"x": "1"})
    assert found(words, where="")[0] == "undecided"
    relation = OnClaim(1, "As it says.", "x >= 0", claim="bern.defB.1")
    assert found(relation, where="x in [0,1]")[0] == "claim"
