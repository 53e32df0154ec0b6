import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { realPathOf } from "../files/real-path.ts";
import { findRepository } from "../git/find-repository.ts";
import type { FileReport } from "../model/report/formats.ts";
import type { Report } from "../model/report/report.ts";
import { terminalLine } from "../report/terminal-text.ts";
import { shellWord } from "../shared/shell-word.ts";

/** The folders that a command depends on; absolute. */
interface Folders {
  readonly cwd: string;
  readonly root: string;
}

/** Returns a line for each patch that was written and has a change: its path, and the command that applies it. */
export function patchAdvice(
  reports: readonly FileReport[],
  { totals }: Report,
  { cwd, root }: Folders,
): string {
  if (totals.filesChanged === 0) return "";
  const patches = reports.filter(({ format }) => format === "patch");
  // Below the top of a repository, git silently leaves out all files of a patch that are named from there.
  const top = realPathOf(dirname(findRepository(root) ?? join(root, ".git"))) ?? root;
  const from = realPathOf(cwd) ?? cwd;
  const sub = relative(top, realPathOf(root) ?? root);
  const words = [
    ...["git", ...(top === from ? [] : ["-C", shellWord(relative(from, top))]), "apply"],
    ...(sub === "" ? [] : [`--directory=${shellWord(sub)}`]),
  ];
  return patches
    .map(({ path }) => {
      const named = isAbsolute(path) ? path : relative(top, resolve(from, path));
      const file = named.startsWith("-") ? `./${named}` : named; // Not an option.
      const command = [...words, shellWord(file)].join(" ");
      return `Patch: ${terminalLine(path)}. To apply it elsewhere: ${terminalLine(command)}\n`;
    })
    .join("");
}
