"""The search for a proof, or for a point at which a statement fails; nothing of it is trusted.

In reading order. What is seen of a term before anything is tried:
`rewriting`: its other forms.
`samples`: floats, which say what is worth a try.
`gaps`: points at which it has no value by the conventions, so that no rule applies.

The search for a proof, whose tactics stand in files of their own:
`hunt`: the tactics in their order, deeper and deeper.
`direct`: steps that need no search.
`assumptions`, `factors`: what an assumption or a factor with a sign leaves to be shown.
`ends`, `cases`, `orders`: ends and limits; branches, halves and boxes; which variable is larger.
`triangles`, `new_variables`: changes of variables, by assumptions or by the term itself.
`centres`: two variables as their mean and their distance.
`shapes`, `exponential_sums`, `minorants`: slopes along a variable; polynomials below.
`comparisons`: a root, a logarithm or an exponential is taken off both sides.
`tangents`, `log_sums`, `means`, `jensen`: bounds of logarithms, with weights; means; Jensen.
`squares`, `difference_of_powers`: sums of squares, and r^n - f^n as a product.
`combination`: assumptions with weights >= 0, by which a step of a formal proof is searched.

The search for a counterexample, whose stages look closer and closer:
`judgement`: what a statement says at one exact point.
`counterexample`: the stages in their order.
`faces`, `equalities`: the parts of a region, and assumptions that take a variable away.
`places`, `descent`: simple points, floats, and descents from the best of them.
`charts`, `vicinities`: coordinates close to ends, ties and zeros, and the search in them.
`poles`, `polynomial_models`: points where nothing is defined; models that z3 finds.
`valuation`, `simplest`, `shrinking`: values in balls, simple numbers, and a point made simple.
"""
