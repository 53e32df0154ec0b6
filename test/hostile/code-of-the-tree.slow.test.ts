import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkSafely, openPullRequest } from "./pull-request.ts";

const STEPS = `steps:
  - id: s
    ast_edit: { paths: ["src/**"], ops: [{ pat: "f($A)", out: "g($A)" }] }
`;

const write = (canary: string) =>
  `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(canary)}, "");\nexport default () => ({});\n`;

describe("code of a tree", () => {
  it.each([
    ["a tool", "tools: [tools/t.ts]"],
    ["a hook that is a command", 'hooks: [{ on: [pre-tool], run: ["node", "tools/t.ts"] }]'],
    ["a hook that is a module", "hooks: [{ on: [pre-tool], module: tools/t.ts }]"],
  ])("is not run without consent: %s", async (_, brought) => {
    const request = await openPullRequest({
      base: { "src/a.js": "f(1);\n" },
      head: ({ canary }) => ({
        "recipe.yaml": `version: 1\nname: r\n${brought}\n${STEPS}`,
        "tools/t.ts": write(canary),
      }),
    });
    const check = { recipes: ["recipe.yaml"], args: ["--trust=all"] };
    for (const { exitCode, report } of await checkSafely(request, check)) {
      expect(exitCode).toBe(2);
      expect(report?.diagnostics.map(({ code }) => code)).toEqual(["custom-tools-not-allowed"]);
    }
  });
});

describe("code of a tree, with consent to code, on a pull request", () => {
  const RECIPE = `version: 1
name: r
tools: [tools/t.mjs]
hooks: [{ on: [pre-tool], run: ["node", "tools/hook.mjs"] }]
steps:
  - { id: s, tool: look, with: {} }
`;
  const TOOL = `import "./part.mjs";
export default (pi) => ({
  name: "look", description: "Looks.", parameters: pi.zod.object({}), execute: async () => "seen",
});
`;
  const BASE = {
    "recipe.yaml": RECIPE,
    "tools/t.mjs": TOOL,
    "tools/part.mjs": "export {};\n",
    "tools/hook.mjs": `console.log('{"decision":"continue"}');\n`,
    "src/a.js": "f(1);\n",
  };

  it("is run if the stranger left it as it was", async () => {
    const request = await openPullRequest({ base: BASE, head: () => ({ "src/a.js": "f(2);\n" }) });
    const check = { recipes: ["recipe.yaml"], args: ["--allow-code"] };
    for (const { exitCode } of await checkSafely(request, check)) expect(exitCode).toBe(0);
  });

  it.each(["tools/t.mjs", "tools/part.mjs", "tools/hook.mjs"])(
    "is that of the base commit, also if the stranger changed %s",
    async (path) => {
      const request = await openPullRequest({
        base: BASE,
        head: ({ canary }) => ({ [path]: write(canary) }),
      });
      const check = { recipes: ["recipe.yaml"], args: ["--allow-code"] };
      for (const { exitCode } of await checkSafely(request, check)) expect(exitCode).toBe(0);
    },
  );

  it("is not written to a temporary folder below the root, where packages of the stranger are found", async () => {
    const request = await openPullRequest({
      base: { ...BASE, "tools/t.mjs": `import "stranger";\n${TOOL}` },
      head: ({ canary }) => ({
        "tmp/keep": "",
        "node_modules/stranger/package.json": '{ "name": "stranger", "type": "module" }',
        "node_modules/stranger/index.js": write(canary),
      }),
    });
    const check = { recipes: ["recipe.yaml"], args: ["--allow-code"] };
    const env = { TMPDIR: join(request.root, "tmp") };
    for (const { exitCode, output } of await checkSafely(request, { ...check, env })) {
      expect(exitCode).toBe(2);
      expect(output).toContain("Set TMPDIR to a folder outside of it");
    }
  });
});
