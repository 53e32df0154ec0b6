import { resolve } from "node:path";
import { exitOf } from "../../../model/exit-code.ts";
import { buildFleetReport } from "../../../report/fleet/build-report.ts";
import { fleetTextOf } from "../../../report/fleet/fleet-formats.ts";
import { terminalLine } from "../../../report/terminal-text.ts";
import type { CliWorld } from "../../cli-world.ts";
import { usageError } from "../../usage-error.ts";
import { wantsColor } from "../../wants-color.ts";
import { productCommand, requiredWord } from "../command.ts";

/** `sluice fleet status`: what became of each repository, from the ledger alone. */
export const fleetStatusCommand = productCommand({
  name: "fleet status",
  words: "<fleet>",
  summary: "Show the state of each repository in the last round of a fleet, from its ledger",
  examples: [
    ["sluice fleet status fleet.yaml", "Also while a round is worked on"],
    ["sluice fleet status fleet.yaml --refresh", "Ask which pull requests are merged by now"],
    ["sluice fleet status fleet.yaml --format json", "For programs"],
  ],
  async run({ format, color, root = ".", state, refresh }, words, world) {
    const { stdout, stderr } = world;
    const file = requiredWord(words, "fleet");
    const cwd = resolve(world.cwd, root);
    const { readStatus } = await import("../../../fleet/read-status.ts");
    let status = await readStatus({ file, state }, cwd);
    const warnings: string[] = [];
    if (refresh && !("why" in status)) {
      warnings.push(...(await refreshed({ file, state }, { ...world, cwd })));
      status = await readStatus({ file, state }, cwd);
    }
    if ("why" in status) throw usageError(status.why, "Run it first: `sluice fleet run`.");
    const report = await buildFleetReport(status.name, status.round, () => undefined);
    const style = { color: wantsColor(color, world, stdout) };
    for (const piece of fleetTextOf(format)?.(report, style) ?? []) stdout.write(piece);
    if (status.damagedLine !== undefined)
      stderr.write(`sluice: line ${status.damagedLine} of the ledger is damaged.\n`);
    for (const each of warnings) stderr.write(`sluice: ${terminalLine(each)}\n`);
    return exitOf({ failed: warnings.length > 0 }).exitCode;
  },
});

async function refreshed(
  of: { readonly file: string; readonly state: string | undefined },
  world: CliWorld,
): Promise<readonly string[]> {
  const { refreshFleet } = await import("../../../fleet/refresh-fleet.ts");
  return refreshFleet(of, world);
}
