import { describe, expect, it } from "vitest";
import type { McpUseCases } from "../../src/mcp/use-cases.ts";
import { ToolError } from "../../src/model/tool-error.ts";
import { connect, serve } from "../support/mcp-client.ts";
import { EDIT, TREE } from "../support/mcp-tree.ts";
import { tempFolder, tempTree } from "../support/temp-tree.ts";

describe("sluice mcp", () => {
  it("says in one line what to install if the package is missing, and ends with 2", async () => {
    const { exitCode, log } = serve(tempTree({}), {}, { ownFolder: `${tempFolder()}/` });
    expect(await exitCode).toBe(2);
    expect(log()).toMatch(/^sluice: .*@modelcontextprotocol\/server@\^2.*\n$/);
  });

  it("ends with 2 without a client, and for a root that is missing", async () => {
    const nobody = serve(tempTree({}), {}, { standardInput: () => undefined });
    expect([await nobody.exitCode, nobody.log()]).toEqual([
      2,
      expect.stringMatching(/^sluice: `mcp` /),
    ]);
    const lost = serve(tempTree({}), { root: ["missing"] });
    expect(await lost.exitCode).toBe(2);
  });

  it("ends with the code of a signal, after the calls that run", async () => {
    const interrupt = new AbortController();
    const { plan, begun, end } = planThatWaits();
    const world = { interrupted: interrupt.signal };
    const { call, exitCode } = await connect(tempTree(TREE), {}, world, { plan });
    const previewed = call("preview_edit", EDIT).catch(() => undefined);
    await begun;
    interrupt.abort(143);
    const first = await Promise.race([exitCode, turns(20)]);
    end();
    expect([first, await exitCode]).toEqual(["still there", 143]);
    void previewed; // The client is gone before it is answered.
  });

  it("tells how far a call is", async () => {
    const { client } = await connect(tempTree(TREE), {});
    const told: (string | undefined)[] = [];
    const params = { name: "preview_edit", arguments: EDIT };
    await client.callTool(params, { onprogress: ({ message }) => told.push(message) });
    expect(told.join("\n")).toContain("edit › edit: ");
  });

  it("ends a call that is cancelled, and goes on", async () => {
    const { plan, begun, cancelled, end } = planThatWaits();
    const { client } = await connect(tempTree(TREE), {}, {}, { plan });
    const cancel = new AbortController();
    const params = { name: "preview_edit", arguments: EDIT };
    const call = client.callTool(params, { signal: cancel.signal });
    await begun;
    cancel.abort();
    await expect(call).rejects.toThrow();
    await cancelled;
    end();
    expect((await client.listTools()).tools.length).toBe(12);
  });
});

/** A use case that ends when it is told to. */
function planThatWaits() {
  const [begun, cancelled, told] = [later(), later(), later()];
  const plan: McpUseCases["plan"] = async (_request, { interrupted }) => {
    begun.resolve();
    interrupted.addEventListener("abort", cancelled.resolve);
    await told.promise;
    throw new ToolError("It has ended.");
  };
  return { plan, begun: begun.promise, cancelled: cancelled.promise, end: told.resolve };
}

function later() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function turns(count: number): Promise<string> {
  for (let left = count; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
  return "still there";
}
