import { describe, expect, it } from "vitest";
import { compareFindings } from "../../src/findings/compare-findings.ts";
import type { Finding, ScannedTree } from "../../src/findings/finding.ts";

/** A tree of files; `!rule` in a line is a finding on the rest of the line, `!rule+2` one that goes on for two more. */
function tree(files: Readonly<Record<string, string>>): ScannedTree {
  const findings: Finding[] = [];
  const texts = new Map<string, string>();
  for (const [path, marked] of Object.entries(files)) {
    const lines = marked.split("\n").map((line, at) => {
      const [code = "", ...marks] = line.split("!");
      for (const mark of marks) {
        const [rule = "", more = "0"] = mark.split("+");
        const [startLine, endLine] = [at + 1, at + 1 + Number(more)];
        const region = { startLine, startColumn: 1, endLine, endColumn: Number.POSITIVE_INFINITY };
        findings.push({ tool: "scan", rule, message: `No ${rule}.`, path, region });
      }
      return code;
    });
    texts.set(path, lines.join("\n"));
  }
  return { findings, texts };
}

function compare(before: Readonly<Record<string, string>>, after: typeof before) {
  const { added, removed } = compareFindings(tree(before), tree(after));
  const places = (findings: readonly Finding[]) =>
    findings.map(({ path, rule, region }) => `${path}:${region?.startLine} ${rule}`);
  return { added: places(added), removed: places(removed) };
}

const NONE = { added: [], removed: [] };

describe("findings before and after", () => {
  it.each<[title: string, before: string, after: string]>([
    ["an equal text", "f()!x\n", "f()!x\n"],
    ["a line that moved", "f()!x\n", "a\nb\nf()!x\n"],
    ["a line that is indented", "f()!x\n", "if (a)\n  f()!x\n"],
    ["a line that was edited", "f(old)!x\ng()\n", "f(new)!x\ng()\n"],
    ["doubles", "f()!x\ng\nf()!x\n", "f()!x\nf()!x\ng\n"],
    ["several lines with an edit inside", "a {!x+2\nb\n}\n", "a {!x+2\nc\n}\n"],
  ])("E5 are the same on %s", (_title, before, after) => {
    expect(compare({ "a.js": before }, { "a.js": after })).toEqual(NONE);
  });

  it.each<[title: string, before: string, after: string, added: string[], removed: string[]]>([
    ["one is gone", "f()!x\n", "g()\n", [], ["a.js:1 x"]],
    ["one is new", "f()\n", "f()!x\n", ["a.js:1 x"], []],
    ["a double is new", "f()!x\n", "f()!x\nf()!x\n", ["a.js:2 x"], []],
    ["a double is gone", "f()!x\nf()!x\n", "f()!x\n", [], ["a.js:2 x"]],
    ["an edit swaps the rule", "f()!x\n", "g()!y\n", ["a.js:1 y"], ["a.js:1 x"]],
    [
      "it is on another edited line",
      "f()!x\nm\ng()\n",
      "h()\nm\ni()!x\n",
      ["a.js:3 x"],
      ["a.js:1 x"],
    ],
  ])("E5 differ if %s", (_title, before, after, added, removed) => {
    expect(compare({ "a.js": before }, { "a.js": after })).toEqual({ added, removed });
  });

  it("follow a file that is renamed, and tell the others of it", () => {
    const moved = compare({ "a.js": "f()!x\ng()!y\n" }, { "b.js": "f()!x\nh()!y\n" });
    expect(moved).toEqual({ added: ["b.js:2 y"], removed: ["a.js:2 y"] });
  });

  it("are new in another file, if their own is still there", () => {
    const before = { "a.js": "f()!x\n", "b.js": "" };
    const copied = compare(before, { "a.js": "f()\n", "b.js": "f()!x\n" });
    expect(copied).toEqual({ added: ["b.js:1 x"], removed: ["a.js:1 x"] });
    const [old, fresh] = [tree(before), tree({ "a.js": "f()\n", "b.js": "f()!x\n" })];
    expect(compareFindings(old, fresh, { follows: "lines" })).toEqual(NONE);
  });

  it("are told by their message and line if the file does not have their text", () => {
    const region = { startLine: 9, startColumn: 1, endLine: 9e15, endColumn: 2 };
    const one: Finding = { tool: "scan", rule: "x", message: "No.", path: "a.js", region };
    const at = (...findings: Finding[]): ScannedTree => ({
      findings,
      texts: new Map([["a.js", "f()\n"]]),
    });
    expect(compareFindings(at(one), at(one))).toEqual(NONE);
    const other = { ...one, message: "No!" };
    expect(compareFindings(at(one), at(other))).toEqual({ added: [other], removed: [one] });
  });
});
