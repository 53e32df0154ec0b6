import { actionsOf } from "../../src/apply/state/journal-record.ts";
import type { Report } from "../../src/model/report/report.ts";
import { begunBy, filesAfter } from "./check-whole.ts";
import type { FaultTree } from "./fault-tree.ts";
import { differences, readFiles } from "./read-files.ts";

/** Finds the differences between the report of a run and the tree. */
export function findLies(
  root: string,
  tree: FaultTree,
  { exitCode, report, stdout, stderr }: ReportedOutcome,
): readonly string[] {
  const lies: string[] = [];
  const actual = readFiles(root);
  const applied = new Set(
    report.actions.flatMap(({ id, state }) => (state === "applied" ? [id] : [])),
  );
  const isToBeRecovered = report.alerts.some(
    ({ code, message }) => code === "unfinished" && message.includes("sluice recover"),
  );
  if (![0, 1].includes(exitCode)) lies.push(`it ends with ${exitCode}: ${stderr}`);
  if (/^\s+at .*:\d+/m.test(stdout + stderr)) lies.push(`it shows a stack trace: ${stderr}`);
  if (exitCode === 0)
    lies.push(...differences(actual, tree.after).map((each) => `ends 0: ${each}`));
  if (exitCode !== 0 && !report.alerts.some(({ level }) => level === "error"))
    lies.push("it does not say why");
  if (isToBeRecovered) return lies;
  const isOneTransaction = tree.before.get("sluice.policy.yaml")?.includes("transaction: run");
  const begun = begunBy(root);
  const idsOf = (begin: (typeof begun)[number]) => actionsOf(begin).map(({ action }) => action.id);
  const reported = begun.filter((begin) =>
    isOneTransaction ? applied.size > 0 : idsOf(begin).some((id) => applied.has(id)),
  );
  const written = new Set(reported.flatMap(idsOf));
  const claimed = isOneTransaction ? (applied.size > 0 ? ["run"] : []) : [...applied];
  for (const id of claimed)
    if (!written.has(id)) lies.push(`${id} is called applied, and was never begun`);
  if (!isOneTransaction)
    for (const id of written)
      if (!applied.has(id)) lies.push(`${id} is not called applied, and was written with others`);
  const changed = differences(actual, tree.before).length;
  if (report.totals.filesChanged !== changed)
    lies.push(`it counts ${report.totals.filesChanged} files as changed, and ${changed} are`);
  const lied = differences(actual, filesAfter(tree.before, reported));
  return [...lies, ...lied.map((each) => `it says otherwise: ${each}`)];
}

/** The outcome of a command with `--format json`. */
interface ReportedOutcome {
  readonly exitCode: number;
  readonly report: Report;
  readonly stdout: string;
  readonly stderr: string;
}
