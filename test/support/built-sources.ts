import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Plugin } from "vitest/config";
// @ts-expect-error The scripts are plain JavaScript.
import { isBuilt } from "../../scripts/built.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const [SOURCES, BUILT] = [join(ROOT, "src/"), join(ROOT, "build/")];

/**
 * Gives tests the sources as the last build compiled them, if it is of today's sources and they cannot change meanwhile:
 * Node loads these by itself, and without a wrapper around each import. All tests take a fifth less time.
 */
export function builtSources(): Plugin[] {
  return process.argv.includes("run") && isBuilt(ROOT)
    ? [{ name: "built-sources", enforce: "pre", resolveId: builtOf }]
    : [];
}

function builtOf(name: string, importer: string | undefined): string | undefined {
  if (importer === undefined || !/^[./].*\.ts$/.test(name)) return undefined;
  const path = resolve(dirname(importer), name);
  if (!path.startsWith(SOURCES)) return undefined;
  const built = join(BUILT, path.slice(SOURCES.length)).replace(/\.ts$/, ".js");
  return existsSync(built) ? built : undefined;
}
