// Puts the seconds of the run beside the command that runs the check again.
"use strict";

(() => {
  const seconds = (window.banditproofStamp || { seconds: {} }).seconds;
  for (const place of document.querySelectorAll("[data-seconds]")) {
    const found = seconds[place.dataset.seconds];
    if (found !== undefined) {
      place.textContent = `It took ${found.toFixed(2)} seconds in this run. `;
    }
  }
})();
