// Exports: the targets of a game, their options and their files.
import {
  $,
  $$,
  announce,
  api,
  attempt,
  fileSize,
  follow,
  get,
  keepFields,
  listen,
  make,
  number,
  onEvent,
  post,
  problemList,
  problemsOf,
  say,
  showProgress,
  stopJob,
  whileWaiting,
} from "./page.js";

/** @typedef {Answer.ListedJob<Answer.ExportResult>} ExportJob */
/** The panels, and the last job of each, by the name of the target.
 * @type {Map<string, { node: HTMLElement, job: ExportJob | null }>} */
const shown = new Map();

async function load() {
  /** @type {Answer.ExportTargets | undefined} */
  const found = await attempt(() => whileWaiting(say("loading"), () => get(api("targets"))));
  if (!found) return;
  $("#lang-field").hidden = found.languages.length < 2;
  const before = $("#lang").value || new URLSearchParams(location.search).get("lang") || "";
  $("#lang").replaceChildren(
    ...found.languages.map((lang) => make("option", { value: lang, selected: lang === before }, lang)),
  );
  for (const target of found.targets) {
    if (shown.has(target.name)) continue;
    const panel = { node: panelOf(target), job: /** @type {ExportJob | null} */ (null) };
    shown.set(target.name, panel);
    $("#targets").append(panel.node);
  }
  for (const [name, panel] of shown)
    if (!found.targets.some((target) => target.name === name)) {
      panel.node.remove();
      shown.delete(name);
    }
}

/** @param {Answer.ExportTarget} target */
function panelOf(target) {
  const { title, about } = target.translations[document.documentElement.lang] ?? target;
  return make(
    "section",
    { class: "panel", "data-target": target.name, "aria-label": title },
    make("h2", {}, title, make("small", {}, target.own ? say("exports-yours") : target.name)),
    make("p", {}, about),
    target.options.length
      ? make(
          "details",
          {},
          make("summary", {}, say("exports-options")),
          make("div", { class: "options" }, ...target.options.map(optionNode)),
        )
      : null,
    make(
      "p",
      { class: "buttons" },
      make("button", { type: "button", class: "look", onclick: () => run(target.name, true) }, say("exports-look")),
      make(
        "button",
        { type: "button", class: "main make", onclick: () => run(target.name, false) },
        say("exports-make"),
      ),
    ),
    make("div", { class: "result", hidden: true }),
    target.upload
      ? make("details", {}, make("summary", {}, say("exports-upload")), make("pre", {}, target.upload))
      : null,
  );
}

/** @param {Answer.TargetOption} option */
function optionNode(option) {
  const usual = option.default === null ? "" : String(option.default);
  if (option.kind === "flag") {
    const box = make("input", { type: "checkbox", "data-option": option.name });
    box.checked = option.default === true;
    return make("label", { class: "check" }, box, make("span", {}, option.name, " ", make("small", {}, option.about)));
  }
  const field =
    option.kind === "choice"
      ? make(
          "select",
          { "data-option": option.name },
          ...(usual ? [] : [make("option", { value: "" }, "–")]),
          ...option.choices.map((value) => make("option", { value, selected: value === usual }, value)),
        )
      : make("input", {
          type: "text",
          "data-option": option.name,
          placeholder: usual,
          inputmode: option.kind === "number" ? "decimal" : null,
        });
  return make("label", {}, make("span", {}, option.name, " ", make("small", {}, option.about)), field);
}

/** Return the options that were chosen in a panel.
 * @param {HTMLElement} node */
function chosen(node) {
  /** @type {Record<string, string | boolean>} */
  const options = {};
  for (const box of $$("input[type=checkbox]", node)) options[box.dataset.option] = box.checked;
  for (const field of [...$$("input[type=text]", node), ...$$("select", node)])
    if (field.value.trim()) options[field.dataset.option] = field.value.trim();
  return options;
}

/** Export to a target, or find out what would be exported.
 * @param {string} name
 * @param {boolean} dry */
