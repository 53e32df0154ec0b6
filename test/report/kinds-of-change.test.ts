import { describe, expect, it } from "vitest";
import { kindExamples } from "../../src/report/comment/kind-examples.ts";
import { kindsOf } from "../../src/report/kinds-of-change.ts";
import { changeOf, opChangeOf } from "./comment/report-with.ts";

const LIMIT = { length: 60_000, elsewhere: "the rest is there" };

/** One action of one op for each pair of texts, each in a file of its own. */
function changes(...pairs: readonly (readonly [before: string, after: string])[]) {
  return pairs.map(([before, after], at) => opChangeOf(`src/f${at}.ts`, before, after));
}

function counts(...pairs: readonly (readonly [before: string, after: string])[]) {
  return kindsOf(changes(...pairs)).kinds.map(({ count }) => count);
}

describe("kindsOf", () => {
  it.each<[what: string, pairs: readonly (readonly [string, string])[]]>([
    [
      "captures that stay",
      [
        ["old(a, 1);\n", "fresh(a, 1);\n"],
        ["old(b.c, [2]);\n", "fresh(b.c, [2]);\n"],
      ],
    ],
    [
      "captures that move",
      [
        ["equal(a, b);\n", "equal(b, a);\n"],
        ["equal(c, d);\n", "equal(d, c);\n"],
      ],
    ],
    [
      "another indentation",
      [
        ["a();\n", "b();\n"],
        ["  a();\n", "  b();\n"],
      ],
    ],
    [
      "a name of an import that goes",
      [
        ["import React, { a } from 'react';\n", "import { a } from 'react';\n"],
        ["import React, { b, c } from 'react';\n", "import { b, c } from 'react';\n"],
      ],
    ],
  ])("counts changes as one kind: %s", (_what, pairs) => {
    expect(counts(...pairs)).toEqual([pairs.length]);
  });

  it.each<[what: string, pairs: readonly (readonly [string, string])[]]>([
    [
      "another name",
      [
        ["old(a);\n", "fresh(a);\n"],
        ["old(a);\n", "other(a);\n"],
      ],
    ],
    [
      "a line that goes",
      [
        ["a();\n", ""],
        ["a();\n", "b();\n"],
      ],
    ],
  ])("keeps kinds apart: %s", (_what, pairs) => {
    expect(counts(...pairs)).toEqual([1, 1]);
  });

  it("keeps the changes of two calls apart, also if their ops have the same number", () => {
    const [first, second] = ["a", "b"].map((name) => {
      const over = { callId: `call-${name}` };
      return opChangeOf("a.ts", `f(${name}, 1);\n`, `f(1, ${name});\n`, over);
    });
    expect(kindsOf([first, second].flatMap((action) => action ?? [])).kinds).toHaveLength(2);
  });

  it("keeps what one op replaces by the same code apart", () => {
    expect(counts(["log(a);\n", "true;\n"], ["isAdmin(a);\n", "true;\n"])).toEqual([1, 1]);
  });

  it("keeps calls apart whose arguments change places, if they call something else", () => {
    const pairs = [
      ["swap(a, b);\n", "swap(b, a);\n"],
      ["grant(user, admin);\n", "grant(admin, user);\n"],
    ] as const;
    expect(counts(...pairs)).toEqual([1, 1]);
  });

  it("takes the whole lines of a change without an op, however long they are", () => {
    const long = "x".repeat(5000);
    const pairs = [
      ["swap(a, b);\n", "swap(b, a);\n"],
      ["grant(user, admin);\n", "grant(admin, user);\n"],
      ["timeout = 1;\n", "timeout = 9;\n"],
      ["admins = 1;\n", "admins = 9;\n"],
      [`${long}log\n`, `${long}debug\n`],
      [`${long}isAdmin\n`, `${long}true\n`],
      [`  ${long}log\n`, `  ${long}debug\n`],
    ] as const;
    const actions = pairs.map(([before, after]) => changeOf("a.ts", before, after));
    expect(kindsOf(actions).kinds.map(({ count }) => count)).toEqual([2, 1, 1, 1, 1, 1]);
    const written = pairs.map(([before, after]) =>
      opChangeOf("a.ts", before, after, { tool: "write_file", op: "write_file" }),
    );
    expect(kindsOf(written).kinds).toEqual(kindsOf(actions).kinds);
  });

  it("takes the whole lines if an op does not account for all that differs", () => {
    const actions = ["log", "isAdmin"].map((name) => {
      const action = opChangeOf("a.ts", `old(1); ${name}();\n`, `new(1); true;\n`);
      const place = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 7 };
      const regions = [{ op: "ops[0]", before: place, after: place }];
      return { ...action, files: action.files.map((file) => ({ ...file, regions })) };
    });
    expect(kindsOf(actions).kinds).toHaveLength(2);
  });
});

describe("kindExamples", () => {
  it("shows one example of each kind with the number of its places, the most frequent first", () => {
    const alike = Array.from(
      { length: 3 },
      (_each, at) => [`old(${at});\n`, `fresh(${at});\n`] as const,
    );
    expect(kindExamples(changes(["x;\n", "y;\n"], ...alike), LIMIT)).toBe(
      [
        "**2 kinds of change**",
        "**3 places** in 3 files, swap › swap, such as src/f1.ts:1",
        "```diff\n-old(0);\n+fresh(0);\n```",
        "**1 place** in 1 file, swap › swap, such as src/f0.ts:1",
        "```diff\n-x;\n+y;\n```",
      ].join("\n\n"),
    );
  });

  it("is empty if no kind repeats, and counts the kinds for which there is no room", () => {
    expect(kindExamples(changes(["x;\n", "y;\n"]), LIMIT)).toBe("");
    const pairs = Array.from({ length: 30 }, (_each, at) => ["a;\na;\na;\n", `b${at};\n`] as const);
    const actions = changes(...pairs, ...pairs, ...pairs);
    expect(kindExamples(actions, LIMIT)).toContain(
      "10 more kinds in 30 places; the rest is there.",
    );
    expect(kindExamples(actions, { ...LIMIT, length: 1000 }).length).toBeLessThanOrEqual(1000);
  });
});
