import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openAiServer } from "../support/openai-server.ts";
import { edit, runAgain, runPrompt } from "../support/prompt-run.ts";
import { readText } from "../support/temp-tree.ts";

const RECIPE = `version: 1
name: r
steps:
  - { id: ask, prompt: "Rewrite old().", model: MODEL, tools: [ast_edit] }
`;
const ANSWERS = [{ calls: [edit("src/a.ts")] }, { text: "Done." }];

/** A run in a dry tree that was recorded. */
async function recorded() {
  const args = ["--record", "tape.json"];
  return runPrompt(RECIPE, ANSWERS, { command: "preview", args });
}

it("plays in a run, a plan and a preview what was recorded in one of them", async () => {
  const { root } = await recorded();
  const nobody = await openAiServer([]);
  for (const [command, ...more] of [["preview"], ["plan", "-o", "plan.json"], ["run"]] as const) {
    const args = ["--replay", "tape.json", ...more];
    const { exitCode, report } = await runAgain(root, RECIPE, nobody, { command, args });
    expect({ command, exitCode, alerts: report.alerts }).toEqual({
      command,
      exitCode: 0,
      alerts: [],
    });
  }
  expect(readText(root, "src/a.ts")).toBe("fresh(1);\n");
});

it("fails with a diff where the request is not the one that was recorded, and writes nothing", async () => {
  const { root } = await recorded();
  const nobody = await openAiServer([]);
  const other = RECIPE.replace("Rewrite old()", "Rewrite everything");
  const { exitCode, report } = await runAgain(root, other, nobody, {
    args: ["--replay", "tape.json"],
  });
  expect(exitCode).toBe(1);
  const [alert] = report.alerts;
  expect(alert?.code).toBe("model-failed");
  expect(alert?.message).toMatch(/^-.*Rewrite old\(\)\.[\s\S]*^\+.*Rewrite everything\./m);
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
});

it("tells of recorded turns that nobody asked for", async () => {
  const { root } = await recorded();
  const nobody = await openAiServer([]);
  const skipped = RECIPE.replace("id: ask,", "id: ask, when: 1 > 2,");
  const { exitCode, report } = await runAgain(root, skipped, nobody, {
    args: ["--replay", "tape.json"],
  });
  expect(exitCode).toBe(0);
  expect(report.alerts.map(({ level, code }) => [level, code])).toEqual([
    ["warn", "replay-unused"],
  ]);
});

it("keeps what was answered before a server failed", async () => {
  const args = ["--record", "tape.json"];
  const { root, result } = await runPrompt(RECIPE, [ANSWERS[0] ?? {}, { status: 500 }], { args });
  expect(result.exitCode).toBe(1);
  const tape = JSON.parse(readText(root, "tape.json"));
  expect(tape.entries.map(({ turn }: { turn: number }) => turn)).toEqual([1, 2]);
});

it.each([
  ["a source file", "src/a.ts", "source file"],
  ["a file of somebody else", "notes.txt", "no recording"],
  ["the recipe", ".sluice/recipes/r.yaml", "inside of"],
  ["git's own", ".git/tape.json", "inside of"],
  ["a folder", "src", "folder"],
])("refuses to record over %s, asks nobody and leaves it as it is", async (_what, path) => {
  const files = { "notes.txt": "mine\n" };
  const { root, result } = await runPrompt(RECIPE, [], { files, args: ["--record", path] });
  expect(result.exitCode).toBe(2);
  expect(result.report.diagnostics[0]?.message).toContain(`--record: ${path}`);
  expect([readText(root, "src/a.ts"), readText(root, "notes.txt")]).toEqual([
    "old(1);\n",
    "mine\n",
  ]);
});

it("refuses to record what it plays", async () => {
  const { root } = await recorded();
  const before = readText(root, "tape.json");
  const nobody = await openAiServer([]);
  const args = ["--replay", "tape.json", "--record", "again.json"];
  const { exitCode, stdout } = await runAgain(root, RECIPE, nobody, { args });
  expect(exitCode).toBe(2);
  expect(stdout).toContain("--record and --replay");
  expect(readText(root, "tape.json")).toBe(before);
});

it.each([
  ["is not there", undefined, "file-not-found"],
  ["is no JSON", "{ cut", "invalid-cassette"],
  ["is another file", '{"kind":"sluice-plan"}', "invalid-cassette"],
  ["is of another format", '{"kind":"sluice-cassette","formatVersion":"9.0"}', "invalid-cassette"],
])("ends with 2 where the recording %s", async (_what, text, code) => {
  const { root } = await recorded();
  if (text !== undefined) writeFileSync(join(root, "bad.json"), text);
  const nobody = await openAiServer([]);
  const { exitCode, report } = await runAgain(root, RECIPE, nobody, {
    args: ["--replay", "bad.json"],
  });
  expect(exitCode).toBe(2);
  expect(report.diagnostics.map((one) => one.code)).toEqual([code]);
});

it("plays the recording that a recipe itself names, whoever it was made with, also where two steps share it", async () => {
  const two = `${RECIPE}  - { id: more, prompt: "And b.ts.", model: MODEL, tools: [ast_edit] }\n`;
  const answers = [...ANSWERS, { calls: [edit("src/b.ts")] }, { text: "Done." }];
  const args = ["--record", "tape.json"];
  const { root } = await runPrompt(two, answers, { command: "preview", args });
  const own = two.replaceAll("MODEL", "{ provider: replay, cassette: tape.json }");
  const { exitCode, report } = await runAgain(root, own, await openAiServer([]));
  expect({ exitCode, alerts: report.alerts }).toEqual({ exitCode: 0, alerts: [] });
  expect([readText(root, "src/a.ts"), readText(root, "src/b.ts")]).toEqual([
    "fresh(1);\n",
    "fresh(2);\n",
  ]);
});

it("records inside the root beside custom code, which is not taken for what that code wrote", async () => {
  const recipe = `${RECIPE}hooks: [{ on: [pre-tool], module: hook.mjs }]\n`;
  const files = { "hook.mjs": "export default () => undefined;\n" };
  const args = ["--record", "tape.json", "--allow-custom-tools"];
  const { result } = await runPrompt(recipe, ANSWERS, { command: "preview", files, args });
  expect({ exitCode: result.exitCode, alerts: result.report.alerts }).toEqual({
    exitCode: 0,
    alerts: [],
  });
});
