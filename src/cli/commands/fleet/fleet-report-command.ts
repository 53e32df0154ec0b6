import { resolve } from "node:path";
import { outputFolders } from "../../../files/tree-link.ts";
import { exitOf } from "../../../model/exit-code.ts";
import type { FleetReport } from "../../../model/fleet/fleet-report.ts";
import type { ReportFormat } from "../../../model/report/formats.ts";
import type { FleetText } from "../../../report/fleet/fleet-formats.ts";
import { terminalLine } from "../../../report/terminal-text.ts";
import { usageError, usageErrorOf } from "../../usage-error.ts";
import { wantsColor } from "../../wants-color.ts";
import { productCommand, requiredWord } from "../command.ts";

/** `sluice fleet report`: the last round with a row for each repository, from the ledger and the kept results. */
export const fleetReportCommand = productCommand({
  name: "fleet report",
  words: "<fleet>",
  summary: "Report the last round of a fleet: a row for each repository, sums by rule and owner",
  examples: [
    ["sluice fleet report fleet.yaml --report html=fleet.html", "One page, without a network"],
    ["sluice fleet report fleet.yaml --format json", "For programs"],
  ],
  async run({ format, report: reports, color, root = ".", state }, words, world) {
    const { stdout, stderr, env } = world;
    const file = requiredWord(words, "fleet");
    const cwd = resolve(world.cwd, root);
    const folders = outputFolders(cwd, cwd, env);
    const { findReportFaults } = await import("../../../command/output-faults.ts");
    const faults = await findReportFaults(reports, folders, [file]);
    if (faults.length > 0) throw usageErrorOf(faults);
    const shown = format ?? (reports.length > 0 ? undefined : "pretty");
    const show = shown === undefined ? undefined : await textIn(shown);
    const texts = await Promise.all(reports.map((one) => textIn(one.format)));
    const report = await readReport({ file, state }, cwd);
    const { writeProducts } = await import("../../../command/write-products.ts");
    const files = reports.map(({ path }, at) => ({
      path,
      text: texts[at]?.(report, { color: false }) ?? [],
    }));
    const { unwritten } = await writeProducts("report", files, folders, world);
    const style = { color: wantsColor(color, world, stdout) };
    for (const piece of show?.(report, style) ?? []) {
      stdout.write(piece);
      await stdout.drained?.();
    }
    for (const sentence of unwritten) stderr.write(`sluice: ${terminalLine(sentence)}\n`);
    return exitOf({ failed: unwritten.length > 0 }).exitCode;
  },
});

async function textIn(format: ReportFormat): Promise<FleetText> {
  const { FLEET_FORMATS, fleetTextOf } = await import("../../../report/fleet/fleet-formats.ts");
  const found = fleetTextOf(format);
  if (found !== undefined) return found;
  const hint = `Fleets have ${FLEET_FORMATS.join(", ")}.`;
  throw usageError(`The report of a fleet has no format \`${format}\`.`, hint);
}

async function readReport(
  of: { readonly file: string; readonly state: string | undefined },
  cwd: string,
): Promise<FleetReport> {
  const { readStatus } = await import("../../../fleet/read-status.ts");
  const { readResult } = await import("../../../fleet/ledger/results.ts");
  const { buildFleetReport } = await import("../../../report/fleet/build-report.ts");
  const status = await readStatus(of, cwd);
  if ("why" in status) throw usageError(status.why, "Run it first: `sluice fleet run`.");
  const { name, round, folder } = status;
  return buildFleetReport(name, round, (repository) => readResult(folder, repository));
}
