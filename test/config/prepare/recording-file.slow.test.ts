import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { besidesLoss } from "../../support/besides-loss.ts";
import { openAiServer } from "../../support/openai-server.ts";
import { edit, runAgain, runPrompt } from "../../support/prompt-run.ts";
import { readText } from "../../support/temp-tree.ts";

const RECIPE = `version: 1
name: r
steps:
  - { id: ask, prompt: "Rewrite old().", model: MODEL, tools: [ast_edit] }
`;
const ANSWERS = [{ calls: [edit("src/a.ts")] }, { text: "Done." }];

/** The numbers of the turns of a recording, line by line. */
function turnsIn(text: string): readonly number[] {
  const [header, ...turns] = text.trimEnd().split("\n");
  expect(header).toBe('{"kind":"sluice-cassette","formatVersion":"2.0"}');
  return turns.map((line) => JSON.parse(line).turn);
}

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
    expect({ command, exitCode, alerts: besidesLoss(report.alerts) }).toEqual({
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
  expect(turnsIn(readText(root, "tape.json"))).toEqual([1, 2]);
});

it("has the answers of a turn on the disk before the next turn is asked for", async () => {
  const seen: (readonly number[])[] = [];
  let folder = "";
  const replies = ANSWERS.map((answer) => () => {
    seen.push(turnsIn(readText(folder, "tape.json")));
    return answer;
  });
  const args = ["--record", "tape.json"];
  await runPrompt(RECIPE, replies, {
    args,
    onRoot: (root) => {
      folder = root;
    },
  });
  expect(seen).toEqual([[], [1]]);
});

it("replaces an earlier recording, also one in one object, and keeps it until the first request", async () => {
  const earlier = '{"kind":"sluice-cassette","formatVersion":"1.0","entries":[]}\n';
  const files = { "tape.json": earlier };
  const args = ["--record", "tape.json"];
  const skipped = RECIPE.replace("id: ask,", "id: ask, when: 1 > 2,");
  const unasked = await runPrompt(skipped, [], { files, args });
  expect(readText(unasked.root, "tape.json")).toBe(earlier);
  const { root } = await runPrompt(RECIPE, ANSWERS, { files, args });
  expect(turnsIn(readText(root, "tape.json"))).toEqual([1, 2]);
});

it("sends no request if the recording cannot be written", async () => {
  const args = ["--record", "tapes/tape.json"];
  const files = { tapes: "a file\n" };
  const { root, server, result } = await runPrompt(RECIPE, [], { args, files });
  expect(server.requests).toEqual([]);
  expect(result.exitCode).toBe(1);
  const [alert] = result.report.alerts;
  expect(alert?.code).toBe("model-failed");
  expect(alert?.message).toContain("The recording tapes/tape.json cannot be written: ");
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
});

it("refuses to record through a link, sends no request and leaves the target as it is", async () => {
  const { root } = await recorded();
  const before = readText(root, "tape.json");
  symlinkSync("tape.json", join(root, "link.json"));
  const nobody = await openAiServer([]);
  const args = ["--record", "link.json"];
  const { exitCode, report } = await runAgain(root, RECIPE, nobody, { args });
  expect(exitCode).toBe(2);
  expect(report.diagnostics[0]?.message).toBe(
    "--record: link.json is a symbolic link; name the file itself.",
  );
  expect(readText(root, "tape.json")).toBe(before);
});

it("plays the complete turns of a recording that was cut off, with a warning, and fails at the lost turn", async () => {
  const { root } = await recorded();
  const tape = readText(root, "tape.json");
  const nobody = await openAiServer([]);
  const args = ["--replay", "cut.json"];
  writeFileSync(join(root, "cut.json"), tape.slice(0, -20));
  const { exitCode, report } = await runAgain(root, RECIPE, nobody, { command: "preview", args });
  expect(report.diagnostics).toEqual([
    {
      code: "cassette-cut",
      severity: "warning",
      message: "The last line of the recording cut.json is cut off: its turn is not played.",
      hint: "Record it again with `--record`.",
      path: "cut.json",
      line: 3,
      column: 1,
    },
  ]);
  expect({ exitCode, states: report.actions.map(({ state }) => state) }).toEqual({
    exitCode: 1,
    states: ["would-apply"],
  });
  expect(besidesLoss(report.alerts)[0]?.message).toContain(
    "Turn 2 of step ask (recipe r) is not in the cassette.",
  );
});

it("names the line of a recording that is damaged", async () => {
  const { root } = await recorded();
  const nobody = await openAiServer([]);
  writeFileSync(
    join(root, "bad.json"),
    readText(root, "tape.json").replace('"turn":1', '"turn":7'),
  );
  const args = ["--replay", "bad.json"];
  const { exitCode, report } = await runAgain(root, RECIPE, nobody, { args });
  expect(exitCode).toBe(2);
  expect(report.diagnostics).toMatchObject([
    { code: "invalid-cassette", severity: "error", path: "bad.json", line: 2, column: 1 },
  ]);
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
  expect({ exitCode, alerts: besidesLoss(report.alerts) }).toEqual({ exitCode: 0, alerts: [] });
  expect([readText(root, "src/a.ts"), readText(root, "src/b.ts")]).toEqual([
    "fresh(1);\n",
    "fresh(2);\n",
  ]);
});

it("records inside the root beside custom code, which is not taken for what that code wrote", async () => {
  const recipe = `${RECIPE}hooks: [{ on: [pre-tool], module: hook.mjs }]\n`;
  const files = { "hook.mjs": 'export default () => ({ decision: "continue" });' };
  const args = ["--record", "tape.json", "--allow-custom-tools"];
  const { result } = await runPrompt(recipe, ANSWERS, { command: "preview", files, args });
  expect({ exitCode: result.exitCode, alerts: besidesLoss(result.report.alerts) }).toEqual({
    exitCode: 0,
    alerts: [],
  });
});
