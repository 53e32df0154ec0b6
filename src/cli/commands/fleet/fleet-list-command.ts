import { resolve } from "node:path";
import { exitOf } from "../../../model/exit-code.ts";
import { terminalLine } from "../../../report/terminal-text.ts";
import { jsonText } from "../../../shared/json/json-text.ts";
import { showDiagnostics } from "../../show-diagnostics.ts";
import { productCommand, requiredWord } from "../command.ts";

/** `sluice fleet list`: the repositories of a fleet, as jobs of a matrix. */
export const fleetListCommand = productCommand({
  name: "fleet list",
  words: "<fleet>",
  summary: "List the repositories of a fleet; with --format json as the matrix of a workflow",
  examples: [
    ["sluice fleet list fleet.yaml", "A name a line"],
    ["sluice fleet list fleet.yaml --format json", "For `matrix: ${{ fromJSON(…) }}` of GitHub"],
  ],
  async run({ format, color, root = ".", trust, only }, words, world) {
    const { listFleet } = await import("../../../fleet/list-fleet.ts");
    const here = { ...world, cwd: resolve(world.cwd, root) };
    const listed = await listFleet({ file: requiredWord(words, "fleet"), trust, only }, here);
    if ("diagnostics" in listed) {
      showDiagnostics(listed.diagnostics, color, world);
      return exitOf({ invalid: true }).exitCode;
    }
    const text =
      format === "json"
        ? jsonText({ include: listed.repositories }, 2)
        : listed.repositories.map(({ name }) => terminalLine(name)).join("\n");
    world.stdout.write(`${text}\n`);
    return 0;
  },
});
