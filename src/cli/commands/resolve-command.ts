import { resolve } from "node:path";
import { rootFrom } from "../../command/reported-folder.ts";
import { prettyResolution } from "../../report/past/pretty-resolution.ts";
import type { OptionsOf } from "../../request/options/read-options.ts";
import { fieldsOf } from "../../request/options/request-fields.ts";
import { tidyReason } from "../../request/reason.ts";
import type { HeldChoice } from "../../request/request.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import { pastWorld } from "../past-world.ts";
import { usageError } from "../usage-error.ts";
import { productCommand, requiredWord } from "./command.ts";

/** `sluice resolve`: end held actions. */
export const resolveCommand = productCommand({
  name: "resolve",
  words: "<run> [action..]",
  summary: "End actions that were held; the last word is apply or discard",
  examples: [
    ['sluice resolve 20260102 5f0c apply --reason "Looked at it."', "Ids by their beginnings"],
    ['sluice resolve last --all apply --reason "…"', "All that the last run holds"],
    ['sluice resolve last --rule small --paths "src/**" discard --reason "…"', "Some of it"],
  ],
  async run(options, words, world) {
    const { format, root = "." } = options;
    const run = requiredWord(words, "run");
    const { ids, verdict } = endOf(words.action ?? []);
    const choice = choiceOf(ids, options);
    const reason = tidyReason(options.reason);
    if (reason === undefined)
      throw usageError("A reason is required, and is never blank.", 'Use --reason "…".');
    const request = {
      ...fieldsOf("resolve", options),
      root: resolve(world.cwd, root),
      run,
      choice,
      verdict,
      reason,
    };
    const { resolveHeld } = await import("../../past/resolve-held.ts");
    const resolution = await resolveHeld(request, pastWorld(options, world));
    const { stdout, stderr } = world;
    if (format === "json") stdout.write(`${jsonText(resolution, 2)}\n`);
    else if (resolution.outcome === "invalid")
      stderr.write(`sluice: ${prettyResolution(resolution, rootFrom(world.cwd, request.root))}`);
    else stdout.write(prettyResolution(resolution, rootFrom(world.cwd, request.root)));
    return resolution.exitCode;
  },
});

/** Returns the verdict, which is the last word, and the ids before it. */
function endOf(words: readonly string[]): {
  readonly ids: readonly string[];
  readonly verdict: "apply" | "discard";
} {
  const ids = words.slice(0, -1);
  const verdict = words.at(-1);
  if (ids.includes("")) throw usageError("The argument <action> is empty, or is `-`.");
  if (verdict === "apply" || verdict === "discard") return { ids, verdict };
  if (verdict === undefined)
    throw usageError("The verdict is missing.", "Use apply or discard, as the last word.");
  throw usageError(`Invalid verdict \`${verdict}\`.`, "Use apply or discard, as the last word.");
}

function choiceOf(
  ids: readonly string[],
  { all, rule, recipe, paths }: OptionsOf<"resolve">,
): HeldChoice {
  const hasFilters = rule.length + recipe.length + paths.length > 0;
  if (ids.length > 0) {
    if (all || hasFilters)
      throw usageError("Actions are named by their ids or by options, not by both.");
    return { kind: "ids", ids };
  }
  if (all && hasFilters)
    throw usageError("--all excludes --rule, --recipe and --paths.", "Leave one of them out.");
  if (!all && !hasFilters)
    throw usageError(
      "No action is named.",
      "Give ids (see sluice runs RUN), --all, --rule, --recipe or --paths.",
    );
  return { kind: "filters", rules: rule, recipes: recipe, paths };
}
