import { posix } from "node:path";
import { BUILT_IN_POLICIES, findBuiltInPolicy } from "../../policy/built-in-policies.ts";
import type { ExtendedPolicy, ReadExtended } from "../../policy/load-policy.ts";
import { DEFAULT_POLICY_FILE } from "../../request/options/file-names.ts";
import { closestName } from "../../shared/closest-name.ts";
import { isRecord } from "../../shared/is-record.ts";
import { rootFault, tidyPath } from "../../shared/paths/posix-path.ts";
import type { ConfigReader } from "./config-reader.ts";
import { findPackage, placeInside } from "./find-package.ts";
import {
  isPackageName,
  type PackageSpecifier,
  parsePackageSpecifier,
} from "./package-specifier.ts";
import { readSource } from "./read-source.ts";
import { placeOfNamed, type SourcePlace, shownPlace } from "./source-place.ts";

/**
 * Returns the reader of policies that others extend: a built-in one, one in a package, or a file. A path is relative to
 * the folder of the extending file, and is read as far as that file's place is trusted: a policy of the tree reaches
 * files of the tree, and besides these only packages that the caller names.
 */
export function extendedPolicies(reader: ConfigReader): ReadExtended {
  return async (name, from): Promise<ExtendedPolicy> => {
    const builtIn = findBuiltInPolicy(name);
    if (builtIn !== undefined)
      return {
        written: { version: 1, default: builtIn.default, rules: builtIn.rules },
        path: name,
      };
    return isPackageName(name) ? readPackage(name, from, reader) : readFile(name, from, reader);
  };
}

async function readPackage(
  name: string,
  from: string,
  reader: ConfigReader,
): Promise<ExtendedPolicy> {
  const specifier = parsePackageSpecifier(name);
  if (specifier !== undefined) return readPackagePolicy(specifier, from, reader);
  return {
    fault: `\`${name}\` names no policy: it is not built in, no package, and no file of one.`,
    hint: "A file has a path relative to this one, such as `./base.policy.yaml`.",
  };
}

/** Reads a file. A name without `./` may also be that of a file in a package, if there is no file. */
async function readFile(name: string, from: string, reader: ConfigReader): Promise<ExtendedPolicy> {
  const place = placeBeside(from, name, reader);
  if (place === undefined)
    return { fault: `The policy \`${name}\` is outside of the root, and this file is inside.` };
  const read = await readSource(reader, place, "policy");
  if ("written" in read) return read;
  const { code, message, hint } = read.diagnostic;
  const specifier = code === "file-not-found" ? parsePackageSpecifier(name) : undefined;
  if (specifier !== undefined) {
    const found = await findPackage(specifier.name, from, reader);
    if (found.kind !== "missing") return readPackagePolicy(specifier, from, reader);
  }
  return { fault: message, ...(hint === undefined ? {} : { hint }) };
}

/** Returns the place of a file relative to the one at `from`; undefined if that is in the tree, and this is not. */
function placeBeside(from: string, name: string, reader: ConfigReader): SourcePlace | undefined {
  const path = posix.join(posix.dirname(from), name);
  if (posix.isAbsolute(from) || posix.isAbsolute(name))
    return posix.isAbsolute(from)
      ? placeOfNamed(posix.isAbsolute(name) ? name : path, { cwd: reader.root, root: reader.root })
      : undefined;
  return path === ".." || path.startsWith("../") ? undefined : { origin: "tree", path };
}

type Fault = Extract<ExtendedPolicy, { readonly fault: string }>;

/**
 * Reads a policy of a package that the file at `from` extends: a file in the package, or the one that the package
 * offers. Only texts are read; no code of the package runs.
 */
