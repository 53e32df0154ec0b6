import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEditDiffs } from "../../../src/edit/text/diff-of-edits.ts";
import { splice } from "../../../src/edit/text/splice.ts";
import { unifiedDiff } from "../../../src/edit/text/unified-diff.ts";
import type { ActionReport, Report } from "../../../src/model/report/report.ts";
import { createPatchReporter } from "../../../src/report/formats/patch.ts";
import { actionOf } from "../../action/builders.ts";
import { tempFolder } from "../../support/temp-tree.ts";

type Text = string | undefined;

/** Returns the actions that turn each text of a file into the next; undefined stands for no file. */
function chain(path: string, texts: readonly Text[]): readonly ActionReport[] {
  return texts.slice(1).flatMap((after, index) => {
    const diff = unifiedDiff(path, texts[index], after).text;
    if (diff === "") return [];
    return [actionOf({ files: [fileOf(path, diff, texts[index] ?? "", after ?? "")] })];
  });
}

function fileOf(path: string, diff: string, preHash: string, postHash: string) {
  const counts = { replacements: 1, superseded: [], additions: 0, deletions: 0 };
  return { path, language: "text", ...counts, preHash, postHash, diff };
}

/** The patch of a report, of which only the actions count. */
function patchOf(actions: readonly ActionReport[]): string {
  return [...(createPatchReporter().onReport?.({ actions } as unknown as Report) ?? [])].join("");
}

/** Applies a patch with git to the files of a folder, and returns what they hold then. */
function applied(patch: string, files: Readonly<Record<string, Text>>): Record<string, Text> {
  const root = tempFolder();
  for (const [path, text] of Object.entries(files))
    if (text !== undefined) writeFileSync(join(root, path), text);
  writeFileSync(join(root, ".patch"), patch);
  const { status, stderr } = spawnSync("git", ["apply", "--whitespace=nowarn", ".patch"], {
    cwd: root,
    env: { PATH: process.env.PATH, GIT_CEILING_DIRECTORIES: root },
    encoding: "utf8",
  });
  expect({ status, stderr, patch }).toMatchObject({ status: 0, stderr: "" });
  const read = (path: string) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined;
  return Object.fromEntries(Object.keys(files).map((path) => [path, read(path)]));
}

/** The end of a chain as git makes it of the net patch. */
function endOf(path: string, texts: readonly Text[]): Text {
  return applied(patchOf(chain(path, texts)), { [path]: texts[0] })[path];
}

const LONG = Array.from({ length: 30 }, (_, line) => `line ${line}\n`).join("");

