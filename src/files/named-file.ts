import { dirname } from "node:path/posix";
import type { Workspace } from "../model/workspace.ts";
import { pathFault, tidyPath } from "../shared/posix-path.ts";
import type { Scope } from "./scope.ts";

/** Why a file that somebody named cannot be had (F5). */
export type RefusalKind = "out-of-scope" | "not-found" | "binary" | "unreadable";

/** A file that cannot be had, and why in a sentence that names it. */
export interface Refusal {
  readonly kind: "refused";
  readonly why: RefusalKind;
  readonly message: string;
}

/** What stands at a path that somebody named, if it may be looked at. */
export type NamedPath =
  | { readonly kind: "file" | "folder"; readonly path: string; readonly isReadonly: boolean }
  /** Nothing; a file can be put there where it may be written. */
  | { readonly kind: "missing"; readonly path: string; readonly isReadonly: boolean }
  | Refusal;

/** Where named paths are looked up. */
export interface NamedPathSources {
  readonly workspace: Workspace;
  readonly scope: Scope;
}

/**
 * Looks up a path that a person or a model named, below the root. Refused is what leaves the root or could,
 * what the scope excludes or nobody may touch, links, which are never followed, and what is no file and no
 * folder (F5, F9, F10). `path` is answered tidied.
 */
export async function findNamedPath(
  written: string,
  { workspace, scope }: NamedPathSources,
): Promise<NamedPath> {
  const fault = pathFault(written) ?? characterFault(written);
  if (fault !== undefined) return refuse("out-of-scope", written, fault);
  const path = tidyPath(written);
  const access = path === "" ? "read" : scope.accessTo(path);
  if (access === "reserved")
    return refuse("out-of-scope", path, "is in `.git` or `.sluice`, which no scope contains");
  const kind = await workspace.kindOf(path);
  // A folder is excluded file by file: a rule may be about some of what is in it.
  if (access === "excluded" && kind !== "folder")
    return refuse("out-of-scope", path, "is excluded by the scope");
  const isReadonly = access !== "write";
  if (kind === "link") return refuse("out-of-scope", path, await linkFault(path, workspace));
  if (kind === "other") return refuse("unreadable", path, "is neither a file nor a folder");
  if (kind !== "missing") return { kind, path, isReadonly };
  const parent = await nearestParent(path, workspace);
  if (parent !== undefined)
    return refuse("not-found", path, `does not exist: \`${parent}\` is no folder`);
  return { kind, path, isReadonly };
}

/** A refusal; `fault` are words that follow the path. */
export function refuse(why: RefusalKind, path: string, fault: string): Refusal {
  return { kind: "refused", why, message: `\`${shown(path)}\` ${fault}.` };
}

/** Control characters could make another message of it. */
function shown(path: string): string {
  return path.replace(/[\p{Cc}\p{Cs}]/gu, "\uFFFD");
}

function characterFault(path: string): string | undefined {
  if (/\p{Cc}/u.test(path)) return "contains a control character";
  return /\p{Cs}|\uFFFD/u.test(path) ? "is not valid Unicode" : undefined;
}

async function linkFault(path: string, workspace: Workspace): Promise<string> {
  const target = await workspace.targetOf(path);
  switch (target.kind) {
    case "inside":
      return `is a link, or reached through one; name \`${target.path}\`, where it leads`;
    case "outside":
      return "is a link that leads out of the root, or reached through one";
    case "nowhere":
      return "is a broken link, or reached through one: it leads to nothing";
  }
}

/** The nearest thing above a path that exists and is no folder, if that is what stands in the way. */
async function nearestParent(path: string, workspace: Workspace): Promise<string | undefined> {
  for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) {
    const kind = await workspace.kindOf(parent);
    if (kind !== "missing") return kind === "folder" ? undefined : parent;
  }
  return undefined;
}
