import { resolve } from "node:path";
import { outputFolders } from "../../files/tree-link.ts";
import { exitOf } from "../../model/exit-code.ts";
import type { FoundReport } from "../../past/report-again.ts";
import { terminalLine } from "../../report/terminal-text.ts";
import type { OptionsOf } from "../../request/options/read-options.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import type { CliWorld } from "../cli-world.ts";
import { patchAdvice } from "../patch-advice.ts";
import { usageError, usageErrorOf } from "../usage-error.ts";
import { productCommand, type Words } from "./command.ts";
import type { MadeReports } from "./made-reports.ts";

type ReportOptions = OptionsOf<"report">;

/** `sluice report`: any report again, of a stored run, a plan or a report; or two of them compared. */
export const reportCommand = productCommand({
  name: "report",
  words: "<run> [other]",
  summary: "Make any report again from a stored run, a plan or a JSON report, or compare two",
  examples: [
    ["sluice report last --report markdown --report junit=out/junit.xml", "Of the last run"],
    ["sluice report plan.json --format csv", "Of a plan, on standard output"],
    ["sluice report --compare before.json last", "What is new, gone, decided differently"],
  ],
  async run(options, words, world) {
    const records = recordsOf(options, words);
    const { cwd, env } = world;
    const root = resolve(cwd, options.root ?? ".");
    const folders = outputFolders(cwd, root, env);
    const { findReportFaults } = await import("../../command/output-faults.ts");
    const faults = await findReportFaults(options.report, folders, records);
    if (faults.length > 0) throw usageErrorOf(faults);
    const { reportAgain } = await import("../../past/report-again.ts");
    const again = await reportAgain({ root, cwd, records }, world);
    if (again.kind === "none") return refuse(again, options, world);
    const made = await madeOf(again.found, options, world);
    const { writeProducts } = await import("../../command/write-products.ts");
    const { unwritten, written } = await writeProducts("report", made.files, folders, world);
    await made.show();
    const patches = options.report.filter(({ path }) => written.includes(path));
    const [first] = again.found;
    if (first !== undefined && options.format === undefined)
      world.stdout.write(patchAdvice(patches, first.report, { cwd, root }));
    for (const sentence of unwritten) world.stderr.write(`sluice: ${terminalLine(sentence)}\n`);
    return unwritten.length > 0 ? exitOf({ failed: true }).exitCode : made.exitCode;
  },
});

async function madeOf(
  [first, second]: readonly FoundReport[],
  options: ReportOptions,
  world: CliWorld,
): Promise<MadeReports> {
  if (first === undefined) throw new Error("A record was found, and has no report.");
  if (second === undefined) {
    const { showAgain } = await import("./show-again.ts");
    return showAgain(first, options, world);
  }
  const { compareFound } = await import("./compare-found.ts");
  return compareFound([first, second], options, world);
}

function recordsOf({ compare, check }: ReportOptions, words: Words): readonly string[] {
  const records = [...(words.run ?? []), ...(words.other ?? [])];
  if (records.includes("") || records.includes("-"))
    throw usageError("A run is missing.", "Name a run, `last`, a plan or a report.");
  if (compare && records.length !== 2)
    throw usageError("--compare needs two runs, plans or reports.", "sluice report --compare A B");
  if (!compare && records.length > 1)
    throw usageError("More than one run is named.", "To compare two: sluice report --compare A B");
  if (check && !compare) throw usageError("--check needs --compare.");
  return records;
}

/** Tells why there is no report. */
function refuse(
  { problems, hint }: { readonly problems: readonly string[]; readonly hint?: string },
  { format }: ReportOptions,
  { stdout, stderr }: CliWorld,
): number {
  const exit = exitOf({ invalid: true });
  if (format === "json")
    stdout.write(
      `${jsonText({ formatVersion: "1.0", ...exit, problems, ...(hint === undefined ? {} : { hint }) }, 2)}\n`,
    );
  for (const problem of problems) stderr.write(`sluice: ${terminalLine(problem)}\n`);
  if (hint !== undefined) stderr.write(`hint: ${terminalLine(hint)}\n`);
  return exit.exitCode;
}
