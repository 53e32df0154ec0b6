import { resolve } from "node:path";
import { rootFrom } from "../../command/reported-folder.ts";
import { prettyUndo } from "../../report/past/pretty-undo.ts";
import { fieldsOf } from "../../request/options/request-fields.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import { pastWorld } from "../past-world.ts";
import { usageError } from "../usage-error.ts";
import { productCommand, wordOf } from "./command.ts";

/** `sluice undo`: take a run back. */
export const undoCommand = productCommand({
  name: "undo",
  words: "[run]",
  summary: "Take a run back; without an id, the last one that wrote, so that undo twice is a redo",
  examples: [
    ["sluice undo", "Take the last run back; once more: redo"],
    ["sluice undo 20260102 --merge", "A run by the beginning of its id, keeping later changes"],
  ],
  async run(options, words, world) {
    const { format, root = "." } = options;
    const request = {
      ...fieldsOf("undo", options),
      root: resolve(world.cwd, root),
      run: wordOf(words, "run"),
      onChanged: onChanged(options),
    };
    const { undo } = await import("../../past/undo.ts");
    const report = await undo(request, pastWorld(options, world));
    const { stdout, stderr } = world;
    if (format === "json") stdout.write(`${jsonText(report, 2)}\n`);
    else if (report.outcome === "invalid")
      stderr.write(`sluice: ${prettyUndo(report, rootFrom(world.cwd, request.root))}`);
    else stdout.write(prettyUndo(report, rootFrom(world.cwd, request.root)));
    return report.exitCode;
  },
});

function onChanged({
  force,
  merge,
}: {
  readonly force: boolean;
  readonly merge: boolean;
}): "refuse" | "force" | "merge" {
  if (force && merge) throw usageError("--force and --merge exclude each other.", "Use one.");
  return force ? "force" : merge ? "merge" : "refuse";
}
