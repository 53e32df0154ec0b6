import { findWayTo } from "../files/way-to.ts";
import type { FileMode } from "../model/patch/file-mode.ts";
import { NO_LISTING } from "./no-listing.ts";
import { createOverlayWorkspace } from "./overlay-workspace.ts";

/** A file as it is now. */
export type FileNow =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly hash: string;
      readonly mode?: FileMode | undefined;
    }
  /** Nothing is there, and a file can be made. */
  | { readonly kind: "free" }
  /** It cannot be edited, for a reason in words that follow the path. */
  | { readonly kind: "other"; readonly found: string };

/** Reads files of a root that are to be edited. Follows no link. */
export async function readNow(
  root: string,
  paths: Iterable<string>,
): Promise<ReadonlyMap<string, FileNow>> {
  const workspace = createOverlayWorkspace(root, NO_LISTING);
  const files = new Map<string, FileNow>();
  for (const path of paths) {
    if (files.has(path)) continue;
    const kind = await workspace.kindOf(path);
    if (kind === "file") {
      const read = await workspace.read(path);
      const isText = read.kind === "text";
      const mode = await workspace.modeOf(path);
      files.set(path, isText ? { ...read, mode } : other("is not a text file"));
    } else if (kind === "missing") {
      const isFree = (await findWayTo(root, path)) === "free";
      files.set(path, isFree ? { kind: "free" } : other("is gone, and cannot be made again"));
    } else
      files.set(
        path,
        other(kind === "link" ? "is a link, or reached through one" : "is not a file"),
      );
  }
  return files;
}

function other(found: string): FileNow {
  return { kind: "other", found };
}
