import type { Tree } from "../../../support/temp-tree.ts";
import { editRun } from "./edit-run.ts";

/** The text of a module with one custom tool; `execute` and `more` are code. */
export function toolModule(name: string, execute: string, head = ""): string {
  return `import { appendFileSync, writeFileSync } from "node:fs";
${head}
export default (pi) => ({
  name: "${name}",
  description: "A tool of a test.",
  parameters: pi.zod.object({}).loose(),
  async execute(toolCallId, params, context) {
    const note = (text) => pi.logger.warn("NOTE " + text);
${execute}
  },
});
`;
}

interface CustomRun {
  readonly modules: Tree;
  /** Lines of YAML. */
  readonly steps: string;
  readonly files?: Tree;
  readonly policy?: string | null;
  readonly verb?: string;
  readonly recipe?: string;
  readonly args?: readonly string[];
}

/** Runs a recipe with these modules as its tools, code allowed. Returns the notes of the tools, too. */
export async function customRun({ modules, files, recipe = "", args, ...more }: CustomRun) {
  const names = Object.keys(modules).map((name) => JSON.stringify(name));
  const ended = await editRun({
    ...more,
    recipe: `tools: [${names.join(", ")}]\n${recipe}`,
    files: { ...modules, ...files },
    args: args ?? ["--allow-code"],
  });
  const notes = [...ended.stderr.matchAll(/NOTE (.*)/g)].map(([, text = ""]) => text.trim());
  return { ...ended, notes };
}
