import picocolors from "picocolors";
import { findReportFault } from "../../command/with-project.ts";
import {
  boundDiagnostics,
  countDiagnostics,
  hasErrors,
  MOST_DIAGNOSTICS,
} from "../../model/diagnostic.ts";
import { exitOf } from "../../model/exit-code.ts";
import { prettyDiagnostic } from "../../report/pretty-diagnostic.ts";
import { countOf } from "../../shared/count-of.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import { timeLimitOf } from "../time-limit-of.ts";
import { wantsColor } from "../wants-color.ts";
import { checkedSources } from "./checked-sources.ts";
import { productCommand } from "./command.ts";

/** `sluice validate`: recipes and policies, with line and column. */
export const validateCommand = productCommand({
  name: "validate",
  words: "[file..]",
  summary: "Check recipes, policies and project files; without files, those of the root",
  examples: [
    ["sluice validate recipes/ sluice.policy.yaml", "Check these files, and those in folders"],
  ],
  async run(options, { file = [] }, world) {
    const { format, color, quiet, timeout } = options;
    const { stdout } = world;
    const { validateFiles } = await import("../../author/validate-files.ts");
    const limit = timeLimitOf(timeout, world);
    const { files, isStopped } = await validateFiles(
      file,
      { ...checkedSources("validate", options, world.cwd), findReportFault },
      world,
      limit.signal,
    );
    const diagnostics = files.flatMap((each) => each.diagnostics);
    const invalid = hasErrors(diagnostics);
    const { exitCode } = exitOf({ invalid, ...(isStopped ? limit.findings() : {}) });
    if (format === "json") {
      const listed = files.map(({ path, kind }) => ({ path, kind }));
      const bounded = boundDiagnostics(diagnostics, MOST_DIAGNOSTICS.listed);
      const product = { formatVersion: "1.0", exitCode, files: listed, diagnostics: bounded };
      stdout.write(`${jsonText(product, 2)}\n`);
      return exitCode;
    }
    const colors = picocolors.createColors(wantsColor(color, world, stdout));
    for (const diagnostic of boundDiagnostics(diagnostics, MOST_DIAGNOSTICS.shown))
      stdout.write(`${prettyDiagnostic(diagnostic, colors)}\n\n`);
    const errors = countDiagnostics(diagnostics.filter(({ severity }) => severity === "error"));
    if (isStopped) world.stderr.write("sluice: ended before all files were checked.\n");
    if (!quiet)
      stdout.write(`${countOf(files.length, "file")} checked, ${countOf(errors, "error")}.\n`);
    return exitCode;
  },
});
