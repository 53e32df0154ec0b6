import type { OpenedSources } from "../config/sources/open-sources.ts";
import { readTextFile } from "../files/read-file.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { PlanDerivation } from "../plan/judge/judged-plan.ts";
import { type BaseText, composeChanges } from "../plan-file/compose-changes.ts";
import type { PlannedAction } from "../plan-file/plan.ts";
import type { RunWorld, VerifyRequest } from "../request/request.ts";
import { firstHashes } from "../tree/compare-tree.ts";
import { isText, type MadeFile, type ReadDifference } from "./verified-tree.ts";

/** What accepted actions make of the base: the texts of their files, or why they count for nothing. */
export type AcceptedChanges =
  | { readonly kind: "accepted"; readonly texts: ReadonlyMap<string, MadeFile> }
  /** What they would explain is judged like everything else. */
  | { readonly kind: "unproved"; readonly why: string }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] };

/** The tree of the base, and the world in which actions are derived there. */
export interface BaseSetting {
  readonly request: VerifyRequest;
  readonly differences: readonly ReadDifference[];
  /** With the tree of the base. */
  readonly world: RunWorld;
  readonly sources: OpenedSources;
  readonly signal: AbortSignal;
  /** Executes a run. */
  readonly derive: PlanDerivation["derive"];
}

/** Returns the texts of the base that actions rest on; or the first file that is another one there. */
export function basesOf(
  actions: readonly Pick<PlannedAction, "files">[],
  { request: { root }, differences }: Pick<BaseSetting, "request" | "differences">,
): ReadonlyMap<string, BaseText> | { readonly why: string } {
  const byPath = new Map(differences.map((one) => [one.path, one]));
  const bases = new Map<string, BaseText>();
  for (const [path, hash] of firstHashes(actions)) {
    const text = textInBase(root, path, byPath.get(path));
    if (text?.hash !== hash) return { why: `${path} is not in the base as its actions expect.` };
    bases.set(path, text);
  }
  return bases;
}

function textInBase(
  root: string,
  path: string,
  difference: ReadDifference | undefined,
): BaseText | undefined {
  if (difference !== undefined) return isText(difference.before) ? difference.before : undefined;
  const read = readTextFile(root, path);
  if (read.kind === "text") return read;
  return read.why === "vanished" ? { text: undefined, hash: null } : undefined;
}

/** Returns the texts that accepted actions make. */
export async function textsOf(
  actions: readonly PlannedAction[],
  bases: ReadonlyMap<string, BaseText>,
  signal: AbortSignal,
): Promise<AcceptedChanges> {
  const composed = await composeChanges(actions, bases, { signal, onPart: "refuses" });
  switch (composed.kind) {
    case "composed":
      return {
        kind: "accepted",
        texts: new Map(
          composed.changes.map(({ path, after, postHash, mode }) => [
            path,
            { text: postHash === null ? undefined : after, hash: postHash, mode },
          ]),
        ),
      };
    case "forged":
      return { kind: "unproved", why: `its edits do not make what it says. ${composed.fault}` };
    case "rests-on-other":
      return { kind: "unproved", why: `${composed.path} rests on an action that does not count.` };
    case "stopped":
      return { kind: "unproved", why: "the command was stopped." };
  }
}
