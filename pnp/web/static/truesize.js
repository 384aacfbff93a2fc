// True size: the pixels per millimetre of this screen, measured once with a bank card.

const BANK_CARD = 85.6; // mm

/** Call `apply` with the pixels per millimetre; they are measured first if they are unknown, or if `again` is set.
 * @param {(mm: number) => void} apply */
export function measured(apply, again = false) {
  const known = recall();
  if (known && !again) {
    apply(known);
    return;
  }
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("calibrate"));
  const width = /** @type {HTMLInputElement} */ (document.getElementById("bank-width"));
  const card = document.getElementById("bank-card");
  const resize = () => {
    card.style.width = `${width.value}px`;
  };
  width.value = String(Math.round((known || 96 / 25.4) * BANK_CARD));
  width.oninput = resize;
  resize();
  dialog.onclose = () => {
    if (dialog.returnValue !== "keep") return;
    const mm = Number(width.value) / BANK_CARD;
    try {
      localStorage.setItem("pnp-mm", String(mm));
    } catch {
      /* a page opened from a file may have no storage */
    }
    apply(mm);
  };
  dialog.showModal();
}

function recall() {
  try {
    return Number(localStorage.getItem("pnp-mm"));
  } catch {
    return 0;
  }
}
