import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readText, tempFolder } from "../../support/temp-tree.ts";
import { APPLIES, converse, DONE, edit, resolve } from "./support/converse.ts";
import { toolModule } from "./support/custom.ts";
import type { Asked } from "./support/provider.ts";

const SOFT = { model: "retries: 0, toolChoice: none" };
const talk = { text: "I would rather talk." };
const messagesOf = (asked?: Asked) => asked?.messages ?? [];
const textOf = (asked?: Asked) =>
  messagesOf(asked)
    .map(({ content }) => content)
    .join("\n");

describe("the soft requirement", () => {
  it("S1 S2 R26 never changes the tool choice of a compliant turn, and reminds once of each action", async () => {
    const { requests, report } = await converse(
      [
        { calls: [edit("src/a.ts"), edit("src/b.ts")] },
        { calls: [resolve("apply", "First.")] },
        { calls: [resolve("apply", "Second.")] },
        DONE,
      ],
      SOFT,
    );
    expect(requests.map(({ tool_choice: choice }) => choice)).toEqual(Array(4).fill("auto"));
    const tagged = report.transcripts[0]?.items.filter(
      (item) => "tag" in item && item.tag === "resolve-reminder",
    );
    const ids = report.actions.map(({ id }) => id);
    expect(tagged).toHaveLength(2);
    for (const [index, id] of ids.entries())
      expect(tagged?.[index]).toMatchObject({ text: expect.stringContaining(id) });
    expect(report.actions.map(({ state }) => state)).toEqual(["applied", "applied"]);
  });

  it("S3 runs nothing of a batch that mixes resolve with other calls; each gets a paired result", async () => {
    const { requests, report, root } = await converse(
      [
        { calls: [edit("src/a.ts")] },
        {
          calls: [
            resolve("apply", "Yes."),
            edit("src/b.ts"),
            { name: "read_file", params: { path: "src/c.ts" } },
          ],
        },
        { calls: [resolve("apply", "Yes, alone.")] },
        DONE,
      ],
      SOFT,
    );
    const last = messagesOf(requests[2])
      .filter(({ role }) => role === "tool")
      .slice(-3);
    for (const { content } of last) expect(content).toMatch(/not executed/i);
    const called = messagesOf(requests[2])
      .flatMap(({ tool_calls: calls = [] }) => calls)
      .slice(-3);
    expect(last.map(({ tool_call_id: id }) => id)).toEqual(called.map(({ id }) => id));
    expect(report.actions.map(({ facts }) => facts.files)).toEqual([["src/a.ts"]]);
    expect(readText(root, "src/b.ts")).toBe("old(2);\n");
    expect(report.actions[0]).toMatchObject({ state: "applied", modelReason: "Yes, alone." });
  });

  it("S4 S5 goes on after a text, and gives up after three forced turns with an error that names resolve", async () => {
    const { requests, report, status } = await converse(
      [{ calls: [edit("src/a.ts")] }, talk, talk, talk, talk, talk, talk],
      SOFT,
    );
    expect(requests).toHaveLength(5);
    expect(status).toBe(1);
    const errors = report.alerts.filter(({ level }) => level === "error");
    expect(errors.map(({ message }) => message).join()).toContain("resolve");
  });
});

