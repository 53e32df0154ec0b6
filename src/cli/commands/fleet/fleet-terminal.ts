import picocolors from "picocolors";
import { fleetName } from "../../../fleet/file/fleet-name.ts";
import type { FleetListener, FleetOutcome } from "../../../fleet/fleet-request.ts";
import { boundDiagnostics, MOST_DIAGNOSTICS } from "../../../model/diagnostic.ts";
import { buildFleetReport } from "../../../report/fleet/build-report.ts";
import { fleetTextOf } from "../../../report/fleet/fleet-formats.ts";
import { fleetLine } from "../../../report/fleet/fleet-line.ts";
import { terminalLine } from "../../../report/terminal-text.ts";
import type { OptionsOf } from "../../../request/options/read-options.ts";
import { jsonText } from "../../../shared/json/json-text.ts";
import type { CliWorld } from "../../cli-world.ts";
import { showDiagnostics } from "../../show-diagnostics.ts";
import { wantsColor } from "../../wants-color.ts";

/** Shows a round while it is worked on, and its end. */
export interface FleetTerminal extends FleetListener {
  readonly end: (outcome: FleetOutcome, file: string) => Promise<void>;
}

/** Opens the terminal of `sluice fleet run`: with `--format json` only the report at the end is printed. */
export async function fleetTerminal(
  { format, color, quiet }: Pick<OptionsOf<"fleet run">, "format" | "color" | "quiet">,
  world: CliWorld,
): Promise<FleetTerminal> {
  const { stdout, stderr } = world;
  const isPretty = format === "pretty";
  const isColored = wantsColor(color, world, stdout);
  const colors = picocolors.createColors(isColored);
  const say = (text: string) => stderr.write(`sluice: ${terminalLine(text)}\n`);
  return {
    onWarning: say,
    onBegin({ all, todo }) {
      if (isPretty && !quiet) stdout.write(`${todo} of ${all} repositories to work on\n`);
    },
    onRow(row, result) {
      if (isPretty && !(quiet && row.state !== "failed"))
        stdout.write(`${fleetLine(row, result?.summary, colors)}\n`);
    },
    async end({ round, folder = "", diagnostics, exitCode, why }, file) {
      if (round !== undefined) {
        const { readResult } = await import("../../../fleet/ledger/results.ts");
        const find = (name: string) => readResult(folder, name);
        const report = await buildFleetReport(fleetName(file), round, find);
        if (isPretty) stdout.write("\n");
        for (const piece of fleetTextOf(format)?.(report, { color: isColored }) ?? [])
          stdout.write(piece);
      } else if (!isPretty) {
        const listed = boundDiagnostics(diagnostics, MOST_DIAGNOSTICS.listed);
        const product = { formatVersion: "1.0", exitCode, diagnostics: listed };
        stdout.write(`${jsonText(product, 2)}\n`);
      }
      showDiagnostics(diagnostics, color, world);
      for (const sentence of why) say(sentence);
    },
  };
}
