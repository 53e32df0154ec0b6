import { describe, expect, it } from "vitest";
import { type ModelWorld, openModel } from "../../../src/agent/provider/open-model.ts";
import type { ModelSettings } from "../../../src/model/recipe/prompt-step.ts";
import { loadPackage } from "../../../src/shared/packages/load-package.ts";
import { OWN_PACKAGES, packagesIn } from "../../support/grammar-packages.ts";
import { modelSettings } from "../../support/model-turn.ts";
import { tempTree } from "../../support/temp-tree.ts";

const url = "https://models.example/v1";

async function faultOf(settings: Partial<ModelSettings>, key?: string): Promise<string> {
  const world: ModelWorld = { places: OWN_PACKAGES, after: () => new AbortController().signal };
  const opened = await openModel(
    modelSettings(url, settings),
    key === undefined ? world : { ...world, key },
  );
  return "fault" in opened ? opened.fault : "none";
}

describe("a model that cannot be opened", () => {
  it.each(["anthropic", "openai", "google"] as const)("needs a key for %s", async (provider) => {
    expect(await faultOf({ provider, apiKeyEnv: "SOME_KEY" })).toBe(
      "The key of the model is missing. Set the variable SOME_KEY.",
    );
    expect(await faultOf({ provider, apiKeyEnv: "SOME_KEY" }, "")).toContain("SOME_KEY");
    expect(await faultOf({ provider })).toContain("`apiKeyEnv`");
    expect(await faultOf({ provider, apiKeyEnv: "SOME_KEY" }, "sk-0123456789")).toBe("none");
  });

  it("needs the key of an openai-compatible server only where the recipe names one", async () => {
    expect(await faultOf({})).toBe("none");
    expect(await faultOf({ apiKeyEnv: "SOME_KEY" })).toContain("Set the variable SOME_KEY");
  });

  it.each(["sk-0123456789\n", "sk 0123456789", "sk-ключ-0123"])(
    "does not show the bad key %j",
    async (key) => {
      const fault = await faultOf({ apiKeyEnv: "SOME_KEY" }, key);
      expect(fault).toContain("Invalid key in the variable SOME_KEY");
      expect(fault).not.toContain(key.trim());
    },
  );

  it.each(["models.example", "file:///etc", "", "http://"])(
    "needs an address, not %j",
    async (baseUrl) => {
      expect(await faultOf({ baseUrl })).toContain("`baseUrl`");
    },
  );

  it("does not show a password in an address", async () => {
    const fault = await faultOf({ baseUrl: "https://me:password@models.example" });
    expect(fault).toContain("`apiKeyEnv`");
    expect(fault).not.toContain("password@");
  });

  it.each(["none", "replay"] as const)("has another provider than %s", async (provider) => {
    expect(await faultOf({ provider })).toContain(provider);
  });
});

describe("an optional package", () => {
  const name = "@ai-sdk/not-there";
  // A variable, so that no bundler or type check resolves it.
  const own = () => import(name);
  const packageOf = (code: string) =>
    tempTree({
      "node_modules/@ai-sdk/not-there/package.json": '{"type":"module","main":"index.js"}',
      "node_modules/@ai-sdk/not-there/index.js": code,
    });

  it("is missing where no place has it", async () => {
    expect(
      await loadPackage({ name: name, major: 0 }, own, packagesIn(tempTree({}), "/no/such/place")),
    ).toEqual({
      kind: "missing",
    });
  });

  it("is taken from Sluice's own place first, then from the first place that has it", async () => {
    const places = packagesIn(
      tempTree({}),
      packageOf("export const a = 1;"),
      packageOf("export const a = 2;"),
    );
    expect(await loadPackage({ name: name, major: 0 }, own, places)).toMatchObject({
      module: { a: 1 },
    });
    const beside = () => Promise.resolve({ a: 0 });
    const both = { ...places, own: packagesIn(packageOf("")).others };
    expect(await loadPackage({ name: name, major: 0 }, beside, both)).toMatchObject({
      module: { a: 0 },
    });
    // Node would find it in a folder above Sluice, which may be the tree.
    expect(await loadPackage({ name: name, major: 0 }, beside, packagesIn())).toEqual({
      kind: "missing",
    });
  });

  it.each(["2.9.1", "4.0.0"])(
    "of another major version is passed over, and told if it is the only one: %s",
    async (version) => {
      const other = tempTree({
        "node_modules/@ai-sdk/not-there/package.json": `{"version":"${version}","main":"index.js"}`,
      });
      const needed = { name, major: 3 };
      const beside = { ...packagesIn(), own: packagesIn(other).others };
      expect(await loadPackage(needed, own, beside)).toEqual({ kind: "unfit", version });
      const both = {
        ...beside,
        others: packagesIn(other, packageOf("export const a = 3;")).others,
      };
      expect(await loadPackage(needed, own, both)).toMatchObject({ module: { a: 3 } });
    },
  );

  it("that throws, or needs what is not there, is told as broken with one line", async () => {
    const throwing = packagesIn(packageOf('throw new Error("No.\\nReally.");'), packageOf(""));
    expect(await loadPackage({ name: name, major: 0 }, own, throwing)).toEqual({
      kind: "broken",
      fault: `The package ${name} cannot be loaded: No.`,
    });
    const lacking = await loadPackage(
      { name: name, major: 0 },
      own,
      packagesIn(packageOf('import "not-there-either";')),
    );
    expect(lacking).toMatchObject({ fault: expect.stringContaining("not-there-either") });
  });
});