describe("the answers of a model", () => {
  it("M1 of which one was cut run none of its calls", async () => {
    const { requests, report, root } = await converse(
      [
        { calls: [edit("src/a.ts"), edit("src/b.ts")], finish: "length" },
        { calls: [edit("src/c.ts")] },
        DONE,
      ],
      { step: "tools: [ast_edit]" },
    );
    expect(requests.length).toBeGreaterThan(1);
    expect(report.actions.map(({ facts }) => facts.files)).toEqual([["src/c.ts"]]);
    expect(readText(root, "src/a.ts")).toBe("old(1);\n");
  });

  it("M2 with neither text nor calls are a failure", async () => {
    const { report, status } = await converse([{ text: " " }], { step: "tools: [ast_edit]" });
    expect({ status, outcome: report.outcome }).toEqual({ status: 1, outcome: "failed" });
    expect(report.transcripts[0]?.outcome).toBe("failed");
  });

  it("M3 are asked for in a form that strict templates accept: one system message, at the start, and turns that alternate", async () => {
    const { requests, report } = await converse(
      [{ calls: [edit("src/a.ts"), edit("src/b.ts")] }, { calls: [edit("src/c.ts")] }, DONE],
      {
        step: "tools: [ast_edit, read_file], attach: [src/b.ts]",
        prompt: "Follow @src/a.ts.",
      },
    );
    expect(
      report.transcripts[0]?.items.filter(({ role }) => role === "system").length,
    ).toBeGreaterThan(3);
    for (const { messages } of requests) {
      expect(messages.slice(1).filter(({ role }) => role === "system")).toEqual([]);
      const turns = messages
        .slice(messages[0]?.role === "system" ? 1 : 0)
        .map(({ role }) => role)
        .filter((role, index, all) => role !== "tool" || all[index - 1] !== "tool");
      for (const [index, role] of turns.entries())
        expect(role === "assistant").toBe(index % 2 === 1);
      expect(messages.every(({ content, tool_calls: calls }) => content || calls)).toBe(true);
    }
  });

  it("M4 come with an alert about what the provider ignored", async () => {
    const body = {
      ...{ id: "m", type: "message", role: "assistant", model: "m", stop_reason: "end_turn" },
      content: [{ type: "text", text: "Done." }],
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    const { report, stdout } = await converse([{ body }], {
      step: "tools: [read_file]",
      provider: "anthropic",
      model: "retries: 0, temperature: 2, apiKeyEnv: MODEL_KEY",
      args: ["--allow-env", "MODEL_KEY"],
    });
    const told = report.alerts.filter(({ code }) => code === "model-ignored");
    expect(told.map(({ message }) => message).join("\n")).toContain("temperature");
    expect(stdout).not.toContain("key-of-a-test");
  });
});

describe("the ids of a model's calls", () => {
  const LOOK = `note(JSON.stringify([toolCallId, context.callId, context.batchId, context.callIndex])); return "ok";`;
  const optionsTelling = (told: string) => ({
    step: "tools: [look, ast_edit]",
    recipe: "tools: [look.mjs]\nhooks: [{ on: [pre-tool, post-tool], module: hook.mjs }]",
    files: {
      "look.mjs": toolModule("look", LOOK),
      "hook.mjs": `import { appendFileSync } from "node:fs";
export default ({ event, callId, batchId, callIndex }) => {
  appendFileSync(${JSON.stringify(told)}, JSON.stringify([event, callId, batchId, callIndex]));
  return { decision: "continue" };
};
`,
    },
    args: ["--allow-code"],
    policy: APPLIES,
  });
  const look = (id?: string | null) => ({
    name: "look",
    params: {},
    ...(id !== undefined && { id }),
  });

  it("T27 T30 are the provider's own, everywhere and in what is sent back; batchId and callIndex are ours", async () => {
    const ids = ["call_AbC-1/x", "toolu_01XYZ"];
    const told = join(tempFolder(), "told");
    const { requests, report, stderr } = await converse(
      [{ calls: [look(ids[0]), edit("src/a.ts", { id: ids[1] as string })] }, DONE],
      optionsTelling(told),
    );
    expect(stderr).toContain(`NOTE ${JSON.stringify([ids[0], ids[0], "tool-batch-0", 0])}`);
    const heard = readFileSync(told, "utf8");
    for (const event of ["pre-tool", "post-tool"])
      for (const [index, id] of ids.entries())
        expect(heard).toContain(JSON.stringify([event, id, "tool-batch-0", index]));
    expect(report.calls[0]).toMatchObject({
      callId: ids[0],
      batchId: "tool-batch-0",
      callIndex: 0,
    });
    expect(report.actions[0]).toMatchObject({
      callId: ids[1],
      batchId: "tool-batch-0",
      callIndex: 1,
    });
    const items = report.transcripts[0]?.items ?? [];
    const kept = items.flatMap((item) => ("callId" in item ? [item.callId] : []));
    expect(new Set(kept)).toEqual(new Set(ids));
    const sent = messagesOf(requests[1]);
    expect(sent.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id))).toEqual(ids);
    expect(sent.flatMap(({ tool_call_id: id }) => (id === undefined ? [] : [id]))).toEqual(ids);
  });

  it("T27 are made unique if they are missing, empty, repeated or 10 kB long, and the report says so", async () => {
    const long = "x".repeat(10_000);
    const ids = ["first", null, null, "", "", "same", "same", long, `${long}y`, "first"];
    const { requests, report } = await converse(
      [{ calls: ids.map(look) }, { calls: [look("same"), look("other")] }, DONE],
      optionsTelling(join(tempFolder(), "told")),
    );
    const own = report.calls.map(({ callId }) => callId);
    expect(own).toHaveLength(12);
    expect(new Set(own).size).toBe(12);
    expect([own[0], own[5], own[11]]).toEqual(["first", "same", "other"]);
    expect(own.every((id) => id.length > 0 && id.length < 1000)).toBe(true);
    const told = report.alerts.filter(({ message }) => /\bids?\b/.test(message));
    expect(told.length).toBeGreaterThan(0);
    const sent = messagesOf(requests[2]);
    const called = sent.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id));
    const answered = sent.flatMap(({ tool_call_id: id }) => (id === undefined ? [] : [id]));
    expect(new Set(called).size).toBe(12);
    expect(answered).toEqual(called);
    expect(textOf(requests[2])).toContain("ok");
  });
});
