import { describe, expect, it } from "vitest";
import { foreignStep } from "../../../src/plan-file/relocate/text-step.ts";

const lines = (...all: readonly string[]) => `${all.join("\n")}\n`;

/** The line at which each `old` of a text stands after a change by another; undefined if it was refused. */
function placesOf(before: string, after: string): readonly (number | undefined)[] {
  const step = foreignStep(before, after);
  return [...before.matchAll(/old/g)].map(({ index }) => {
    const span = step.move({ start: index, end: index + 3 });
    return span && after.slice(0, span.start).split("\n").length;
  });
}

const NESTED = lines("if (admin) {", "  old(user);", "}", "old(user);");
const WRAPPED = lines(
  "run(() => {",
  ...NESTED.trimEnd()
    .split("\n")
    .map((line) => `  ${line}`),
  "});",
);
const DEEP = lines("a {", "  b {", "    old(x);", "  }", "  old(x);", "}");
const GUARDED = lines(
  "if (admin) {",
  "  old(user);",
  "  log1();",
  "}",
  "if (guest) {",
  "  log2();",
  "}",
);

describe("equal lines in other surroundings", () => {
  it.each<[what: string, before: string, after: string]>([
    ["was wrapped, and indented again", NESTED, WRAPPED],
    ["was unwrapped", WRAPPED, NESTED],
    [
      "was indented by a level",
      DEEP,
      lines(
        "run {",
        ...DEEP.trimEnd()
          .split("\n")
          .map((l) => `  ${l}`),
        "}",
      ),
    ],
    [
      "was moved to another block",
      lines("if (admin) {", "  old(user);", "}", "if (guest) {", "}"),
      lines("if (admin) {", "}", "if (guest) {", "  old(user);", "}"),
    ],
    [
      "was moved to another block, whose head was edited, as its own",
      lines("if (admin) {", "  old(user);", "}", "if (guest) {", "}"),
      lines("if (admin2) {", "}", "if (guest2) {", "  old(user);", "}"),
    ],
    [
      "was moved with its neighbour",
      GUARDED,
      lines("if (admin) {", "}", "if (guest) {", "  old(user);", "  log1();", "  log2();", "}"),
    ],
    [
      "was moved with its neighbour, and both heads edited",
      GUARDED,
      lines("if (admin2) {", "}", "if (guest2) {", "  old(user);", "  log1();", "  log2();", "}"),
    ],
    [
      "was moved with its neighbour, without any indentation",
      GUARDED.replaceAll("  ", ""),
      lines("if (admin2) {", "}", "if (guest2) {", "old(user);", "log1();", "log2();", "}"),
    ],
    [
      "was moved with its neighbour, and indentation alone makes blocks",
      lines("if admin:", "    old(user)", "    log1()", "if guest:", "    log2()"),
      lines("if admin2:", "    pass", "if guest2:", "    old(user)", "    log1()", "    log2()"),
    ],
    [
      "changed its block, because the heads were swapped",
      lines("if (admin) {", "  old(user);", "}", "if (guest) {", "  b();", "}"),
      lines("if (guest) {", "  old(user);", "}", "if (admin) {", "  b();", "}"),
    ],
    [
      "is one of two behind a byte order mark",
      "\uFEFFold(1);\nend();\n",
      "\uFEFFold(1);\nfoo();\nold(1);\nend();\n",
    ],
  ])("X2 are another place: the code %s", (_what, before, after) => {
    for (const place of placesOf(before, after)) expect(place).toBeUndefined();
  });

  it.each<[what: string, before: string, after: string, places: readonly (number | undefined)[]]>([
    ["a comment above", NESTED, `// Mine.\n${NESTED}`, [3, 5]],
    ["a function above", NESTED, `function f() {\n  return 1;\n}\n\n${NESTED}`, [6, 8]],
    ["a line above it, in its block", GUARDED, GUARDED.replace("{\n", "{\n  x();\n"), [3]],
    ["an edit of the head of its block", GUARDED, GUARDED.replace("admin", "admin || root"), [2]],
    ["an edit of the line below", GUARDED, GUARDED.replace("log1()", "log3()"), [2]],
    ["blank lines around it", GUARDED, GUARDED.replace("  old(user);", "\n  old(user);\n"), [3]],
    ["a byte order mark", GUARDED, `\uFEFF${GUARDED}`, [2]],
    ["a byte order mark in its line", "old();\n", "\uFEFFold();\n", [1]],
    [
      "a block around it, without another indentation",
      "old();\na();\n",
      "if (x) {\nold();\na();\n}\n",
      [undefined],
    ],
  ])("X2 judges %s", (_what, before, after, places) => {
    expect(placesOf(before, after)).toEqual(places);
  });
});
