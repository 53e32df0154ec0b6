import picocolors from "picocolors";
import { boundDiagnostics, type Diagnostic, MOST_DIAGNOSTICS } from "../model/diagnostic.ts";
import { prettyDiagnostic } from "../report/pretty-diagnostic.ts";
import type { OptionsOf } from "../request/options/read-options.ts";
import type { CliWorld } from "./cli-world.ts";
import { wantsColor } from "./wants-color.ts";

/** Shows problems on standard error. */
export function showDiagnostics(
  diagnostics: readonly Diagnostic[],
  color: OptionsOf<"list">["color"],
  world: CliWorld,
): void {
  const colors = picocolors.createColors(wantsColor(color, world, world.stderr));
  for (const diagnostic of boundDiagnostics(diagnostics, MOST_DIAGNOSTICS.shown))
    world.stderr.write(`${prettyDiagnostic(diagnostic, colors)}\n`);
}
