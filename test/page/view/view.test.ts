import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupAlike } from "../../../page/view/alike.ts";
import { NO_CHOICES, withChoice } from "../../../page/view/choices.ts";
import { colorLines, highlightLines } from "../../../page/view/color-lines.ts";
import { type DiffLine, diffLines, type Hunk } from "../../../page/view/diff-lines.ts";
import { explainCommand } from "../../../page/view/explain-command.ts";
import {
  countsOf,
  FACETS,
  facetValues,
  filterActions,
  NO_FILTERS,
  SORTS,
} from "../../../page/view/filters.ts";
import { filterRows } from "../../../page/view/fleet-rows.ts";
import { LANGUAGES } from "../../../page/view/languages.ts";
import { formatLocation, parseLocation, VIEWS } from "../../../page/view/location.ts";
import { pathParts } from "../../../page/view/path-parts.ts";
import { resolveCommands } from "../../../page/view/resolve-commands.ts";
import { sideBySide } from "../../../page/view/side-by-side.ts";
import { countBars, courseOf, shareOf } from "../../../page/view/totals.ts";
import { traceOutcome } from "../../../page/view/trace-outcome.ts";
import { visibleParts, visibleText } from "../../../page/view/visible-text.ts";
import { scrolledTo, visibleWindow } from "../../../page/view/window.ts";
import { supportedLanguages } from "../../../src/edit/language/language.ts";
import type { FleetPageRow } from "../../../src/model/page/fleet-page.ts";
import type { PageAction } from "../../../src/model/page/page-action.ts";
import type { PageData } from "../../../src/model/page/page-data.ts";
import type { TraceEntry } from "../../../src/model/policy.ts";

function listed(over: Partial<PageAction>): PageAction {
  return {
    ...{ id: "a", order: 0, state: "applied", label: "Edit", recipe: "r", step: "s", tool: "t" },
    ...{ paths: ["src/a/b/c.ts"], fileCount: 1, owners: [], replacements: 1, additions: 1 },
    ...{ deletions: 1, hasBytes: true, part: 0, at: 0 },
    ...over,
  };
}

const ACTIONS = [
  listed({ id: "a", order: 2, state: "held", rule: "big", why: "Too big." }),
  listed({ id: "b", order: 0, rule: "small", owners: ["@web"], paths: ["README.md"] }),
  listed({ id: "c", order: 1, rule: "small", additions: 90, paths: ["lib/x.ts", "src/a/y.ts"] }),
];

const idsOf = (actions: readonly PageAction[]) => actions.map(({ id }) => id).join("");

it("groups held actions that the report says are alike, and no others of the same kinds", () => {
  const kinds = ["a → b"];
  const held = [
    listed({ id: "a", rule: "big", kinds, alike: "k1" }),
    listed({ id: "b", rule: "big" }),
    listed({ id: "c", rule: "big", kinds }),
    listed({ id: "d", rule: "big", kinds, alike: "k1" }),
    listed({ id: "e", rule: "big" }),
  ];
  expect(groupAlike(held).map(({ actions }) => idsOf(actions))).toEqual(["ad", "b", "c", "e"]);
  const filters = { ...NO_FILTERS, chosen: { kind: kinds } };
  expect(idsOf(filterActions(held, filters))).toBe("acd");
  expect(countBars(held, "kind").map(({ value, total }) => [value, total])).toEqual([
    ["a → b", 3],
    ["–", 2],
  ]);
});

