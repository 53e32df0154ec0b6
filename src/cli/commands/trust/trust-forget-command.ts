import { resolve } from "node:path";
import { exitOf } from "../../../model/exit-code.ts";
import { terminalLine } from "../../../report/terminal-text.ts";
import { jsonText } from "../../../shared/json/json-text.ts";
import { showDiagnostics } from "../../show-diagnostics.ts";
import { timeLimitOf } from "../../time-limit-of.ts";
import { usageError } from "../../usage-error.ts";
import { productCommand, wordOf } from "../command.ts";
import { projectFolders } from "../project-folders.ts";

/** `sluice trust forget`: take back what was accepted. */
export const trustForgetCommand = productCommand({
  name: "trust forget",
  words: "[policy]",
  summary: "Take back what was accepted here",
  examples: [
    ["sluice trust forget", "The policy of `sluice run` here"],
    ["sluice trust forget --repository", "All of the repository; single files stay accepted"],
  ],
  async run(options, words, world) {
    const { format, color, root: named = ".", repository } = options;
    const word = wordOf(words, "policy");
    if (word !== undefined && repository)
      throw usageError("--repository is for the repository: leave the file out, or the option.");
    const { forgetTrust } = await import("../../../author/trust/forget-trust.ts");
    const root = resolve(world.cwd, named);
    const limit = timeLimitOf(undefined, world);
    const project = projectFolders(options.root);
    const part = { root, file: word, repository, project };
    const outcome = await forgetTrust(part, world, limit.signal);
    const exit = exitOf({ invalid: outcome.kind === "refused", ...limit.findings() });
    if (format === "json")
      world.stdout.write(`${jsonText({ formatVersion: "1.0", ...exit, ...outcome }, 2)}\n`);
    else if (outcome.kind === "refused") showDiagnostics(outcome.diagnostics, color, world);
    else {
      const { files, repositories } = outcome.forgotten;
      const names = [
        ...new Set([...files.map((one) => one.file), ...repositories.map((one) => one.root)]),
      ];
      const text =
        names.length === 0
          ? "Nothing of this was accepted. `sluice trust list` shows what is."
          : `Forgotten: ${names.join(", ")}.`;
      world.stdout.write(`${terminalLine(text)}\n`);
    }
    return exit.exitCode;
  },
});
