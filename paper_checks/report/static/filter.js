// The list of claims on the index, by words and by choices. What was asked for stands in the
// address, so that it can be sent, and found again with the browser's button.
"use strict";

(() => {
  const { item, load, ranked } = window.banditproofRanking;
  const form = document.getElementById("filter");
  const count = document.getElementById("count");
  const list = document.getElementById("listed");
  const more = document.getElementById("more");
  const fields = [...form.elements].filter((field) => field.name);
  const FIRST = 50;

  const asked = () =>
    Object.fromEntries(fields.map((field) => [field.name, field.value.trim()]));

  const fits = (claim, wanted) =>
    (!wanted.document || claim.document === wanted.document) &&
    (!wanted.chapter || `${claim.document}/${claim.unit}` === wanted.chapter) &&
    (!wanted.verdict || claim.verdict === wanted.verdict) &&
    (!wanted.grade || claim.grade === wanted.grade) &&
    (!wanted.stated || (wanted.stated === "stated") === Boolean(claim.stated));

  const show = async (limit) => {
    const wanted = asked();
    const any = Object.values(wanted).some(Boolean);
    if (!any) {
      list.replaceChildren();
      more.hidden = true;
      count.textContent = count.dataset.all;
      return;
    }
    const claims = (await load("")).filter((claim) => claim.grade);
    if (JSON.stringify(wanted) !== JSON.stringify(asked())) return;
    const fitting = ranked(wanted.words, claims).filter((claim) => fits(claim, wanted));
    list.replaceChildren(...fitting.slice(0, limit).map((claim) => item(claim, "")));
    count.textContent = `${fitting.length} of ${claims.length} claims.`;
    more.hidden = fitting.length <= limit;
    more.textContent = `Show all ${fitting.length}`;
  };

  const remember = () => {
    const known = Object.entries(asked()).filter((pair) => pair[1]);
    const hash = new URLSearchParams(known).toString();
    window.history.replaceState(null, "", hash ? `#${hash}` : window.location.pathname);
  };

  const recall = () => {
    const hash = window.location.hash.slice(1);
    if (hash && !hash.includes("=")) return;
    const known = new URLSearchParams(hash);
    for (const field of fields) field.value = known.get(field.name) || "";
    if (hash) form.scrollIntoView();
    show(FIRST);
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    show(FIRST);
    remember();
  });
  form.addEventListener("reset", () => {
    window.setTimeout(() => {
      show(FIRST);
      remember();
    });
  });
  form.elements.words.addEventListener("keydown", (event) => {
    const first = list.querySelector("a");
    if (first && ["ArrowDown", "Enter"].includes(event.key)) {
      event.preventDefault();
      first.focus();
    }
  });
  more.addEventListener("click", () => show(Infinity));
  window.addEventListener("hashchange", recall);
  form.hidden = false;
  recall();
})();
