"""The model of an edited table, driven by random edits, saves, changes on disk, drafts and undo: nothing is lost.

The file and the server are simulated in the page, where thousands of steps take a second. Every text that a side writes
is different, so that each can be found again. `test_table_typing.py` does the same with keys, requests and real files.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

DRIVE = """async ([first, count, steps]) => {
  const { TableModel } = await import("/static/tablemodel.js");
  const did = {};
  for (let seed = first; seed < first + count; seed++) drive(seed);
  return did;

  function drive(seed) {
    let state = seed * 7919 + 1;
    const random = most => (state = (state * 48271) % 2147483647) % most;
    const pick = list => list[random(list.length)];
    const log = [];
    const stop = (what, ...about) => {
      throw new Error(`seed ${seed}: ${what}: ${JSON.stringify(about)}\\n${log.slice(-12).join("\\n")}`);
    };
    let texts = 0, version = 0;
    const text = side => `${side}${++texts}`;

    // ---- the file and the server ----

    let file = { version: "0", columns: [], rows: [] };
    const write = (columns, rows) => { file = { version: String(++version), columns, rows }; };
    write(
      [{ heading: "id", role: "id" }, { heading: "name", role: "name" }, { heading: "text" }],
      Array.from({ length: 2 + random(5) }, (_, place) => ({ cells: [`row${place}`, text("f"), text("f")] })),
    );
    /** What the server makes of edits, written without a look at the model. */
    const server = ({ columns, rows }, edits) => {
      for (const edit of edits)
        if (edit.do === "columns") {
          const from = edit.columns.map(part => (typeof part === "number" ? part : part.column));
          rows = rows.map(({ cells }) => ({ cells: from.map(place => (place === null ? "" : cells[place] ?? "")) }));
          columns = edit.columns.map(part => (typeof part === "number" ? columns[part]
            : { heading: part.heading, role: columns[part.column]?.role }));
        } else
          rows = edit.rows.flatMap(part => {
            if (Array.isArray(part)) return rows.slice(part[0] - 1, part[0] - 1 + part[1]);
            if ("cells" in part) return [{ cells: part.cells }];
            const cells = [...rows[part.row - 1].cells];
            for (const [column, value] of part.set) cells[column] = value;
            return [{ cells }];
          });
      return { columns, rows };
    };

    // ---- the page ----

    let model = new TableModel(file);
    let sent = null;  // a save on its way
    let lost = null;  // a save whose answer was lost
    const cellsOf = (each = model) => each.rows.map(({ cells }) => each.columns.map(({ slot }) => cells[slot] ?? ""));
    const content = (each = model) => JSON.stringify([each.columns.map(({ heading }) => heading), cellsOf(each)]);
    const inFile = ({ columns, rows }) => JSON.stringify([columns.map(({ heading }) => heading),
      rows.map(({ cells }) => columns.map((_, place) => cells[place] ?? ""))]);
    const shown = () => {
      const { pending } = model;
      return new Set([...cellsOf().flat(), ...model.conflicts.map(({ theirs }) => theirs), pending?.text]);
    };
    /** The texts that are not saved; in a draft, the text of an open editor replaces that of its cell. */
    const unsaved = (drafted = false) => {
      const { pending } = model;
      const found = model.rows.flatMap(row => model.columns.filter(({ slot }) => model.edited(row, slot)
        && !(drafted && pending?.row === row.key && pending.slot === slot)).map(({ slot }) => row.cells[slot] ?? ""));
      if (pending && model.row(pending.row)) found.push(pending.text);
      return found.filter(Boolean);
    };
    /** Values of other drafts that are nowhere else; those of the file may be overwritten there. */
    const drafted = () => model.conflicts.filter(({ kind }) => kind === "draft").map(({ theirs }) => theirs);
    const keep = (what, wanted) => {
      const now = shown();
      const gone = wanted.filter(each => !now.has(each));
      if (gone.length) stop(`${what} lost`, gone, content(), model.conflicts);
    };
    const consistent = () => {
      const keys = model.rows.map(({ key }) => key), slots = model.columns.map(({ slot }) => slot);
      if (new Set(keys).size !== keys.length || new Set(slots).size !== slots.length) stop("used twice", keys, slots);
      for (const [place, key] of keys.entries()) if (model.placeOf(key) !== place) stop("wrong place", key);
      const same = content() === inFile(file);
      const edits = model.edits();
      if (file.version === model.base.version) {
        const made = inFile(server(file, edits));
        if (content() !== made) stop("edits make something else", edits, content(), made);
        if (!model.changed && !same) stop("unsaved, and nobody says so", content());
      }
      for (const { row, slot } of model.conflicts) {
        if (row >= 0 && !model.row(row)) stop("conflict in no row", row);
        if (slot >= 0 && !model.column(slot)) stop("conflict in no column", slot);
      }
    };
    /** Take in a file as the page does: what it shows and what the other program has written stays. */
    const take = () => {
      if (file.version === model.base.version) {
        model.base = file;
        lost = null;
      } else if (lost && model.isSaved(lost, file)) {
        const before = content();
        if (!model.saved(lost, file)) stop("a lost answer is refused");
        if (content() !== before) stop("a lost answer changed the table", before, content());
        lost = null;
        did.lost = (did.lost ?? 0) + 1;
      } else {
        const old = new Set(model.base.rows.flatMap(({ cells }) => cells));
        const mine = [...unsaved(), ...drafted()];
        const gone = model.base.columns.some((_, place) =>
          !model.columns.some(({ slot }) => model.columnInFile(slot) === place));
        model.merge(file);
        keep("mine", mine);
        // a column that was deleted here takes what others write into it with it
        if (!gone) keep("theirs", file.rows.flatMap(({ cells }) => cells).filter(each => each && !old.has(each)));
        did.merged = (did.merged ?? 0) + 1;
        if (model.conflicts.length) did.conflicts = (did.conflicts ?? 0) + 1;
      }
    };
    const answer = () => {
      const now = server(sent.base, sent.edits);
      if (sent.version !== file.version) {  // refused, because the file is another one
        sent = null;
        take();
        return;
      }
      write(now.columns, now.rows);
      if (random(5) === 0) {
        lost = sent;
        sent = null;
        return;
      }
      const mine = unsaved(), before = content();
      if (!model.saved(sent, file)) stop("the answer to a save is refused", sent.edits);
      if (content() !== before) stop("a save changed the table", before, content());
      keep("typed during a save", mine);
      sent = null;
      did.saved = (did.saved ?? 0) + 1;
    };

    // ---- steps ----

    const key = () => pick(model.rows)?.key;
    const slot = () => pick(model.columns).slot;
    const place = () => (random(4) && model.rows.length ? key() : null);
    const steps_ = {
      set: () => model.setCells(Array.from({ length: 1 + random(3) }, () =>
        ({ row: key(), slot: slot(), value: text("t") })).filter(({ row }) => row !== undefined)),
      empty: () => model.rows.length && model.setCells([{ row: key(), slot: slot(), value: " \\r\\n" }]),
      insert: () => model.insertRows(place(), Array.from({ length: 1 + random(2) }, () =>
        ({ cells: model.columns.reduce((cells, { slot }) => ((cells[slot] = text("t")), cells), []) }))),
      remove: () => model.removeRows(model.rows.filter(() => random(5) === 0).map(({ key }) => key)),
      move: () => {
        const keys = model.rows.filter(() => random(3) === 0).map(({ key }) => key);
        const after = place();
        if (!keys.includes(after)) model.moveRows(keys, after);
      },
      duplicate: () => model.rows.length && model.duplicateRows([key()], [], model.columns[0].slot),
      column: () => model.addColumn(random(3) ? slot() : null, text("c")),
      rename: () => model.renameColumn(slot(), text("c")),
      drop: () => model.columns.length > 2 && model.removeColumn(slot()),
      open: () => {
        if (model.rows.length) model.pending = { row: key(), slot: slot(), text: text("p") };
      },
      close: () => {
        const { pending } = model;
        model.pending = null;
        if (pending && model.row(pending.row) && model.column(pending.slot))
          model.setCells([{ row: pending.row, slot: pending.slot, value: pending.text }]);
      },
      undo: () => model.undo(),
      redo: () => model.redo(),
      undoAndRedo: () => {
        const before = content();
        model.step(() => {
          for (let left = 1 + random(4); left; left--)
            steps_[pick(["set", "empty", "insert", "remove", "move", "duplicate", "column", "rename", "drop"])]();
        });
        const after = content();
        if (before === after) return;
        for (let turn = 0; turn < 2; turn++) {
          model.undo();
          if (content() !== before) stop("undo made another table", before, after, content());
          model.redo();
          if (content() !== after) stop("redo made another table", before, after, content());
        }
        did.undone = (did.undone ?? 0) + 1;
      },
      save: () => {
        if (sent || lost || model.conflicts.length || !model.changed) return;
        sent = { ...model.snapshot(), base: model.base };
        const made = sent.version === file.version ? inFile(server(file, sent.edits)) : content();
        if (content() !== made) stop("saves another table", made);
      },
      answer: () => sent && answer(),
      disk: () => {
        let { columns, rows } = file;
        const at = random(rows.length + 1);
        const act = pick(["cell", "cell", "cell", "insert", "delete", "move", "column", "heading", "uncolumn"]);
        if (act === "insert") rows = rows.toSpliced(at, 0, { cells: columns.map(() => text("d")) });
        else if (act === "delete" && rows.length > 2) rows = rows.toSpliced(at, 1);
        else if (act === "move" && rows.length > 1) {
          const [from] = rows.slice(at - 1);
          rows = rows.filter(each => each !== from).toSpliced(random(rows.length), 0, from);
        } else if (act === "column") {
          columns = [...columns, { heading: text("e") }];
          rows = rows.map(({ cells }) => ({ cells: [...cells, text("d")] }));
        } else if (act === "heading")
          columns = columns.with(-1, { ...columns.at(-1), heading: text("e") });
        else if (act === "uncolumn" && columns.length > 3) {
          columns = columns.slice(0, -1);
          rows = rows.map(({ cells }) => ({ cells: cells.slice(0, columns.length) }));
        } else if (rows[at])
          rows = rows.with(at, { cells: rows[at].cells.with(random(columns.length), text("d")) });
        write(columns, rows);
      },
      event: () => { if (!sent) take(); },
      reload: () => {
        if (sent) return;
        const mine = [...unsaved(true), ...drafted()];
        const all = [...mine, ...model.conflicts.map(({ theirs }) => theirs)];
        const draft = JSON.parse(JSON.stringify(model.draft()));
        lost = null;
        if (!draft) {
          model = new TableModel(file);
          return;
        }
        model = TableModel.restore(draft);
        keep("in a draft", all);
        if (draft.base.version !== file.version) {
          model.merge(file);
          keep("in a draft of another version", mine);
        } else model.base = file;
        did.reloaded = (did.reloaded ?? 0) + 1;
      },
      adopt: () => {
        if (sent || !model.rows.length) return;
        const other = new TableModel(model.base);
        for (let left = 1 + random(3); left; left--)
          other.setCells([{ row: pick(other.rows)?.key, slot: pick(other.columns).slot, value: text("o") }]
            .filter(({ row }) => row !== undefined));
        if (random(2)) other.insertRows(null, [{ cells: other.columns.map(() => text("o")) }]);
        const theirs = other.rows.flatMap(row => other.columns.filter(({ slot }) => other.edited(row, slot)
          && model.columns.some(each => model.columnInFile(each.slot) === other.columnInFile(slot)))
          .map(({ slot }) => row.cells[slot]));
        const mine = unsaved();
        const draft = JSON.parse(JSON.stringify(other.draft()));
        if (!draft) return;
        model.adopt(draft);
        keep("mine, beside another draft", mine);
        keep("of another draft", theirs);
        did.adopted = (did.adopted ?? 0) + 1;
      },
      resolve: () => {
        const chosen = pick(model.conflicts.length ? model.conflicts : [null]);
        if (chosen) model.resolve(chosen, pick(["mine", "theirs"]));
      },
      revert: () => {
        if (random(4) || sent) return;
        model.revert();
        if (model.changed) stop("reverted, and still changed", content());
      },
    };
    const often = { set: 8, save: 4, answer: 5, disk: 4, event: 5, resolve: 3, open: 2, close: 3, undo: 2 };
    const names = Object.keys(steps_).flatMap(name => Array(often[name] ?? 1).fill(name));
    /** What can happen while an editor is open; a click elsewhere closes it. */
    const passive = new Set(["answer", "disk", "event", "save", "reload", "adopt"]);
    for (let step = 0; step < steps; step++) {
      const name = pick(names);
      log.push(name);
      const frozen = model.rows.map(row => [row, JSON.stringify(row)]);
      if (!passive.has(name)) steps_.close();
      steps_[name]();
      model.tidyConflicts();  // as the page does whenever it shows the table
      log.push(`  ${content()} ${JSON.stringify(model.conflicts)} ${JSON.stringify(model.pending)}`);
      for (const [row, was] of frozen) if (JSON.stringify(row) !== was) stop("a row was changed in place", was);
      consistent();
      did.steps = (did.steps ?? 0) + 1;
    }
    // in the end, everything can be saved, and what the page shows is the file
    steps_.close();
    if (sent) answer();
    for (let tries = 0; tries < 9; tries++) {
      take();
      for (const each of [...model.conflicts]) model.resolve(each, "mine");
      model.tidyConflicts();
      if (model.changed) {
        sent = { ...model.snapshot(), base: model.base };
        answer();
      }
    }
    if (model.changed || content() !== inFile(file)) stop("cannot be saved", content(), file, model.conflicts);
  }
}"""
"""Drive models by the random numbers of some seeds; return how often what was tried."""


def check(scripts: Page, first: int, count: int, steps: int) -> None:
    did = scripts.evaluate(DRIVE, [first, count, steps])
    assert did["steps"] == count * steps
    for name in ("saved", "merged", "conflicts", "undone", "reloaded", "adopted", "lost"):
        assert did[name] > count / 20, (name, did)


def test_random_edits_of_the_model_lose_nothing(scripts: Page) -> None:
    check(scripts, 1, 1000, 40)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_random_edits_of_the_model_lose_nothing_for_long(scripts: Page, part: int) -> None:
    check(scripts, 10_000 + part * 5000, 5000, 80)
