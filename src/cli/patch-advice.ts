import { isAbsolute, relative, resolve } from "node:path";
import type { Report } from "../model/report/report.ts";
import type { FileReport } from "../report/file-reports.ts";
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
  return patches
    .map(({ path }) => {
      const below = relative(root, resolve(cwd, path));
      const named = isAbsolute(path) ? path : below;
      const git = root === cwd ? "git apply" : `git -C ${shellWord(relative(cwd, root))} apply`;
      return `Patch: ${terminalLine(path)}. To apply it elsewhere: ${terminalLine(`${git} ${shellWord(named)}`)}\n`;
    })
    .join("");
}
