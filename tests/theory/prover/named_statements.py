"""Inequalities that the prover shows: those of the documents, and classical ones, each with a
false twin whose constant is moved by at most one part in a hundred."""

from __future__ import annotations

from typing import NamedTuple


class Named(NamedTuple):
    """A statement, its domain, where it stands, and its false twin."""

    text: str
    domain: str
    place: str
    twin: str


UNIT = "p in [0,1], q in [0,1]"
OPEN = "p in (0,1), q in (0,1)"
DEPS = "x in [0,1], y in (0,1), e in [0,inf)"
MILLS = "exp(x**2/2)*sqrt(pi/2)*(1-erf(x/sqrt(2)))"
GAUSS = "(1+erf((e/(2*c)-c)/sqrt(2)))/2-exp(e)*(1-erf((e/(2*c)+c)/sqrt(2)))/2"
LOW = "y/(y+(1-y)*exp(e))"

DOCUMENTS = {
    "Pinsker": Named(
        "kl(p,q) >= 2*(p-q)**2", UNIT, "textbook.pinsker", "kl(p,q) >= 2.002*(p-q)**2"
    ),
    "kl below chi squared": Named(
        "kl(p,q) <= (p-q)**2/(q*(1-q))",
        "p in [0,1], q in (0,1)",
        "thesis, Definition 4.1",
        "kl(p,q) <= 0.999*(p-q)**2/(q*(1-q))",
    ),
    "chord": Named(
        "kl(y,m) <= (y-m)/(1-m)*log(1/m)",
        "y in [0,1], m in (0,1), m <= y",
        "bern.lemD.3.d8",
        "kl(y,m) <= 0.999*(y-m)/(1-m)*log(1/m)",
    ),
    "d_eps below kl": Named(
        "d_eps(x,y,e) <= kl(x,y)", DEPS, "bern.def.deps", "d_eps(x,y,e) <= 0.999*kl(x,y)"
    ),
    "d_eps below eps TV": Named(
        "d_eps(x,y,e) <= e*abs(x-y)", DEPS, "bern.def.deps", "d_eps(x,y,e) <= 0.999*e*abs(x-y)"
    ),
    "d_eps is not negative": Named(
        "d_eps(x,y,e) >= 0", DEPS, "bern.def.deps", "d_eps(x,y,e) >= 0.001*e*x"
    ),
    "Lemma F.3": Named(
        "log(y/x)+log((1-x)/(1-y)) <= e",
        f"x in (0,1), y in (0,1), e in [0,inf), {LOW} <= x",
        "bern.lemF.3",
        "log(y/x)+log((1-x)/(1-y)) <= 0.999*e",
    ),
    "Lemma F.3, increments": Named(
        "d_eps(x,y,e) - d_eps(z,y,e) <= e*abs(x-z)",
        "x in [0,1], z in [0,1], y in (0,1), e in [0,inf)",
        "bern.lemF.3",
        "d_eps(x,y,e) - d_eps(z,y,e) <= 0.999*e*abs(x-z)",
    ),
    "Lemma F.5, low privacy": Named(
        "(y-x)/(y*(1-y)) <= 1/(1-y)",
        "x in [0,1), y in (0,1), x <= y",
        "bern.lemF.5",
        "(y-x)/(y*(1-y)) <= 0.999/(1-y)",
    ),
    "Lemma F.5, high privacy": Named(
        "(1-exp(-e))/(1-y*(1-exp(-e))) <= 1/(1-y)",
        "y in [0,1), e in [0,inf)",
        "bern.lemF.5",
        "(1-exp(-e))/(1-y*(1-exp(-e))) <= 0.999/(1-y)",
    ),
    "Equation 33": Named(
        "(1-exp(-e))/(1-y*(1-exp(-e))) <= (y-x)/(y*(1-y))",
        f"x in [0,1), y in (0,1), e in [0,inf), x <= {LOW}",
        "bern.F6.kl",
        "(1-exp(-e))/(1-y*(1-exp(-e))) <= 0.999*(y-x)/(y*(1-y))",
    ),
    "klgap, the way to y": Named(
        "kl(x+s*(y-x),y) >= (1-s+xlogx(s))*kl(x,y)",
        "x in (0,1), y in (0,1), s in [0,1], x < y",
        "bern.derived.klgap",
        "kl(x+s*(y-x),y) >= 1.001*(1-s+xlogx(s))*kl(x,y)",
    ),
    "klgap, the least cost": Named(
        "r*s+1-s+xlogx(s) >= 1-exp(-r)",
        "s in [0,1], r in [0,inf)",
        "bern.derived.klgap",
        "r*s+1-s+xlogx(s) >= 1.001*(1-exp(-r))",
    ),
    "klgap, the constant": Named(
        "1-exp(-r) >= (1-exp(-1))*min(1,r)",
        "r in [0,inf)",
        "bern.derived.klgap",
        "1-exp(-r) >= 1.001*(1-exp(-1))*min(1,r)",
    ),
    "Theorem 2.14, slope in eps": Named(
        "exp(-(c-e/(2*c))**2/2)/c/sqrt(2*pi) >= exp(e)*(1-erf((c+e/(2*c))/sqrt(2)))/2",
        "c in (0,inf), e in (0,inf)",
        "thesis.thm2.14",
        "exp(-(c-e/(2*c))**2/2)/c/sqrt(2*pi) >= 1.01*exp(e)*(1-erf((c+e/(2*c))/sqrt(2)))/2",
    ),
    "Theorem 2.14": Named(
        f"{GAUSS} <= 1.25*exp(-c**2/2)",
        "c in [0.668,inf), e in (0,3.78]",
        "thesis.thm2.14.repaired",
        f"{GAUSS} <= 1.248*exp(-c**2/2)",
    ),
    "Laplace tail, m = 1": Named(
        "exp(-z)/2 <= exp(-(z-1-log(1+z)))",
        "z in [0,inf)",
        "bern.lemD.1",
        "exp(-z)/2 <= 0.18*exp(-(z-1-log(1+z)))",
    ),
    "Laplace tail, m = 2": Named(
        "exp(-z)*(1+z/2)/2 <= exp(-(z-1-2*log(1+2*z)))",
        "z in [0,inf)",
        "bern.lemD.1",
        "exp(-z)*(1+z/2)/2 <= 0.18*exp(-(z-1-2*log(1+2*z)))",
    ),
    "Laplace tail, m = 3": Named(
        "exp(-z)*(1/2+5*z/16+z**2/16) <= exp(-z)*(1+z/2)**2/2",
        "z in [0,inf)",
        "bern.derived.laptail",
        "exp(-z)*(1/2+5*z/16+z**2/16) <= 0.999*exp(-z)*(1+z/2)**2/2",
    ),
    "Lemma D.3, the direct route": Named(
        "exp(1/m)*exp(m*log(max(1,u))) <= exp(1)*exp(m*log(1+u))",
        "m in [1,inf), u in [0,inf)",
        "bern.lemD.3",
        "exp(1/m)*exp(m*log(max(1,u))) <= 0.999*exp(1)*exp(m*log(1+u))",
    ),
    "Lemma D.3, the slope": Named(
        "sqrt(1-c) >= 1-c", "c in [0,1]", "bern.lemD.1", "sqrt(1-c) >= 1-0.999*c"
    ),
    "weighted log-sum": Named(
        "a*log(a/b)+c*log(c/d) >= (a+c)*log((a+c)/(b+d))",
        "a in (0,inf), b in (0,inf), c in (0,inf), d in (0,inf)",
        "textbook.data-processing",
        "a*log(a/b)+c*log(c/d) >= (a+c)*log((a+1.001*c)/(b+d))",
    ),
    "two logs": Named(
        "log(1+t*(exp(e)-1))+log(1+s*(exp(e)-1)) >= e*(t+s)",
        "t in [0,1], s in [0,1], e in [0,inf)",
        "bern.lemF.1",
        "log(1+t*(exp(e)-1))+log(1+s*(exp(e)-1)) >= 1.001*e*(t+s)",
    ),
    "dual form": Named(
        "e*x <= kl(x,y)+log(1-y+y*exp(e))",
        "x in [0,1], y in (0,1), e in (-inf,inf)",
        "bern.def.deps, fact 3",
        "1.001*e*x <= kl(x,y)+log(1-y+y*exp(e))",
    ),
    "Bretagnolle and Huber": Named(
        "(p-q)**2 <= 1-exp(-kl(p,q))",
        OPEN,
        "textbook.bretagnolle-huber",
        "(p-q)**2 <= 0.99*(1-exp(-kl(p,q)))",
    ),
    "Bretagnolle and Huber, half": Named(
        "1-abs(p-q) >= exp(-kl(p,q))/2",
        OPEN,
        "textbook.bretagnolle-huber",
        "1-abs(p-q) >= 1.01*exp(-kl(p,q))",
    ),
    "Hellinger": Named(
        "kl(p,q) >= 2*(1-sqrt(p*q)-sqrt((1-p)*(1-q)))",
        UNIT,
        "thesis, Definition 4.1",
        "kl(p,q) >= 4.02*(1-sqrt(p*q)-sqrt((1-p)*(1-q)))",
    ),
    "kl and the larger mean": Named(
        "kl(p,q) >= (p-q)**2/(2*max(p,q))",
        OPEN,
        "bern.rem4.2",
        "kl(p,q) >= 1.001*(p-q)**2/(2*max(p,q)*(1-min(p,q)))",
    ),
    "kl along lines": Named(
        "t*kl(p,m)+(1-t)*kl(q,m) >= kl(t*p+(1-t)*q,m)",
        "p in [0,1], q in [0,1], t in [0,1], m in (0,1)",
        "textbook.convexity",
        "t*kl(p,m)+(1-t)*kl(q,m) >= 1.001*kl(t*p+(1-t)*q,m)",
    ),
    "Hoeffding's moments": Named(
        "log(1-p+p*exp(s)) <= s*p+s**2/8",
        "s in (-inf,inf), p in [0,1]",
        "textbook.hoeffding",
        "log(1-p+p*exp(s)) <= s*p+0.999*s**2/8",
    ),
    "eps tanh": Named(
        "e*tanh(e/2) <= e**2/2",
        "e in [0,inf)",
        "thesis, Section 2.1",
        "e*tanh(e/2) <= 0.999*e**2/2",
    ),
    "union of two": Named(
        "(1+p*k)*(1+q*k) >= 1+(p+q-p*q)*k",
        "p in [0,1], q in [0,1], k in [0,inf)",
        "thesis.thm4.9",
        "(1+p*k)*(1+q*k) >= 1+1.001*(p+q-p*q)*k",
    ),
}

