import { describe, expect, it } from "vitest";
import { readText } from "../../support/temp-tree.ts";
import { start } from "./support/command.ts";
import { conversation, converse, DONE, edit, resolve } from "./support/converse.ts";
import { toolModule } from "./support/custom.ts";
import { deferred } from "./support/deferred.ts";
import { choices, results } from "./support/provider.ts";

const PUSHES = `pi.pushPendingAction({
      label: "Rename", sourceToolName: "renamer", details: { files: ["x.txt"] },
      apply(reason, extra) { note("apply " + reason + " " + JSON.stringify(extra)); return "Renamed."; },
      reject(reason, extra) { note("reject " + reason + " " + JSON.stringify(extra)); },
    });
    return "Prepared.";`;
const CUSTOM = {
  step: "resolve: model, tools: [rename]",
  recipe: "tools: [rename.mjs]",
  files: { "rename.mjs": toolModule("rename", PUSHES) },
  args: ["--allow-code"],
};
const rename = { name: "rename", params: {} };
const notes = (stderr: string) =>
  [...stderr.matchAll(/NOTE (.*)/g)].map(([, text = ""]) => text.trim());

describe("a model that resolves", () => {
  it("R18 R22 R10 gets resolve with a tool that queues, one reminder, and a forced turn", async () => {
    const { requests, report, root } = await converse([
      { calls: [edit("src/a.ts")] },
      { calls: [resolve("apply", "It is the task.")] },
      DONE,
    ]);
    const names = requests.map(({ tools = [] }) => tools.map(({ function: { name } }) => name));
    expect(names[0]).toContain("resolve");
    expect(choices(requests)).toEqual(["auto", "resolve", "auto"]);
    const sent = requests[1]?.messages.map(({ content }) => content).join("\n") ?? "";
    const reminder = sent.slice(sent.indexOf("is staged, not applied."));
    for (const word of ["apply", "discard", "resolve"]) expect(reminder).toContain(word);
    expect(sent.match(/from ast_edit/g)).toHaveLength(1);
    const tags = report.transcripts[0]?.items.map((item) => ("tag" in item ? item.tag : ""));
    expect(tags?.filter((tag) => tag === "resolve-reminder")).toHaveLength(1);
    expect(readText(root, "src/a.ts")).toBe("fresh(1);\n");
  });

  it("R18 S6 is not offered resolve, nor reminded of it, while no active tool can queue; people never see it", async () => {
    const { requests, stderr } = await converse(
      [{ calls: [{ name: "read_file", params: { path: "src/a.ts" } }] }, DONE],
      {
        step: "resolve: model, tools: [read_file, ast_grep]",
      },
    );
    expect(JSON.stringify(requests.map(({ tools }) => tools))).not.toContain('"resolve"');
    expect(choices(requests)).toEqual(["auto", "auto"]);
    expect(stderr).not.toContain("resolve");
  });

  it("R2 R13 R23 is told of a blank reason, and of a resolve with nothing pending", async () => {
    const { requests } = await converse([
      { calls: [edit("src/a.ts")] },
      { calls: [resolve("apply", " ")] },
      { calls: [resolve("apply", "Yes.")] },
      { calls: [resolve("apply", "Again.")] },
      DONE,
    ]);
    expect(results(requests[2] as never).at(-1)).toContain("reason");
    expect(results(requests[4] as never).at(-1)).toBe(
      "No pending action to resolve. Nothing to apply or discard.",
    );
  });

  it("R27 R33 R34 gives its reason and extra to the producer's apply; the policy's reason is in the record", async () => {
    const { stderr, report } = await converse(
      [{ calls: [rename] }, { calls: [resolve("apply", "The model's own.", { ticket: 7 })] }, DONE],
      CUSTOM,
    );
    expect(notes(stderr)).toEqual(['apply The model\'s own. {"ticket":7}']);
    expect(report.actions).toMatchObject([
      {
        ...{ state: "applied", reason: "The policy says so.", modelReason: "The model's own." },
        ...{ extra: { ticket: 7 }, sourceToolName: "renamer", label: "Rename", result: "Renamed." },
      },
    ]);
  });

  it("R27 R28 R33 gives its reason and extra to the producer's reject, once", async () => {
    const { stderr, report } = await converse(
      [{ calls: [rename] }, { calls: [resolve("discard", "A mistake.", { n: 1 })] }, DONE],
      CUSTOM,
    );
    expect(notes(stderr)).toEqual(['reject A mistake. {"n":1}']);
    expect(report.actions).toMatchObject([{ state: "discarded", extra: { n: 1 } }]);
  });
});

