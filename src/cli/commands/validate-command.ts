import picocolors from "picocolors";
import { hasErrors } from "../../model/diagnostic.ts";
import { prettyDiagnostic } from "../../report/pretty-diagnostic.ts";
import { countOf } from "../../shared/count-of.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { parseColor, wantsColor } from "../color.ts";
import {
  type Command,
  flagOption,
  listOption,
  PRODUCT_FORMAT_OPTION,
  productFormat,
  rootOption,
} from "./command.ts";

/** `sluice validate`: recipes and policies, with line and column. */
export const validateCommand: Command = {
  usage: "validate [file..]",
  summary: "Check recipes and policies; without files, those of the root",
  options: PRODUCT_FORMAT_OPTION,
  examples: [["sluice validate recipes/*.yaml sluice.policy.yaml", "Check these files"]],
  async run(raw, surroundings) {
    const { cwd, shippedRecipes, ownFolder, stdout } = surroundings;
    const format = productFormat(raw);
    const root = rootOption(raw, cwd);
    const { validateFiles } = await import("../../run/validate-files.ts");
    const files = await validateFiles(listOption(raw, "file"), {
      cwd,
      root,
      shipped: shippedRecipes,
      ...definedOnly({ ownFolder }),
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
