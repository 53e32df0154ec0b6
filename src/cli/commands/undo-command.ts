import { prettyUndo } from "../../report/pretty-undo.ts";
import { LOCK_OPTIONS } from "../options.ts";
import { pastWorld } from "../past-world.ts";
import { UsageError } from "../usage-error.ts";
import {
  type Command,
  flagOption,
  lockTimeout,
  PRODUCT_FORMAT_OPTION,
  productFormat,
  type RawArguments,
  rootOption,
  textOption,
} from "./command.ts";

/** `sluice undo`: take a run back. */
export const undoCommand: Command = {
  usage: "undo [run]",
  summary: "Take a run back; without an id the last one that wrote, so that undo twice is a redo",
  options: {
    merge: {
      type: "boolean",
      describe: "Keep what others changed in its files since, as git merges",
    },
    force: { type: "boolean", describe: "Put files back also where others changed them since" },
    "dry-run": { type: "boolean", describe: "Only tell what would be done" },
    ...LOCK_OPTIONS,
    ...PRODUCT_FORMAT_OPTION,
  },
  examples: [
    ["sluice undo", "Take the last run back; once more: redo"],
    ["sluice undo 20260102 --merge", "A run by the beginning of its id, keeping later changes"],
  ],
  async run(raw, surroundings) {
    const { cwd, stdout, stderr } = surroundings;
    const format = productFormat(raw);
    const run = textOption(raw, "run");
    const request = {
      root: rootOption(raw, cwd),
      onChanged: onChanged(raw),
      isDryRun: flagOption(raw, "dry-run"),
      lockTimeout: lockTimeout(raw),
      ...(run === undefined ? {} : { run }),
    };
    const { undo } = await import("../../run/undo.ts");
    const report = await undo(request, pastWorld(raw, surroundings));
    if (format === "json") stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    else if (report.exitCode === 2) stderr.write(`sluice: ${prettyUndo(report)}`);
    else stdout.write(prettyUndo(report));
    return report.exitCode;
  },
};

function onChanged(raw: RawArguments): "refuse" | "force" | "merge" {
  const [isForced, isMerged] = [flagOption(raw, "force"), flagOption(raw, "merge")];
  if (isForced && isMerged)
    throw new UsageError(
      "--force and --merge are two ways to treat a file that changed: name one.",
    );
  return isForced ? "force" : isMerged ? "merge" : "refuse";
}
