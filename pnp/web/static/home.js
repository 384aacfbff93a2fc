import { $, $$, attempt, get, make, number, post, say, sendFile, toast, whileWaiting } from "./page.js";

const TRIES = 25;
/** Longest wait between two questions for cards that are being drawn, in ms. */
const PAUSE = 1500;
/** Maximum number of files in an upload. */
const MOST_FILES = 500;
/** Maximum size of an upload, in bytes; the rest is for the names of the files. */
const LARGEST_UPLOAD = 99_500_000;
const TABLE = /\.(xlsx|xlsm|xls|ods|csv|tsv|txt|json|jsonl)$/i;

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

/** Game that decks are added to; null on a page without games, and "" for a new game.
 * @type {HTMLSelectElement | null} */
const target = $("#target");
const addsDeck = () => Boolean(target?.value);
/** @param {string} kind */
const address = (kind) => (addsDeck() ? `/api/${encodeURIComponent(target.value)}/deck` : "/api/new-game") + kind;
function showTarget() {
  for (const label of $$("label.name")) label.textContent = say(addsDeck() ? "home-deck-name" : "home-name");
  for (const button of $$("form button[type=submit]"))
    button.textContent = say(addsDeck() ? "home-create-deck" : "home-create");
  $("#deck-note").hidden = !addsDeck();
}
target?.addEventListener("change", showTarget);
if (target) showTarget(); // browsers restore the choice when a page is loaded again

for (const button of $$(".add-deck"))
  button.addEventListener("click", () => {
    target.value = $("[data-game]", button.closest("li")).dataset.game;
    showTarget();
    $(".new").scrollIntoView({ block: "start" });
    target.focus();
  });

/** Show the path of a folder that could not be opened, to copy.
 * @param {HTMLElement} item
 * @param {string} path */
function showPath(item, path) {
  const copy = make("button", { type: "button" }, say("copy"));
  copy.addEventListener("click", () => navigator.clipboard.writeText(path).then(() => toast(say("copied"))));
  const shown = make("p", { class: "path", role: "status" }, make("code", {}, path), " ", copy);
  $(".path", item)?.remove();
  item.append(shown);
  copy.focus();
}
for (const button of $$(".open-folder"))
  button.addEventListener("click", () =>
    attempt(async () => {
      const item = button.closest("li");
      const game = $("[data-game]", item).dataset.game;
      /** @type {Answer.OpenedFolder} */
      const answer = await post(`/api/${encodeURIComponent(game)}/folder`);
      if (answer.opened) toast(say("home-folder-opened"));
      else showPath(item, answer.path);
    }),
  );

/** Open a game that is new or has a new deck; what its designer should know is shown first.
 * @param {Answer.NewGameAnswer | undefined} answer */
function openGame(answer) {
  if (!answer) return;
  const page = `/${encodeURIComponent(answer.game)}/gallery`;
  if (!answer.notes.length) {
    location.assign(page);
    return;
  }
  const notes = answer.notes.map((note) => make("li", {}, note));
  const open = make("a", { class: "button main", href: page }, say("home-open", { game: answer.game }));
  const shown = make(
    "div",
    { class: "panel", role: "status" },
    make(
      "h3",
      {},
      answer.decks.length
        ? say("home-added", { game: answer.game, decks: answer.decks.join(", ") })
        : say("home-made", { game: answer.game }),
    ),
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
  const chosen = [...file.files].find((each) => TABLE.test(each.name)) ?? file.files[0];
  if (chosen && !tableName.value) tableName.value = plainName(chosen.name);
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
  const chosen = [...file.files];
  if (!chosen.length) {
    toast(say("home-file"), "bad");
    return;
  }
  if (chosen.length > MOST_FILES || chosen.reduce((sum, each) => sum + each.size, 0) > LARGEST_UPLOAD) {
    toast(say("home-too-much", { count: number(MOST_FILES) }), "bad");
    return;
  }
  const files = chosen.map(({ name, size }) => ({ name, size }));
  const upload = new Blob([`${JSON.stringify({ name: tableName.value.trim(), files })}\n`, ...chosen]);
  openGame(await whileWaiting(say("home-making"), () => attempt(() => sendFile(address("/table"), upload))));
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
  openGame(await whileWaiting(say("home-making"), () => attempt(() => post(address(""), body))));
});
