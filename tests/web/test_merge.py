"""The merge of lines in a browser: nothing that either side wrote is lost, and only contradictions are conflicts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

MERGE = """async ([base, mine, theirs]) => {
    const { merge } = await import("/static/merge.js");
    const lines = text => text.split("");
    return merge(lines(base), lines(mine), lines(theirs)).map(({ mine, theirs, merged }) =>
        merged ? merged.join("") : `<${mine.join("")}|${theirs.join("")}>`).join("");
}"""
RANDOM = """async count => {
    const { diff, merge, mergedLines } = await import("/static/merge.js");
    let seed = 1;
    const random = most => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return (seed >> 8) % most; };
    const text = () => Array.from({ length: random(9) }, () => "abc"[random(3)]);
    const check = (condition, ...about) => { if (!condition) throw new Error(JSON.stringify(about)); };
    const length = (a, b) => {  // of the longest common subsequence
        const table = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
        for (let i = a.length - 1; i >= 0; i--)
            for (let j = b.length - 1; j >= 0; j--)
                table[i][j] = a[i] === b[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
        return table[0][0];
    };
    let conflicts = 0;
    for (let turn = 0; turn < count; turn++) {
        const [base, mine, theirs] = [text(), text(), text()];
        const hunks = diff(base, mine), made = [...base];
        let changes = 0;
        for (const { start, end, lines } of hunks.reverse()) {
            made.splice(start, end - start, ...lines);
            changes += end - start + lines.length;
        }
        check(`${made}` === `${mine}`, "diff", base, mine);
        check(changes === base.length + mine.length - 2 * length(base, mine), "shortest", base, mine);
        const chunks = merge(base, mine, theirs);
        const side = name => chunks.flatMap(chunk => chunk[name]).join();
        check(side("base") === `${base}` && side("mine") === `${mine}`, "my side", chunks);
        check(side("theirs") === `${theirs}`, "their side", chunks);
        const clean = chunks.every(({ merged }) => merged);
        conflicts += !clean;
        check(clean || `${mine}` !== `${theirs}`, "equal", base, mine);
        check(`${mergedLines(merge(base, base, theirs), "mine")}` === `${theirs}`, "only theirs", base, theirs);
        check(`${mergedLines(merge(base, mine, base), "mine")}` === `${mine}`, "only mine", base, mine);
        const again = merge(theirs, mergedLines(chunks, "mine"), theirs);
        check(again.every(({ merged }) => merged), "merged", base, mine, theirs);
        const resolved = merge(mergedLines(chunks.map(c => c.merged ? { ...c, merged: c.theirs } : c), "base"),
            mergedLines(chunks, "mine"), theirs);
        check(resolved.filter(({ merged }) => !merged).length <= chunks.filter(({ merged }) => !merged).length,
            "remaining conflicts", base, mine, theirs);
    }
    return conflicts;
}"""
LARGE = """async () => {
    const { merge } = await import("/static/merge.js");
    const base = Array.from({ length: 20000 }, (_, number) => `line ${number % 50}`);
    const mine = base.with(300, "mine"), theirs = base.with(15000, "theirs");
    const started = performance.now();
    const chunks = merge(base, mine, theirs);
    merge(base, mine, Array.from({ length: 5000 }, (_, number) => `other ${number}`));
    return [chunks.length, chunks.every(({ merged }) => merged), performance.now() - started];
}"""


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "merged"),
    [
        ("abcd", "aXcd", "abYd", "aXYd"), ("abcd", "aXbcd", "abcYd", "aXbcYd"), ("abcd", "abcdX", "abcdY", "abcd<X|Y>"),
        ("abcd", "aXcd", "aYcd", "a<X|Y>cd"), ("abcd", "aXcd", "aXcd", "aXcd"), ("abcd", "acd", "abYcd", "aYcd"),
        ("abcd", "acd", "aYcd", "a<|Y>cd"), ("abcd", "", "abcd", ""), ("", "X", "Y", "<X|Y>"),
        ("abcd", "aXYd", "aXZd", "aX<Y|Z>d"),
        ("abcd", "abcd", "abcd", "abcd"), ("", "", "", ""), ("abc", "Xabc", "abcY", "XabcY"),
    ],
)  # fmt: skip
def test_examples(scripts: Page, base: str, mine: str, theirs: str, merged: str) -> None:
    assert scripts.evaluate(MERGE, [base, mine, theirs]) == merged


def test_random_texts(scripts: Page, request: pytest.FixtureRequest) -> None:
    count = 100_000 if request.config.getoption("--slow") else 10_000
    assert scripts.evaluate(RANDOM, count) > count / 100


def test_long_texts_with_equal_lines(scripts: Page) -> None:
    chunks, clean, took = scripts.evaluate(LARGE)
    assert (chunks, clean) == (5, True)
    assert took < 2000


EDITED = """async count => {
    const { EditedFile } = await import("/static/editedfile.js");
    let seed = 3;
    const random = most => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return (seed >> 8) % most; };
    const check = (condition, ...about) => { if (!condition) throw new Error(JSON.stringify(about)); };
    let conflicts = 0;
    for (let turn = 0; turn < count; turn++) {
        const draft = { save() {}, clear() {} };
        const start = Array.from({ length: 1 + random(4) }, (_, place) => `line ${place}`).join("\\n");
        const file = new EditedFile({ file: "x", kind: "spec", text: start, version: "0", readOnly: "" }, draft);
        let disk = start, version = 0;
        const words = { mine: [], theirs: [] };
        const change = (text, side) => {
            const lines = text.split("\\n"), at = random(lines.length), word = `${side}${words[side].length}.`;
            words[side].push(word);
            if (random(2)) lines.splice(at + random(2), 0, word);
            else lines[at] += ` ${word}`;
            return lines.join("\\n");
        };
        const steps = [];
        const look = () => { file.reconcile({ file: "x", text: disk, version: `${version}`, readOnly: "" }); };
        for (let step = 0; step < 12; step++) {
            const kind = ["type", "type", "disk", "look", "save", "lost save", "resolve"][random(7)];
            steps.push(kind);
            if (kind === "type") { file.text = change(file.text, "mine"); file.settle(); }
            else if (kind === "disk") { disk = change(disk, "theirs"); version++; }
            else if (kind === "look") look();
            else if (kind === "resolve" && file.conflicts.length) file.resolve(random(file.conflicts.length), "both");
            else if (kind.endsWith("save") && file.theirs === null) {
                if (file.version !== `${version}`) look();
                else {
                    disk = file.text;
                    version++;
                    if (kind === "save") file.saved(file.text, `${version}`);
                }
            }
            conflicts += file.conflicts.length;
            check(file.theirs === null || file.conflicts.length, "nothing to resolve", steps);
            for (const word of words.theirs) check(disk.includes(word), "overwritten", word, steps, disk, file);
            for (const word of words.mine) check(`${disk}${file.text}`.includes(word), "lost", word, steps, disk, file);
            const shown = `${file.text}${file.theirs ?? ""}`;
            if (file.version === `${version}`)
                for (const word of words.theirs) check(shown.includes(word), "not shown", word, steps, disk, file);
        }
    }
    return conflicts;
}"""


def test_random_edits_and_changes_on_disk_lose_nothing(scripts: Page, request: pytest.FixtureRequest) -> None:
    count = 100_000 if request.config.getoption("--slow") else 5_000
    assert scripts.evaluate(EDITED, count) > count / 100
