import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Report } from "../../../src/model/report/report.ts";
import type { Scripted } from "../../support/openai-server.ts";
import { runPrompt } from "../../support/prompt-run.ts";
import { readText } from "../../support/temp-tree.ts";

const MAX_TURNS = 12;

const RECIPE = `version: 1
name: r
hooks:
  - { module: hook.mjs, on: [pre-tool, post-tool] }
steps:
  - id: ask
    prompt: Rewrite old().
    model: MODEL
    resolve: model
    tools: [ast_edit, read_file]
    maxTurns: ${MAX_TURNS}
`;

type Kind = "edit a" | "edit b" | "apply" | "discard" | "read";
const kinds = ["edit a", "edit b", "apply", "discard", "read"] as const;

/** Every edit adds an argument of its own, so that a file tells which of them were applied, and in which order. */
function callOf(kind: Kind, number: number) {
  switch (kind) {
    case "edit a":
    case "edit b": {
      const path = `src/${kind.slice(-1)}.ts`;
      const ops = [{ pat: "old($$$A)", out: `old($$$A, ${number})` }];
      return { name: "ast_edit", arguments: { paths: [path], ops } };
    }
    case "apply":
    case "discard":
      return { name: "resolve", arguments: { action: kind, reason: `reason ${number}` } };
    case "read":
      return { name: "read_file", arguments: { path: "src/a.ts" } };
  }
}

/** Turns of calls, and then the model says that it is done for as long as it is asked. */
function scriptOf(turns: readonly (readonly Kind[])[]): readonly Scripted[] {
  const answers = turns.map((turn, at) => ({
    calls: turn.map((kind, index) => ({
      id: `turn-${at}-${index}`,
      ...callOf(kind, 100 * (at + 1) + index),
    })),
  }));
  return Array.from({ length: MAX_TURNS }, (_, at) => answers[at] ?? { text: "Done." });
}

const MOMENTS = ["pre-tool", "post-tool"] as const;

/** Whether the hook says no, one time in four; the module below has the same words. */
function isDenied(seed: number, moment: (typeof MOMENTS)[number], callId: string): boolean {
  const digest = createHash("sha256").update(`${seed} ${moment} ${callId}`).digest();
  return digest.readUInt8(0) % 4 === 0;
}

const hookOf = (seed: number) => `import { createHash } from "node:crypto";
export default ({ event, callId }) => {
  const digest = createHash("sha256").update(\`${seed} \${event} \${callId}\`).digest();
  return digest.readUInt8(0) % 4 === 0
    ? { decision: "deny", reason: \`No to \${event} of \${callId}.\` }
    : { decision: "continue" };
};
`;

it("T12 R18 keeps its word in any conversation in which the model resolves and a hook denies", async () => {
  const turns = fc.array(fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 3 }), {
    minLength: 2,
    maxLength: 7,
  });
  await fc.assert(
    fc.asyncProperty(turns, fc.nat(1000), async (script, seed) => {
      const { root, result } = await runPrompt(RECIPE, scriptOf(script), {
        args: ["--allow-custom-tools"],
        files: { "hook.mjs": hookOf(seed) },
        isOpenEnded: true,
      });
      expect([0, 1, 3, 5]).toContain(result.exitCode);
      const told = conversationOf(result.report);
      expect([...told.results.keys()]).toEqual(told.calls.map(({ callId }) => callId));
      // In a forced turn, calls beside the forced one are not run, and no hook is asked about them.
      const ran = told.calls.filter(
        ({ callId }) => !told.results.get(callId)?.startsWith("Not executed: "),
      );
      for (const { callId } of ran)
        if (MOMENTS.some((moment) => isDenied(seed, moment, callId)))
          expect(told.results.get(callId)).toMatch(new RegExp(`No to .* of ${callId}\\.`));
      checkActions(result.report, ran, seed);
      checkTotals(result.report);
      for (const file of ["a", "b"])
        expect(readText(root, `src/${file}.ts`)).toBe(contentOf(file, result.report, ran));
    }),
    { numRuns: 8 },
  );
}, 60_000);

/** The calls of a conversation in order, and the text of the one result of each. */
function conversationOf({ transcripts }: Report) {
  const items = transcripts[0]?.items ?? [];
  const calls = items.flatMap((item) => (item.role === "tool-call" ? [item] : []));
  const given = items.flatMap((item) => (item.role === "tool-result" ? [item] : []));
  const results = new Map(given.map(({ callId, text }) => [callId, text]));
  expect(results.size).toBe(given.length);
  return { calls, results };
}

type Calls = ReturnType<typeof conversationOf>["calls"];

function checkActions({ actions }: Report, calls: Calls, seed: number): void {
  const edits = calls.filter(
    ({ tool, callId }) => tool === "ast_edit" && !isDenied(seed, "pre-tool", callId),
  );
  // Each has one end, whoever it came from.
  expect(actions.map(({ callId }) => callId).sort()).toEqual(
    edits.map(({ callId }) => callId).sort(),
  );
  expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
  for (const { callId, state, ruleId, modelReason } of actions) {
    expect(["applied", "discarded", "failed"]).toContain(state);
    if (isDenied(seed, "post-tool", callId))
      expect([state, ruleId, modelReason]).toEqual(["discarded", "hook", undefined]);
    if (modelReason === undefined) continue;
    const asked = calls.find(({ params }) => paramsOf(params).reason === modelReason);
    expect(isDenied(seed, "pre-tool", asked?.callId ?? "")).toBe(false);
    expect(state).toBe(paramsOf(asked?.params).action === "apply" ? "applied" : "discarded");
    // It was pending before the turn of the call.
    expect(turnOf(asked?.callId)).toBeGreaterThan(turnOf(callId));
  }
}

function checkTotals({ totals, actions }: Report): void {
  const { found, ...parts } = totals.ledger;
  expect(found).toBe(Object.values(parts).reduce((sum, part) => sum + part, 0));
  expect(found).toBe(actions.length); // One replacement each.
  const applied = actions.filter(({ state }) => state === "applied").length;
  expect([totals.actions, totals.applied, parts.applied]).toEqual([
    ...[actions.length, applied, applied],
  ]);
}

/** What a file has to be: what each applied edit has added to it, in the order in which they were applied. */
function contentOf(file: string, { actions }: Report, calls: Calls): string {
  const added = actions
    .filter(({ state, facts }) => state === "applied" && facts.files.includes(`src/${file}.ts`))
    .map(({ callId }) => calls.find((call) => call.callId === callId)?.params)
    .map((params) => /, (\d+)\)/.exec(JSON.stringify(params))?.[1]);
  return `old(${[file === "a" ? 1 : 2, ...added].join(", ")});\n`;
}

function paramsOf(params: unknown): Partial<Record<"action" | "reason", string>> {
  return params as ReturnType<typeof paramsOf>; // As the script has them.
}

function turnOf(callId = ""): number {
  return Number(/^turn-(\d+)-/.exec(callId)?.[1]);
}
