import { resolve } from "node:path";
import { outputFolders } from "../../files/tree-link.ts";
import { exitOf } from "../../model/exit-code.ts";
import type { ExportedHeld } from "../../past/export-held.ts";
import { terminalLine } from "../../report/terminal-text.ts";
import type { OptionsOf } from "../../request/options/read-options.ts";
import { countOf } from "../../shared/count-of.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import { runnerText } from "../../shared/runner-text.ts";
import type { CliWorld } from "../cli-world.ts";
import { pastWorld } from "../past-world.ts";
import { usageError } from "../usage-error.ts";

/** The run to export, and the file for it. */
interface Export {
  readonly run: string;
  readonly path: string;
}

/** `sluice runs RUN --export FILE`: writes what a run holds to a plan file. Returns the exit code. */
export async function exportRun(
  { run, path }: Export,
  options: OptionsOf<"runs">,
  world: CliWorld,
): Promise<number> {
  const { exportHeld } = await import("../../past/export-held.ts");
  const { planOutputFault } = await import("../../plan-file/plan-output.ts");
  const { writeOutputFiles } = await import("../../apply/disk/write-output-file.ts");
  const root = resolve(world.cwd, options.root ?? ".");
  const folders = outputFolders(world.cwd, root, world.env);
  const fault = await planOutputFault(folders, path, []);
  if (fault !== undefined) throw usageError(`--export: ${path} ${fault}.`);
  const exported = await exportHeld({ root, run }, pastWorld(options, world));
  if (exported.text === undefined) return showRefusal(exported, options, world);
  const text = runnerText(exported.text, world.env);
  const [unwritten] = await writeOutputFiles(folders, [{ path, text }]);
  if (unwritten !== undefined) {
    const why = `${path} cannot be written: ${unwritten.reason}`;
    return showRefusal(
      { ...exported, ...exitOf({ failed: true }), problems: [why] },
      options,
      world,
    );
  }
  const { held } = exported;
  const product = { formatVersion: "1.0", run: exported.run, held, path };
  const shown =
    options.format === "json" ? jsonText(product, 2) : terminalLine(wordsOf(exported, path));
  world.stdout.write(`${shown}\n`);
  return exported.exitCode;
}

/** Shows why nothing was exported. Returns the exit code. */
function showRefusal(
  { exitCode, outcome, problems, hint }: ExportedHeld,
  { format }: OptionsOf<"runs">,
  { stdout, stderr }: CliWorld,
): number {
  if (format === "json") {
    const product = { formatVersion: "1.0", outcome, exitCode, problems, ...definedOnly({ hint }) };
    stdout.write(`${jsonText(product, 2)}\n`);
    return exitCode;
  }
  stderr.write(`sluice: ${terminalLine(problems.join(" "))}\n`);
  if (hint !== undefined) stderr.write(`hint: ${terminalLine(hint)}\n`);
  return exitCode;
}

function wordsOf({ run, held, applicable }: ExportedHeld, path: string): string {
  const done = `Exported ${countOf(held, "held action")} of the run ${run} to ${path}.`;
  return applicable === 0
    ? `${done} What custom tools would write is not in it, so none can be applied: run the recipe again.`
    : `${done} To apply one: sluice apply ${path} --only ID`;
}
