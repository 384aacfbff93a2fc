// True size: how many pixels a millimetre has on this screen, measured once with a bank card.

const BANK_CARD = 85.6;

/** Have `apply` called with the pixels of a millimetre; they are measured first where nobody has yet, or `again`. */
export function measured(apply, again = false) {
  const known = recall();
  if (known && !again) return apply(known);
  const dialog = document.getElementById("calibrate"),
    card = document.getElementById("bank-card"),
    width = document.getElementById("bank-width");
  const resize = () => {
    card.style.width = `${width.value}px`;
  };
  width.value = Math.round((known || 96 / 25.4) * BANK_CARD);
  width.oninput = resize;
  resize();
  dialog.onclose = () => {
    if (dialog.returnValue !== "keep") return;
    const mm = width.value / BANK_CARD;
    try {
      localStorage.setItem("pnp-mm", mm);
    } catch {
      /* a file may not keep anything */
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