async function run(name, dry) {
  const panel = shown.get(name);
  const box = $(".result", panel.node);
  const lang = $("#lang").value || undefined; // left out where there is no choice
  const order = { target: name, ink: $("#ink").value, options: chosen(panel.node), dry, lang };
  box.hidden = false;
  try {
    /** @type {ExportJob} */
    const job = await post(api("export"), order);
    panel.job = job;
    const done = await follow(job, (now) => {
      if (panel.job.id === job.id && now.state === "running") progress(box, now);
    });
    if (panel.job.id !== job.id) return;
    const stopping = $(".under-way", box)?.contains(document.activeElement);
    if (done.state === "stopped") {
      box.replaceChildren(make("p", { class: "soft" }, say("exports-stopped")));
      announce(say("exports-stopped"));
    } else show(box, done, dry);
    if (stopping) $(dry ? ".look" : ".make", panel.node).focus();
  } catch (error) {
    box.replaceChildren(make("div", { role: "alert" }, ...problemList(problemsOf(error))));
  }
}

/** Show how far a job is; its button stays the same, so that it can be reached.
 * @param {HTMLElement} box
 * @param {ExportJob} job */
function progress(box, job) {
  if (box.dataset.job !== job.id || !$(".under-way", box)) {
    box.dataset.job = job.id;
    box.replaceChildren(
      make(
        "p",
        { class: "buttons under-way" },
        make("progress", { "aria-label": say("exports-running") }),
        make("span", { class: "soft" }),
        make("button", { type: "button", onclick: () => stopJob(job) }, say("exports-stop")),
      ),
    );
    announce(say("exports-running"));
  }
  showProgress($("progress", box), job);
  $(".under-way span", box).textContent =
    `${job.stage} ${job.total ? `${number(job.done)} / ${number(job.total)}` : "…"}`;
}

/** @param {HTMLElement} box
 * @param {ExportJob} job
 * @param {boolean} dry */
function show(box, job, dry) {
  const { files, more, size, notices, made, left, unsafe } = job.result;
  /** @template Row
   * @param {string} key
   * @param {Row[]} rows
   * @param {(row: Row) => string} text */
  const list = (key, rows, text) =>
    rows.length
      ? make(
          "details",
          { open: rows.length < 6 },
          make("summary", {}, say(key, { count: number(rows.length) })),
          make("div", { class: "scroll" }, make("ul", {}, ...rows.map((row) => make("li", {}, text(row))))),
        )
      : null;
  const said = say(dry ? "exports-would" : "exports-made", {
    pieces: number(made),
    files: number(files.length + more),
    size: fileSize(size),
  });
  announce(said);
  box.replaceChildren(
    ...[
      make("p", {}, make("b", {}, said)),
      job.files.zip
        ? make(
            "p",
            {},
            make(
              "a",
              { class: "button main", href: `/api/job/${job.id}/file/zip`, download: true },
              `${say("exports-download")} (${fileSize(job.files.zip)})`,
            ),
          )
        : null,
      list("exports-notices", notices, (text) => text),
      list("exports-unsafe", unsafe, (each) =>
        say("exports-near", {
          piece: each.piece,
          side: say(`exports-${each.side}`),
          what: each.what,
          distance: number(each.distance, 1),
        }),
      ),
      list("exports-left", left, (each) => `${each.piece} × ${number(each.count)}: ${each.why}`),
      make(
        "details",
        {},
        make("summary", {}, say("exports-files")),
        make(
          "div",
          { class: "scroll" },
          make(
            "ul",
            {},
            ...files.map((file) =>
              make("li", {}, `${file.name} (${file.estimated ? "≈ " : ""}${fileSize(file.size)})`),
            ),
            ...(more ? [make("li", {}, say("checks-more", { count: number(more) }))] : []),
          ),
        ),
      ),
    ].filter(Boolean),
  );
}

keepFields(["lang", "ink"], () => {});
$("#ink").dataset.usual = "full";
$("form.bar").addEventListener("submit", (event) => event.preventDefault());
onEvent("saved", () => {
  for (const { node } of shown.values()) $(".result", node).classList.add("soft");
});
onEvent("files", () => load());
listen({}, () => load());
load();
