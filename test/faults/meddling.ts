import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../src/model/report/report.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { tempRepository } from "../support/temp-tree.ts";
import { runChild } from "./child-run.ts";

/** The outcome of a run during which another process saves files all the time. */
export interface MeddledOutcome {
  readonly saves: number;
  readonly isStale: boolean;
  readonly violations: readonly string[];
}

/**
 * Runs on files that this process saves all the time, as editors do, with a temporary file and a rename. No saved text
 * may be lost, and every action on such a file must report that it is stale.
 */
export async function findLostSaves(files: number, seed: number): Promise<MeddledOutcome> {
  const random = seededRandom(seed);
  const names = Array.from({ length: files }, (_, index) => `src/f${index}.ts`);
  const root = tempRepository({
    ...Object.fromEntries(names.map((name) => [name, "old(1);\nsecond(1);\n"])),
    "recipe.yaml": `version: 1
steps:
  - id: each
    ast_edit: { per: file, paths: ["src/**"], ops: [{ pat: "old($A)", out: "fresh($A)" }] }
`,
  });
  const saved = new Map<string, string[]>();
  let saves = 0;
  const save = () => {
    const name = random.pick(names);
    const path = join(root, name);
    const line = `// save ${saves++}\n`;
    const text = readFileSync(path, "utf8") + line;
    writeFileSync(join(root, "src/.editing"), text);
    renameSync(join(root, "src/.editing"), path);
    saved.set(name, [...(saved.get(name) ?? []), line]);
  };
  const timer = setInterval(save, 3);
  const argv = ["run", "recipe.yaml", "--policy", "apply-all", "--format", "json"];
  const { code, stdout, stderr } = await runChild(root, argv);
  clearInterval(timer);
  const violations: string[] = [];
  for (const [name, lines] of saved) {
    const text = readFileSync(join(root, name), "utf8");
    const lost = lines.filter((line) => !text.includes(line));
    if (lost.length > 0) violations.push(`${name} lost ${lost.join("")}`);
  }
  const { actions } = JSON.parse(stdout) as Report;
  const isStale = actions.some((action) => action.isStale === true);
  if (code !== (isStale ? 3 : 0)) violations.push(`it ends with ${code}: ${stderr}`);
  for (const { state, isStale: isThis, files: changed } of actions) {
    const [path = ""] = changed.map((file) => file.path);
    if (state !== "applied" && isThis !== true) violations.push(`${path} is ${state}`);
    if (state !== "applied" && !readFileSync(join(root, path), "utf8").includes("old(1)"))
      violations.push(`${path} is ${state}, and written`);
  }
  return { saves, isStale, violations };
}
