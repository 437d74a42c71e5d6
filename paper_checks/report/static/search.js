// The search at the top of each page: "/" goes there, the arrows go through what it gives, and
// Enter follows the first result or the one that has the focus.
"use strict";

(() => {
  const { item, load, ranked } = window.banditproofRanking;
  const form = document.querySelector("form.search");
  const field = form.querySelector("input");
  const panel = form.querySelector(".results");
  const [said, list] = [panel.querySelector("p"), panel.querySelector("ol")];
  const root = form.dataset.root;
  const SHOWN = 12;

  const show = async () => {
    const query = field.value.trim();
    const claims = query ? await load(root) : [];
    if (query !== field.value.trim()) return; // another letter was typed
    const best = query ? ranked(query, claims) : [];
    list.replaceChildren(...best.slice(0, SHOWN).map((claim) => item(claim, root)));
    said.textContent = best.length
      ? `${best.length} ${best.length === 1 ? "statement" : "statements"}.`
      : "No statement has all of these words.";
    if (best.length > SHOWN) {
      const all = document.createElement("a");
      all.href = `${root}index.html#${new URLSearchParams({ words: query })}`;
      all.textContent = `All ${best.length} statements`;
      const last = document.createElement("li");
      last.append(all);
      list.append(last);
    }
    panel.hidden = !query;
  };

  const links = () => [...list.querySelectorAll("a")];

  const close = () => {
    panel.hidden = true;
  };

  field.addEventListener("input", show);
  field.addEventListener("focus", () => load(root));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await show();
    const first = links()[0];
    if (first) first.click();
  });
  form.addEventListener("click", (event) => {
    if (event.target.closest(".results a")) close();
  });
  form.addEventListener("keydown", (event) => {
    const places = [field, ...links()];
    const at = places.indexOf(document.activeElement);
    if (event.key === "Escape" && !panel.hidden) {
      event.preventDefault(); // or the browser clears the words
      field.focus();
      close();
    } else if (at >= 0 && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      if (panel.hidden) {
        show();
        return;
      }
      const next = at + (event.key === "ArrowDown" ? 1 : -1);
      places[(next + places.length) % places.length].focus();
    }
  });
  document.addEventListener("pointerdown", (event) => {
    if (!form.contains(event.target)) close();
  });
  form.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !form.contains(event.relatedTarget)) close();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
      field.select();
    }
  });

  // the address of a claim within a page that has since been cut leads to where it stands now
  const moved = async () => {
    const name = decodeURIComponent(window.location.hash.slice(1));
    if (!name || name.includes("=") || document.getElementById(name)) return;
    const claim = (await load(root)).find((one) => one.id === name);
    if (claim) window.location.replace(`${root}${claim.section}#${encodeURIComponent(name)}`);
  };
  if (!document.querySelector(".whole-graph")) moved();
  form.hidden = false;
})();
