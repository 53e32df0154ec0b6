import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { build } from "rolldown";
import { describe, expect, it } from "vitest";
import { tempTree } from "../support/temp-tree.ts";

const repository = resolve(import.meta.dirname, "../..");

/** Opens a model in a process of its own, from a folder where no package is, and says what came of it. */
const script = `
import { openModel } from "./open-model.js";
const [provider, ...others] = process.argv.slice(2);
const places = { own: [], others, refused: [] };
const settings = { provider, name: "m", baseUrl: "http://127.0.0.1:1", apiKeyEnv: "K" };
const world = { places, key: "sk-0123456789", after: () => new AbortController().signal };
const opened = await openModel({ ...settings, timeout: 1, retries: 0 }, world);
process.stdout.write(opened.fault ?? "opened");
`;

describe("the optional packages of models", () => {
  it.each([
    ["openai-compatible", "@ai-sdk/openai-compatible@^2"],
    ["anthropic", "@ai-sdk/anthropic@^3"],
    ["openai", "@ai-sdk/openai@^3"],
    ["google", "@ai-sdk/google@^3"],
  ])(
    "of %s are told with the command that installs them, and are found where they are",
    async (provider, name) => {
      const folder = tempTree({ "package.json": '{"type":"module"}', "script.js": script });
      await build({
        input: join(repository, "src/agent/provider/open-model.ts"),
        platform: "node",
        external: ["ai", /^@ai-sdk\//],
        output: { dir: folder, format: "esm" },
      });
      const open = (...places: readonly string[]) =>
        execFileSync(process.execPath, [join(folder, "script.js"), provider, ...places]).toString();
      expect(open(join(folder, "node_modules"))).toBe(
        `The provider ${provider} needs packages that are not installed. Install them: npm install --save-dev ai@^6 ${name}`,
      );
      expect(open(join(folder, "node_modules"), join(repository, "node_modules"))).toBe("opened");
      const old = tempTree({ "ai/package.json": '{ "name": "ai", "version": "5.0.277" }' });
      expect(open(old, join(repository, "node_modules"))).toBe("opened");
      const [own = ""] = name.match(/^@[^@]+/) ?? [];
      const oldOne = tempTree({ [`${own}/package.json`]: '{ "version": "1.2.3" }' });
      const needed = `ai@^6 ${name}`;
      expect(open(old, oldOne)).toBe(
        `The provider ${provider} needs other versions than ai 5.0.277 and ${own} 1.2.3. Install them: ` +
          `npm install --save-dev ${needed}. If the project needs those: ` +
          `npm install --prefix DIR ${needed} and --packages DIR`,
      );
    },
  );
});
