import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runPrompt } from "../../support/prompt-run.ts";
import { cli } from "../../support/run-cli.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";

const RECIPE = `version: 1
name: r
tools: [tools/t.mjs]
steps:
  - id: ask
    prompt: Do it.
    model: MODEL
    resolve: model
    tools: [t, ast_edit]
    maxTurns: 12
`;

/** A tool whose action writes the words that its handler gets. */
const TOOL = `import { writeFileSync } from "node:fs";
export default (pi) => ({
  name: "t", description: "A tool.", parameters: pi.zod.object({}),
  async execute() {
    const write = (what) => (reason, extra) => {
      writeFileSync(pi.cwd + "/words.json", JSON.stringify({ what, reason, extra }));
      if (extra) extra.changed = true;
    };
    const details = { files: ["words.json"] };
    pi.pushPendingAction({
      label: "Words", sourceToolName: "a_name", details, apply: write("apply"), reject: write("reject"),
    });
  },
});
`;

const POLICY = `version: 1
default: { verdict: apply, reason: Words of the policy. }
guards:
  - { id: no-b, when: { anyFile: ["src/b.ts"] }, verdict: discard, reason: b.ts is kept. }
`;

const resolving = (action: string, reason: string, extra?: unknown) => ({
  calls: [{ name: "resolve", arguments: { action, reason, ...(extra ? { extra } : {}) } }],
});
const CALL = { calls: [{ name: "t", arguments: {} }] };
const edit = (path: string) => ({
  calls: [
    { name: "ast_edit", arguments: { paths: [path], ops: [{ pat: "old($A)", out: "fresh($A)" }] } },
  ],
});
const DONE = { text: "Done." };
const options = { files: { "tools/t.mjs": TOOL }, policy: POLICY, args: ["--allow-code"] };

const wordsIn = (root: string) => JSON.parse(readText(root, "words.json"));

function journalOf(root: string): string {
  const runs = join(root, ".sluice/runs");
  return readdirSync(runs)
    .map((run) => readFileSync(join(runs, run, "journal.jsonl"), "utf8"))
    .join("");
}

describe("the words of a model that resolves", () => {
  it("R27 R33 reach the handler of a custom tool, and stand in the record beside those of the policy", async () => {
    const extra = { ticket: 7, tags: ["a", { deep: true }] };
    const { root, result } = await runPrompt(
      RECIPE,
      [CALL, resolving("apply", "Words of the model.", extra), DONE],
      options,
    );
    expect(wordsIn(root)).toEqual({ what: "apply", reason: "Words of the model.", extra });
    expect(result.report.actions).toMatchObject([
      { state: "applied", reason: "Words of the policy.", modelReason: "Words of the model." },
    ]);
    expect(result.report.actions[0]?.extra).toEqual(extra); // As it was asked for, whatever the handler made of it.
    expect(journalOf(root)).toContain('"sourceToolName":"a_name"');
  });

  it("R27 R33 reach its reject, also", async () => {
    const replies = [CALL, resolving("discard", "It is wrong.", { why: "x" }), DONE];
    const { root } = await runPrompt(RECIPE, replies, options);
    const expected = { what: "reject", reason: "It is wrong.", extra: { why: "x" } };
    expect(wordsIn(root)).toEqual(expected);
  });

  it("R27 R33 reach ast_edit and its note in the journal; R34 with the tool that queued it", async () => {
    const replies = [edit("src/a.ts"), resolving("apply", "It is the task.", { n: 1 }), DONE];
    const { root, result } = await runPrompt(RECIPE, replies, options);
    const [action] = result.report.actions;
    expect(action).toMatchObject({
      sourceToolName: "ast_edit",
      reason: "Words of the policy.",
      extra: { n: 1 },
    });
    for (const part of ['"sourceToolName":"ast_edit"', '"reason":"It is the task."', '{"n":1}'])
      expect(journalOf(root)).toContain(part);
  });

  it("R27 gives reject the words of the policy if it discards what the model wants", async () => {
    const replies = [CALL, resolving("apply", "I want it."), DONE];
    const policy = POLICY.replace("verdict: apply", "verdict: discard");
    const { root } = await runPrompt(RECIPE, replies, { ...options, policy });
    expect(wordsIn(root)).toEqual({ what: "reject", reason: "Words of the policy." });
  });

  it("R33 keeps secrets out of what the handler and the record get", async () => {
    const secret = "sk-0123456789abcdef";
    const model =
      '{ provider: openai-compatible, name: s, baseUrl: "SERVER", retries: 0, toolChoice: named, apiKeyEnv: A_KEY }';
    const { root, result } = await runPrompt(
      RECIPE.replace("MODEL", model),
      [CALL, resolving("apply", "Yes.", { key: secret }), resolving("apply", "Yes."), DONE],
      { ...options, env: { A_KEY: secret } },
    );
    expect(wordsIn(root)).toEqual({ what: "apply", reason: "Yes." });
    expect(JSON.stringify(result.report)).not.toContain(secret);
  });

  it.each([
    ["huge", { text: "x".repeat(70_000) }],
    ["deep", JSON.parse(`${'{"a":'.repeat(200)}1${"}".repeat(200)}`)],
  ])("R33 refuses extra that is %s, and the action stays pending", async (_what, extra) => {
    const { root, server, result } = await runPrompt(
      RECIPE,
      [CALL, resolving("apply", "Yes.", extra), resolving("apply", "Yes."), DONE],
      options,
    );
    expect(server.requests[2]?.body.messages.at(-1).content).toMatch(/(longer|deeper) than/);
    expect(wordsIn(root)).toEqual({ what: "apply", reason: "Yes." });
    expect(result.report.actions).toMatchObject([{ state: "applied" }]);
  });
});

it("R34 names source and label in decisions, which the result of resolve has for hooks too, and in the list of runs", async () => {
  const policy = POLICY.replace("verdict: apply", "verdict: hold");
  const { root, server, result } = await runPrompt(
    RECIPE,
    [CALL, resolving("apply", "Yes."), DONE],
    { ...options, policy },
  );
  expect(result.report.actions).toMatchObject([{ sourceToolName: "a_name", label: "Words" }]);
  const told = JSON.stringify(server.requests[2]?.body.messages);
  expect(told).toContain("Held for a person, the files stay as they are: Words (from a_name).");
  const listed = JSON.parse((await cli(root, ["runs", "test-run", "--format", "json"])).stdout);
  expect(listed.actions).toMatchObject([{ sourceToolName: "a_name", label: "Words" }]);
  expect((await cli(root, ["runs", "test-run"])).stdout).toContain("Words (from a_name): held");
});

it("R34 names them in events and plans", async () => {
  const recipe = `version: 1
name: r
tools: [tools/t.mjs]
steps: [{ id: s, tool: t, with: {} }]
`;
  const root = tempTree({ "r.yaml": recipe, "p.yaml": POLICY, "tools/t.mjs": TOOL });
  const given = ["r.yaml", "--policy", "p.yaml", "--allow-code"];
  const events = (await cli(root, ["preview", ...given, "--format", "jsonl"])).stdout;
  const planned = await cli(root, ["plan", ...given, "-o", "p.json"]);
  expect(planned.exitCode).toBe(0);
  const names = { label: "Words", sourceToolName: "a_name" };
  const { actions } = JSON.parse(readText(root, "p.json"));
  expect(actions).toMatchObject([names]);
  const lines = events
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.find(({ type }) => type === "action-queued")).toMatchObject(names);
  expect(lines.find(({ type }) => type === "action-ended").action).toMatchObject(names);
});
