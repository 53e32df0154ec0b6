import { describe, expect, it } from "vitest";
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
    const { call, exitCode } = await connect(tempTree(TREE), {}, { interrupted: interrupt.signal });
    const previewed = call("preview_edit", EDIT).catch(() => undefined);
    interrupt.abort(143);
    expect(await exitCode).toBe(143);
    void previewed;
  });

  it("tells how far a call is, and ends one that is cancelled", async () => {
    const { client } = await connect(tempTree(TREE), {});
    const told: (string | undefined)[] = [];
    const params = { name: "preview_edit", arguments: EDIT };
    await client.callTool(params, { onprogress: ({ message }) => told.push(message) });
    expect(told.join("\n")).toContain("edit › edit: ");
    const cancel = new AbortController();
    const call = client.callTool(params, { signal: cancel.signal });
    cancel.abort();
    await expect(call).rejects.toThrow();
    expect((await client.listTools()).tools.length).toBe(12);
  });
});
