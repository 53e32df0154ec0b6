import { prettyResolution } from "../../report/pretty-resolution.ts";
import { LOCK_OPTIONS } from "../options.ts";
import { pastWorld } from "../past-world.ts";
import { UsageError } from "../usage-error.ts";
import {
  type Command,
  lockTimeout,
  PRODUCT_FORMAT_OPTION,
  productFormat,
  type RawArguments,
  rootOption,
  textOption,
} from "./command.ts";

/** `sluice resolve`: end a held action. */
export const resolveCommand: Command = {
  usage: "resolve <run> <action> <verdict>",
  summary: "End an action that was held: apply it as it was previewed, or discard it",
  options: {
    reason: { type: "string", requiresArg: true, describe: "Why; it is kept with the run" },
    ...LOCK_OPTIONS,
    ...PRODUCT_FORMAT_OPTION,
  },
  examples: [
    ['sluice resolve 20260102 5f0c apply --reason "Looked at it."', "Ids by their beginnings"],
  ],
  async run(raw, surroundings) {
    const { cwd, stdout, stderr } = surroundings;
    const format = productFormat(raw);
    const reason = textOption(raw, "reason");
    if (reason === undefined || reason.trim() === "")
      throw new UsageError("A reason is required, and is never blank.", 'Write --reason "…".');
    const request = {
      root: rootOption(raw, cwd),
      run: String(raw.run),
      action: String(raw.action),
      verdict: verdictOf(raw),
      reason,
      lockTimeout: lockTimeout(raw),
    };
    const { resolveHeld } = await import("../../run/resolve-held.ts");
    const resolution = await resolveHeld(request, pastWorld(raw, surroundings));
    if (format === "json") stdout.write(`${JSON.stringify(resolution, null, 2)}\n`);
    else if (resolution.exitCode === 2) stderr.write(`sluice: ${prettyResolution(resolution)}`);
    else stdout.write(prettyResolution(resolution));
    return resolution.exitCode;
  },
};

function verdictOf({ verdict }: RawArguments): "apply" | "discard" {
  if (verdict === "apply" || verdict === "discard") return verdict;
  throw new UsageError(`\`${String(verdict)}\` is no verdict.`, "Write apply or discard.");
}
