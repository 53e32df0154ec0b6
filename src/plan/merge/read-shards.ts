import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { type ParsedPlan, parsePlan } from "../../plan-file/parse-plan.ts";
import type { Plan } from "../../plan-file/plan.ts";
import { readPlan } from "../../plan-file/read-plan.ts";
import { shownPath } from "../../request/shown-path.ts";
import { collectIfGrown } from "../../shared/process/collect-garbage.ts";
import type { ShardHead } from "./check-shards.ts";

/** The plans that are read, and how. */
interface ShardFiles {
  /** Plan files, and folders with them. */
  readonly plans: readonly string[];
  /** A file that is left out of folders: the result of an earlier merge. Absolute. */
  readonly output?: string | undefined;
  /** Texts of plans that are no files. */
  readonly planTexts?: readonly string[] | undefined;
  readonly root: string;
  readonly cwd: string;
  readonly maxPlanBytes: number;
  /** Called before each file. */
  readonly turn: () => Promise<void>;
}

/** The plans of shards without what they found; or what is wrong with their files. */
export type ReadShards =
  | { readonly heads: readonly ShardHead[] }
  | { readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads plans, one at a time. `add` takes what a plan has found, and returns what is wrong with it, in words that
 * follow its name: nothing else is kept of it.
 */
export async function readShards(
  { plans, output, planTexts = [], root, cwd, maxPlanBytes, turn }: ShardFiles,
  add: (plan: Plan) => string | undefined,
): Promise<ReadShards> {
  const files = (
    await Promise.all(plans.map((word) => filesOf(resolve(cwd, word), output)))
  ).flat();
  const heads: ShardHead[] = [];
  const diagnostics: Diagnostic[] = [];
  const take = (name: string, parsed: ParsedPlan) => {
    if ("diagnostics" in parsed) return void diagnostics.push(...parsed.diagnostics);
    const {
      actions: _actions,
      record: _record,
      skipped: _skipped,
      alerts: _alerts,
      ...head
    } = parsed.plan;
    heads.push({ name, plan: head });
    const fault = head.shard.total === 1 ? undefined : add(parsed.plan);
    if (fault !== undefined) diagnostics.push(invalid(name, fault));
    collectIfGrown();
  };
  for (const file of files) {
    await turn();
    const name = shownPath(file, root);
    take(name, await readPlan(file, name, maxPlanBytes));
  }
  for (const [at, text] of planTexts.entries())
    take(`plans[${at}]`, parsePlan(text, `plans[${at}]`));
  return diagnostics.length > 0 ? { diagnostics } : { heads };
}

/** Returns a file itself, and the plans in a folder, sorted: any `.json` there. */
async function filesOf(path: string, output: string | undefined): Promise<readonly string[]> {
  const stats = await stat(path).catch(() => undefined); // A missing file is reported when it is read.
  if (stats?.isDirectory() !== true) return [path];
  const names = (await readdir(path, { recursive: true })).filter((name) => name.endsWith(".json"));
  const files = names.sort().map((name) => join(path, name));
  return files.filter((file) => file !== output);
}

function invalid(path: string, fault: string): Diagnostic {
  return {
    code: "plan-invalid",
    severity: "error",
    message: `${path} ${fault}.`,
    hint: "Sluice makes no such plan. Do not trust where it came from.",
    path,
  };
}