describe("filters", () => {
  it.each([
    ["nothing", NO_FILTERS, "abc"],
    ["a state", { ...NO_FILTERS, chosen: { state: ["held"] } }, "a"],
    ["two values of a facet", { ...NO_FILTERS, chosen: { rule: ["big", "small"] } }, "abc"],
    ["two facets", { ...NO_FILTERS, chosen: { rule: ["small"], owner: ["–"] } }, "c"],
    ["a folder of any file", { ...NO_FILTERS, chosen: { folder: ["src/a/"] } }, "ac"],
    ["all words, in any case", { ...NO_FILTERS, search: "TOO  big" }, "a"],
    ["words that stand in no action", { ...NO_FILTERS, search: "big small" }, ""],
    ["the order of the run", { ...NO_FILTERS, sort: "run" as const }, "bca"],
    ["paths", { ...NO_FILTERS, sort: "path" as const }, "bca"],
    ["size", { ...NO_FILTERS, sort: "size" as const }, "cab"],
  ])("choose and order actions by %s", (_what, filters, ids) => {
    expect(idsOf(filterActions(ACTIONS, filters))).toBe(ids);
  });

  it("count each value among what the other filters leave, the most first, and those that are chosen", () => {
    const chosen = { rule: ["small"], state: ["failed"] };
    expect(countsOf(ACTIONS, { ...NO_FILTERS, chosen }, "state")).toEqual([
      ["applied", 2],
      ["failed", 0],
    ]);
    expect(facetValues(ACTIONS[1] ?? listed({}), "folder")).toEqual(["–"]);
  });

  it("offer two folders below the one that has all files, and those below a chosen one", () => {
    const names = ["js/a/x/p.ts", "js/a/y/z/p.ts", "js/a/y/z/q.ts", "js/b/p.ts"];
    const actions = names.map((name) => listed({ paths: [`src/${name}`] }));
    const offered = (folder: readonly string[]) =>
      countsOf(actions, { ...NO_FILTERS, chosen: { folder } }, "folder");
    const parts = [
      ["src/js/a/y/", 2],
      ["src/js/a/x/", 1],
      ["src/js/b/", 1],
    ];
    expect(offered([])).toEqual(parts);
    expect(countBars(actions, "folder").map(({ value, total }) => [value, total])).toEqual(parts);
    expect(offered(["src/js/a/"])).toEqual([
      ["src/js/a/", 3],
      ["src/js/a/y/z/", 2],
      ["src/js/a/x/", 1],
    ]);
    const below = { ...NO_FILTERS, chosen: { folder: ["src/js/a/"] } };
    expect(filterActions(actions, below)).toHaveLength(3);
  });
});

