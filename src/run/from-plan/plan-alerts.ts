import { headCommit } from "../../git/head-commit.ts";
import type { Alert } from "../../model/alert.ts";
import type { Plan, PlannedAction } from "../../plan/plan.ts";
import { countOf } from "../../shared/count-of.ts";
import { shown } from "../../shared/shown.ts";
import type { RunWorld } from "../request/request.ts";
import type { MovedFile } from "../tree/compare-tree.ts";

/** A file that is not what the plan rests on. */
export function staleAlert({ path, expected, found }: MovedFile): Alert {
  const wanted = expected === null ? "no file" : `sha256 ${expected.slice(0, 12)}…`;
  const message = `${shown(path)} ${found}; the plan expects ${wanted}.`;
  return { level: "error", code: "stale", message, path };
}

/** The plan is not what it comes to when it is made again. */
export function differsAlert(message: string): Alert {
  return { level: "error", code: "plan-differs", message };
}

/** Where another commit is checked out than the one that was planned: it is mostly the reason. */
export async function baseNote(
  { base }: Plan,
  root: string,
  { environment }: RunWorld,
): Promise<readonly Alert[]> {
  const commit = await headCommit(root, environment);
  if (base.commit === null || commit === null || base.commit === commit) return [];
  const message = `The plan was made at the commit ${base.commit.slice(0, 12)}; ${commit.slice(0, 12)} is checked out.`;
  return [{ level: "warn", code: "stale", message }];
}

/** What is said of an action that was written. */
export function appliedText({ facts, files }: PlannedAction): string {
  return `Applied ${countOf(facts.replacements ?? 0, "replacement")} in ${countOf(files.length, "file")}.`;
}
