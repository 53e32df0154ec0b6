import { resolve } from "node:path";
import { pathRuleFault } from "../../files/path-rules.ts";
import { realPathOf, realPathOfNearest } from "../../files/real-path.ts";
import { pathInside } from "../../shared/paths/posix-path.ts";

/** The place of a file that an agent names. */
export type FilePlace =
  /** Relative to the root. */
  | { readonly kind: "inside"; readonly path: string }
  | { readonly kind: "outside" }
  /** No policy can allow it; `why` is a sentence. */
  | { readonly kind: "fault"; readonly why: string };

/** The folders that a name is relative to; absolute. */
export interface CallFolders {
  readonly root: string;
  readonly cwd: string;
}

/**
 * Returns the place of a file. A way out of the root through a link of the root is inside: the judge refuses it. A name
 * from outside counts as what it leads to.
 */
export function placeOfFile(written: string, { root, cwd }: CallFolders): FilePlace {
  if (written.includes("\0") || /^~/.test(written) || written !== written.trim())
    return { kind: "fault", why: `${JSON.stringify(written)} is no whole path of a file.` };
  const named = resolve(cwd, written);
  const realRoot = realPathOf(root) ?? root;
  const path = pathInside(realRoot, realPathOfNearest(named)) ?? pathInside(root, named);
  if (path === undefined) return { kind: "outside" };
  const fault = pathRuleFault(path) ?? pathRuleFault(path, { use: "edit" });
  return fault === undefined
    ? { kind: "inside", path }
    : { kind: "fault", why: `${path === "" ? "The root" : path} ${fault}.` };
}
