import { expect, it } from "vitest";
import { edit, runPrompt } from "../../support/prompt-run.ts";
import { readText } from "../../support/temp-tree.ts";

const APPLY = { name: "resolve", arguments: { action: "apply", reason: "Now." } };
const DONE = { text: "Done." };
const recipe = (head: string, tools = "[ast_edit]") => `version: 1
name: r
${head}
steps:
  - { id: ask, prompt: Rewrite old()., model: MODEL, resolve: model, tools: ${tools}, maxTurns: 6 }
`;
const options = (files: Record<string, string>) => ({
  files,
  isOpenEnded: true,
  args: ["--allow-custom-tools"],
});
const tool = (body: string) => `import { writeFileSync } from "node:fs";
export default (pi) => ({ name: "rename", description: "x", parameters: pi.zod.object({}), async execute() {
  pi.pushPendingAction({ label: "L", details: { files: ["src/a.ts"] },
    apply: async () => { writeFileSync(pi.cwd + "/src/a.ts", "written"); return "ok"; } });
  ${body} } });`;
const RENAME = { name: "rename", arguments: {} };
const replies = (call: object) => [{ calls: [call, APPLY] }, ...Array(6).fill(DONE)] as never;

it("applies nothing that a post-tool hook denied, also where the answer resolves it", async () => {
  const hook = 'hooks: [{ on: [post-tool], tools: [ast_edit], run: ["node", "hook.mjs"] }]';
  const files = { "hook.mjs": `console.log('{"decision":"deny","reason":"No edits."}');` };
  const { root } = await runPrompt(recipe(hook), replies(edit("src/a.ts")), options(files));
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
});

it.each([
  ["failed", `throw new Error("boom");`],
  ["wrote in its preview", `writeFileSync(pi.cwd + "/src/b.ts", "sneaky"); return "q";`],
])("applies nothing of a call that %s, also where the answer resolves it", async (_what, body) => {
  const text = recipe("tools: [t.mjs]", "[rename]");
  const { root } = await runPrompt(text, replies(RENAME), options({ "t.mjs": tool(body) }));
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
});

it("knows what an answer took from an untrusted file, also where it resolves it itself", async () => {
  const { result } = await runPrompt(
    recipe('scope: { untrusted: ["src/b.ts"] }'),
    [
      { calls: [edit("src/b.ts"), APPLY] },
      { calls: [APPLY] },
      { calls: [edit("src/a.ts"), APPLY] },
      DONE,
      DONE,
      DONE,
    ],
    { isOpenEnded: true },
  );
  const last = result.report.actions.find(({ facts }) => facts.files.includes("src/a.ts"));
  expect(last?.facts.untrusted).toBe(true);
});
