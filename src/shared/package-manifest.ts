import { canonicalJson } from "./canonical-json.ts";
import { isRecord } from "./is-record.ts";
import { findKeyFaults } from "./json/find-key-faults.ts";
import { foldedPath } from "./paths/folded-path.ts";
import { structureFault } from "./yaml/structure-fault.ts";

/**
 * The keys of a `package.json` by which package managers run commands, choose packages, install programs, or choose the
 * place to which they publish. Other keys, such as `exports`, only say which files of the package others import.
 */
const ACTIVE_KEYS = [
  "scripts",
  "bin",
  "directories",
  "gypfile",
  "packageManager",
  "devEngines",
  "publishConfig",
  "dependencies",
  "devDependencies",
  "peerDependencies",
  "optionalDependencies",
  "bundleDependencies",
  "bundledDependencies",
  "dependenciesMeta",
  "peerDependenciesMeta",
  "overrides",
  "resolutions",
  "patchedDependencies",
  "trustedDependencies",
  "allowScripts",
  "workspaces",
  "catalog",
  "catalogs",
  "pnpm",
  "yarn",
  "config",
  "installConfig",
  "wireit",
  "nx",
  "release-it",
  "husky",
  "lint-staged",
  "nano-staged",
  "simple-git-hooks",
  "pre-commit",
  "pre-push",
  "gitHooks",
  "ghooks",
];

/** The longest text that is compared; UTF-16 code units. A longer one counts as changed. */
const MAX_COMPARED = 256 * 1024;

/** True if a path names a `package.json`, at any depth, in any case of letters. */
export function isPackageManifest(path: string): boolean {
  // Most paths have only characters that are folded to their small letters.
  const isOther = /^[ -~]*$/.test(path) && !/package\.json/i.test(path);
  return !isOther && /(^|\/)package\.json$/.test(foldedPath(path));
}

/**
 * True if a file is a `package.json` in which scripts or dependencies change, or in which that cannot be told:
 * because a text is not JSON, has a key twice, is too long or unknown (`after` is undefined). `before` is undefined
 * for a new file.
 */
export function changesPackage(
  path: string,
  before: string | undefined,
  after: string | undefined,
): boolean {
  if (!isPackageManifest(path)) return false;
  if (after === undefined) return true;
  const [was, is] = [activeKeysOf(before ?? "{}"), activeKeysOf(after)];
  return was === undefined || was !== is;
}

function activeKeysOf(text: string): string | undefined {
  if (text.length > MAX_COMPARED) return undefined;
  try {
    const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (!isRecord(manifest) || structureFault(manifest) !== undefined) return undefined;
    if (findKeyFaults(text, 1).length > 0) return undefined; // Programs differ in the value that they take.
    return canonicalJson(ACTIVE_KEYS.map((key) => manifest[key] ?? null));
  } catch {
    return undefined; // Not JSON, or nested too deeply: the caller counts it as changed.
  }
}
