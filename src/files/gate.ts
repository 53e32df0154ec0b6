import { dirname } from "node:path/posix";
import type { Workspace } from "../model/workspace.ts";
import { tidyPath } from "../shared/paths/posix-path.ts";
import { isReserved, pathRuleFault } from "./path-rules.ts";
import type { Scope } from "./scope.ts";
import { visiblePath } from "./visible-path.ts";

/** Why a path that somebody named cannot be had (F5). */
export type RefusalKind = "out-of-scope" | "not-found" | "binary" | "unreadable";

/** A path that cannot be had, and why. */
export interface Refusal {
  readonly kind: "refused";
  readonly why: RefusalKind;
  /** Words that follow the path. */
  readonly fault: string;
  /** A sentence that names the path. */
  readonly message: string;
}

/** What stands at a path that somebody named, if it may be used. */
type Passage =
  | {
      /** `missing`: nothing stands there; a file can be put there where it may be written. */
      readonly kind: "file" | "folder" | "missing";
      /** Its real name below the root, all links followed: the one that scope, guards and reports know. */
      readonly path: string;
      readonly isReadonly: boolean;
    }
  | Refusal;

/** Answers whether a path below the root may be used, and what it really is. */
export interface Gate {
  /** For a path that somebody named, to look at it. */
  mayRead(written: string): Promise<Passage>;
  /** The same, to write it: what may only be read, and a new name that is none everywhere, is refused too. */
  mayWrite(written: string): Promise<Passage>;
}

/** What a gate asks. */
export interface GateSources {
  readonly workspace: Pick<Workspace, "kindOf" | "targetOf">;
  readonly scope: Scope;
}

/**
 * The one place that says whether a named path may be read or written (F5, F9, F10): the rules on names
 * (path-rules.ts), the scope of the recipe, and the disk as it is now. A link, or a path through one, is what
 * it leads to, under its real name, where both names are in scope; one that leads elsewhere is refused. The
 * answer holds for the moment; before a write the disk is asked again (apply/check-fresh.ts).
 */
export function createGate(sources: GateSources): Gate {
  return {
    mayRead: (written) => mayRead(written, sources),
    async mayWrite(written) {
      const passage = await mayRead(written, sources);
      if (passage.kind === "refused") return passage;
      const { path, kind, isReadonly } = passage;
      if (kind === "folder") return passage; // What may be written is asked file by file.
      const fault = pathRuleFault(path, { use: kind === "missing" ? "create" : "edit" });
      if (fault !== undefined) return refuse("out-of-scope", written, fault);
      if (isReadonly)
        return refuse("out-of-scope", path, "may be read, and not written: the scope says so");
      return passage;
    },
  };
}

async function mayRead(written: string, { workspace, scope }: GateSources): Promise<Passage> {
  const fault = pathRuleFault(written);
  if (fault !== undefined) return refuse("out-of-scope", written, fault);
  const named = tidyPath(written);
  const way = await followLinks(named, workspace);
  const isLink = way.kind === "lost" || way.path !== named;
  // A folder is excluded file by file: a rule may be about some of what is in it. A link to one has no files.
  if (accessTo(named, scope) === "excluded" && (isLink || way.kind !== "folder"))
    return refuse("out-of-scope", named, "is excluded by the scope");
  if (way.kind === "lost") return refuse("out-of-scope", named, way.fault);
  const { path, kind } = way;
  const isHidden = accessTo(path, scope) === "excluded" && kind !== "folder";
  if (isLink && (isReserved(path) || isHidden))
    return refuse(
      "out-of-scope",
      named,
      "is a link, or reached through one, that leads out of the scope",
    );
  if (kind === "other") return refuse("unreadable", named, "is neither a file nor a folder");
  const isReadonly = [named, path].some((name) => accessTo(name, scope) !== "write");
  if (kind !== "missing") return { kind, path, isReadonly };
  const parent = await nearestParent(path, workspace);
  if (parent !== undefined)
    return refuse("not-found", named, `does not exist: \`${parent}\` is no folder`);
  return { kind, path, isReadonly };
}

/** The root itself may be read. */
function accessTo(path: string, scope: Scope): ReturnType<Scope["accessTo"]> {
  return path === "" ? "read" : scope.accessTo(path);
}

/** Where a path leads in the end. */
type Way =
  | { readonly kind: "file" | "folder" | "missing" | "other"; readonly path: string }
  /** A link that cannot be followed. */
  | { readonly kind: "lost"; readonly fault: string };

async function followLinks(path: string, workspace: GateSources["workspace"]): Promise<Way> {
  const kind = await workspace.kindOf(path);
  if (kind !== "link") return { kind, path };
  const lost = (fault: string): Way => ({ kind: "lost", fault });
  const target = await workspace.targetOf(path);
  switch (target.kind) {
    case "outside":
      return lost("is a link, or reached through one, that leads out of the root");
    case "nowhere":
      return lost("is a broken link, or reached through one: it leads to nothing");
    case "inside": {
      const kindOfTarget = await workspace.kindOf(target.path);
      if (kindOfTarget === "link") return lost("is a link that was changed just now");
      return { kind: kindOfTarget, path: target.path };
    }
  }
}

/** A refusal; `fault` are words that follow the path. */
export function refuse(why: RefusalKind, path: string, fault: string): Refusal {
  return { kind: "refused", why, fault, message: `\`${visiblePath(path)}\` ${fault}.` };
}

/** The nearest thing above a path that exists and is no folder, if that is what stands in the way. */
async function nearestParent(
  path: string,
  workspace: GateSources["workspace"],
): Promise<string | undefined> {
  for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) {
    const kind = await workspace.kindOf(parent);
    if (kind !== "missing") return kind === "folder" ? undefined : parent;
  }
  return undefined;
}
