// The lobby: games to continue, and a form for a new one.

import { $, $$, api, attempt, fillSelect, get, make, newest, number, post, problemList, say } from "./page.js";
import { LEVELS } from "./playlevels.js";

/** @type {Answer.MatchForm | null} */
let form = null;

/** Show the lobby, and return a function that renews its list of games. */
export function openLobby() {
  const load = newest(async () => take(await get(api("play"))));
  load();
  $("#new").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(start);
  });
  $("#players").addEventListener("change", seats);
  $("#preset").addEventListener("change", () => {
    const preset = form.presets[$("#preset").value] ?? {};
    for (const { name, choices } of form.options)
      $(`select[data-option="${CSS.escape(name)}"]`).value = preset[name] ?? choices[0];
  });
  return load;
}

/** @param {Answer.MatchList} found */
function take(found) {
  const trouble = $("#no-rules");
  trouble.hidden = found.rules === "ready";
  $("#lobby").hidden = found.rules !== "ready";
  if (found.rules === "none")
    trouble.replaceChildren(say("play-none"), " ", say("plays-none-how", { file: found.file }));
  if (found.rules === "forbidden")
    trouble.replaceChildren(
      ...problemList([
        {
          where: "",
          message: `${say("plays-forbidden", { file: found.file })} ${say("plays-forbidden-how")} pnp trust`,
        },
      ]),
    );
  if (found.rules !== "ready") return;
  if (!form) {
    form = found.form;
    fill();
  }
  $("#no-games").hidden = found.matches.length > 0;
  $("#where").textContent = found.matches.length ? say("play-where", { folder: found.folder }) : "";
  $("#game-list").replaceChildren(...found.matches.map(gameNode));
}

/** @param {Answer.ListedMatch} listed */
function gameNode({ match, changed, seats, plies, result }) {
  const when = new Date(changed * 1000);
  const time = when.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  const who = seats.map((seat) => LEVELS.find(([value]) => value === seat)?.[1] ?? seat).join(", ");
  const said = say("play-listed", { plies: number(plies), seats: who });
  return make(
    "li",
    {},
    make(
      "span",
      {},
      time,
      make("small", {}, said),
      result ? make("small", {}, say("play-listed-over", { result })) : null,
    ),
    make(
      "a",
      {
        class: `button${result ? "" : " main"}`,
        href: `?match=${match}`,
        "aria-label": `${say(result ? "play-look" : "play-continue")}: ${time}`,
      },
      say(result ? "play-look" : "play-continue"),
    ),
  );
}

function fill() {
  const [fewest, most] = form.players;
  fillSelect(
    $("#players"),
    Array.from({ length: most - fewest + 1 }, (_, more) => [String(fewest + more), String(fewest + more)]),
  );
  $("#players").value = String(form.usual);
  seats();
  $("#options").hidden = !form.options.length;
  $("#preset-field").hidden = !Object.keys(form.presets).length;
  fillSelect(
    $("#preset"),
    Object.keys(form.presets).map((name) => [name, name]),
    say("plays-preset-none"),
  );
  $(".options").replaceChildren(
    ...form.options.map(({ name, choices, about: said }) =>
      make(
        "label",
        {},
        make("code", {}, name),
        make(
          "select",
          { "data-option": name },
          ...choices.map((choice, at) =>
            make("option", { value: choice }, at ? choice : say("plays-default", { choice })),
          ),
        ),
        make("small", {}, said),
      ),
    ),
  );
}

function seats() {
  const before = $$("#seats select").map(({ value }) => value);
  $("#seats .fields").replaceChildren(
    ...Array.from({ length: Number($("#players").value) }, (_, seat) => {
      const select = make("select", {}, ...LEVELS.map(([value, text]) => make("option", { value }, text)));
      select.value = before[seat] ?? (seat ? "greedy" : "person");
      return make("label", {}, say("plays-seat", { number: seat + 1 }), select);
    }),
  );
}

async function start() {
  const options = Object.fromEntries($$("select[data-option]").map((select) => [select.dataset.option, select.value]));
  const usual = Object.fromEntries(form.options.map(({ name, choices }) => [name, choices[0]]));
  const changed = Object.fromEntries(Object.entries(options).filter(([name, value]) => value !== usual[name]));
  /** @type {Answer.StartedMatch} */
  const { match } = await post(api("play/new"), {
    players: Number($("#players").value),
    seats: $$("#seats select").map(({ value }) => value),
    options: changed,
    seed: $("#seed").value,
  });
  location.search = `?match=${match}`;
}
