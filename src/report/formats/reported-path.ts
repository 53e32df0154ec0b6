import { isAbsolute, join, normalize } from "node:path/posix";

/**
 * Returns a path of a report as its consumers know it: from the top of the checkout. Undefined for what is outside of
 * it, or is no file, such as a recipe that ships.
 */
export function reportedPath(
  path: string | undefined,
  { folder = "" }: { readonly folder?: string | undefined },
): string | undefined {
  if (path === undefined || path === "" || isAbsolute(path) || NO_FILE.test(path)) return undefined;
  const whole = normalize(join(folder, path));
  return whole === ".." || whole.startsWith("../") ? undefined : whole;
}

/** Names of sources that are no file of the tree: `shipped:NAME`, `git:URL@COMMIT:PATH`, `<stdin>`. */
const NO_FILE = /^(?:shipped|git|object):|^<.*>$/;
