import { describe, expect, it } from "vitest";
import { runWith } from "../support/run-request.ts";
import { readText, snapshot, type Tree, tempTree } from "../support/temp-tree.ts";

const POLICY = "version: 1\ndefault: { verdict: apply, reason: All of it. }\n";
const RECIPE = `version: 1
name: r
scope: { exclude: ["docs/**"] }
tools: [tool.mjs]
steps:
  - { id: s, tool: propose }
`;

/** A tool whose call has this body. */
const tool = (body: string) => `export default (pi) => ({
  name: "propose",
  description: "Proposes.",
  parameters: pi.zod.object({}),
  async execute() { ${body} },
});
`;

async function run(body: string, tree: Tree = {}, command: "run" | "preview" = "run") {
  const files = { "sluice.policy.yaml": POLICY, "recipe.yaml": RECIPE, "tool.mjs": tool(body) };
  const root = tempTree({
    ...files,
    "a.ts": "one;\ntwo;\nthree;\n",
    "docs/x.md": "x\n",
    ...tree,
  });
  const before = snapshot(root);
  const request = { command, policy: "sluice.policy.yaml", allowCode: true };
  return { root, before, report: await runWith(root, request) };
}

describe("a text that a custom tool proposes", () => {
  it("becomes minimal edits with a diff and facts, and is written by Sluice", async () => {
    const { root, report } = await run("await pi.proposeText('a.ts', 'one;\\n2;\\nthree;\\n');");
    const [action] = report.actions;
    expect(action).toMatchObject({ tool: "propose", state: "applied" });
    expect(action?.facts).toMatchObject({
      files: ["a.ts"],
      replacements: 1,
      newSyntaxErrors: false,
    });
    expect(action?.files[0]?.diff).toContain("-two;\n+2;\n");
    expect(readText(root, "a.ts")).toBe("one;\n2;\nthree;\n");
  });

  it("is not queued if the file has it", async () => {
    const body = "return String(await pi.proposeText('a.ts', 'one;\\ntwo;\\nthree;\\n'));";
    const { report } = await run(body);
    expect(report.actions).toEqual([]);
    expect(report.calls?.[0]?.text).toBe("undefined");
  });

  it("makes new files, and leaves the tree alone in a preview", async () => {
    const { root, before, report } = await run(
      "await pi.proposeText('new/b.ts', 'b;\\n');",
      {},
      "preview",
    );
    expect(report.actions.map(({ facts }) => facts?.newFiles)).toEqual([["new/b.ts"]]);
    expect(snapshot(root)).toEqual(before);
  });

  it.each([
    ["a file out of scope", "'docs/x.md', 'y'", /docs\/x\.md/],
    ["a path out of the root", "'../x', 'y'", /\.\.\/x/],
    ["no text", "'a.ts', 7", /a path and a text/],
  ])("is refused for %s", async (_what, values, message) => {
    const { report } = await run(`await pi.proposeText(${values});`);
    expect(report.exitCode).toBe(1);
    expect(report.alerts.map((alert) => alert.message).join()).toMatch(message);
    expect(report.actions).toEqual([]);
  });

  it("may be about the files that the tool may write, which it can list", async () => {
    const body = "return (await pi.listFiles(['**/*.ts', 'docs'])).join(' ');";
    const { report } = await run(body, { "src/c.ts": "c;\n" });
    expect(report.calls?.[0]?.text).toBe("a.ts src/c.ts");
  });
});
