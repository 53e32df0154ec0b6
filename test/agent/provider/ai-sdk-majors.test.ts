import { expect, it } from "vitest";
import { neededPackages } from "../../../src/agent/provider/ai-sdk-majors.ts";
import { packagesIn } from "../../support/grammar-packages.ts";
import { tempTree } from "../../support/temp-tree.ts";

/** A folder with packages of these versions, as `name@version`. */
const folder = (...packages: readonly string[]) =>
  tempTree(
    Object.fromEntries(
      packages.map((each) => {
        const at = each.lastIndexOf("@");
        const manifest = JSON.stringify({ version: each.slice(at + 1) });
        return [`node_modules/${each.slice(0, at)}/package.json`, manifest];
      }),
    ),
  );

const needed = (name: string, ...folders: readonly string[]) => {
  const column = name.endsWith("compatible") ? "compatible" : "providers";
  const {
    ai,
    provider,
    interface: spoken,
  } = neededPackages({ name: `@ai-sdk/${name}`, column }, packagesIn(...folders));
  return `${ai.major} ${provider.major} ${spoken}`;
};

it.each<[string, readonly (readonly string[])[], string]>([
  ["openai", [], "6 3 v3"],
  ["openai", [["ai@6.0.1", "@ai-sdk/openai@3.0.1"]], "6 3 v3"],
  ["openai", [["ai@7.0.173", "@ai-sdk/openai@4.0.118"]], "7 4 v4"],
  ["openai-compatible", [["ai@6.0.1", "@ai-sdk/openai-compatible@2.0.1"]], "6 2 v3"],
  ["openai-compatible", [["ai@7.0.1", "@ai-sdk/openai-compatible@3.0.1"]], "7 3 v4"],
  // Only one of the two in the first folder: the versions that fit each other count.
  ["google", [["ai@6.0.1"], ["ai@7.0.1", "@ai-sdk/google@4.0.1"]], "7 4 v4"],
  [
    "google",
    [
      ["ai@7.0.1", "@ai-sdk/google@4.0.1"],
      ["ai@6.0.1", "@ai-sdk/google@3.0.1"],
    ],
    "6 3 v3",
  ],
  // Nothing fits: the advice is for the `ai` that is there.
  ["google", [["ai@7.0.1", "@ai-sdk/google@3.0.1"]], "7 4 v4"],
  ["google", [["ai@5.0.1", "@ai-sdk/google@1.0.1"]], "6 3 v3"],
  ["google", [["ai@8.0.1", "@ai-sdk/google@5.0.1"]], "6 3 v3"],
])("of %s with %j the versions %s are used", (name, folders, versions) => {
  expect(needed(name, ...folders.map((packages) => folder(...packages)))).toBe(versions);
});
