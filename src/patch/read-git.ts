import type { FilePatch, PatchFault, PatchSet } from "../model/patch/patch.ts";
import { type GitFileDiff, readGitDiff } from "../shared/diff/read-git-diff.ts";
import { splitLines } from "../shared/diff/split-lines.ts";

/** Reads the unified diff of a program, of one tree or of a commit. */
export function readGitPatch(text: string): PatchSet | PatchFault {
  const files = filesOfDiff(splitLines(text));
  if ("fault" in files) return files;
  return { format: "git", patches: [{ files }], left: [] };
}

/** Reads the files of a diff. */
export function filesOfDiff(lines: readonly string[]): readonly FilePatch[] | PatchFault {
  const files = readGitDiff(lines);
  return "fault" in files ? files : files.map(fileOf);
}

function fileOf({ base, hunks, isBinary, ...file }: GitFileDiff): FilePatch {
  return {
    ...file,
    ...(base === undefined ? {} : { base: { kind: "blob", id: base } }),
    content: isBinary ? { kind: "binary" } : { kind: "hunks", hunks },
  };
}
