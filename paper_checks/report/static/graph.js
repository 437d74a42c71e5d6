// The whole graph: it can be made larger and smaller and moved, and a statement that is chosen
// stands out with what it rests on and what rests on it.
"use strict";

(() => {
  const frame = document.querySelector(".whole-graph .graph-scroll");
  const svg = frame.querySelector("svg");
  const bar = document.getElementById("graph-bar");
  const [field, said] = [document.getElementById("chosen"), document.getElementById("said")];
  const { width, height } = svg.viewBox.baseVal;
  const boxes = [...svg.querySelectorAll(".node")];
  const ids = boxes.map((box) => box.querySelector(".first").textContent);
  const at = new Map(ids.map((id, k) => [id, k]));
  const [below, above] = [ids.map(() => []), ids.map(() => [])];
  const lines = [...svg.querySelectorAll(".edge")].map((line) => {
    const [user, used] = line.dataset.ends.split(" ").map(Number);
    below[user].push(used);
    above[used].push(user);
    return { line, user, used };
  });
  const [LEAST, MOST] = [0.02, 2];
  let scale = 1;

  // the scale is set so that a point of the frame stays where it is
  const zoom = (wanted, x = frame.clientWidth / 2, y = frame.clientHeight / 2) => {
    const next = Math.min(MOST, Math.max(LEAST, wanted));
    const [left, top] = [(frame.scrollLeft + x) / scale, (frame.scrollTop + y) / scale];
    scale = next;
    svg.setAttribute("width", width * scale);
    svg.setAttribute("height", height * scale);
    frame.scrollTo({ left: left * scale - x, top: top * scale - y, behavior: "instant" });
  };
  const whole = () =>
    zoom(Math.min(frame.clientWidth / width, (0.75 * window.innerHeight) / height));

  const reached = (start, near, steps) => {
    const seen = new Set([start]);
    let ring = [start];
    for (let k = 0; k < steps && ring.length; k += 1) {
      ring = [...new Set(ring.flatMap((one) => near[one]))].filter((one) => !seen.has(one));
      for (const one of ring) seen.add(one);
    }
    return seen;
  };

  const link = (k) => {
    const result = document.createElement("a");
    result.href = `#${encodeURIComponent(ids[k])}`;
    result.textContent = ids[k];
    return result;
  };

  const sentence = (text, ones) => {
    const result = document.createElement("p");
    result.append(text);
    for (const [k, one] of ones.entries()) result.append(k ? ", " : " ", link(one));
    return result;
  };

  const clear = () => {
    svg.classList.remove("choice");
    for (const one of svg.querySelectorAll(".near, .centre")) one.classList.remove("near", "centre");
    said.replaceChildren();
  };

  const choose = (id) => {
    clear();
    const k = at.get(id);
    if (k === undefined) {
      if (id) said.textContent = `There is no box ${id} in this graph.`;
      return;
    }
    field.value = id;
    const steps = Number(document.getElementById("steps").value) || Infinity;
    const [down, up] = [reached(k, below, steps), reached(k, above, steps)];
    for (const one of [...down, ...up]) boxes[one].classList.add("near");
    for (const { line, user, used } of lines) {
      const inside = (down.has(user) && down.has(used)) || (up.has(user) && up.has(used));
      line.classList.toggle("near", inside);
    }
    boxes[k].classList.add("centre");
    svg.classList.add("choice");
    if (scale < 0.5) zoom(1);
    const box = boxes[k].querySelector("rect").getBBox();
    frame.scrollTo({
      left: (box.x + box.width / 2) * scale - frame.clientWidth / 2,
      top: (box.y + box.height / 2) * scale - frame.clientHeight / 2,
      behavior: "instant",
    });
    const page = document.createElement("p");
    const open = document.createElement("a");
    open.href = boxes[k].getAttribute("href");
    const [title, statement] = boxes[k].querySelector("title").textContent.split("\n");
    open.textContent = title;
    if (statement) {
      const says = document.createElement("p");
      says.className = "says";
      says.textContent = statement;
      said.append(says);
    }
    page.append("Its page, with its neighbourhood as a picture: ", open, ".");
    said.append(page);
    const [used, users] = [[...new Set(below[k])], [...new Set(above[k])]];
    if (used.length) said.append(sentence(`It is joined to ${used.length} below it:`, used));
    if (users.length) said.append(sentence(`It is joined to ${users.length} above it:`, users));
  };

  const recall = () => choose(decodeURIComponent(window.location.hash.slice(1)));

  bar.addEventListener("click", (event) => {
    const what = event.target.dataset.zoom;
    if (what === "whole") whole();
    else if (what === "width") zoom(frame.clientWidth / width);
    else if (what) zoom(what === "1" ? 1 : scale * Number(what));
  });
  bar.addEventListener("submit", (event) => {
    event.preventDefault();
    window.location.hash = encodeURIComponent(field.value.trim());
  });
  document.getElementById("steps").addEventListener("change", recall);
  frame.addEventListener("click", (event) => {
    const box = event.target.closest("a.node");
    if (!box || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const id = box.querySelector(".first").textContent;
    window.history.replaceState(null, "", `#${encodeURIComponent(id)}`);
    choose(id);
  });
  frame.addEventListener("keydown", (event) => {
    const by = { "+": 1.4, "=": 1.4, "-": 1 / 1.4 }[event.key];
    if (by) zoom(scale * by);
    if (event.key === "0") whole();
    if (event.key === "Escape") window.location.hash = "";
  });
  frame.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const corner = frame.getBoundingClientRect();
      const by = Math.exp(-event.deltaY / 300);
      zoom(scale * by, event.clientX - corner.left, event.clientY - corner.top);
    },
    { passive: false },
  );
  let held = null;
  frame.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.target.closest("a")) return;
    held = [event.clientX + frame.scrollLeft, event.clientY + frame.scrollTop];
    frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener("pointermove", (event) => {
    if (!held) return;
    frame.scrollTo({
      left: held[0] - event.clientX,
      top: held[1] - event.clientY,
      behavior: "instant",
    });
  });
  for (const end of ["pointerup", "pointercancel"]) {
    frame.addEventListener(end, () => {
      held = null;
    });
  }
  window.addEventListener("hashchange", recall);
  bar.hidden = false;
  whole();
  recall();
})();
