import { posix } from "node:path";
import { findBuiltInPolicy } from "../../policy/built-in-policies.ts";
import type { ExtendedPolicy, ReadExtended } from "../../policy/load-policy.ts";
import type { ConfigReader } from "./config-reader.ts";
import { findPackage } from "./find-package.ts";
import { readPackagePolicy } from "./package-policy.ts";
import { isPackageName, parsePackageSpecifier } from "./package-specifier.ts";
import { readSource } from "./read-source.ts";
import { placeOfNamed, type SourcePlace } from "./source-place.ts";

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