describe("the format patch", () => {
  test.each<[title: string, path: string, texts: readonly Text[]]>([
    [
      "two changes of one line",
      "a.ts",
      [LONG, LONG.replace("line 9", "x"), LONG.replace("line 9", "y")],
    ],
    ["a change beside an earlier one", "a.ts", ["a\nb\nc\n", "a\nB1\nB2\nc\n", "A\nB1\nB2\nc\n"]],
    ["a new file", "new.ts", [undefined, "a\nb\n"]],
    ["a new file that is changed", "new.ts", [undefined, "a\nb\n", "a\nc\n"]],
    ["an empty new file", "new.ts", [undefined, ""]],
    ["an empty new file that is filled", "new.ts", [undefined, "", "a\n"]],
    ["a file that is deleted", "gone.ts", ["a\nb\n", undefined]],
    ["a file that is changed, and then deleted", "gone.ts", ["a\nb\n", "a\nc\n", undefined]],
    ["a file that is deleted, and comes again", "a.ts", ["a\nb\n", undefined, "b\nc\n"]],
    ["an empty file that is filled", "a.ts", ["", "a\n"]],
    ["a file that is emptied", "a.ts", ["a\n", "b\n", ""]],
    ["CRLF", "a.ts", ["a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n", "A\r\nB\r\nc\r\n"]],
    ["no final newline", "a.ts", ["a\nb", "a\nB", "A\nB"]],
    ["a final newline that comes", "a.ts", ["a\nb", "a\nb\n", "a\nb\nc\n"]],
    ["a final newline that goes", "a.ts", ["a\nb\n", "a\nb", "a\nB"]],
    ["a name with blanks", "a b c.ts", ["a\n", "b\n"]],
    ["a name with quotes and a tab", 'a"b\t.ts', ["a\n", "b\n", "c\n"]],
    ["a new name with blanks and quotes", ' a "b".ts', [undefined, "b\n"]],
    ["a name with letters outside of ASCII", "ä日.ts", ["a\n", "b\n"]],
    ["a byte order mark", "a.ts", ["\uFEFFa\nb\n", "\uFEFFa\nB\n"]],
    [
      "lines that look like a patch",
      "a.ts",
      ["@@ -1 +1 @@\n-- a\n", "@@ -1 +1 @@\n--- a\n+++ b\n", "@@ -9 +9 @@\n--- a\n+++ b\n"],
    ],
  ])("%s: git makes the last text of the first", (_title, path, texts) => {
    expect(endOf(path, texts)).toBe(texts.at(-1));
  });

  test.each<[title: string, texts: readonly Text[]]>([
    ["a change that is taken back", ["a\n", "b\n", "a\n"]],
    ["a file that comes and goes", [undefined, "a\n", undefined]],
  ])("%s is no change", (_title, texts) => {
    expect(patchOf(chain("a.ts", texts))).toBe("");
  });

  test("each file stands in it once, by its path, and only what was applied", () => {
    const patch = patchOf([
      ...chain("b.ts", ["1\n", "2\n", "3\n"]),
      ...chain("a.ts", ["1\n", "2\n"]),
      ...chain("c.ts", ["1\n", "2\n"]).map((action) => ({ ...action, state: "held" as const })),
    ]);
    expect(patch.match(/^diff --git .*$/gm)).toEqual([
      "diff --git a/a.ts b/a.ts",
      "diff --git a/b.ts b/b.ts",
    ]);
    expect(patch).toContain("-1\n+3\n");
  });

  test("a file whose change is not known is named before the others, which git still applies", () => {
    const facts = { ...actionOf().facts, files: ["x\ndiff --git a/e b/e"] };
    const patch = patchOf([actionOf({ facts }), ...chain("a.ts", ["1\n", "2\n"])]);
    expect(patch).toMatch(/^# Not in this patch: "x\\ndiff --git a\/e b\/e"\ndiff --git a\/a\.ts/);
    expect(applied(patch, { "a.ts": "1\n" })).toEqual({ "a.ts": "2\n" });
  });

  test("many actions of one write count in one text, also in one line", () => {
    const before = "f(1); f(2);\nx\ny\nz\nv\nw\nf(3);\n";
    const edits = [0, 6, before.indexOf("f(3)")].map((start) => ({
      start,
      end: start + 1,
      text: "gg",
    }));
    const diffOf = createEditDiffs("a.ts", before);
    const joint = edits.map((edit) =>
      actionOf({
        files: [{ ...fileOf("a.ts", diffOf(edit).diff, "0", "1"), isJoint: true as const }],
      }),
    );
    const after = splice(before, edits);
    const later = actionOf({
      files: [fileOf("a.ts", unifiedDiff("a.ts", after, after.replace("y", "Y")).text, "1", "2")],
    });
    expect(applied(patchOf([...joint, later]), { "a.ts": before })).toEqual({
      "a.ts": after.replace("y", "Y"),
    });
  });

  test("of any texts in a row, git makes the last of the first", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", "d\r", ""), { maxLength: 14 })
      .chain((lines) =>
        fc.constantFrom(lines.join("\n"), lines.map((line) => `${line}\n`).join("")),
      );
    const texts = fc.array(fc.option(text, { nil: undefined }), { minLength: 2, maxLength: 5 });
    const rows = fc.array(texts, { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(rows, (files) => {
        const named = files.map((one, index) => [`${index}.ts`, one] as const);
        const patch = patchOf(named.flatMap(([path, one]) => chain(path, one)));
        const first = Object.fromEntries(named.map(([path, one]) => [path, one[0]]));
        const last = Object.fromEntries(named.map(([path, one]) => [path, one.at(-1)]));
        expect(patch === "" ? first : applied(patch, first)).toEqual(last);
      }),
      { numRuns: 8 },
    );
  });
});
