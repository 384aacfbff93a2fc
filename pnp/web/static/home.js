import { $, $$, attempt, get, make, number, post, say, sendFile, toast, whileWaiting } from "./page.js";

const TRIES = 25;
/** Longest wait between two questions for cards that are being drawn, in ms. */
const PAUSE = 1500;

/** Show a game's cards as soon as they are drawn.
 * @param {HTMLElement} link */
async function showFan(link) {
  const fan = $(".fan", link);
  for (let tried = 0; tried < TRIES; tried++) {
    /** @type {Answer.GameFan} */
    let answer;
    try {
      answer = await get(`/api/${encodeURIComponent(link.dataset.game)}/fan`);
    } catch {
      return; // the name and the link stay
    }
    if (answer.pieces)
      $(".about", link).textContent = say("home-pieces", { game: link.dataset.game, count: number(answer.pieces) });
    const cards = answer.cards.map(({ key, scale }, at) => {
      const image = make("img", { src: `/api/face/${key}.png?scale=${scale}`, alt: "" });
      image.style.setProperty("--at", String(at));
      image.style.setProperty("--of", String(answer.cards.length));
      return image;
    });
    fan.replaceChildren(...cards);
    if (!answer.waiting) return;
    await new Promise((resolve) => setTimeout(resolve, Math.min(PAUSE, 250 * (tried + 1))));
  }
}
for (const link of $$("[data-game]")) showFan(link);

/** Return a name for a game, from that of a file.
 * @param {string} text */
const plainName = (text) =>
  text
    .replace(/\.[^.]*$/, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|-+$/g, "")
    .slice(0, 40);

/** Open a new game; what its designer should know is shown first.
 * @param {Answer.NewGameAnswer | undefined} answer */
function openGame(answer) {
  if (!answer) return;
  const address = `/${encodeURIComponent(answer.game)}/gallery`;
  if (!answer.notes.length) {
    location.assign(address);
    return;
  }
  const notes = answer.notes.map((note) => make("li", {}, note));
  const open = make("a", { class: "button main", href: address }, say("home-open", { game: answer.game }));
  const shown = make(
    "div",
    { class: "panel", role: "status" },
    make("h3", {}, say("home-made", { game: answer.game })),
    make("ul", {}, ...notes),
    open,
  );
  $("#from-table").replaceWith(shown);
  open.focus();
}

/** @type {HTMLFormElement} */
const table = $("#from-table");
/** @type {HTMLInputElement} */
const file = $("#table-file");
/** @type {HTMLInputElement} */
const tableName = $("#table-name");
const suggest = () => {
  if (file.files[0] && !tableName.value) tableName.value = plainName(file.files[0].name);
};
file.addEventListener("change", suggest);
table.addEventListener("dragover", (event) => {
  event.preventDefault();
  table.classList.add("dragged");
});
for (const kind of ["dragleave", "drop"]) table.addEventListener(kind, () => table.classList.remove("dragged"));
table.addEventListener("drop", (event) => {
  event.preventDefault();
  if (!event.dataTransfer.files.length) return;
  file.files = event.dataTransfer.files;
  suggest();
  tableName.focus();
});
table.addEventListener("submit", async (event) => {
  event.preventDefault();
  const [chosen] = file.files;
  if (!chosen) {
    toast(say("home-file"), "bad");
    return;
  }
  const query = new URLSearchParams({ name: tableName.value.trim(), file: chosen.name });
  openGame(
    await whileWaiting(say("home-making"), () => attempt(() => sendFile(`/api/new-game/table?${query}`, chosen))),
  );
});

/** @type {HTMLFormElement} */
const styled = $("#from-style");
styled.addEventListener("submit", async (event) => {
  event.preventDefault();
  /** @type {HTMLInputElement} */
  const style = $("input[name=style]:checked", styled);
  /** @type {HTMLInputElement} */
  const name = $("#style-name");
  const body = { name: name.value.trim(), style: style.value };
  openGame(await whileWaiting(say("home-making"), () => attempt(() => post("/api/new-game", body))));
});
