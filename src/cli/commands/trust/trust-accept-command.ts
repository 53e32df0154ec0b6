import { resolve } from "node:path";
import { exitOf } from "../../../model/exit-code.ts";
import { terminalLine } from "../../../report/terminal-text.ts";
import { prettyAcceptance } from "../../../report/trust/pretty-acceptance.ts";
import { jsonText } from "../../../shared/json/json-text.ts";
import { showDiagnostics } from "../../show-diagnostics.ts";
import { timeLimitOf } from "../../time-limit-of.ts";
import { usageError } from "../../usage-error.ts";
import { productCommand, wordOf } from "../command.ts";
import { projectFolders } from "../project-folders.ts";

/** `sluice trust accept`: consent to what a policy of the tree runs and sends. */
export const trustAcceptCommand = productCommand({
  name: "trust accept",
  words: "[policy]",
  summary: "Let a policy of the tree run its checks, and send the variables that it allows",
  examples: [
    [
      "sluice trust accept",
      "The policy of `sluice run` here, as it is now: forgotten when it changes",
    ],
    ["sluice trust accept ci/team.policy.yaml", "This policy, with those that it extends"],
    ["sluice trust accept --repository", "All policies of the repository, also later ones"],
  ],
  async run(options, words, world) {
    const { format, color, root = ".", repository, timeout, packages } = options;
    const file = wordOf(words, "policy");
    if (file !== undefined && repository)
      throw usageError("--repository is for all policies: leave the file out, or the option.");
    const { acceptTrust } = await import("../../../author/trust/accept-trust.ts");
    const { rootOption, wordsFor } = await import("../../../config/consent/words-for.ts");
    const limit = timeLimitOf(timeout, world);
    const project = projectFolders(options.root);
    const part = { root: resolve(world.cwd, root), file, repository, packages, project };
    const accepted = await acceptTrust(part, world, limit.signal);
    const exit = exitOf({ invalid: accepted.kind === "refused", ...limit.findings() });
    if (format === "json") {
      world.stdout.write(`${jsonText({ formatVersion: "1.0", ...exit, ...accepted }, 2)}\n`);
      return exit.exitCode;
    }
    if (accepted.kind === "refused") showDiagnostics(accepted.diagnostics, color, world);
    else if (accepted.kind === "file") {
      const named = wordsFor(accepted.files[0] ?? "", accepted.root, world.cwd);
      world.stdout.write(prettyAcceptance({ ...accepted, words: named }));
    } else if (accepted.kind === "needless")
      world.stdout.write(
        `${terminalLine(accepted.files[0] ?? "")} runs no command, allows nothing and pushes nothing: ` +
          "it needs no acceptance.\n",
      );
    else
      world.stdout.write(
        `Accepted every policy of ${terminalLine(accepted.repository)}, as it is and as it will be: ` +
          "whoever can write there has commands run by your next run. " +
          "To accept one file as it is, name it in the place of --repository.\n" +
          `Kept in ${terminalLine(accepted.keptIn)}. ` +
          `To take it back: sluice trust forget --repository${rootOption(part.root, world.cwd)}\n`,
      );
    return exit.exitCode;
  },
});