describe("the forced turns of a model", () => {
  it("Q9 Q12 Q17 are repeated within a limit; then the policy's default verdict applies, with the reason", async () => {
    const talk = { text: "I would rather talk." };
    const { requests, report } = await converse(
      [{ calls: [edit("src/a.ts")] }, talk, talk, talk, talk, DONE],
      {
        policy:
          "version: 1\ndefault: { verdict: discard, reason: No rule. }\nrules:\n  - { id: all, verdict: apply, reason: Fine. }\n",
      },
    );
    expect(choices(requests)).toEqual(["auto", ...Array(4).fill("resolve")]);
    expect(report.actions).toMatchObject([
      { state: "discarded", reason: "not resolved after 4 forced turns" },
    ]);
  });

  it("Q18 are settled when the turn ends, after its tools ran: an action that was resolved is not forced again", async () => {
    const { requests, report } = await converse([
      { calls: [edit("src/a.ts"), edit("src/b.ts")] },
      { calls: [resolve("apply", "First.")] },
      { calls: [resolve("apply", "Second.")] },
      DONE,
    ]);
    expect(choices(requests)).toEqual(["auto", "resolve", "resolve", "auto"]);
    expect(report.actions.map(({ modelReason }) => modelReason)).toEqual(["First.", "Second."]);
  });

  it("Q20 are the same in a retry of one call of the model", async () => {
    const busy = { refusal: { status: 503, message: "busy" } };
    const { requests, report } = await converse(
      [{ calls: [edit("src/a.ts")] }, busy, { calls: [resolve("apply", "Yes.")] }, DONE],
      { model: "retries: 1" },
    );
    expect(choices(requests)).toEqual(["auto", "resolve", "resolve", "auto"]);
    expect(report.transcripts[0]?.turns[1]).toMatchObject({ attempts: 2 });
    expect(report.actions).toMatchObject([{ state: "applied" }]);
  });

  it("Q21 fall back to the soft form where a provider refuses them with thinking, and the log says so", async () => {
    const refusal = { status: 400, message: "tool_choice is not supported with thinking" };
    const { requests, report, stderr } = await converse([
      { calls: [edit("src/a.ts")] },
      { refusal },
      { text: "Hm." },
      { calls: [resolve("apply", "Yes.")] },
      DONE,
    ]);
    expect(choices(requests)).toEqual(["auto", "resolve", "auto", "auto", "auto"]);
    expect(stderr).toMatch(/refuses the forced/);
    expect(report.actions).toMatchObject([{ state: "applied" }]);
  });

  it("Q19 R28 R6 are lost in an abort before any message: the action ends, its reject is called once, the tree is whole", async () => {
    const asked = deferred();
    const { root, argv } = await conversation(
      [{ calls: [edit("src/a.ts")] }, { hang: asked.settle }],
      {},
    );
    const { child, ended } = start(root, ...argv, "--format", "json");
    await asked.promise;
    child.kill("SIGINT");
    const { status, stdout } = await ended;
    const report = JSON.parse(stdout);
    expect(status).toBe(130);
    expect(report.actions).toHaveLength(1);
    expect(["discarded", "held", "failed"]).toContain(report.actions[0].state);
    expect(readText(root, "src/a.ts")).toBe("old(1);\n");
  });
});

describe("reject", () => {
  const LATER = { step: "tools: [rename]" };

  it("R28 is called once, with the policy's reason, for what the policy discards", async () => {
    const { stderr } = await converse([{ calls: [rename] }, DONE], {
      ...CUSTOM,
      ...LATER,
      policy: "version: 1\ndefault: { verdict: discard, reason: Not wanted. }\n",
    });
    expect(notes(stderr).map((text) => text.replace(" undefined", ""))).toEqual([
      "reject Not wanted.",
    ]);
  });

  it("R28 is called once for an action that waits when a signal stops the run", async () => {
    const asked = deferred();
    const { root, argv } = await conversation(
      [{ calls: [rename] }, { hang: asked.settle }],
      CUSTOM,
    );
    const { child, ended } = start(root, ...argv, "--format", "json");
    await asked.promise;
    child.kill("SIGINT");
    const { status, stderr } = await ended;
    expect(status).toBe(130);
    expect(notes(stderr)).toEqual([expect.stringMatching(/^reject \S/)]);
  });

  it("R28 is called once for an action that waits when the time limit of the run stops it", async () => {
    const { status, stderr } = await converse([{ calls: [rename] }, { hang: () => undefined }], {
      ...CUSTOM,
      args: [...CUSTOM.args, "--timeout", "3s"],
    });
    expect(status).toBe(5);
    expect(notes(stderr)).toEqual([expect.stringMatching(/^reject \S/)]);
  });

  it("R28 is bounded in time: one that never settles does not keep the run", async () => {
    const asked = deferred();
    const code = PUSHES.replace(
      "reject(reason, extra) {",
      "reject(reason) { note('reject'); if (reason) return new Promise(() => {});",
    );
    const { root, argv } = await conversation([{ calls: [rename] }, { hang: asked.settle }], {
      ...CUSTOM,
      files: { "rename.mjs": toolModule("rename", code) },
    });
    const { child, ended } = start(root, ...argv, "--format", "json");
    await asked.promise;
    const since = performance.now();
    child.kill("SIGINT");
    const { status, stderr } = await ended;
    expect({ status, notes: notes(stderr) }).toEqual({ status: 130, notes: ["reject"] });
    expect(performance.now() - since).toBeLessThan(20_000);
  });
});
