import { describe, expect, it } from "vitest";
import { instructionsFor } from "../../../src/agent/conversation/instructions.ts";

describe("the instructions", () => {
  it.each(["policy", "model"] as const)("tell who ends previews: %s", (resolve) => {
    const text = instructionsFor(resolve);
    expect(text.includes("call `resolve` alone")).toBe(resolve === "model");
    expect(text).toContain("[File: …]");
    expect(text).toContain("no tool call");
  });
});
