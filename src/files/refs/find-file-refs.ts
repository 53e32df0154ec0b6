import { tidyPath } from "../../shared/paths/posix-path.ts";
import { mapBounded } from "../../shared/process/map-bounded.ts";
import { pathRuleFault } from "../path-rules.ts";
import type { TextRange } from "./hide-values.ts";
import { NearNames } from "./near-names.ts";
import { type PromptSegment, parseFileRefs } from "./parse-file-refs.ts";
import type { PathKnowledge } from "./ref-token.ts";
import type { FileRefSources } from "./resolve-file-ref.ts";

/** The number of paths that are looked up at a time. */
const WIDTH = 8;

/** Each round parses the text again, because the paths that exist decide where tokens end, and so which follow. */
const MAX_ROUNDS = 4;

/** A prompt, and the ranges of it that are values. */
export interface PromptWithValues {
  readonly text: string;
  readonly opaque: readonly TextRange[];
}

/**
 * Cuts a prompt as {@link parseFileRefs} does, with the knowledge of a tree (F19): a word that exists is a reference,
 * and so is one that is near to a name in the root, which its alert will name. What exists is asked without regard
 * to the scope, because a reference that the scope excludes is not silent.
 */
export async function findFileRefs(
  { text, opaque }: PromptWithValues,
  sources: Pick<FileRefSources, "scope"> & {
    readonly workspace: Pick<FileRefSources["workspace"], "kindOf" | "readFolder">;
  },
): Promise<readonly PromptSegment[]> {
  const names = new NearNames(sources);
  const known = new Map<string, PathKnowledge>();
  for (let round = 0; ; round += 1) {
    const asked = new Set<string>();
    const segments = parseFileRefs(text, opaque, (path) => {
      const knowledge = known.get(path);
      if (knowledge === undefined) asked.add(path);
      return knowledge ?? { exists: false };
    });
    if (asked.size === 0 || round === MAX_ROUNDS) return segments;
    const paths = [...asked];
    const found = await mapBounded(paths, WIDTH, (path) => doesExist(path, sources.workspace));
    for (const [index, path] of paths.entries())
      known.set(
        path,
        found[index] === true ? { exists: true } : { exists: false, near: await names.near(path) },
      );
  }
}

async function doesExist(
  path: string,
  workspace: Pick<FileRefSources["workspace"], "kindOf">,
): Promise<boolean> {
  if (pathRuleFault(path) !== undefined) return false;
  return (await workspace.kindOf(tidyPath(path))) !== "missing";
}
