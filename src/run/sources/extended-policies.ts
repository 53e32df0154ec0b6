import { posix } from "node:path";
import { findBuiltInPolicy } from "../../policy/built-in-policies.ts";
import type { ExtendedPolicy, ReadExtended } from "../../policy/load-policy.ts";
import type { ConfigReader } from "./config-reader.ts";
import { isPathLike } from "./locate-recipe.ts";
import { readSource } from "./read-source.ts";
import { placeOfNamed, type SourcePlace } from "./source-place.ts";

/**
 * Returns the reader of policies that others extend. A path is relative to the folder of the extending file, and is
 * read as far as that file's place is trusted: a policy of the tree reaches files of the tree only.
 */
export function extendedPolicies(reader: ConfigReader): ReadExtended {
  return async (name, from): Promise<ExtendedPolicy> => {
    const builtIn = findBuiltInPolicy(name);
    if (builtIn !== undefined)
      return {
        written: { version: 1, default: builtIn.default, rules: builtIn.rules },
        path: name,
      };
    if (!isPathLike(name))
      return {
        fault: `There is no policy \`${name}\` to extend.`,
        hint: "Name a file relative to this one, such as `./base.policy.yaml`.",
      };
    const place = placeBeside(from, name, reader);
    if (place === undefined)
      return { fault: `The policy \`${name}\` is outside of the root, and this file is inside.` };
    const read = await readSource(reader, place, "policy");
    if ("written" in read) return read;
    const { message, hint } = read.diagnostic;
    return { fault: message, ...(hint === undefined ? {} : { hint }) };
  };
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
