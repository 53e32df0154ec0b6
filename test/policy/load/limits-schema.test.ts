import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../../src/config/prepare/prepare-policy.ts";
import { asksForSurroundings } from "../../../src/policy/facts-asked-by.ts";
import { loadPolicy } from "../../../src/policy/load-policy.ts";
import { writtenOf } from "../../../src/policy/written-of.ts";

const HEAD = "version: 1\ndefault: { verdict: apply, reason: Yes. }\n";

async function load(limits: string, more = "") {
  const base = { written: `${HEAD}limits: { maxFiles: 9, onExceed: fail }\n`, path: "base.yaml" };
  const text = `${HEAD}${limits === "" ? "" : `limits: ${limits}\n`}${more}`;
  return loadPolicy(text, "p.yaml", LANGUAGE_NAMES, async () => base);
}

describe("limits of a policy file", () => {
  it("are read with their defaults, and can be written again", async () => {
    const { policy } = await load("{ maxFiles: 0, each: { rule: { maxLines: 3 } } }");
    const limits = { maxFiles: 0, each: { rule: { maxLines: 3 } } };
    expect(policy?.limits).toEqual({ ...limits, onExceed: "hold" });
    expect(policy && writtenOf(policy)).toMatchObject({ limits });
  });

  it("are those of the nearest file", async () => {
    const extended = await load("", "extends: base.yaml\n");
    expect(extended.policy?.limits).toEqual({ maxFiles: 9, each: {}, onExceed: "fail" });
    const own = await load("{ maxLines: 1 }", "extends: base.yaml\n");
    expect(own.policy?.limits).toEqual({ maxLines: 1, each: {}, onExceed: "hold" });
  });

  it("ask for the owners of files if they count by owner", async () => {
    const asks = async (limits: string) => {
      const { policy } = await load(limits);
      return policy && asksForSurroundings(policy);
    };
    expect(await asks("{ each: { owner: { maxFiles: 1 } } }")).toBe(true);
    expect(await asks("{ each: { package: { maxFiles: 1 } } }")).toBe(true);
    expect(await asks("{ each: { rule: { maxFiles: 1 } } }")).toBe(false);
  });

  it.each([
    ["{}", "3:9 `limits` must have a limit, such as `maxFiles`."],
    ["{ onExceed: fail }", "3:9 `limits` must have a limit, such as `maxFiles`."],
    ["{ each: {} }", "3:17 `limits.each` must have `recipe`, `rule`, `owner` or `package`."],
    ["{ each: { rule: {} } }", "3:25 `limits.each.rule` must have a limit, such as `maxFiles`."],
    ["{ maxFiles: -1 }", "3:21 `limits.maxFiles` must be at least 0."],
    ["{ maxFile: 1 }", "3:11 Unknown key `maxFile`."],
    [
      "{ maxFiles: 1, onExceed: stop }",
      "3:34 `limits.onExceed` must be `hold` or `discard` or `fail`, and is `stop`.",
    ],
  ])("%s is reported with its place", async (limits, message) => {
    const { policy, diagnostics } = await load(limits);
    expect(policy).toBeUndefined();
    expect(diagnostics.map((one) => `${one.line}:${one.column} ${one.message}`)).toEqual([message]);
  });
});
