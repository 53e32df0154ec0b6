import { createRequire } from "node:module";
import { dirname } from "node:path";

/** Returns the folder of the own package. A bundle cannot tell it by its address, but Node knows its package. */
export function ownFolder(): string {
  return dirname(createRequire(import.meta.url).resolve("sluice/package.json"));
}
