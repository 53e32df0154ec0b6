import type { Finder, Finding } from "../code/scanned-text.ts";
import { zoneAt } from "../code/zone-at.ts";
import { LINES_OF_DEPENDENCIES, LOCK_FILE } from "../tables/dependencies.ts";
import { readPackage } from "./dependencies/read-package.ts";
import { readToml } from "./dependencies/read-toml.ts";

/** Finds what a project asks its package managers for: packages, actions, images, and what they run. */
export const findDependencies: Finder = (scanned) => {
  const { path, text } = scanned;
  if (/(^|\/)(package|composer|bower|deno)\.jsonc?$/i.test(path)) return readPackage(text);
  if (/(^|\/)(pyproject|Cargo|Pipfile)(\.toml)?$/i.test(path)) return readToml(text);
  if (LOCK_FILE.test(path)) return hostsOf(text);
  const found: Finding[] = [];
  for (const { kind, paths, regex } of LINES_OF_DEPENDENCIES) {
    if (!paths.test(path)) continue;
    for (const { index, 0: match, 1: name = "", 2: value = "" } of text.matchAll(regex)) {
      const at = index + match.indexOf(name);
      if (scanned.zones !== undefined && zoneAt(scanned.zones, at) === "comment") continue;
      found.push(dependency(kind, name, value.trim(), at));
    }
  }
  return found.sort((a, b) => a.at - b.at);
};

/** Returns one dependency. */
function dependency(kind: string, name: string, value: string, at: number): Finding {
  const text = `${kind} ${name}${value === "" ? "" : ` ${value}`}`;
  return { at, key: text, text, name: `${kind} ${name}`, value };
}

/** The hosts that a lock file takes packages from, each once: it names thousands of packages. */
function hostsOf(text: string): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const { index: at, 1: host = "" } of text.matchAll(LOCKED))
    if (!found.has(host)) found.set(host, { at, key: host, text: `packages from ${host}` });
  return [...found.values()];
}

const LOCKED =
  /(?:git\+)?\b(?:https?|ssh|git):\/\/(?:[^\s"'@/]{1,80}@)?([^\s"'/:?#<>]{1,253})[/:]/g;
