import { describe, expect, test } from "vitest";
import { annotationsOf, firstChangedLine } from "../../src/action/annotations.ts";
import type { ReportDiagnostic } from "../../src/action/step-outcome.ts";
import { unifiedDiff } from "../../src/edit/text/unified-diff.ts";
import { changeOf } from "../report/comment/report-with.ts";
import { actionOf, outcomeWith } from "./builders.ts";

const FOLDERS = { root: "/work/space/sub", workspace: "/work/space" };
const error = (over: Partial<ReportDiagnostic> = {}): ReportDiagnostic => ({
  code: "unknown-key",
  severity: "error",
  message: "Unknown key.",
  ...over,
});

describe("annotationsOf", () => {
  test("an error in a file points to its place, relative to the workspace and not to the root", () => {
    const diagnostics = [error({ path: "recipes/a.yaml", line: 4, column: 7, hint: "Did you?" })];
    expect(annotationsOf(outcomeWith({ diagnostics }), FOLDERS)).toEqual([
      "::error file=sub/recipes/a.yaml,line=4,col=7,title=unknown-key::Unknown key.%0ADid you?\n",
    ]);
  });

  test.each([["/elsewhere/a.yaml"], ["../../a.yaml"]])(
    "a file outside of the workspace is not pointed to: %s",
    (path) => {
      expect(annotationsOf(outcomeWith({ diagnostics: [error({ path })] }), FOLDERS)).toEqual([
        "::error title=unknown-key::Unknown key.\n",
      ]);
    },
  );

  test("a failed action is told with its first file and why", () => {
    const actions = [actionOf({ state: "failed", label: "Edit", result: "No space." })];
    expect(annotationsOf(outcomeWith({ actions }), FOLDERS)).toEqual([
      "::error file=sub/src/a.ts,title=swap › swap::Edit: No space.\n",
    ]);
  });

  test("an error of the whole run points to its file; one of a step stands with its actions", () => {
    const stale = { level: "error", code: "stale", message: "src/a.ts has changed" } as const;
    const alerts = [
      { ...stale, path: "src/a.ts" },
      { ...stale, recipe: "a", step: "b" },
      { ...stale, level: "warn" as const },
    ];
    expect(annotationsOf(outcomeWith({ alerts }), FOLDERS)).toEqual([
      "::error file=sub/src/a.ts,title=stale::src/a.ts has changed\n",
    ]);
  });

  test("actions in files of the pull request come first, each at a file of it", () => {
    const at = (path: string) => changeOf(path, "a\n", "b\n", { label: path });
    const both = at("z.ts");
    const actions = [at("a.ts"), { ...both, files: [...at("b.ts").files, ...both.files] }];
    const outcome = { ...outcomeWith({ actions }), blamed: ["would-apply"] as const };
    const files = (own?: ReadonlySet<string>) =>
      annotationsOf(outcome, FOLDERS, own).map((line) => /file=sub\/(\S+?),/.exec(line)?.[1]);
    expect(files(new Set(["z.ts"]))).toEqual(["z.ts", "a.ts"]);
    expect(files()).toEqual(["a.ts", "b.ts"]);
  });

  test("a label and a reason forge no line of the log", () => {
    const result = "No.\n✔ applied b.ts\x1b[2J";
    const actions = [actionOf({ state: "failed", label: "Edit\n✔ applied a.ts", result })];
    expect(annotationsOf(outcomeWith({ actions }), FOLDERS)).toEqual([
      "::error file=sub/src/a.ts,title=swap › swap::Edit\\n✔ applied a.ts: No.%0A  ✔ applied b.ts\\x1b[2J\n",
    ]);
  });

  test("a report that could not be written is told", () => {
    const unwritten = ["The report a.json cannot be written: EACCES"];
    expect(annotationsOf(outcomeWith({ unwritten }), FOLDERS)).toEqual([
      "::error::The report a.json cannot be written: EACCES\n",
    ]);
  });

  test("warnings, and actions that did not fail, are not told", () => {
    const outcome = outcomeWith({
      diagnostics: [error({ severity: "warning" })],
      actions: (["pending", "would-apply", "applied", "discarded", "held"] as const).map((state) =>
        actionOf({ state }),
      ),
    });
    expect(annotationsOf(outcome, FOLDERS)).toEqual([]);
  });

  test.each([
    [9, 9, undefined],
    [10, 9, "1 more."],
    [30, 9, "21 more."],
  ])("of %i errors %i are told, and how many more there are", (count, shown, more) => {
    const diagnostics = Array.from({ length: count }, (_, index) =>
      error({ message: `E${index}` }),
    );
    const annotations = annotationsOf(outcomeWith({ diagnostics }), FOLDERS);
    expect(annotations).toHaveLength(shown + (more === undefined ? 0 : 1));
    expect(annotations.slice(shown)).toEqual(
      more === undefined ? [] : [expect.stringMatching(`^::error::${more}`)],
    );
  });
});

const LINES = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`).join("");

type Text = string | undefined;

type Line = number | undefined;

describe("firstChangedLine", () => {
  test.each<[before: Text, after: Text, old: Line, fresh: Line]>([
    [LINES, LINES.replace("10\n", "x\n"), 10, 10],
    [LINES, LINES.replace("1\n", "x\n"), 1, 1],
    [LINES, `${LINES}x\n`, 20, 21],
    [LINES, LINES.replace("20\n", ""), 20, 19],
    [undefined, "a\n", 1, 1],
    ["a\n", undefined, 1, 1],
    [undefined, "", undefined, undefined],
  ])("it is a line of the text before or after the change (%#)", (before, after, old, fresh) => {
    const { text } = unifiedDiff("a.ts", before, after);
    expect([firstChangedLine(text, "-"), firstChangedLine(text, "+")]).toEqual([old, fresh]);
  });
});
