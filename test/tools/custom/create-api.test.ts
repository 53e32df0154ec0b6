import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCustomToolAPI } from "../../../src/tools/custom/create-api.ts";
import type { CustomToolPendingAction } from "../../../src/tools/custom/custom-tool-api.ts";
import { type RunningCall, runningCall } from "../../../src/tools/custom/pending-queue.ts";
import { tempTree } from "../../support/temp-tree.ts";
import { toolSetUp } from "../../support/tool-setup.ts";

const silent = () => undefined;
const FOREVER = ["-e", "setInterval(() => {}, 1000)"];

function setUp(limit: AbortSignal = new AbortController().signal) {
  const root = tempTree({ "sub/a.txt": "" });
  const pi = createCustomToolAPI(root, {
    debug: silent,
    info: silent,
    warn: silent,
    error: silent,
  });
  const { surroundings } = toolSetUp({});
  const call: RunningCall = {
    tool: "t",
    context: { callId: "c", batchId: "direct", callIndex: 0 },
    queue: surroundings,
    root,
    timeout: 1000,
    signal: new AbortController().signal,
    limit,
    isOver: false,
  };
  return {
    root,
    queue: call.queue,
    exec: (...args: Parameters<typeof pi.exec>) => runningCall.run(call, () => pi.exec(...args)),
    push: (action: CustomToolPendingAction) =>
      runningCall.run(call, () => pi.pushPendingAction(action)),
  };
}

describe("pi.exec", () => {
  it("T19 ends what a call has started when the call's time is up, also where the tool passes a signal of its own", async () => {
    for (const signal of [undefined, new AbortController().signal]) {
      const limit = new AbortController();
      const { exec } = setUp(limit.signal);
      const running = exec(process.execPath, FOREVER, { timeout: 5000, ...(signal && { signal }) });
      setTimeout(() => limit.abort(), 50);
      expect(await running).toMatchObject({ stopped: "aborted" });
    }
  });

  it("T19 ends it when the signal of the tool fires", async () => {
    const own = new AbortController();
    const running = setUp().exec(process.execPath, FOREVER, { signal: own.signal });
    setTimeout(() => own.abort(), 50);
    expect(await running).toMatchObject({ stopped: "aborted" });
  });

  it("T19 runs in the root, in a folder below it, or in one that is absolute", async () => {
    const { root, exec } = setUp();
    const folder = async (cwd: { cwd?: string }) =>
      (await exec(process.execPath, ["-p", "process.cwd()"], cwd)).stdout.trim();
    const elsewhere = tempTree({});
    // As code without types may pass it.
    expect(await folder({ cwd: undefined } as unknown as { cwd?: string })).toBe(root);
    expect(await folder({})).toBe(root);
    expect(await folder({ cwd: "sub" })).toBe(join(root, "sub"));
    expect(await folder({ cwd: elsewhere })).toBe(elsewhere);
  });
});

describe("pi.pushPendingAction", () => {
  it("T20 queues an action of `custom_tool` where no other source is named", () => {
    const { queue, push } = setUp();
    push({ label: "L", apply: () => "done" });
    push({ label: "M", sourceToolName: "mine", apply: () => "done" });
    expect(queue.session.pending.list()).toMatchObject([
      { label: "L", sourceToolName: "custom_tool" },
      { label: "M", sourceToolName: "mine" },
    ]);
  });
});
