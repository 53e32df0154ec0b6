import { parseRepository } from "../../config/sources/git/git-reference.ts";
import type { FleetSource } from "../../model/fleet/fleet.ts";
import { tidyPath } from "../../shared/paths/posix-path.ts";

/** The longest name; characters. */
const MAX_NAME = 1024;

/** Returns the server of a repository; undefined for a folder of this machine. */
export function serverOf(source: FleetSource): URL | undefined {
  const parsed = source.kind === "url" ? parseRepository(source.url, "/") : undefined;
  return parsed === undefined || "fault" in parsed ? undefined : parsed.server;
}

/**
 * Returns the name of a repository: the path as it is written, or `owner/name` of its address, with the server before
 * it if `isShared`: repositories on several servers have that name.
 */
export function nameOfSource(
  source: FleetSource,
  written: string,
  isShared: (name: string) => boolean,
): string {
  if (source.kind === "path") return tidyPath(written);
  const name = shortName(source.url);
  const host = isShared(name) ? serverOf(source)?.host : undefined;
  return host === undefined ? name : `${host}/${name}`;
}

/** Returns `owner/name` of an address, with all groups of GitLab. */
export function shortName(url: string): string {
  const path = url.includes("://")
    ? decoded(new URL(url).pathname)
    : url.slice(url.indexOf(":") + 1);
  return path.replace(/^[/~]+|\/+$/g, "").replace(/\.git$/, "");
}

/** What cannot be decoded stays as it is. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const DOTS = "has `..` in it; name the folder by its own path";

/** True for a path with `..`: what it means depends on links. */
export function hasDots(path: string): boolean {
  return path.split(/[/\\]/).includes("..");
}

/**
 * Returns the fault of the name of a repository, in words that follow it; undefined if it has none. Names are in
 * reports, on command lines and in the names of branches.
 */
export function nameFault(name: string): string | undefined {
  if (name.trim() === "") return "is empty";
  if (name.length > MAX_NAME) return "is too long";
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name))
    return "has a control character in it";
  if (name.startsWith("-")) return "begins with `-`, as an option does";
  if (hasDots(name)) return DOTS;
  return undefined;
}
