import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Alert } from "../../../src/model/alert.ts";
import { DIRECT_CALL } from "../../../src/model/tool.ts";
import { createCustomToolAPI } from "../../../src/tools/custom/create-api.ts";
import {
  createCustomTool,
  createFileRefReader,
} from "../../../src/tools/custom/create-custom-tool.ts";
import type {
  CustomToolAnswer,
  CustomToolAPI,
  CustomToolPendingAction,
} from "../../../src/tools/custom/custom-tool-api.ts";
import { type RunningCall, runningCall } from "../../../src/tools/custom/pending-queue.ts";
import { type Tree, tempTree } from "../../support/temp-tree.ts";
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
    resolveFileRef: createFileRefReader(surroundings),
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
  it("T19 ends what a call has started when the call's time is up, also if the tool passes a signal of its own", async () => {
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
  it("T20 queues an action of `custom_tool` if it names no other source", () => {
    const { queue, push } = setUp();
    push({ label: "L", apply: () => "done" });
    push({ label: "M", sourceToolName: "mine", apply: () => "done" });
    expect(queue.session.pending.list()).toMatchObject([
      { label: "L", sourceToolName: "custom_tool" },
      { label: "M", sourceToolName: "mine" },
    ]);
  });
});

describe("pi.resolveFileRef", () => {
  function reading(files: Tree = { "a.md": "A", "no/x": "" }) {
    const { surroundings } = toolSetUp(files, { scope: { exclude: ["no"] }, overlay: true });
    const alerts: Alert[] = [];
    const pi = createCustomToolAPI("/", {
      debug: silent,
      info: silent,
      warn: silent,
      error: silent,
    });
    const run = async (work: (pi: CustomToolAPI) => CustomToolAnswer) => {
      const tool = { name: "t", description: "T", parameters: {}, execute: () => work(pi) };
      const loaded = {
        tool,
        parameters: { jsonSchema: {}, parse: (value: unknown) => value },
        path: "t.ts",
        changedFile: () => undefined,
      };
      const onAlert = (alert: Alert) => alerts.push(alert);
      const custom = createCustomTool(loaded, {
        ...surroundings,
        root: "/",
        timeout: 1000,
        maxBytes: 5,
        onAlert,
      });
      return custom.execute({}, DIRECT_CALL, new AbortController().signal);
    };
    return { pi, run, alerts, session: surroundings.session };
  }

  it("F15 reads by the scope and the cap of the recipe, with what the run has written", async () => {
    const { run } = reading({ "a.md": "A", "long.md": "123456\n", "d/x": "" });
    await run(async (pi) => {
      expect(await pi.resolveFileRef("a.md")).toMatchObject({ kind: "file", text: "A" });
      expect(await pi.resolveFileRef("d")).toMatchObject({ kind: "folder", text: "x\n1 file." });
      expect(await pi.resolveFileRef("long.md")).toMatchObject({ bytesSent: 5, total: 7 });
      expect(await pi.resolveFileRef("long.md", { maxBytes: 7 })).toMatchObject({ bytesSent: 7 });
      return undefined;
    });
  });

  it("F5 F15 answers what is refused, and warns of it in the order of the calls", async () => {
    const { run, alerts } = reading();
    await run(async (pi) => {
      const refs = await Promise.all(
        ["gone/deep/x.md", "no/x", "/x"].map((path) => pi.resolveFileRef(path)),
      );
      expect(refs.map(({ kind }) => kind)).toEqual(["refused", "refused", "refused"]);
      return undefined;
    });
    expect(alerts).toEqual([
      {
        level: "warn",
        code: "file-ref-not-found",
        path: "gone/deep/x.md",
        message: "`gone/deep/x.md` does not exist.",
      },
      {
        level: "warn",
        code: "file-ref-out-of-scope",
        path: "no/x",
        message: "`no/x` is excluded by the scope.",
      },
      expect.objectContaining({ code: "file-ref-out-of-scope", path: "/x" }),
    ]);
  });

  it("F15 reads during calls, and while what they queued ends, and at no other time", async () => {
    const { pi, run, session } = reading();
    await expect(pi.resolveFileRef("a.md")).rejects.toThrow("only while a call");
    let late: Promise<unknown> | undefined;
    await run(() => {
      late = new Promise((resolve) => setTimeout(resolve, 20)).then(() =>
        pi.resolveFileRef("a.md"),
      );
      late.catch(silent);
      pi.pushPendingAction({
        label: "L",
        apply: async () => JSON.stringify(await pi.resolveFileRef("a.md")),
      });
      return undefined;
    });
    await expect(late).rejects.toThrow("only while a call");
    const [action] = session.pending.list();
    expect(JSON.stringify(await action?.apply("because"))).toContain("sha256");
  });

  it("F15 fails a call that asks for a path or a cap that is none", async () => {
    const { run } = reading();
    await expect(
      run((pi) => pi.resolveFileRef(7 as unknown as string).then(() => "")),
    ).rejects.toThrow("takes a path");
    await expect(
      run((pi) => pi.resolveFileRef("a.md", { maxBytes: -1 }).then(() => "")),
    ).rejects.toThrow("whole number");
  });
});
