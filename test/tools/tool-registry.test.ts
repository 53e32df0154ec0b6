import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DIRECT_CALL, type ToolExecutionContext, textResult } from "../../src/model/tool.ts";
import { ToolError } from "../../src/model/tool-error.ts";
import { createSession } from "../../src/resolve/session.ts";
import { zodParameters } from "../../src/tools/parameters.ts";
import { createResolveTool } from "../../src/tools/resolve-tool.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { ToolRegistry } from "../../src/tools/tool-registry.ts";

const SIGNAL = new AbortController().signal;

function toolOf(name: string, queuesPreviews = false, seen: ToolExecutionContext[] = []) {
  const tool: Tool<{ n: number }> = {
    name,
    description: "d",
    parameters: zodParameters(() => z.strictObject({ n: z.int().min(1) })),
    isHidden: false,
    queuesPreviews,
    async execute({ n }, context) {
      seen.push(context);
      return textResult(`${name} ${n}`);
    },
  };
  return tool;
}

describe("ToolRegistry", () => {
  it("T4 gives a call outside of a batch the ids `direct` and the index 0", async () => {
    const seen: ToolExecutionContext[] = [];
    const registry = new ToolRegistry();
    registry.add(toolOf("a", false, seen));
    await registry.call("a", { n: 1 }, SIGNAL);
    expect(seen).toEqual([{ callId: "direct", batchId: "direct", callIndex: 0 }]);
    expect(seen[0]).toEqual(DIRECT_CALL);
  });

  it("T24 keeps the first tool of a name", async () => {
    const registry = new ToolRegistry();
    expect([registry.add(toolOf("a")), registry.add(toolOf("a", true))]).toEqual([true, false]);
    expect(registry.get("a")?.queuesPreviews).toBe(false);
  });

  it("R18 never lists resolve, and offers it only beside an active tool that queues previews", () => {
    const registry = new ToolRegistry();
    registry.add(toolOf("search"));
    registry.add(toolOf("edit", true));
    registry.add(createResolveTool(createSession()));
    const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);
    expect(names(registry.listed())).toEqual(["search", "edit"]);
    expect(names(registry.offered(["search"]))).toEqual(["search"]);
    expect(names(registry.offered(["search", "edit"]))).toEqual(["search", "edit", "resolve"]);
    expect(names(registry.offered([]))).toEqual([]);
  });

  it.each([
    [{ n: "1" }, /`n` must be a number, and is a text/],
    [{ n: 0 }, /`n` must be at least 1/],
    [{}, /`n` is missing: it must be a number/],
    [{ n: 1, m: 2 }, /Unknown key `m`/],
    [7, /The value must be a map, and is a number/],
    [undefined, /is missing/],
  ])("does not call a tool with parameters that do not fit: %j", async (params, message) => {
    const seen: ToolExecutionContext[] = [];
    const registry = new ToolRegistry();
    registry.add(toolOf("a", false, seen));
    const error = await registry.call("a", params, SIGNAL).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ToolError);
    expect((error as ToolError).message).toMatch(message);
    expect(seen).toEqual([]);
  });

  it("says which tool was meant", async () => {
    const registry = new ToolRegistry();
    registry.add(toolOf("search"));
    await expect(registry.call("serach", {}, SIGNAL)).rejects.toThrow(
      "There is no tool `serach`. Did you mean `search`?",
    );
  });
});
