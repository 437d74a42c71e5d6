// Narrows the list of claims. The whole list stands in the page; what was asked for stands in the
// address, so that it can be sent, and found again with the browser's button.
"use strict";

(() => {
  const form = document.getElementById("filter");
  const count = document.getElementById("count");
  const words = window.banditproofWords || {};
  const fields = [...form.elements].filter((field) => field.name);
  const claims = [...document.querySelectorAll("li.claim")].map((row) => {
    const list = row.closest("ul");
    return {
      row,
      text: `${row.textContent} ${words[row.id] || ""}`.toLowerCase(),
      document: (row.closest(".listed") || {}).dataset.document || "",
      chapter: list.dataset.chapter,
      verdict: row.dataset.verdict,
      grade: row.dataset.grade,
      stated: row.dataset.stated,
    };
  });
  const groups = [...document.querySelectorAll(".listed ul, .listed .group, .listed")];

  const asked = () =>
    Object.fromEntries(fields.map((field) => [field.name, field.value.trim()]));

  // the words of formulas are stored without these signs
  const plain = (part) => part.replace(/[\\${}_^]/g, "") || part;

  const fits = (claim, wanted, parts) =>
    ["document", "chapter", "verdict", "grade", "stated"].every(
      (name) => !wanted[name] || claim[name] === wanted[name],
    ) && parts.every((part) => claim.text.includes(part) || claim.text.includes(plain(part)));

  const narrow = () => {
    const wanted = asked();
    const parts = wanted.words.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const claim of claims) {
      claim.row.hidden = !fits(claim, wanted, parts);
      shown += claim.row.hidden ? 0 : 1;
    }
    for (const group of groups) {
      group.hidden = !group.querySelector("li.claim:not([hidden])");
    }
    const all = shown === claims.length;
    count.textContent = all
      ? `${claims.length} claims.`
      : `${shown} of ${claims.length} claims.`;
  };

  const remember = () => {
    const known = Object.entries(asked()).filter((pair) => pair[1]);
    const hash = new URLSearchParams(known).toString();
    const address = hash ? `#${hash}` : window.location.pathname;
    window.history.replaceState(null, "", address);
  };

  const recall = () => {
    const known = new URLSearchParams(window.location.hash.slice(1));
    for (const field of fields) {
      field.value = known.get(field.name) || "";
    }
    narrow();
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    narrow();
    remember();
  });
  form.addEventListener("reset", () => {
    window.setTimeout(() => {
      narrow();
      remember();
    });
  });
  form.elements.words.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "Enter") {
      return;
    }
    const first = document.querySelector("li.claim:not([hidden]) a");
    if (first) {
      event.preventDefault();
      first.focus();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, select, textarea")) {
      event.preventDefault();
      form.elements.words.focus();
    }
  });
  window.addEventListener("hashchange", () => {
    if (!document.getElementById(decodeURIComponent(window.location.hash.slice(1)))) {
      recall();
    }
  });
  form.hidden = false;
  recall();
})();