CLASSICAL = {
    "log(1+x), Pade": Named(
        "log(1+x) >= 2*x/(2+x)", "x in [0,inf)", "", "log(1+x) >= 2.002*x/(2+x)"
    ),
    "log(1+x), root": Named(
        "log(1+x) <= x/sqrt(1+x)", "x in [0,inf)", "", "log(1+x) <= 0.999*x/sqrt(1+x)"
    ),
    "log(1+x), below": Named(
        "x/(1+x) <= log(1+x)", "x in (-1,inf)", "", "1.001*x/(1+x) <= log(1+x)"
    ),
    "log, root": Named(
        "log(x) <= (x-1)/sqrt(x)", "x in [1,inf)", "", "log(x) <= 0.999*(x-1)/sqrt(x)"
    ),
    "log, inverse": Named("log(x) <= (x-1/x)/2", "x in [1,inf)", "", "log(x) <= 0.999*(x-1/x)/2"),
    "log by e": Named("log(x) <= x/exp(1)", "x in (0,inf)", "", "log(x) <= 0.999*x/exp(1)"),
    "exp by e": Named("exp(x) >= exp(1)*x", "x in (-inf,inf)", "", "exp(x) >= 1.001*exp(1)*x"),
    "exp, parabola": Named(
        "1-exp(-x) >= x-x**2/2", "x in [0,inf)", "", "1-exp(-x) >= x-0.499*x**2"
    ),
    "exp, upper parabola": Named(
        "exp(x) <= 1+x+x**2", "x in (-inf,1.793]", "", "exp(x) <= 1+x+0.999*x**2"
    ),
    "exp, Pade": Named("exp(x) <= (2+x)/(2-x)", "x in [0,2)", "", "exp(x) <= (2+0.999*x)/(2-x)"),
    "exp, quotient": Named("exp(-x/(1-x)) <= 1-x", "x in [0,1)", "", "exp(-x/(1-x)) <= 1-1.001*x"),
    "the limit e, below": Named(
        "exp(x*log(1+1/x)) < exp(1)", "x in (0,inf)", "", "exp(x*log(1+1/x)) < 0.999*exp(1)"
    ),
    "the limit e, above": Named(
        "exp((x+1)*log(1+1/x)) > exp(1)", "x in (0,inf)", "", "exp((x+1)*log(1+1/x)) > 1.001*exp(1)"
    ),
    "cosh": Named(
        "(exp(x)+exp(-x))/2 <= exp(x**2/2)",
        "x in (-inf,inf)",
        "",
        "(exp(x)+exp(-x))/2 <= exp(0.4995*x**2)",
    ),
    "tanh": Named("tanh(x) <= x", "x in [0,inf)", "", "tanh(x) <= 0.999*x"),
    "tanh, cubic": Named("tanh(x) >= x-x**3/3", "x in [0,inf)", "", "tanh(x) >= x-0.333*x**3"),
    "Huygens": Named(
        "exp(x)-exp(-x)+tanh(x) >= 3*x", "x in [0,inf)", "", "exp(x)-exp(-x)+tanh(x) >= 3.003*x"
    ),
    "softplus": Named(
        "log(1+exp(x)) <= log(2)+x/2+x**2/8",
        "x in (-inf,inf)",
        "",
        "log(1+exp(x)) <= log(2)+x/2+0.1249*x**2",
    ),
    "entropy, root": Named(
        "-xlogx(p)-xlogx(1-p) <= 2*log(2)*sqrt(p*(1-p))",
        "p in [0,1]",
        "",
        "-xlogx(p)-xlogx(1-p) <= 1.999*log(2)*sqrt(p*(1-p))",
    ),
    "entropy, product": Named(
        "-xlogx(p)-xlogx(1-p) >= 4*log(2)*p*(1-p)",
        "p in [0,1]",
        "",
        "-xlogx(p)-xlogx(1-p) >= 4.004*log(2)*p*(1-p)",
    ),
    "Pinsker, refined": Named(
        "kl(p,q) >= 2*(p-q)**2+4/9*(p-q)**4", OPEN, "", "kl(p,q) >= 2*(p-q)**2+0.45*(p-q)**4"
    ),
    "Mills, above": Named(f"{MILLS} <= 1/x", "x in (0,inf)", "", f"{MILLS} <= 0.999/x"),
    "Mills, below": Named(
        f"{MILLS} >= x/(1+x**2)", "x in (0,inf)", "", f"{MILLS} >= 1.001*x/(1+x**2)"
    ),
    "Mills, Komatsu": Named(
        f"{MILLS} >= 2/(x+sqrt(x**2+4))", "x in [0,inf)", "", f"{MILLS} >= 2.002/(x+sqrt(x**2+4))"
    ),
    "Gaussian tail": Named(
        "1-erf(x) <= exp(-x**2)", "x in [0,inf)", "", "1-erf(x) <= 0.999*exp(-x**2)"
    ),
    "erf, above": Named(
        "erf(x) <= sqrt(1-exp(-4*x**2/pi))",
        "x in [0,inf)",
        "",
        "erf(x) <= sqrt(1-exp(-3.99*x**2/pi))",
    ),
    "erf, below": Named(
        "erf(x) >= sqrt(1-exp(-x**2))", "x in [0,inf)", "", "erf(x) >= sqrt(1-exp(-1.01*x**2*4/pi))"
    ),
    "Bennett": Named(
        "(1+x)*log(1+x)-x >= x**2/(2+2*x/3)",
        "x in [0,inf)",
        "",
        "(1+x)*log(1+x)-x >= x**2/(2+0.66*x)",
    ),
    "weighted means": Named(
        "t*x+(1-t)*y >= exp(t*log(x)+(1-t)*log(y))",
        "x in (0,inf), y in (0,inf), t in [0,1]",
        "",
        "t*x+(1-t)*y >= 1.001*exp(t*log(x)+(1-t)*log(y))",
    ),
    "Jensen for log": Named(
        "log(t*x+(1-t)*y) >= t*log(x)+(1-t)*log(y)",
        "x in (0,inf), y in (0,inf), t in [0,1]",
        "",
        "log(t*x+(1-t)*y) >= t*log(x)+(1.001-t)*log(y)",
    ),
    "Jensen for x log x": Named(
        "t*xlogx(x)+(1-t)*xlogx(y) >= xlogx(t*x+(1-t)*y)",
        "x in (0,inf), y in (0,inf), t in [0,1]",
        "",
        "t*xlogx(x)+(1-t)*xlogx(y) >= 1.001*xlogx(t*x+(1-t)*y)",
    ),
    "Fenchel and Young": Named(
        "x*y <= xlogx(x)-x+exp(y)",
        "x in [0,inf), y in (-inf,inf)",
        "",
        "x*y <= xlogx(x)-1.001*x+exp(y)",
    ),
    "logarithmic mean, below": Named(
        "sqrt(x*y)*log(x/y) <= x-y",
        "x in (0,inf), y in (0,inf), y <= x",
        "",
        "1.001*sqrt(x*y)*log(x/y) <= x-y",
    ),
    "logarithmic mean, above": Named(
        "x-y <= (x+y)/2*log(x/y)",
        "x in (0,inf), y in (0,inf), y <= x",
        "",
        "x-y <= 0.999*(x+y)/2*log(x/y)",
    ),
    "Bernoulli": Named(
        "exp(r*log(1+x)) >= 1+r*x",
        "x in (-1,inf), r in [1,inf)",
        "",
        "exp(r*log(1+x)) >= 1+1.001*r*x",
    ),
    "sum of roots": Named(
        "sqrt(x+y) <= sqrt(x)+sqrt(y)",
        "x in [0,inf), y in [0,inf)",
        "",
        "sqrt(x+y) <= 0.999*(sqrt(x)+sqrt(y))",
    ),
    "four fourth powers": Named(
        "x**4+y**4+z**4+w**4 >= 4*x*y*z*w",
        "x in (-inf,inf), y in (-inf,inf), z in (-inf,inf), w in (-inf,inf)",
        "",
        "x**4+y**4+z**4+w**4 >= 4.004*x*y*z*w",
    ),
    "Cauchy and Schwarz": Named(
        "(x**2+y**2)*(z**2+w**2) >= (x*z+y*w)**2",
        "x in (-inf,inf), y in (-inf,inf), z in (-inf,inf), w in (-inf,inf)",
        "",
        "(x**2+y**2)*(z**2+w**2) >= 1.001*(x*z+y*w)**2",
    ),
    "larger of two": Named(
        "max(x,y) >= (x+y)/2", "x in [0,1], y in [0,1]", "", "max(x,y) >= 1.001*(x+y)/2"
    ),
}

ALL = {**DOCUMENTS, **CLASSICAL}
UNDECIDED = (
    "d_eps below eps TV",
    "Lemma F.3, increments",
    "klgap, the way to y",
    "Theorem 2.14",
    "Pinsker, refined",
)
"""What the search does not prove yet."""
