import { dirname } from "node:path/posix";
import type { Workspace } from "../model/workspace.ts";
import { tidyPath } from "../shared/paths/posix-path.ts";
import { isReserved, pathRuleFault } from "./path-rules.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Scope } from "./scope.ts";

/** The thing at a named path, if it may be used. */
type Passage =
  | {
      /** `missing`: nothing exists there; a file can be created if the path may be written. */
      readonly kind: "file" | "folder" | "missing";
      /** Its real name below the root, after all links: the one that scope, guards and reports use. */
      readonly path: string;
      readonly isReadonly: boolean;
    }
  | Refusal;

/** Decides if a path below the root may be used, and finds its real name. */
export interface Gate {
  /** For a path that a user, a recipe or a model named, to read it. */
  mayRead(written: string): Promise<Passage>;
  /**
   * The same, to write it. Also refuses a path that may only be read, and a new name that is not valid on every system.
   */
  mayWrite(written: string): Promise<Passage>;
}

/** The sources that a gate asks. */
export interface GateSources {
  readonly workspace: Pick<Workspace, "kindOf" | "targetOf">;
  readonly scope: Scope;
}

/**
 * The one place that decides if a named path may be read or written (F5, F9, F10): by the rules on names
 * (path-rules.ts), the scope of the recipe, and the disk at this moment. A link, or a path through one, counts as its
 * target, under its real name, if both names are in scope; otherwise it is refused.
 *
 * The decision holds for the moment only; before a write the disk is checked again (apply/check-fresh.ts).
 */
export function createGate(sources: GateSources): Gate {
  return {
    mayRead: (written) => mayRead(written, sources),
    async mayWrite(written) {
      const passage = await mayRead(written, sources);
      if (passage.kind === "refused") return passage;
      const { path, kind, isReadonly } = passage;
      if (kind === "folder") return passage; // Writing is checked for each file in it.
      const fault = pathRuleFault(path, { use: kind === "missing" ? "create" : "edit" });
      if (fault !== undefined) return refuse("out-of-scope", written, fault);
      if (isReadonly)
        return refuse("out-of-scope", path, "may be read, and not written: the scope says so");
      if (!sources.scope.isSelected(path))
        return refuse("out-of-scope", path, "is not among the files that were selected");
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
  // A folder is excluded file by file, because a rule may cover only some of them. A link to a folder has no files.
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
  const kept = kind === "file" ? scope.whyKept(path) : undefined;
  if (kept !== undefined) return refuse("withheld", path, kept);
  const isReadonly = [named, path].some((name) => accessTo(name, scope) !== "write");
  if (kind !== "missing") return { kind, path, isReadonly };
  const parent = await nearestParent(path, workspace);
  if (parent !== undefined)
    return refuse("not-found", named, `does not exist: \`${parent}\` is not a folder`);
  return { kind, path, isReadonly };
}

/** The root itself may be read. */
function accessTo(path: string, scope: Scope): ReturnType<Scope["accessTo"]> {
  return path === "" ? "read" : scope.accessTo(path);
}

/** The end of a path, after all links. */
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

/** Returns the nearest existing thing above a path if it is not a folder, so that it stands in the way. */
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
