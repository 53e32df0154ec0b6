import { resolve } from "node:path";
import { prettyResolution } from "../../report/pretty-resolution.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import { pastWorld } from "../past-world.ts";
import { usageError } from "../usage-error.ts";
import { productCommand, requiredWord } from "./command.ts";

/** `sluice resolve`: end a held action. */
export const resolveCommand = productCommand({
  name: "resolve",
  words: "<run> <action> <verdict>",
  summary: "End an action that was held: apply it as it was previewed, or discard it",
  examples: [
    ['sluice resolve 20260102 5f0c apply --reason "Looked at it."', "Ids by their beginnings"],
  ],
  async run(options, words, world) {
    const { format, reason, root = "." } = options;
    if (reason === undefined || reason.trim() === "")
      throw usageError("A reason is required, and is never blank.", 'Use --reason "…".');
    const request = {
      root: resolve(world.cwd, root),
      run: requiredWord(words, "run"),
      action: requiredWord(words, "action"),
      verdict: verdictOf(requiredWord(words, "verdict")),
      reason,
      lockTimeout: options["lock-timeout"],
    };
    const { resolveHeld } = await import("../../run/resolve-held.ts");
    const resolution = await resolveHeld(request, pastWorld(options, world));
    const { stdout, stderr } = world;
    if (format === "json") stdout.write(`${jsonText(resolution, 2)}\n`);
    else if (resolution.outcome === "invalid")
      stderr.write(`sluice: ${prettyResolution(resolution)}`);
    else stdout.write(prettyResolution(resolution));
    return resolution.exitCode;
  },
});

function verdictOf(verdict: string): "apply" | "discard" {
  if (verdict === "apply" || verdict === "discard") return verdict;
  throw usageError(`Invalid verdict \`${verdict}\`.`, "Use apply or discard.");
}
