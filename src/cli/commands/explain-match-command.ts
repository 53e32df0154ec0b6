import { resolve } from "node:path";
import picocolors from "picocolors";
import type { MatchRequest } from "../../author/explain-match.ts";
import { inlineRecipe, isInline } from "../../command/inline-recipe.ts";
import { exitOf } from "../../model/exit-code.ts";
import { matchText } from "../../report/explanation/match-text.ts";
import type { OptionsOf } from "../../request/options/read-options.ts";
import { fieldsOf } from "../../request/options/request-fields.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import type { CliWorld } from "../cli-world.ts";
import { showDiagnostics } from "../show-diagnostics.ts";
import { timeLimitOf } from "../time-limit-of.ts";
import { usageError } from "../usage-error.ts";
import { wantsColor } from "../wants-color.ts";
import { productCommand, type Words } from "./command.ts";

type MatchOptions = OptionsOf<"explain-match">;

/** `sluice explain-match`: how patterns were read, what they match in a file, and why they match nothing. */
export const explainMatchCommand = productCommand({
  name: "explain-match",
  words: "[recipe] [file]",
  summary: "Explain what each pattern of a recipe matches in a file, and why it does not match",
  examples: [
    ["sluice explain-match assert-strict src/a.ts", "All ops: matches, traps, the nearest node"],
    ["sluice explain-match recipes/rename.yaml src/a.ts:12", "Why line 12 does not match"],
    ["sluice explain-match -p 'foo($A)' -l ts src/a.ts:12", "A pattern in one line"],
    ["sluice explain-match swap src/a.ts --format json", "For programs"],
  ],
  async run(options, words, world) {
    const request = requestOf(options, words, world);
    const { explainMatch } = await import("../../author/explain-match.ts");
    const limit = timeLimitOf(options.timeout, world);
    const outcome = await explainMatch(request, world, limit.signal);
    if (outcome.kind === "stopped") {
      world.stderr.write("sluice: ended before the recipe was read.\n");
      return exitOf(limit.findings()).exitCode;
    }
    showDiagnostics(outcome.diagnostics, options.color, world);
    const exit = exitOf({ invalid: outcome.kind === "invalid" });
    if (options.format === "json") {
      const { diagnostics } = outcome;
      const product =
        outcome.kind === "explained"
          ? { ...outcome.explanation, diagnostics }
          : { formatVersion: "1.0", ...exit, diagnostics };
      world.stdout.write(`${jsonText(product, 2)}\n`);
    } else if (outcome.kind === "explained") {
      const colors = picocolors.createColors(wantsColor(options.color, world, world.stdout));
      world.stdout.write(matchText(outcome.explanation, { isVerbose: options.verbose }, colors));
    }
    return exit.exitCode;
  },
});

function requestOf(options: MatchOptions, words: Words, { cwd }: CliWorld): MatchRequest {
  const all = [...(words.recipe ?? []), ...(words.file ?? [])];
  const { root = ".", pat, lang } = options;
  const common = { ...fieldsOf("explain-match", options), root: resolve(cwd, root) };
  const isLine = isInline({ pat, lang, out: [] });
  const [recipe, file] = isLine ? [undefined, all[0]] : all;
  if (all.length !== (isLine ? 1 : 2) || file === undefined || file === "" || recipe === "")
    throw usageError(
      isLine ? "Beside --pat, name one file." : "Name a recipe and one file.",
      "sluice explain-match RECIPE FILE[:LINE], or -p CODE [-l LANGUAGE] FILE[:LINE]",
    );
  if (recipe !== undefined) return { ...common, recipe, file };
  const inline = inlineRecipe("preview", { pat, lang, out: [], root, paths: [nameIn(file)] }, cwd);
  if ("problem" in inline) throw usageError(inline.problem, inline.hint);
  return { ...common, recipe: inline.recipes[0] ?? "", objects: inline.objects, file };
}

/** Returns a word without the line at its end. */
function nameIn(word: string): string {
  return word.replace(/(?::\d{1,9}){1,2}$/, "");
}
