import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JournalRecord } from "../../src/apply/state/journal-record.ts";
import { readRun, unfinished } from "../../src/apply/state/read-run.ts";
import { listRunFolders } from "../../src/apply/state/run-folder.ts";
import { splice } from "../../src/edit/text/splice.ts";
import type { Report } from "../../src/model/report/report.ts";
import { hasHash, sha256 } from "../../src/shared/sha256.ts";
import { git } from "../support/temp-tree.ts";
import { differences, type Files, listState, readFiles } from "./read-files.ts";

/** The record of a transaction before its first write. */
type Begin = Extract<JournalRecord, { kind: "begin" }>;

/** Returns the transactions that were done according to the journals, in order. */
function doneBy(root: string): readonly Begin[] {
  return pastRuns(root).flatMap(({ records }) => {
    const done = new Set(records.flatMap((each) => (each.kind === "done" ? [each.index] : [])));
    return records.flatMap((each) => (each.kind === "begin" && done.has(each.index) ? [each] : []));
  });
}

/** Returns the transactions that any run began and did not roll back, in order. */
export function begunBy(root: string): readonly Begin[] {
  return pastRuns(root).flatMap(({ records }) => {
    const back = records.flatMap((each) => (each.kind === "rolled-back" ? [each.index] : []));
    return records.filter(
      (each): each is Begin => each.kind === "begin" && !back.includes(each.index),
    );
  });
}

/** Computes the tree after these transactions from the tree before. */
export function filesAfter(before: Files, transactions: readonly Begin[]): Files {
  const files = new Map(before);
  for (const { path, preHash, postHash, edits, mode } of transactions.flatMap(
    (each) => each.files,
  )) {
    const [, bits, text = ""] = /^(\d+) (.*)$/s.exec(files.get(path) ?? "") ?? [];
    if ((preHash === null ? null : sha256(text)) !== preHash)
      throw new Error(`The journal has another text for ${path}.`);
    const after = splice(
      text,
      edits.map(([start, end, written]) => ({ start, end, text: written })),
    );
    if (!hasHash(after, postHash)) throw new Error(`The edits of ${path} make another text.`);
    if (postHash === null) files.delete(path);
    else files.set(path, `${bits ?? (mode ?? 0o644).toString(8)} ${after}`);
  }
  return files;
}

/** True for the files about held actions of a run that says that it holds some: an apply that failed is held. */
function isOfHeld(root: string, name: string): boolean {
  const run = /^(runs\/[\w-]+)\/held(-texts)?\.json$/.exec(name)?.[1];
  if (run === undefined) return false;
  const report = join(root, ".sluice", run, "report.json");
  if (!existsSync(report)) return false;
  const { actions }: Report = JSON.parse(readFileSync(report, "utf8"));
  return actions.some(({ state }) => state === "held");
}

/**
 * Finds the promises that a recovered tree breaks: every transaction is done or rolled back as a whole, as the journals
 * say. No temporary file, open run or lock is left, and git sees no other change.
 */
export function findViolations(root: string, before: Files): readonly string[] {
  const violations: string[] = [];
  for (const name of listState(root))
    if (
      !/^(\.gitignore|runs\/[\w-]+\/(journal\.jsonl|images|report\.json))$/.test(name) &&
      !isOfHeld(root, name)
    )
      violations.push(`.sluice/${name} is left over`);
  for (const { folder, records } of pastRuns(root)) {
    if (folder.isOpen) violations.push(`${folder.id} is open`);
    if (unfinished(records).length > 0) violations.push(`${folder.id} is unfinished`);
    if (records.at(-1)?.kind !== "end") violations.push(`${folder.id} has no end`);
  }
  const actual = readFiles(root);
  try {
    violations.push(...differences(actual, filesAfter(before, doneBy(root))));
  } catch (error) {
    violations.push(String(error));
  }
  const paths = [...actual.keys(), ...before.keys()];
  const changed = paths.filter((path) => actual.get(path) !== before.get(path));
  const seen = git(root, "status", "--porcelain", "-uall").split("\n").filter(Boolean);
  violations.push(
    ...seen
      .map((line) => line.slice(3))
      .filter((path) => !changed.includes(path))
      .map((path) => `git sees ${path}`),
  );
  return violations;
}

/** Reads all runs, in the order in which they began. */
function pastRuns(root: string) {
  return listRunFolders(root)
    .map((folder) => readRun(folder))
    .sort((a, b) => ((a.run?.startedAt ?? "") < (b.run?.startedAt ?? "") ? -1 : 1));
}