async function readPackagePolicy(
  specifier: PackageSpecifier,
  from: string,
  reader: ConfigReader,
): Promise<ExtendedPolicy> {
  const { name } = specifier;
  const found = await findPackage(name, from, reader);
  if (found.kind === "missing") return refuseMissing(name, found.looked, reader);
  const { place } = found;
  if (found.kind === "no-folder") return refuseFolder(place, reader);
  const file = specifier.file ?? (await offeredFile(name, place, reader));
  if (typeof file !== "string") return file;
  const read = await readSource(reader, placeInside(place, file), "policy");
  if ("written" in read) return read;
  const { code, message, hint } = read.diagnostic;
  if (code !== "file-not-found")
    return hint === undefined ? { fault: message } : { fault: message, hint };
  return refuseFile(specifier, place, message);
}

/** Returns the file that `sluice.policy` in the manifest of a package names, relative to its folder. */
async function offeredFile(
  name: string,
  folder: SourcePlace,
  reader: ConfigReader,
): Promise<string | Fault> {
  const read = await reader.read(placeInside(folder, "package.json"), "policy");
  if ("diagnostic" in read)
    return read.diagnostic.code === "file-not-found"
      ? DEFAULT_POLICY_FILE
      : { fault: read.diagnostic.message, hint: nameFile(name) };
  const refuse = (what: string): Fault => ({ fault: `${read.path} ${what}`, hint: nameFile(name) });
  let manifest: unknown;
  try {
    manifest = JSON.parse(read.text.replace(/^\uFEFF/, ""));
  } catch {
    return refuse("is not valid JSON.");
  }
  if (!isRecord(manifest)) return refuse("is not an object.");
  const { sluice } = manifest;
  if (sluice === undefined) return DEFAULT_POLICY_FILE;
  const policy = isRecord(sluice) ? sluice.policy : null;
  if (policy === undefined) return DEFAULT_POLICY_FILE;
  if (typeof policy !== "string") return refuse("has a `sluice.policy` that is not a text.");
  const file = tidyPath(policy);
  const isOutside = file === "" || rootFault(file) !== undefined;
  return isOutside ? refuse("has a `sluice.policy` that is no path inside of the package.") : file;
}

/** The most folders that a message lists. */
const MOST_FOLDERS = 3;

function refuseMissing(
  name: string,
  looked: readonly string[],
  { tree, trust }: ConfigReader,
): Fault {
  const near = closestName(
    name,
    BUILT_IN_POLICIES.map((policy) => policy.name),
  );
  const others = looked.length - MOST_FOLDERS;
  const folders = [...looked.slice(0, MOST_FOLDERS), ...(others > 0 ? [`${others} more`] : [])];
  const where = `looked in ${folders.join(", ")}`;
  const suggestion = near === undefined ? "" : `Did you mean \`${near}\`? `;
  if (tree.origin === "base")
    return {
      fault:
        `There is no built-in policy and no package \`${name}\` in the base commit ` +
        `${trust.base?.slice(0, 7)}: ${where}. What is installed in the work tree is not trusted.`,
      hint:
        `${suggestion}Install it outside of the checkout, and name the folder: ` +
        `\`npm install --prefix DIR --ignore-scripts ${name}\` and \`--packages DIR\`.`,
    };
  return {
    fault: `There is no built-in policy and no package \`${name}\`: ${where}.`,
    hint:
      `${suggestion}Install it: \`npm install --save-dev ${name}\`. ` +
      `Or name a folder in which it is installed: \`--packages DIR\`.`,
  };
}

/** A link of the tree is not followed out of the root, and without trust in the tree no package of it is read. */
async function refuseFolder(place: SourcePlace, reader: ConfigReader): Promise<Fault> {
  const read = await reader.read(place, "policy");
  const fault =
    "diagnostic" in read ? read.diagnostic.message : `${read.path} is no folder of a package.`;
  return {
    fault,
    hint: "Install a copy of the package, or one in a folder that `--packages DIR` names.",
  };
}

function refuseFile({ name, file }: PackageSpecifier, place: SourcePlace, message: string): Fault {
  if (file !== undefined) return { fault: message, hint: `The package is ${shownPlace(place)}.` };
  return {
    fault: `The package \`${name}\` offers no policy: ${message}`,
    hint: nameFile(name),
  };
}

function nameFile(name: string): string {
  return `Name a file of the package, such as \`${name}/strict.yaml\`.`;
}
