// The form for a new run, made from the rules' players, options and presets.
import {
  $,
  $$,
  about,
  api,
  fillSelect,
  get,
  make,
  problemList,
  problemsOf,
  say,
  targetOf,
  whileWaiting,
} from "./page.js";

/** What can be chosen for a run; null until it is loaded. @type {Answer.RunForm | null} */
export let rules = null;

/** Load what can be chosen; fields that were filled in keep their values. */
export async function loadForm() {
  /** @type {Answer.RunForm} */
  let found;
  try {
    found = await whileWaiting(say("plays-reading"), () => get(api("plays/form")));
  } catch (error) {
    $("#no-rules").hidden = false;
    $("#no-rules").replaceChildren(...problemList(problemsOf(error)));
    return;
  }
  $("#no-rules").hidden = true;
  const before = rules ? order() : null;
  rules = found;
  const [fewest, most] = found.players;
  fillSelect(
    $("#players"),
    Array.from({ length: most - fewest + 1 }, (_, more) => [String(fewest + more), String(fewest + more)]),
  );
  const fits = before && before.players >= fewest && before.players <= most;
  $("#players").value = String(fits ? before.players : found.usual);
  if (!before) {
    $("#games").value = String(found.games);
    $("#seed").value = found.seed;
  }
  $("#options").hidden = !found.options.length;
  $("#preset-field").hidden = !Object.keys(found.presets).length;
  fillSelect(
    $("#preset"),
    Object.keys(found.presets).map((name) => [name, name]),
    say("plays-preset-none"),
  );
  $(".options").replaceChildren(
    ...found.options.map(({ name, choices, about: said }) => {
      const select = make(
        "select",
        { "data-option": name },
        ...choices.map((choice, place) =>
          make("option", { value: choice }, place ? choice : say("plays-default", { choice })),
        ),
      );
      if (before?.options[name] && choices.includes(before.options[name])) select.value = before.options[name];
      return make("label", {}, make("code", {}, name), select, make("small", {}, said));
    }),
  );
  seats(before?.bots.split(","));
  changed();
  $("#new").hidden = false;
}

/** Offer a bot for each seat. Those after the first are like it until another is chosen.
 * @param {string[]} names the bots to choose */
function seats(names = []) {
  const room = $("#bots .fields");
  const there = $$(".bot", room);
  const wanted = Number($("#players").value);
  for (const extra of there.slice(wanted)) extra.closest("label").remove();
  for (let seat = there.length; seat < wanted; seat++) room.append(seatNode(seat));
  names.forEach((name, seat) => {
    const label = $$("label", room)[seat];
    if (!label) return;
    const [kind, budget] = name.split(":");
    $("select", label).value = kind;
    if (budget) $("input", label).value = budget;
    $("input", label).hidden = kind !== "search";
  });
}
/** @param {number} seat */
function seatNode(seat) {
  const kinds = [
    ["greedy", say("plays-bot-greedy")],
    ["random", say("plays-bot-random")],
    ["search", say("plays-bot-search")],
  ];
  const select = make(
    "select",
    { "aria-label": say("plays-seat", { number: seat + 1 }) },
    ...(seat ? [make("option", { value: "" }, say("plays-bot-same"))] : []),
    ...kinds.map(([value, text]) => make("option", { value }, text)),
  );
  const budget = make("input", {
    type: "text",
    value: "100",
    pattern: "[1-9][0-9]{0,8}|[0-9]{1,4}(\\.[0-9]{1,6})?s",
    title: say("plays-budget"),
    "aria-label": say("plays-budget"),
    hidden: true,
  });
  select.addEventListener("input", () => {
    budget.hidden = select.value !== "search";
  });
  return make(
    "label",
    {},
    make("span", {}, say("plays-seat", { number: seat + 1 })),
    make("span", { class: "bot" }, select, budget),
  );
}
function botNames() {
  let last = "greedy";
  return $$("#bots .bot").map((bot) => {
    const kind = $("select", bot).value;
    if (kind) last = kind === "search" ? `search:${$("input", bot).value.trim()}` : kind;
    return last;
  });
}
const optionFields = () => $$("select[data-option]");
/** Return what the form asks for. */
export function order() {
  const bots = botNames();
  return {
    players: Number($("#players").value),
    games: Math.floor(Number($("#games").value)) || 1,
    seed: $("#seed").value,
    bots: (new Set(bots).size > 1 ? bots : bots.slice(0, 1)).join(","),
    options: Object.fromEntries(optionFields().map((select) => [select.dataset.option, select.value])),
  };
}
/** Quote a word for a shell.
 * @param {string} word */
const shell = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);
/** Show the command for the form, and mark options that were changed. */
function changed() {
  if (!rules) return;
  const wanted = order();
  const options = rules.options
    .filter(({ name, choices }) => wanted.options[name] !== choices[0])
    .map(({ name }) => `--option ${shell(`${name}=${wanted.options[name]}`)}`);
  for (const select of optionFields()) select.closest("label").classList.toggle("changed", select.selectedIndex > 0);
  $("#command").textContent = [
    "pnp simulate",
    about.game,
    `--players ${wanted.players} --games ${wanted.games} --bots ${shell(wanted.bots)} --seed ${shell(wanted.seed)}`,
    ...options,
  ].join(" ");
}
$("#new").addEventListener("input", (event) => {
  if (event.target === $("#players")) seats();
  if (event.target === $("#preset")) {
    const preset = rules.presets[$("#preset").value] ?? {};
    for (const { name, choices } of rules.options)
      $(`select[data-option="${CSS.escape(name)}"]`).value = preset[name] ?? choices[0];
  } else if (targetOf(event).dataset.option) {
    $("#preset").value = "";
  }
  changed();
});
