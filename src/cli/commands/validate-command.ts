import { resolve } from "node:path";
import picocolors from "picocolors";
import { hasErrors } from "../../model/diagnostic.ts";
import { prettyDiagnostic } from "../../report/pretty-diagnostic.ts";
import { validateFiles } from "../../run/validate-files.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { countOf } from "../../shared/count-of.ts";
import { parseColor, wantsColor } from "../color.ts";
import { UsageError } from "../usage-error.ts";
import { type Command, flagOption, listOption, textOption } from "./command.ts";

const FORMATS = ["pretty", "json"];

/** `sluice validate`: recipes and policies, with line and column. */
export const validateCommand: Command = {
  usage: "validate [file..]",
  summary: "Check recipes and policies; without files, those of the root",
  options: {
    format: { type: "string", requiresArg: true, describe: "pretty or json", default: "pretty" },
  },
  examples: [["sluice validate recipes/*.yaml sluice.policy.yaml", "Check these files"]],
  async run(raw, surroundings) {
    const { cwd, shippedRecipes, stdout } = surroundings;
    const format = textOption(raw, "format") ?? "pretty";
    if (!FORMATS.includes(format))
      throw new UsageError(
        `--format: validate has no format \`${format}\`.`,
        didYouMean(format, FORMATS),
      );
    const root = resolve(cwd, textOption(raw, "root") ?? ".");
    const files = await validateFiles(listOption(raw, "file"), {
      cwd,
      root,
      shipped: shippedRecipes,
    });
    const diagnostics = files.flatMap((file) => file.diagnostics);
    const exitCode = hasErrors(diagnostics) ? 2 : 0;
    if (format === "json") {
      const listed = files.map(({ path, kind }) => ({ path, kind }));
      const product = { formatVersion: "1.0", exitCode, files: listed, diagnostics };
      stdout.write(`${JSON.stringify(product, null, 2)}\n`);
      return exitCode;
    }
    const colors = picocolors.createColors(
      wantsColor(parseColor(raw.color), surroundings, stdout.isTerminal),
    );
    for (const diagnostic of diagnostics)
      stdout.write(`${prettyDiagnostic(diagnostic, colors)}\n\n`);
    const errors = diagnostics.filter(({ severity }) => severity === "error").length;
    if (!flagOption(raw, "quiet"))
      stdout.write(`${countOf(files.length, "file")} checked, ${countOf(errors, "error")}.\n`);
    return exitCode;
  },
};