describe("the address", () => {
  it("has all that the page shows, whatever the texts are", () => {
    const text = fc.constantFrom("", "a b", "%&=#+?", "\u202e\u{1f600}", "<script>", "%zz");
    const value = text.filter((found) => found !== "");
    const place = fc.record({
      view: fc.constantFrom(...VIEWS),
      filters: fc.record({
        search: text,
        chosen: fc.dictionary(
          fc.constantFrom(...FACETS),
          fc.array(value, { minLength: 1, maxLength: 2 }),
          {
            noNullPrototype: true,
          },
        ),
        sort: fc.constantFrom(...SORTS),
      }),
      action: fc.option(text, { nil: undefined }),
      file: fc.option(text, { nil: undefined }),
    });
    fc.assert(
      fc.property(place, (written) => {
        const read = parseLocation(formatLocation(written));
        const isGuessed =
          written.view === "overview" && (written.action ?? written.file) !== undefined;
        expect(isGuessed ? { ...read, view: "overview" } : read).toEqual(written);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ["", "overview"],
    ["#view=constructor&sort=x&nonsense", "overview"],
    ["#action=a1", "actions"],
    ["#file=a.ts", "files"],
    ["#view=held", "held"],
  ])("reads %j as %s", (hash, view) => {
    expect(parseLocation(hash)).toMatchObject({ view, filters: { sort: "urgency" } });
  });
});

describe("pictures", () => {
  it("have bars for each value, the longest first, and stretches in the order of the run", () => {
    expect(shareOf(ACTIONS)).toEqual({ held: 1, applied: 2 });
    expect(countBars(ACTIONS, "rule")).toEqual([
      { value: "small", total: 2, share: { applied: 2 } },
      { value: "big", total: 1, share: { held: 1 } },
    ]);
    expect(courseOf(ACTIONS, 2)).toEqual([{ applied: 2 }, { held: 1 }]);
    expect(courseOf([], 2)).toEqual([]);
  });
});

const DIFF = `diff --git a/a.ts b/a.ts
new file mode 100644
--- a/a.ts
+++ b/a.ts
@@ -2,3 +2,4 @@ f
 kept
-one
-two
+ONE
+TWO
+THREE
\\ No newline at end of file
@@ -9 +10 @@
--- a/not a head
+++ b/not one
`;

describe("diffs", () => {
  it("are read as lines with their numbers, cuts and missing line ends", () => {
    const { notes, hunks } = diffLines({ text: DIFF, cuts: [[6, 5]] });
    expect(notes).toEqual(["new file mode 100644"]);
    expect(hunks.map(({ lines }) => lines)).toEqual([
      [
        { kind: "kept", text: "kept", before: 2, after: 2 },
        { kind: "removed", text: "one", before: 3, cut: 5 },
        { kind: "removed", text: "two", before: 4 },
        { kind: "added", text: "ONE", after: 3 },
        { kind: "added", text: "TWO", after: 4 },
        { kind: "added", text: "THREE", after: 5, isOpen: true },
      ],
      [
        { kind: "removed", text: "-- a/not a head", before: 9 },
        { kind: "added", text: "++ b/not one", after: 10 },
      ],
    ]);
  });

  it("stand side by side with each line once, what was beside what is", () => {
    const [hunk] = diffLines({ text: DIFF }).hunks;
    const rows = sideBySide(hunk ?? { before: 1, after: 1, lines: [] });
    const textOf = (line: DiffLine | undefined) => line?.text ?? "";
    expect(rows.map(({ left, right }) => `${textOf(left)}|${textOf(right)}`)).toEqual([
      "kept|kept",
      "one|ONE",
      "two|TWO",
      "|THREE",
    ]);
  });

  it("stand side by side with the line that takes their place, wherever it is in the change", () => {
    const text =
      "@@ -1,2 +1,4 @@\n-const a = old(1);\n-end();\n+// One.\n+// Two.\n+const a = fresh(1);\n+end();\n";
    const [hunk] = diffLines({ text }).hunks;
    const rows = sideBySide(hunk ?? { before: 1, after: 1, lines: [] });
    expect(rows.map(({ left, right }) => `${left?.text ?? ""}|${right?.text ?? ""}`)).toEqual([
      "|// One.",
      "|// Two.",
      "const a = old(1);|const a = fresh(1);",
      "end();|end();",
    ]);
  });

  it("have colors and marks, and no line loses a character", () => {
    const [hunk] = diffLines({ text: DIFF.replace("-one", "-const one = 'x';") }).hunks as [Hunk];
    for (const [line, segments] of colorLines(hunk, "typescript"))
      expect(segments.map(({ text }) => text).join("")).toBe(line.text);
    const [line] = hunk.lines.filter(({ kind }) => kind === "removed");
    expect(
      line &&
        colorLines(hunk, "typescript")
          .get(line)
          ?.map(({ scope }) => scope),
    ).toContain("c-keyword");
  });
});

describe("colors", () => {
  it("are there for every language that can be edited", () => {
    const colored = new Set(LANGUAGES.flatMap(({ of }) => of));
    expect(supportedLanguages().filter((language) => !colored.has(language))).toEqual([]);
  });

  it("keep every character, go over lines, and leave long and unknown texts plain", () => {
    const lines = ["/* a <b>", "&amp; */ let x = `${1}`;", ""];
    const colored = highlightLines(lines, "javascript");
    expect(colored.map((tokens) => tokens.map(({ text }) => text).join(""))).toEqual(lines);
    expect(colored[1]?.[0]).toEqual({ text: "&amp; */", scope: "c-comment" });
    expect(highlightLines(["let x;"], "klingon")).toEqual([[{ text: "let x;", scope: "" }]]);
    expect(highlightLines(["x".repeat(3000)], "javascript")[0]).toHaveLength(1);
  });
});

describe("visible text", () => {
  it("is the same where only text can be", () => {
    expect(visibleText("a\u202eb\0")).toBe("a\\u202eb\\u0000");
  });

  it("shows what would not be seen, and keeps the rest", () => {
    const parts = visibleParts("a\u202eb\ud83dc\u{1f600}\0\r\n\t\r.");
    expect(parts).toEqual([
      { text: "a" },
      { text: "\\u202e", stands: "U+202E" },
      { text: "b" },
      { text: "\\ud83d", stands: "U+D83D" },
      { text: "c\u{1f600}" },
      { text: "\\u0000", stands: "U+0000" },
      { text: "\r\n\t" },
      { text: "\\u000d", stands: "U+000D" },
      { text: "." },
    ]);
  });
});

describe("the commands that end held actions", () => {
  const held = ["a1", "a2", "a3"].map((id) => ({ id, hasBytes: id !== "a3" }));
  const commands = (
    choices: readonly (readonly [string, "apply" | "discard"])[],
    reason = "ok",
    total = 3,
  ) => resolveCommands("run-1", held, new Map(choices), { reason, option: " --root x", total });

  it("quote ids, which a report of a stranger has of its own", () => {
    const form = { reason: "ok", option: "", total: 9 };
    const foreign = [{ id: "$(id)", hasBytes: true }];
    const chosen = new Map([["$(id)", "apply"]] as const);
    expect(resolveCommands("r; rm -rf ~", foreign, chosen, form)).toEqual([
      "sluice resolve 'r; rm -rf ~' '$(id)' apply --reason 'ok'",
    ]);
  });

  it("say --all only for more actions than one command names, and if that is all that is held", () => {
    const many = Array.from({ length: 51 }, (_one, at) => ({ id: `a${at}`, hasBytes: true }));
    const chosen = new Map(many.map(({ id }) => [id, "apply"] as const));
    const of = (total: number) =>
      resolveCommands("r", many, chosen, { reason: "ok", option: "", total });
    expect(of(51)).toEqual(["sluice resolve r --all apply --reason 'ok'"]);
    expect(of(52).map((line) => line.split(" ").length)).toEqual([56, 7]);
  });

  it("name no id that would be an option, such as --all, and explain none", () => {
    const form = { reason: "ok", option: "", total: 9 };
    const foreign = ["--all", "a1"].map((id) => ({ id, hasBytes: true }));
    const chosen = new Map(foreign.map(({ id }) => [id, "apply"] as const));
    expect(resolveCommands("r", foreign, chosen, form)).toEqual([
      "sluice resolve r a1 apply --reason 'ok'",
    ]);
    expect(resolveCommands("--root=/", foreign, chosen, form)).toEqual([]);
    const data = { run: { id: "r", command: "run" }, held: { option: "" } } as unknown as PageData;
    expect(explainCommand(data, "--policy=x")).toBeUndefined();
  });

  it("name what was chosen, quote the reason, and never apply what is not kept", () => {
    expect(commands([])).toEqual([]);
    expect(
      commands([
        ["a1", "apply"],
        ["a2", "discard"],
        ["a3", "apply"],
      ]),
    ).toEqual([
      "sluice resolve run-1 a1 apply --reason 'ok' --root x",
      "sluice resolve run-1 a2 discard --reason 'ok' --root x",
    ]);
    const all = held.map(({ id }) => [id, "discard"] as const);
    expect(commands(all, " it's\n`rm` $(x) ")).toEqual([
      "sluice resolve run-1 a1 a2 a3 discard --reason 'it'\\''s `rm` $(x)' --root x",
    ]);
    // The command line refuses a command without a reason: none of the page's own is ever recorded.
    expect(commands([["a1", "apply"]], "  ")).toEqual(["sluice resolve run-1 a1 apply --root x"]);
  });
});

describe("the trace of a decision", () => {
  it.each([
    [{ kind: "rule", hit: true }, "matched"],
    [{ kind: "rule", hit: false, failed: "maxFiles", found: 24 }, "maxFiles does not hold (24)"],
    [{ kind: "rule", hit: false, failed: "owners", unknown: ["owners"] }, "owners is not known"],
    [
      { kind: "guard", hit: true, unknown: ["newSyntaxErrors", "losesComments"] },
      "matched: newSyntaxErrors, losesComments are not known",
    ],
    [{ kind: "limit", hit: false }, "fits"],
    [{ kind: "limit", hit: true, failed: "maxFiles", found: 9 }, "over maxFiles (9)"],
  ])("tells of %j: %s", (entry, words) => {
    expect(traceOutcome({ id: "x", ...entry } as TraceEntry)).toBe(words);
  });

  it("leads to the command that explains it, of a run that is kept", () => {
    const data = (command: string) =>
      ({ run: { id: "r;", command }, held: { option: " --root x" } }) as unknown as PageData;
    expect(explainCommand(data("run"), "$(id)")).toBe(
      "sluice policy explain 'r;' '$(id)' --root x",
    );
    expect(explainCommand(data("preview"), "a1")).toBeUndefined();
  });
});

describe("a path on one line", () => {
  it.each([
    ["src/deep/in/app.ts", "src/deep/in/||app.ts"],
    ["src/a-very-long-name-of-a-file.test.ts", "src/|a-very-long-name-of-a-|file.test.ts"],
    ["packages/app/", "packages/||app/"],
    ["README.md", "||README.md"],
    [`${"x".repeat(9)}\u{1f600}${"y".repeat(11)}`, `|${"x".repeat(9)}|\u{1f600}${"y".repeat(11)}`],
  ])("has folders, a name, and an end that stays: %s", (path, parts) => {
    const { folders, base, tail } = pathParts(path);
    expect([folders, base, tail].join("|")).toBe(parts);
  });
});

describe("choices", () => {
  it("change for some actions, and never apply what is not kept", () => {
    const held = [
      { id: "a1", hasBytes: true },
      { id: "a2", hasBytes: false },
    ];
    const discarded = withChoice(NO_CHOICES, held, "discard");
    expect([...discarded.values()]).toEqual(["discard", "discard"]);
    expect([...withChoice(discarded, held, "apply")]).toEqual([["a1", "apply"]]);
    expect(withChoice(discarded, held, "wait").size).toBe(0);
  });
});

describe("a long list", () => {
  it("renders only the rows on the screen, and scrolls as far as it must", () => {
    expect(visibleWindow(20_000, 50, { top: 100_000, height: 500 })).toEqual({
      from: 1992,
      to: 2018,
    });
    expect(visibleWindow(3, 50, { top: 9000, height: 500 })).toEqual({ from: 3, to: 3 });
    expect(visibleWindow(0, 50, { top: 0, height: 500 })).toEqual({ from: 0, to: 0 });
    const view = { top: 100, height: 100 };
    expect([0, 2, 9].map((row) => scrolledTo(row, 50, view))).toEqual([0, 100, 400]);
  });
});

describe("the repositories of a fleet", () => {
  const row = (name: string, over: Partial<FleetPageRow> = {}): FleetPageRow => ({
    ...{ name, state: "planned", pulls: { items: [], more: 0 } },
    ...over,
  });
  const pull = { state: "opened", branch: "sluice/Swap", why: "new" } as const;
  const rows = [
    row("octo/a"),
    row("octo/b", { state: "failed", why: "No such host" }),
    row("octo/c", { state: "published", pulls: { items: [pull], more: 0 } }),
  ];
  const namesOf = (search: string, ...states: readonly string[]) =>
    filterRows(rows, { search, states }).map(({ name }) => name);

  it("are found by words of their names, reasons and pull requests, and by states", () => {
    expect(namesOf("")).toEqual(["octo/a", "octo/b", "octo/c"]);
    expect(namesOf("HOST octo")).toEqual(["octo/b"]);
    expect(namesOf("sluice/swap")).toEqual(["octo/c"]);
    expect(namesOf("", "failed", "planned")).toEqual(["octo/a", "octo/b"]);
    expect(namesOf("host", "planned")).toEqual([]);
  });
});
