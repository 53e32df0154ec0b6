import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { besidesLoss } from "../../support/besides-loss.ts";
import { THREADS } from "../../support/cached-run.ts";
import { recipeOf, runCommand } from "../../support/command-run.ts";
import { cli } from "../../support/run-cli.ts";
import { readText, snapshot } from "../../support/temp-tree.ts";
import { TINY } from "../../support/tiny-formatter.ts";

const STDIN = ["node", "tiny.cjs", "{path}"];
const FILES = { run: ["node", "tiny.cjs", "--write", "{files}"], input: "files" };

/** A step that gives a call more arguments than a line takes. */
const WIDEN = {
  id: "e",
  ast_edit: {
    paths: ["src"],
    per: "file",
    ops: [{ pat: "foo($A)", out: "foo($A, second, third, fourth,   fifth)" }],
  },
};
const WIDE = (first: string) => `foo(\n  ${first},\n  second,\n  third,\n  fourth,\n  fifth,\n);\n`;

function formatting(format: unknown, step: object = WIDEN, tree: Record<string, string> = {}) {
  const recipe = JSON.parse(recipeOf(step));
  return { "tiny.cjs": TINY, "recipe.yaml": JSON.stringify({ ...recipe, format }), ...tree };
}

describe("a step with a formatter", () => {
  it.each([
    ["EMPTY", { run: STDIN }, /src\/b.ts: the formatter `node` printed nothing/],
    [
      "HANG",
      { run: STDIN, timeout: "300ms" },
      /src\/b.ts: the formatter `node` took longer than 0.3 s/,
    ],
    ["ROGUE", { run: STDIN }, /Files were written during a preview: rogue.txt/],
    ["1", { run: ["not-installed"] }, /^[^\n]*The program `not-installed` was not found[^\n]*$/],
  ])(
    "never queues a result of a formatter that cannot be taken: %s",
    async (text, format, message) => {
      const { root, alerts, states } = await runCommand(
        formatting(format, WIDEN, { "src/b.ts": `foo(${text});\n` }),
        { command: "preview" },
      );
      expect(alerts).toMatch(message);
      const isOfFile = text === "EMPTY" || text === "HANG";
      expect(states).toEqual(
        isOfFile ? ["would-apply"] : text === "1" ? [] : ["discarded", "discarded"],
      );
      expect(readText(root, "src/a.ts")).toBe("foo(1);\n");
    },
  );

  it("runs only with the consent of the caller, and is code of the run", async () => {
    const { report } = await runCommand(formatting({ run: STDIN, env: ["TOKEN"] }), {
      allowCode: false,
    });
    expect(report.diagnostics.map(({ code }) => code)).toEqual([
      "env-not-allowed",
      "custom-tools-not-allowed",
    ]);
    const write = { tool: "write_file", with: { path: "own.cjs", content: "\n" }, format: false };
    const steps = [write, { ...WIDEN, format: ["node", "own.cjs"] }];
    const { alerts } = await runCommand(
      { "recipe.yaml": recipeOf(...steps) },
      { command: "preview" },
    );
    expect(alerts).toContain("The formatter names own.cjs, which is not as it was");
  });

  it("formats files of a copy in batches; one that fails does not fail the others of its batch", async () => {
    const { root, report } = await runCommand(
      formatting(FILES, WIDEN, { "src/b.ts": "foo(FAIL);\n", "src/-c.ts": "foo(3);\n" }),
    );
    expect(besidesLoss(report.alerts)).toMatchObject([
      { message: "src/b.ts: `node` ended with exit code 2: tiny: no thanks." },
    ]);
    expect([readText(root, "src/a.ts"), readText(root, "src/-c.ts")]).toEqual([
      WIDE("1"),
      WIDE("3"),
    ]);
  });
});

describe("other steps with a formatter", () => {
  const long = "bar(first, second, third, fourth,   fifth);";
  const parted = "bar(\n  first,\n  second,\n  third,\n  fourth,\n  fifth,\n);\n";

  it("formats what transforms propose, new files too, and asks again if that is idempotent", async () => {
    const codemod = `export default (file, context) => {
  if (file.path !== "src/a.ts") return undefined;
  return file.text.replace(/foo\\(1\\)|^bar\\(\\n[^]*?\\);/, ${JSON.stringify(long)});
};`;
    const step = {
      id: "t",
      transform: "./codemod.mjs",
      api: "sluice",
      paths: ["src"],
      per: "file",
    };
    const { root, report } = await runCommand(
      formatting(STDIN, step, { "codemod.mjs": codemod, "src/a.ts": "foo(1)\n" }),
      {},
      { threads: THREADS },
    );
    expect(besidesLoss(report.alerts)).toEqual([]);
    expect(readText(root, "src/a.ts")).toBe(parted);
    // Its function changes its own formatted result, which is formatted to the same text again.
    expect(report.actions[0]?.facts).toMatchObject({ idempotent: true });
  });

  it("formats what commands and other tools make", async () => {
    const script = `for (const f of process.argv.slice(1)) require("node:fs").writeFileSync(f, ${JSON.stringify(`${long}\n`)});`;
    const command = {
      id: "c",
      command: ["node", "-e", script, "--", "{files}"],
      paths: ["src/a.ts"],
    };
    const write = { tool: "write_file", with: { path: "src/new.ts", content: `${long}\n` } };
    const replace = { tool: "replace_text", with: { path: "src/b.ts", old: "foo(2);", new: long } };
    const recipe = { version: 1, name: "r", format: STDIN, steps: [command, write, replace] };
    const { root, report } = await runCommand({
      "tiny.cjs": TINY,
      "recipe.yaml": JSON.stringify(recipe),
    });
    expect(besidesLoss(report.alerts)).toEqual([]);
    for (const path of ["src/a.ts", "src/b.ts", "src/new.ts"])
      expect(readText(root, path)).toBe(parted);
    expect(report.actions.map(({ facts }) => facts?.idempotent)).toEqual([true, true, true]);
  });
});

it("a plan has what the formatter made: applying it starts no formatter, and undo takes it back", async () => {
  const { root } = await runCommand(
    formatting({ ...FILES, run: FILES.run }, WIDEN, { "src/b.ts": "x;\r\nfoo(2);\r\n" }),
    { command: "preview" },
    {},
    (at) => writeFileSync(join(at, "src/a.ts"), "foo(1);\n\nmine  = 1;\n"),
  );
  const before = snapshot(root);
  const planned = await cli(root, ["plan", "recipe.yaml", "--allow-code", "-o", "../plan.json"]);
  expect(planned.exitCode).toBe(0);
  expect(snapshot(root)).toEqual(before);
  const applied = await cli(root, ["apply", "../plan.json"]);
  expect([applied.exitCode, applied.stdout + applied.stderr]).toEqual([0, expect.any(String)]);
  expect(readText(root, "src/a.ts")).toBe(`${WIDE("1")}\nmine  = 1;\n`);
  expect(readText(root, "src/b.ts")).toBe(`x;\n${WIDE("2")}`.replaceAll("\n", "\r\n"));
  expect((await cli(root, ["undo"])).exitCode).toBe(0);
  expect(snapshot(root)).toEqual(before);
});
