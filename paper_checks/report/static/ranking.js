// Which claims a search gives, the best first. Each word of a search must stand somewhere in a
// claim, and is worth most where it names the place: `theorem 4.3` gives Theorem 4.3 first.
"use strict";

window.banditproofRanking = (() => {
  const KINDS = new Map(
    Object.entries({
      alg: "algorithm", app: "appendix", assn: "assumption", ch: "chapter", cor: "corollary",
      def: "definition", defn: "definition", eq: "equation", eqn: "equation", ex: "example",
      fig: "figure", lem: "lemma", prop: "proposition", rem: "remark", sec: "section",
      tab: "table", th: "theorem", thm: "theorem",
    }),
  );
  const WORD = /[\p{L}\p{N}⋆]+(?:[.\-'][\p{L}\p{N}]+)*/gu;

  const folded = (text) => text.normalize("NFKC").toLowerCase();
  const words = (text) => folded(text).match(WORD) || [];

  // the words of a search without brackets and the signs of formulas, abbreviations in full
  const asked = (query) =>
    folded(query)
      .split(/[\s,;]+/)
      .map((part) => part.replace(/[\\${}_^()[\]]/g, "").replace(/[.:]+$/, ""))
      .filter(Boolean)
      .map((part) => KINDS.get(part) || part);

  const claims = (data) =>
    data.rows.map((row, place) => {
      const claim = Object.fromEntries(data.fields.map((name, k) => [name, row[k]]));
      const inside = folded(`${claim.words} ${claim.place}`);
      return {
        ...claim,
        at: place,
        known: [claim.id, claim.was].filter(Boolean).map(folded),
        rest: folded(claim.id).replace(/^[^.]*\./, ""),
        named: words(claim.label),
        entitled: words(claim.title),
        of: words(data.titles[claim.document] || ""),
        kinds: words(claim.kind),
        judged: [claim.verdict, claim.grade],
        placed: ` ${words(claim.place).join(" ")} `,
        inside,
        read: new Set(words(inside)),
        all: folded([claim.id, claim.title, claim.kind].join(" ")),
      };
    });

  // what one word is worth in a claim; 0 where it does not stand there at all
  const worth = (word, claim) => {
    if (claim.known.includes(word)) return 1000;
    if (claim.rest === word) return 100;
    if (claim.named.includes(word)) return 60;
    if (word.length > 2 && claim.document.startsWith(word)) return 30;
    if (claim.judged.includes(word)) return 25;
    if (claim.entitled.includes(word)) return 20;
    if (claim.kinds.includes(word)) return 15;
    if (claim.of.includes(word)) return 12;
    if (word.length === 1) return claim.read.has(word) ? 5 : 0;
    if (claim.entitled.some((other) => other.startsWith(word))) return 10;
    if (claim.all.includes(word)) return 7;
    if (claim.read.has(word)) return 5;
    return claim.inside.includes(word) ? 2 : 0;
  };

  const score = (parts, claim) => {
    let sum = 0;
    for (const word of parts) {
      const one = worth(word, claim);
      if (!one) return 0;
      sum += one;
    }
    const whole = claim.named.length > 0 && claim.named.every((word) => parts.includes(word));
    if (whole) return sum + 60 + (claim.stated ? 3 : 0);
    const phrase = parts.join(" ");
    const placed = claim.placed.includes(` ${phrase} `);
    const entitled = parts.length > 1 && claim.entitled.join(" ").includes(phrase);
    return sum + (placed ? 40 : 0) + (entitled ? 10 : 0) + (claim.stated ? 3 : 0);
  };

  // the claims in which every word stands, the best first; all in their order without a word
  const ranked = (query, all) => {
    const parts = asked(query);
    if (!parts.length) return [...all];
    return all
      .map((claim) => [score(parts, claim), claim])
      .filter((pair) => pair[0] > 0)
      .sort((a, b) => b[0] - a[0] || a[1].at - b[1].at)
      .map((pair) => pair[1]);
  };

  let waiting = null;
  // the claims of the report; the file with them is read when the first search asks for it
  const load = (root) => {
    waiting ||= new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = `${root}static/claims.js`;
      script.addEventListener("load", () => done(claims(window.banditproofClaims)));
      script.addEventListener("error", failed);
      document.head.append(script);
    });
    return waiting;
  };

  // one claim as an item of a list, with a link to its page
  const item = (claim, root) => {
    const row = document.createElement("li");
    row.className = "claim";
    const link = document.createElement("a");
    link.href = root + claim.address;
    link.textContent = claim.id;
    row.append(link);
    const add = (name, text) => {
      const part = document.createElement("span");
      part.className = name;
      part.textContent = text;
      row.append(part);
    };
    add("label", [claim.label, claim.stated ? "" : "ours"].filter(Boolean).join(" · "));
    if (claim.verdict) add(`verdict ${claim.verdict} ${claim.grade || ""}`.trim(), claim.verdict);
    add("about", claim.title);
    return row;
  };

  return { claims, item, load, ranked };
})();
