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
