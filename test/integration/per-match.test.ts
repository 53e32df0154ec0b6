import { describe, expect, it } from "vitest";
import { cliReport } from "../support/run-cli.ts";
import { readText, tempTree, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

/** Applies what has few additions, so that it depends on the text of each match which one goes. */
const policy = (rules: string) =>
  `version: 1\ndefault: { verdict: discard, reason: Not this one. }\nrules:\n${rules}`;

const SHORT = policy(
  "  - { id: short, when: { idempotent: true }, verdict: apply, reason: Idempotent. }\n",
);

describe("per: match", () => {
  const ops: [string, string][] = [["f($A)", "g($A)"]];

  it("makes one pending action of each replacement, with a diff, facts and a verdict of its own", async () => {
    const root = tempTree({
      "a.ts": "f(1);\nkeep;\nf(22);\n",
      "r.yaml": recipeOf(ops, "per: match"),
    });
    const { report } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    expect(
      report.actions.map(({ label, state, facts }) => [label, state, facts.replacements]),
    ).toEqual([
      ["AST Edit: 1 replacement in 1 file", "applied", 1],
      ["AST Edit: 1 replacement in 1 file", "applied", 1],
    ]);
    expect(report.actions.map(({ files }) => files[0]?.diff.match(/^[-+](?![-+]).*$/gm))).toEqual([
      ["-f(1);", "+g(1);"],
      ["-f(22);", "+g(22);"],
    ]);
    expect(new Set(report.actions.map(({ id }) => id)).size).toBe(2);
    expect(readText(root, "a.ts")).toBe("g(1);\nkeep;\ng(22);\n");
    expect(report.totals).toMatchObject({ replacements: 2, filesChanged: 1 });
  });

  it("leaves the others right where one is discarded, also where the length changes and lines move", async () => {
    // `h(f(…))` is not idempotent where the argument is itself a call of f.
    const grow: [string, string][] = [["f($A)", "longer(\n  $A,\n)"]];
    const root = tempTree({
      "a.ts": "f(1); f(f(2)); f(3);\nf(f(4));\nf(5);\n",
      "r.yaml": recipeOf(grow, "per: match"),
      "p.yaml": SHORT,
    });
    const { exitCode, report } = await cliReport(root, ["run", "r.yaml", "--policy", "p.yaml"]);
    expect(exitCode).toBe(0);
    expect(report.actions.map(({ state }) => state)).toEqual([
      "applied",
      "discarded",
      "applied",
      "discarded",
      "applied",
    ]);
    expect(readText(root, "a.ts")).toBe(
      "longer(\n  1,\n); f(f(2)); longer(\n  3,\n);\nf(f(4));\nlonger(\n  5,\n);\n",
    );
    expect(report.totals.ledger).toMatchObject({
      applied: 3,
      discarded: 2,
      superseded: 2,
      found: 7,
    });
  });

  it("A18 is stale where somebody else changed the file between two of its actions", async () => {
    const root = tempTree({
      "a.ts": "f(1);\nf(2);\n",
      "r.yaml": recipeOf(ops, "per: match"),
    });
    const { runWith } = await import("../support/run-request.ts");
    let isDone = false;
    const report = await runWith(root, { recipes: ["r.yaml"], policy: "apply-all" }, (event) => {
      if (event.type !== "action-ended" || isDone) return;
      isDone = true;
      writeTree(root, { "a.ts": `// mine\n${readText(root, "a.ts")}` });
    });
    expect(report.exitCode).toBe(3);
    expect(report.actions.map(({ state }) => state)).toEqual(["applied", "failed"]);
    expect(readText(root, "a.ts")).toBe("// mine\ng(1);\nf(2);\n");
  });

  it("finds its places again where other steps of the batch edit the same file", async () => {
    const recipe = `version: 1
steps:
  - parallel:
      - { id: a, ast_edit: { per: match, ops: [{ pat: "f($A)", out: "ffff($A)" }] } }
      - { id: b, ast_edit: { per: match, ops: [{ pat: "g($A)", out: "" }] } }
`;
    const root = tempTree({ "a.ts": "g(0);f(1);g(2);f(3);g(4)", "r.yaml": recipe });
    const { exitCode } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    expect([exitCode, readText(root, "a.ts")]).toEqual([0, ";ffff(1);;ffff(3);"]);
  });

  it("A18 is stale where another step changed what the ops would write there", async () => {
    const recipe = `version: 1
steps:
  - parallel:
      - { id: a, ast_edit: { ops: [{ pat: one, out: two }] } }
      - { id: b, ast_edit: { per: match, ops: [{ rule: { pattern: "f($A)", inside: { pattern: "one($$$)", stopBy: end } }, out: "g($A)" }, { pat: "h($A)", out: "i($A)" }] } }
`;
    const root = tempTree({
      "a.ts": "one(() => {\n  f(1); h(0);\n});\n",
      "r.yaml": recipe,
    });
    const { exitCode, report } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    expect(exitCode).toBe(3);
    expect(report.actions.map(({ step, state }) => [step, state])).toEqual([
      ["a", "applied"],
      ["b", "failed"],
      ["b", "applied"],
    ]);
    expect(readText(root, "a.ts")).toBe("two(() => {\n  f(1); i(0);\n});\n");
  });

  it("blames only the matches that break the syntax, in one file and behind a limit", async () => {
    const files = { "a.ts": "f(1);\nf(2);\nh(3);\nf(4);\n" };
    const ops2: [string, string][] = [
      ["f($A)", "g($A)"],
      ["h($A)", "i($A"],
    ];
    const errors = async (more: string) => {
      const root = tempTree({ ...files, "r.yaml": recipeOf(ops2, more) });
      const { report } = await cliReport(root, ["preview", "r.yaml"]);
      return report.actions.map(({ facts }) => facts.newSyntaxErrors);
    };
    expect(await errors("per: match")).toEqual([false, false, true, false]);
    expect(await errors("per: file\nmaxReplacements: 2")).toEqual([false]);
    expect(await errors("per: file\nmaxReplacements: 3")).toEqual([true]);
  });

  it("tells comments and code of one file apart", async () => {
    const root = tempTree({
      "a.ts": "// old\nf(1);\nlet q = a /*c*/ + /*c*/ b;\n",
      "r.yaml": recipeOf(
        [
          ["// old", "// new"],
          ["f(1)", "g(1)"],
          ["/*c*/", ""],
        ],
        "per: match",
      ),
    });
    const { report } = await cliReport(root, ["preview", "r.yaml"]);
    expect(report.actions.map(({ facts }) => facts.commentsOnly)).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it("A22 ends at the time limit between two writes, and decides no more of them", async () => {
    const { runWith } = await import("../support/run-request.ts");
    // Every second one is discarded, and separates the others, which would be written at once.
    const text = "f(1);\nf(f(2));\n".repeat(20);
    for (const command of ["preview", "run"] as const) {
      const root = tempTree({
        "a.ts": text,
        "r.yaml": recipeOf(ops, "per: match"),
        "p.yaml": SHORT,
      });
      const controller = new AbortController();
      let isSet = false;
      const request = { command, recipes: ["r.yaml"], policy: "p.yaml" };
      const report = await runWith(
        root,
        request,
        (event) => {
          // A timer, like that of --timeout: it fires only where the run lets it.
          if (event.type === "action-ended" && !isSet) setImmediate(() => controller.abort());
          if (event.type === "action-ended") isSet = true;
        },
        { timedOut: controller.signal },
      );
      expect([report.outcome, report.exitCode]).toEqual(["limit", 5]);
      expect(report.actions).toHaveLength(40);
      const decided = report.actions.findIndex(({ ruleId }) => ruleId === "stopped");
      expect(decided).toBeLessThan(5);
      expect(report.actions.at(-1)).toMatchObject({ verdict: "discard", ruleId: "stopped" });
      const applied = report.actions.filter(({ state }) => state === "applied").length;
      const [done, left] = ["g(1);\nf(f(2));\n", "f(1);\nf(f(2));\n"];
      const written = done.repeat(applied) + left.repeat(20 - applied);
      expect(readText(root, "a.ts")).toBe(command === "run" ? written : text);
    }
  });

  it("cannot be combined with passes", async () => {
    const root = tempTree({ "r.yaml": recipeOf(ops, "per: match\npasses: 2") });
    const { exitCode, report } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    expect(exitCode).toBe(2);
    expect(report.diagnostics).toMatchObject([{ code: "invalid-value", line: 6, column: 15 }]);
  });
});

describe("passes", () => {
  const run = async (text: string, ops: [string, string][], passes: number, more = "") => {
    const root = tempTree({
      "a.ts": text,
      "r.yaml": recipeOf(ops, `passes: ${passes}${more}`),
    });
    const { report, exitCode } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    const alerts = report.alerts
      .filter(({ code }) => code === "passes")
      .map(({ message }) => message);
    return { exitCode, text: readText(root, "a.ts"), alerts, action: report.actions[0], report };
  };

  it("repeat the ops on their own result until nothing changes", async () => {
    const { text, alerts, action } = await run("f(f(f(1)));\n", [["f($A)", "g($A)"]], 10);
    expect([text, alerts]).toEqual(["g(g(g(1)));\n", []]);
    expect(action?.facts).toMatchObject({ replacements: 1, idempotent: true });
    expect(action?.files[0]?.diff).toContain("-f(f(f(1)));\n+g(g(g(1)));\n");
  });

  it("say so where they did not suffice", async () => {
    const { text, alerts, action } = await run("f(f(f(1)));\n", [["f($A)", "g($A)"]], 2);
    expect(text).toBe("g(g(f(1)));\n");
    expect(alerts).toEqual(["a.ts: 2 passes did not suffice; one more would change it again."]);
    expect(action?.facts.idempotent).toBe(false);
  });

  it("stop where the ops go round in circles, and say so", async () => {
    const { text, alerts, action } = await run(
      "a(1);\n",
      [
        ["a($A)", "b($A)"],
        ["b($A)", "a($A)"],
      ],
      50,
    );
    expect(text).toBe("b(1);\n");
    expect(alerts).toEqual([
      "a.ts: the ops go round in circles; stopped before the text came back.",
    ]);
    expect(action?.facts.idempotent).toBe(false);
  });

  it("stop where one of them left syntax errors, and say so; the fact tells what was written", async () => {
    const ops: [string, string][] = [
      ["f($A)", "g($A)"],
      ["g($A)", "h($A"],
      ["g(2)", "i(2)"],
    ];
    const { text, alerts, action } = await run("f(1);\n", ops, 9, "\nper: file");
    expect(text).toBe("h(1;\n");
    expect(alerts).toEqual([]); // Nothing was left: a broken text that no op matches.
    expect(action?.facts).toMatchObject({ newSyntaxErrors: true, idempotent: true });
    const more = await run("f(1);\nf(f(2));\n", ops, 9, "\nper: file");
    expect(more.alerts).toEqual([
      "a.ts: 2 passes left syntax errors; stopped there, with work left.",
    ]);
    expect(more.action?.facts).toMatchObject({ newSyntaxErrors: true, idempotent: false });
    expect((await run("g(1);f(2);\n", ops, 9)).alerts).toEqual([
      "a.ts: 1 pass left syntax errors; stopped there, with work left.",
    ]);
  });

  it("A14 tell what gave way in any of them at its place in the file, unless a later one did it", async () => {
    const ops: [string, string][] = [
      ["foo($A)", "bar($A)"],
      ["foo(1)", "baz()"],
      ["p()", "qqq()"],
      ["qqq()", "r()"],
    ];
    for (const passes of [1, 2, 3]) {
      const { text, action } = await run("p(); foo(1);\n", ops, passes);
      expect(text).toBe(passes === 1 ? "qqq(); bar(1);\n" : "r(); bar(1);\n");
      expect(action?.files[0]?.superseded).toEqual([
        { op: "ops[1]", by: "ops[0]", start: 5, end: 11 },
      ]);
    }
    const nested = await run("f(f(f(1))); f(f(2));\n", [["f($A)", "longer($A)"]], 2);
    expect(nested.action?.files[0]?.superseded).toMatchObject([{ start: 4, end: 8 }]);
    const all = await run("f(f(f(1))); f(f(2));\n", [["f($A)", "longer($A)"]], 3);
    expect(all.action?.files[0]?.superseded).toEqual([]);
  });

  it("end with an op that grows for ever at the limit", async () => {
    const { text, alerts } = await run("f(1);\n", [["f($A)", "f(f($A))"]], 3);
    expect(text).toBe("f(f(f(f(1))));\n");
    expect(alerts).toHaveLength(1);
  });

  it("are one pass by default: what is left is the fact `idempotent`", async () => {
    const { text, alerts, action } = await run("f(f(1));\n", [["f($A)", "g($A)"]], 1);
    expect([text, alerts, action?.facts.idempotent]).toEqual(["g(f(1));\n", [], false]);
  });

  it("work per file too, with several edits of each pass", async () => {
    const { text } = await run(
      "f(f(1)); x; f(f(2)); y;\n",
      [
        ["f($A)", "gg($A)"],
        ["y", "z"],
      ],
      5,
      "\nper: file",
    );
    expect(text).toBe("gg(gg(1)); x; gg(gg(2)); z;\n");
  });
});

describe("facts of an edit", () => {
  const factsOf = async (text: string, ops: [string, string][], more = "") => {
    const root = tempTree({ "a.ts": text, "r.yaml": recipeOf(ops, more) });
    const { report } = await cliReport(root, ["preview", "r.yaml"]);
    return report.actions[0]?.facts;
  };

  it.each<[what: string, text: string, ops: [string, string][], expected: object]>([
    [
      "a clean edit",
      "f(1);\n",
      [["f($A)", "g($A)"]],
      { newSyntaxErrors: false, idempotent: true, commentsOnly: false },
    ],
    ["a replacement that is no code", "f(1);\n", [["f($A)", "g($A"]], { newSyntaxErrors: true }],
    [
      "a replacement that runs into the word before it",
      "x = typeof+f(1);\n",
      [["+f($A)", "g($A)"]],
      { newSyntaxErrors: true },
    ],
    [
      "a replacement that keeps words apart",
      "x = typeof +f(1);\n",
      [["+f($A)", "g($A)"]],
      { newSyntaxErrors: false },
    ],
    ["a change of a comment", "// old\nf(1);\n", [["// old", "// new"]], { commentsOnly: true }],
    ["a comment that is removed", "// old\nf(1);\n", [["// old", ""]], { commentsOnly: true }],
    [
      "a comment and code",
      "// old\nf(1);\n",
      [
        ["// old", "// new"],
        ["f(1)", "g(1)"],
      ],
      { commentsOnly: false },
    ],
    [
      "a comment that swallows code",
      "a(); /* c */ b();\nd();\n",
      [["/* c */", "// y"]],
      { commentsOnly: false },
    ],
    [
      "comments whose loss joins words",
      "let q = a/*c*/+/*c*/+b;\n",
      [["/*c*/", ""]],
      { commentsOnly: false },
    ],
    [
      "a comment that brings a line end between words",
      "function f(x) { return /*c*/ x }\n",
      [["/*c*/", "/*\n*/"]],
      { commentsOnly: false },
    ],
    [
      "a comment on lines of its own that goes",
      "f(1);\n  // old\n  g(2);\n",
      [["// old", ""]],
      { commentsOnly: true },
    ],
  ])("tell %s", async (_what, text, ops, expected) => {
    expect(await factsOf(text, ops)).toMatchObject(expected);
  });

  it("L1 tell what each match loses by itself", async () => {
    const text = "f(1, /* x */ 2);\nf( 1,2);\nf(1, 2);\nf(async () => 1 /* y */, 2);\n";
    const root = tempTree({
      "a.ts": text,
      "r.yaml": recipeOf([["f($A, $B)", "f($A, $B)"]], "per: match"),
    });
    const { report } = await cliReport(root, ["preview", "r.yaml"]);
    const tell = ({ commentsLost, whitespaceOnly }: (typeof report.actions)[number]["facts"]) => [
      commentsLost,
      whitespaceOnly,
    ];
    expect(report.actions.map(({ facts }) => tell(facts))).toEqual([
      [["a.ts:1 `/* x */`"], false],
      [[], true],
      [["a.ts:4 `/* y */`"], false],
    ]);
    expect(report.alerts.map(({ message }) => message)).toEqual([
      "a.ts: the comment `/* x */` in line 1 is lost; the comment `/* y */` in line 4 is lost.",
    ]);
  });

  it("name the actions whose edits overlap, before anything is resolved", async () => {
    const recipe = `version: 1
steps:
  - parallel:
      - { id: a, ast_edit: { per: match, ops: [{ pat: "f($A)", out: "ff($A)" }] } }
      - { id: b, ast_edit: { per: match, ops: [{ pat: "g($A)", out: "gg($A)" }] } }
`;
    const root = tempTree({ "a.ts": "f(g(1));\ng(2);\nf(3);\n", "r.yaml": recipe });
    const { report } = await cliReport(root, ["preview", "r.yaml", "--policy", "hold-all"]);
    const [outer, alone, inner, other] = report.actions;
    expect(outer?.facts.conflicts).toEqual([inner?.id]);
    expect(inner?.facts.conflicts).toEqual([outer?.id]);
    expect([alone?.facts.conflicts, other?.facts.conflicts]).toEqual([[], []]);
  });
});

describe("files that are looked at and left alone", () => {
  it("says so of generated files, unless the step edits them", async () => {
    const files = {
      "a.ts": "/** @generated by a tool */\nf(1);\n",
      "b.ts": "// Code generated by x. DO NOT EDIT.\nf(2);\n",
      "c.ts": "f(3); // not generated\n",
    };
    const skip = tempTree({ ...files, "r.yaml": recipeOf([["f($A)", "g($A)"]]) });
    const { report } = await cliReport(skip, ["preview", "r.yaml"]);
    expect(report.skipped.map(({ path, why }) => [path, why])).toEqual([
      ["a.ts", "generated"],
      ["b.ts", "generated"],
    ]);
    const edit = tempTree({
      ...files,
      "r.yaml": recipeOf([["f($A)", "g($A)"]], "editGenerated: true"),
    });
    expect((await cliReport(edit, ["preview", "r.yaml"])).report.totals.filesMatched).toBe(3);
  });

  it("A8 edits a file with syntax errors where it is asked to", async () => {
    const root = tempTree({
      "a.ts": "f(1);\nconst = ;\n",
      "r.yaml": recipeOf([["f($A)", "g($A)"]], "onParseError: edit"),
    });
    const { report } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    expect(readText(root, "a.ts")).toBe("g(1);\nconst = ;\n");
    expect(report.actions[0]?.facts).toMatchObject({ newSyntaxErrors: false });
  });

  it("has an outcome for a file that is named and that no op is valid in", async () => {
    const root = tempTree({
      "a.ts": "f(1 as any);\n",
      "b.js": "f(2);\n",
      "r.yaml": recipeOf([["$A as any", "$A"]], "paths: [a.ts, b.js]"),
    });
    const { report } = await cliReport(root, ["preview", "r.yaml"]);
    expect(report.skipped).toEqual([
      { path: "b.js", step: "edit", why: "no-op-for-language", detail: "javascript" },
    ]);
  });

  it("counts what it looked at also where a step fails", async () => {
    const root = tempTree({
      "a.ts": "f(1);\n",
      "b.ts": "f(2);\nconst = ;\n",
      "r.yaml": recipeOf([["f($A)", "g($A)"]], "onParseError: fail"),
    });
    const { exitCode, report } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    expect([exitCode, report.totals.filesSearched]).toEqual([1, 2]);
    expect(report.skipped).toMatchObject([{ path: "b.ts", why: "syntax-errors" }]);
  });

  it("A9 lists at most 20 places, and how many there are", async () => {
    const broken = Array.from({ length: 30 }, (_, index) => `const ${index} = = ${index};`).join(
      "\n",
    );
    const root = tempTree({
      "a.ts": `f(1);\n${broken}\n`,
      "r.yaml": recipeOf([["f($A)", "g($A)"]]),
    });
    const { report } = await cliReport(root, ["preview", "r.yaml"]);
    const [skipped] = report.skipped;
    expect(skipped?.issues?.length).toBeLessThanOrEqual(20);
    expect(Number(skipped?.detail?.match(/^(\d+) errors?/)?.[1])).toBeGreaterThanOrEqual(
      skipped?.issues?.length ?? 0,
    );
  });
});
