import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { MAIN, PROJECT, sluice } from "../support/built-command.ts";
import { readText, tempRepository, tempTree } from "../support/temp-tree.ts";

/** Holds payments, and applies what a model proposes elsewhere. */
const POLICY = `version: 1
guards:
  - { id: payments, when: { anyFile: ["src/payments/**"] }, verdict: hold, reason: "Audited." }
rules:
  - { id: by-model, when: { fromModel: true }, verdict: apply, reason: "A model's." }
default: { verdict: discard, reason: "Nobody's." }
`;

function shop(...more: readonly string[]) {
  const example = join(PROJECT, "examples/legacy-shop");
  const files = readdirSync(example, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const tree = files.map((file) => [relative(example, file), readFileSync(file)] as const);
  const root = tempRepository(Object.fromEntries(tree));
  const policy = join(tempTree({ "p.yaml": POLICY }), "p.yaml");
  const args = [MAIN, "mcp", "--policy", policy, ...more];
  return { root, command: { command: process.execPath, args, cwd: root } };
}

interface Answer {
  readonly isError?: boolean;
  readonly content: readonly { readonly text?: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: a test names the keys that it looks at
  readonly structuredContent?: any;
}

describe.each(["2.4", "1.32"])("a session of a client %s with the built command", (version) => {
  it("V5 finds, previews, judges, applies, is stale, undoes, and ends no hold", async () => {
    const { root, command } = shop();
    const [client, transport] =
      version === "2.4"
        ? [new Client({ name: "new", version }), new StdioClientTransport(command)]
        : [new OldClient({ name: "old", version }), new OldTransport(command)];
    // Each transport belongs to its client.
    await client.connect(transport as StdioClientTransport & OldTransport);
    if (client instanceof Client) expect(client.getProtocolEra()).toBe("legacy");
    onTestFinished(() => client.close());
    const call = async (name: string, input: Record<string, unknown> = {}) =>
      (await client.callTool({ name, arguments: input })) as Answer;

    const { structuredContent: found } = await call("find_code", { pat: "new Date().getTime()" });
    expect(found.matches.length).toBeGreaterThan(3);
    const ops = [{ pat: "new Date().getTime()", out: "Date.now()" }];
    const { structuredContent: plan } = await call("preview_edit", { ops, per: "file" });
    expect(plan.totals).toMatchObject({ hold: 1, failed: 0 });
    const { structuredContent: other } = await call("preview_edit", { ops, per: "step" });
    const { structuredContent: judged } = await call("judge", { plan: plan.plan });
    expect(judged.actions).toEqual(plan.actions);

    const { structuredContent: done } = await call("apply_plan", { plan: plan.plan });
    expect(done).toMatchObject({ outcome: "held", totals: plan.totals });
    expect(readText(root, "src/payments/charge.ts")).toContain("new Date().getTime()");
    const stale = await call("apply_plan", { plan: other.plan });
    expect([stale.isError, stale.structuredContent.outcome]).toEqual([true, "stale"]);
    const again = await call("apply_plan", { plan: plan.plan });
    expect(again).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(done.run) }],
    });
    const { structuredContent: undone } = await call("undo", { run: done.run });
    expect(undone).toMatchObject({ outcome: "ok" });
    expect(execFileSync("git", ["diff", "--stat"], { cwd: root, encoding: "utf8" })).toBe("");

    const { structuredContent: runs } = await call("runs", { run: done.run });
    const held = runs.actions.find(({ state }: { state: string }) => state === "held");
    expect(sluice(root, "resolve", done.run, held.id, "apply", "--reason", "Seen.").status).toBe(0);
    expect(readText(root, "src/payments/charge.ts")).toContain("Date.now()");
    expect((await call("undo", { run: "last" })).isError).toBe(true);
  });
});

it("V5 a plan of the session is applied where only the base is trusted, by the policy of the person", async () => {
  const { root, command } = shop("--trust", "base", "--base", "HEAD");
  const client = new Client({ name: "new", version: "1" });
  await client.connect(new StdioClientTransport(command));
  onTestFinished(() => client.close());
  const call = async (name: string, input: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: input })) as Answer;
  const [before, after] = ["/** The old way; new code uses `log`. */", "/** Use `log`. */"];
  const [, next] = readText(root, "src/logger.ts").split("\n");
  const patch = `--- a/src/logger.ts\n+++ b/src/logger.ts\n@@ -1,2 +1,2 @@\n-${before}\n+${after}\n ${next}\n`;
  const ops = [{ pat: "new Date().getTime()", out: "Date.now()" }];
  for (const [name, input] of Object.entries({ preview_edit: { ops }, propose_patch: { patch } })) {
    const { structuredContent: plan } = await call(name, input);
    const { structuredContent: done } = await call("apply_plan", { plan: plan.plan });
    expect(done.totals).toEqual(plan.totals);
  }
  expect(readText(root, "src/logger.ts")).toContain(after);
});
