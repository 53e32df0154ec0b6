import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Check, checkSafely, openPullRequest } from "./pull-request.ts";

const RECIPE = `version: 1
name: r
steps:
  - id: s
    ast_edit: { paths: ["src/**"], ops: [{ pat: "f($A)", out: "g($A)" }] }
`;

const PROMPT = `version: 1
name: p
steps: [{ id: ask, prompt: Do it., model: { provider: none } }]
`;

/** The links of a stranger at the places of outputs: at the file, at a folder, and one that leads to nothing yet. */
const PLACES = ["report.txt", "out/report.txt", "new.txt"];

async function linkedPullRequest() {
  return openPullRequest({
    base: { "recipe.yaml": RECIPE, "prompt.yaml": PROMPT, "src/a.js": "f(1);\n" },
    outside: { "file.txt": "", "src/a.js": "f(2);\n" },
    prepare(root, outside) {
      symlinkSync(join(outside, "file.txt"), join(root, "report.txt"));
      symlinkSync("../outside", join(root, "out"));
      symlinkSync(join(outside, "new.txt"), join(root, "new.txt"));
    },
  });
}

describe("links of a pull request at the places of outputs", () => {
  it.each<[string, (path: string) => Partial<Check>]>([
    ["a report", (path) => ({ args: [`--report=pretty=${path}`] })],
    ["a report in JSON", (path) => ({ args: [`--report=json=${path}`] })],
    ["a report of events", (path) => ({ args: [`--report=jsonl=${path}`] })],
    ["a recording", (path) => ({ recipes: ["prompt.yaml"], args: [`--record=${path}`] })],
    ["a plan", (path) => ({ mode: "plan", plan: path, policy: "apply-all" })],
  ])("are not followed by %s", async (_, checkAt) => {
    const request = await linkedPullRequest();
    for (const path of PLACES) {
      const attempts = await checkSafely(request, { recipes: ["recipe.yaml"], ...checkAt(path) });
      expect(attempts.map(({ exitCode }) => exitCode)).toEqual([2, 2]);
      for (const { output } of attempts)
        expect(output).toMatch(/is a (symbolic )?link|a link that/);
    }
  });
});

describe("a linked working directory of a pull request", () => {
  it("is not worked in by the Action, and by the command neither by --root nor through cd", async () => {
    const request = await linkedPullRequest();
    const recipes = [join(request.root, "recipe.yaml")];
    const check = { mode: "run", policy: "apply-all", recipes } as const;
    const env = { PWD: join(request.root, "out") };
    const attempts = await checkSafely(request, { ...check, folder: "out", env });
    expect(attempts.map(({ exitCode }) => exitCode)).toEqual([2, 2]);
    for (const { output } of attempts) expect(output).toContain("leads out of the work");
    const [byOption] = await checkSafely(request, { ...check, args: ["--root=out"] });
    expect(byOption).toMatchObject({
      exitCode: 2,
      output: expect.stringContaining("--root: out is a link"),
    });
  });
});
