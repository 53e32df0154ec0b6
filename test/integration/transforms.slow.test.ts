import { describe, expect, it } from "vitest";
import { besidesLoss } from "../support/besides-loss.ts";
import { THREADS } from "../support/cached-run.ts";
import { runWith } from "../support/run-request.ts";
import { readText, snapshot, tempTree, writeTree } from "../support/temp-tree.ts";
import { codemod, POLICY, RENAME, recipe, run, STEP } from "../support/transform-run.ts";

describe("a transform", () => {
  it("sees the text as earlier steps left it", async () => {
    const steps = `{ id: e, ast_edit: { ops: [{ pat: "foo($A)", out: "foo($A, 0)" }] } }\n  - ${STEP}`;
    const { root } = await run({ "recipe.yaml": recipe(steps) });
    expect(readText(root, "src/a.ts")).toBe("bar(1, 0);\n");
  });

  it("tells that another call would change the result again", async () => {
    const { actions } = await run({ "codemod.mjs": codemod("return file.text + '//\\n';") });
    expect(actions[0]?.facts).toMatchObject({ idempotent: false });
  });

  it("may be held for one stretch of lines and applied for another", async () => {
    const policy = `version: 1
default: { verdict: apply, reason: Applied. }
guards: [{ id: first, when: { expr: "facts.deletions > 1" }, verdict: hold, reason: Two lines. }]
`;
    const { root, actions } = await run({
      "sluice.policy.yaml": policy,
      "recipe.yaml": recipe("{ transform: ./codemod.mjs, api: sluice, paths: [src], per: match }"),
      "src/a.ts": "foo(1);\nfoo(2);\n\nfoo(3);\n",
    });
    expect(actions.map(({ state }) => state)).toEqual(["held", "applied", "applied"]);
    expect(readText(root, "src/a.ts")).toBe("foo(1);\nfoo(2);\n\nbar(3);\n");
  });

  it("may propose other files", async () => {
    const body = "if (file.path === 'src/a.ts') context.proposeText('src/new/c.ts', 'c;\\n');";
    const { root, actions } = await run({ "codemod.mjs": codemod(body) });
    expect(actions.map(({ files }) => files.map(({ path }) => path))).toEqual([["src/new/c.ts"]]);
    expect(readText(root, "src/new/c.ts")).toBe("c;\n");
  });

  it("never writes in a preview", async () => {
    const { root, before, actions } = await run({}, { command: "preview" });
    expect(actions).toHaveLength(2);
    expect(snapshot(root)).toEqual(before);
  });
});

