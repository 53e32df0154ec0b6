import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { splice } from "../../../src/edit/text/splice.ts";
import {
  type UnifiedDiff,
  unifiedDiff,
  unifiedDiffOfEdit,
} from "../../../src/edit/text/unified-diff.ts";

const lines = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `line ${index}\n`);

test("many changes in a long file take no long time, and the result is the same each time", () => {
  const before = lines(10_000);
  const after = before.map((line, index) => (index % 3 === 0 ? `changed ${line}` : line));
  const repeated = before.map((_, index) => `${index % 5}\n`);
  const shuffled = repeated.map((_, index) => `${(index * 7) % 11}\n`);
  for (const [a, b] of [
    [before, after],
    [repeated, shuffled],
  ] as const) {
    const first = unifiedDiff("a", a.join(""), b.join(""));
    expect(unifiedDiff("a", a.join(""), b.join(""))).toEqual(first);
    expect(first.additions).toBeGreaterThan(3000);
  }
}, 5_000);

describe("A21 A23 git applies the diff and gets the text, byte for byte", () => {
  let repository: string;
  beforeAll(() => {
    repository = mkdtempSync(path.join(tmpdir(), "sluice-diff-"));
    git(["init", "-q"]);
  });
  afterAll(() => rmSync(repository, { recursive: true, force: true }));

  function git(args: readonly string[], input?: string): string {
    // The settings of the user (autocrlf, whitespace) must have no effect here.
    const pinned = ["-c", "core.autocrlf=false", "-c", "apply.whitespace=nowarn"];
    return execFileSync("git", [...pinned, ...args], { cwd: repository, encoding: "utf8", input });
  }

  function expectApplies(
    file: string,
    before: string | undefined,
    after: string | undefined,
    diff: UnifiedDiff = unifiedDiff(file, before, after),
  ): void {
    const full = path.join(repository, file);
    rmSync(full, { force: true });
    mkdirSync(path.dirname(full), { recursive: true });
    if (before !== undefined) writeFileSync(full, before);
    const { text, additions, deletions } = diff;
    const [added, removed] = git(["apply", "--apply", "--numstat", "-z"], text).split("\t");
    expect([Number(added), Number(removed)]).toEqual([additions, deletions]);
    expect(existsSync(full) ? readFileSync(full, "utf8") : undefined).toBe(after);
    rmSync(full, { force: true });
  }

  /** Returns the diff that git itself writes, without the line of object ids. Empty `before`: a new file. */
  function diffByGit(file: string, before: string, after: string): string {
    const full = path.join(repository, file);
    mkdirSync(path.dirname(full), { recursive: true });
    rmSync(path.join(repository, ".git/index"), { force: true });
    if (before !== "") {
      writeFileSync(full, before);
      git(["add", "--", file]);
    }
    writeFileSync(full, after);
    if (before === "") git(["add", "-N", "--", file]);
    const text = git(["-c", "core.quotePath=false", "diff", "--no-ext-diff", "--no-color"]);
    rmSync(full);
    rmSync(path.join(repository, ".git/index"), { force: true });
    return text.replace(/^index .*\n/m, "");
  }

  test.each([
    { title: "CRLF", before: "a\r\nb\r\nc\r\n", after: "a\r\nB\r\nc\r\n" },
    { title: "mixed line ends", before: "a\r\nb\nc\rd\n", after: "a\nb\nc\rD\r\n" },
    { title: "no final newline", before: "a\nb", after: "a\nc" },
    { title: "a final newline that comes", before: "a\nb", after: "a\nb\n" },
    { title: "a final newline that goes", before: "a\nb\n", after: "a\nb" },
    { title: "a BOM", before: "\uFEFFa\nb\n", after: "\uFEFFA\nb\n" },
    { title: "a BOM that goes", before: "\uFEFFa\nb\n", after: "a\nb\n" },
    { title: "emoji and line separators", before: "😀\u2028a\nb\n", after: "😀\u2028c\nb\n" },
    {
      title: "lines that look like a diff",
      before: "-- a\n++ b\n@@ c\n",
      after: "-- x\n++ y\n@@ c\n",
    },
    { title: "everything goes but the file", before: "a\n", after: "" },
    { title: "an empty file that is filled", before: "", after: "a" },
    { title: "a new file", before: undefined, after: "a\nb" },
    { title: "a new empty file", before: undefined, after: "" },
    { title: "a deleted file", before: "a\nb", after: undefined },
    { title: "a deleted empty file", before: "", after: undefined },
  ])("$title", ({ before, after }) => {
    expectApplies("src/a.ts", before, after);
  });

  test.each([
    "with space.ts",
    " leading and trailing ",
    'quo"te.ts',
    "back\\slash.ts",
    "tab\there.ts",
    "new\nline.ts",
    "bell\x07 and \x01.ts",
    "ümläut 名😀.ts",
    'deep folder/b "c"/ü.ts',
    "a b/a b/x.ts",
    "-dash.ts",
    "del\x7f.ts",
  ])("the path %j", (file) => {
    expectApplies(file, "a\nb\n", "a\nc\n");
    expectApplies(file, undefined, "a\n");
    expectApplies(file, "a\n", undefined);
    expect(unifiedDiff(file, "a\n", "b\n").text).toBe(diffByGit(file, "a\n", "b\n"));
    expect(unifiedDiff(file, undefined, "b\n").text).toBe(diffByGit(file, "", "b\n"));
  });

  test("one edit of any text, by the lines that it touches", () => {
    const text = fc
      .array(fc.constantFrom("a\n", "b\n", "\n", "d", "é😀\r\n"), { minLength: 1, maxLength: 25 })
      .map((parts) => parts.join(""));
    const all = fc.record({ before: text, from: fc.nat(), size: fc.nat(9), written: text });
    fc.assert(
      fc.property(all, ({ before, from, size, written }) => {
        const start = from % (before.length + 1);
        const edit = { start, end: Math.min(before.length, start + size), text: written };
        const after = splice(before, [edit]);
        if (after === before || Buffer.from(after).toString() !== after) return;
        expectApplies("a.ts", before, after, unifiedDiffOfEdit("a.ts", before, edit));
      }),
      { numRuns: 60, seed: 7, examples: [[{ before: "\n\nx\n", from: 0, size: 1, written: "a" }]] },
    );
  });

  test("the diff of one edit equals the whole diff", () => {
    const before = lines(40).join("");
    const edit = { start: before.indexOf("20"), end: before.indexOf("20") + 2, text: "x\ny" };
    expect(unifiedDiffOfEdit("a b.ts", before, edit)).toEqual(
      unifiedDiff("a b.ts", before, splice(before, [edit])),
    );
  });

  test("any two texts", () => {
    const text = fc
      .array(fc.constantFrom("a\n", "b\n", "c\r\n", "\n", "d", " \n", "-\n", "\\ No\n"), {
        maxLength: 25,
      })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after);
        expectApplies("any.txt", before, after);
      }),
      { numRuns: 60 },
    );
  });
});
