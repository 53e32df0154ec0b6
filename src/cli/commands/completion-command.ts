import { terminalLine } from "../../report/terminal-text.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { type Candidate, candidatesFor } from "../completion/candidates.ts";
import { knownValues } from "../completion/known-values.ts";
import { FILES, SHELL_SCRIPTS, SHELLS, type Shell } from "../completion/shell-scripts.ts";
import { usageError } from "../usage-error.ts";
import { productCommand, type Usage, wordOf } from "./command.ts";

const HINT = `Shells: ${SHELLS.join(", ")}.`;

/** `sluice completion`: the script of a shell, and with words after `--` the words that may come next. */
export const completionCommand = (commands: () => Promise<readonly Usage[]>) =>
  productCommand({
    name: "completion",
    words: "[shell]",
    takesFiles: true,
    summary: "Print the script that lets a shell complete words: bash, zsh, fish",
    examples: [
      ["source <(sluice completion bash)", "In ~/.bashrc; the same for zsh"],
      ["sluice completion fish > ~/.config/fish/completions/sluice.fish", "For fish"],
    ],
    async run(_options, words, world) {
      const name = wordOf(words, "shell");
      if (name === undefined) throw usageError("`completion` needs a shell.", HINT);
      const shell = SHELLS.find((known) => known === name);
      if (shell === undefined)
        throw usageError(
          `The shell \`${name}\` is not supported.`,
          didYouMean(name, SHELLS) || HINT,
        );
      const { files: line } = words;
      if (line === undefined) world.stdout.write(SHELL_SCRIPTS[shell]);
      else {
        const found = await candidatesFor(line, await commands(), knownValues(line, world));
        for (const each of found) world.stdout.write(`${lineOf(each, shell)}\n`);
      }
      return 0;
    },
  });

/** Returns the line of a word as the script of the shell reads it. */
function lineOf({ value, about = "" }: Candidate, shell: Shell): string {
  const phrase = terminalLine(about).replaceAll("\t", " ");
  if (value === FILES || shell === "bash") return value;
  const word = shell === "zsh" ? value.replaceAll(":", "\\:") : value;
  return phrase === "" ? word : `${word}${shell === "fish" ? "\t" : ":"}${phrase}`;
}
