import { proposeRequest } from "../../../command/requests.ts";
import { usageError } from "../../usage-error.ts";
import { taskCommand } from "../command.ts";

/** `sluice propose`: a patch of somebody else, previewed and decided like the changes of a recipe. */
export const proposeCommand = taskCommand({
  name: "propose",
  words: "<patch>",
  summary: "Preview, decide and apply a patch, a mail, or the fixes of a scanner",
  examples: [
    ["sluice propose fix.patch --policy safe", "A diff of git, as of an unknown model"],
    ["git diff | sluice propose - --dry-run", "From standard input; never writes"],
    ["sluice propose 0001-fix.patch --by person", "A mail that a person has made"],
    ["sluice propose scan.sarif --by tool --per hunk", "Each fix by itself"],
    ["sluice propose fix.patch -o plan.json", "Save the plan for `apply`; writes nothing else"],
  ],
  task(options, { patch: [patch = "", ...more] = [] }, cwd) {
    if (patch === "" || more.length > 0)
      throw usageError("`propose` needs one patch.", "Name a file, or `-` for standard input.");
    const { output, "dry-run": isDryRun } = options;
    if (output !== undefined)
      return { kind: "plan", request: proposeRequest("plan", options, patch, cwd), output };
    const command = isDryRun ? "preview" : "run";
    return { kind: "run", request: proposeRequest(command, options, patch, cwd) };
  },
});