describe("a transform that misbehaves", () => {
  it.each([
    ["throws", "throw new Error('no thanks')", "src/a.ts: no thanks."],
    ["returns a number", "return 7", "src/a.ts: the transform returned a number, and not a text."],
    ["ends its thread", "process.exit(0)", "src/a.ts: the transform ended its thread."],
    ["writes NUL", "return '\\0'", /NUL/],
    ["leaves the root", "context.proposeText('../x', 'x')", /\.\.\/x/],
  ])("%s: it costs only its file", async (_name, fault, message) => {
    const body = `if (file.path === 'src/a.ts') { ${fault}; } else return 'b;\\n';`;
    const { root, report, alerts } = await run({ "codemod.mjs": codemod(body) });
    expect(report.exitCode).toBe(1);
    expect(alerts).toEqual([
      typeof message === "string" ? message : expect.stringMatching(message),
    ]);
    expect(report.skipped).toMatchObject([{ path: "src/a.ts", why: "transform-failed" }]);
    expect([readText(root, "src/a.ts"), readText(root, "src/b.ts")]).toEqual(["foo(1);\n", "b;\n"]);
  });

  it("writes files itself: it is named, and nothing that it queued stands", async () => {
    const body = "(await import('node:fs')).writeFileSync('src/own.ts', ''); return 'x;\\n';";
    const { actions, alerts } = await run({
      "codemod.mjs": codemod(
        body.replace("'src/own.ts'", "new URL('./src/own.ts', import.meta.url)"),
      ),
    });
    expect(alerts.join()).toContain("src/own.ts");
    expect(actions.map(({ state }) => state)).toEqual(["discarded", "discarded"]);
  });

  it.each([
    [
      "is an absolute path",
      { "recipe.yaml": recipe(STEP.replace("./codemod.mjs", "/tmp/codemod.mjs")) },
      2,
      "path-out-of-root",
    ],
    [
      "leads out of its package",
      { "recipe.yaml": recipe(STEP.replace("./codemod.mjs", "one/../../../codemod.mjs")) },
      2,
      "path-out-of-root",
    ],
    [
      "is missing",
      { "recipe.yaml": recipe(STEP.replace("codemod", "other")) },
      2,
      "invalid-transform",
    ],
    ["has no function", { "codemod.mjs": "export default 7;\n" }, 1, undefined],
    ["needs a package that is missing", { "codemod.mjs": "import 'nope-nope';\n" }, 1, undefined],
  ] as const)("%s: nothing is queued", async (_name, tree, exitCode, code) => {
    const { report, actions } = await run(tree);
    expect(report.exitCode).toBe(exitCode);
    expect(actions).toEqual([]);
    expect(report.diagnostics[0]?.code).toBe(code);
  });

  it("posts messages of its own: they are no answers", async () => {
    const posts =
      "import { parentPort } from 'node:worker_threads'; for (const own of ['ready', null]) parentPort.postMessage(own);\n";
    const { root, report } = await run({ "codemod.mjs": posts + RENAME });
    expect(report).toMatchObject({ exitCode: 0, skipped: [] });
    expect([readText(root, "src/a.ts"), readText(root, "src/b.ts")]).toEqual([
      "bar(1);\n",
      "bar(2);\n",
    ]);
  });

  it("does not end: the file has the time of the step, and no more", async () => {
    const step = "{ transform: ./codemod.mjs, api: sluice, paths: [src], timeout: 100ms }";
    const body = "if (file.path === 'src/a.ts') for (;;); return 'b;\\n';";
    const { root, alerts } = await run({
      "recipe.yaml": recipe(step),
      "codemod.mjs": codemod(body),
    });
    expect(alerts).toEqual(["src/a.ts: the transform did not return within 100 ms."]);
    expect(readText(root, "src/b.ts")).toBe("b;\n");
  });

  it("ends its thread while it is loaded: the step fails at once", async () => {
    const { report, alerts } = await run({ "codemod.mjs": "process.exit(0);\n" });
    expect(report).toMatchObject({ exitCode: 1, actions: [], skipped: [] });
    expect(alerts).toEqual(["The transform ./codemod.mjs ended its thread."]);
  });

  it("takes its time, and the file is saved meanwhile: what was saved stays", async () => {
    const body = `const { writeFileSync } = await import("node:fs");
if (file.path === "src/b.ts") writeFileSync(new URL("./src/a.ts", import.meta.url), "mine;\\n");
return "x;\\n";`;
    const step = STEP.replace("[src]", "[src/a.ts, src/b.ts]");
    const root = tempTree({
      ".gitignore": "src/a.ts\n",
      "recipe.yaml": `scope: { include: [src/a.ts, src/b.ts] }\n${recipe(step)}`,
      "src/b.ts": "foo(2);\n",
      "codemod.mjs": codemod(body),
    });
    // Git ignores it, so that only its hash tells that it was saved.
    writeTree(root, { "src/a.ts": "foo(1);\n" });
    const asked = { policy: "apply-all", allowCode: true };
    const report = await runWith(root, asked, undefined, { threads: THREADS });
    expect(besidesLoss(report.alerts).map(({ message }) => message)).toEqual([
      "src/a.ts: it was changed while it was transformed.",
    ]);
    expect([readText(root, "src/a.ts"), readText(root, "src/b.ts")]).toEqual(["mine;\n", "x;\n"]);
  });

  it.each([
    ["its own text twice", "context.proposeText(file.path, 'y');", "src/a.ts twice"],
    [
      "names that differ in case",
      "for (const name of ['N', 'n']) context.proposeText(name, 'y');",
      "n twice",
    ],
    [
      "a file and, inside of it, another one",
      "for (const name of ['N/x', 'n']) context.proposeText(name, 'y');",
      "N/x, and n is proposed as a file",
    ],
  ])("proposes %s: the others go on", async (_name, fault, message) => {
    const body = `if (file.path === 'src/a.ts') { ${fault} } return 'b;\\n';`;
    const { root, alerts } = await run({ "codemod.mjs": codemod(body) });
    expect(alerts).toEqual([`src/a.ts: it proposes ${message}.`]);
    expect([readText(root, "src/a.ts"), readText(root, "src/b.ts")]).toEqual(["foo(1);\n", "b;\n"]);
  });
});

describe("a file that a transform leaves alone", () => {
  it("X1 is one of a held action, also if another file's function proposes it", async () => {
    const steps = `{ id: e, ast_edit: { per: file, ops: [{ pat: foo(1), out: foo(3) }] } }\n  - ${STEP}`;
    const body =
      "if (file.path === 'src/b.ts') context.proposeText('src/a.ts', 'x;\\n'); return 'y;\\n';";
    const { root, report, alerts } = await run({
      "recipe.yaml": recipe(steps),
      "codemod.mjs": codemod(body),
      "src/c.ts": "foo(4);\n",
      "sluice.policy.yaml": `${POLICY}guards: [{ id: e, when: { step: [e] }, verdict: hold, reason: Held. }]\n`,
    });
    expect(report.exitCode).toBe(4);
    expect(alerts).toEqual([
      expect.stringMatching(
        /^2 files left alone \(onHeld\): src\/a.ts .*src\/b.ts \(it also changes src\/a.ts: /,
      ),
    ]);
    expect(["a", "b", "c"].map((name) => readText(root, `src/${name}.ts`))).toEqual([
      "foo(1);\n",
      "foo(2);\n",
      "y;\n",
    ]);
  });
});
