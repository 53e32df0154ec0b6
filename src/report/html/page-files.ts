import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The script and the styles of the page, as the build has made them of `page/`. */
export interface PageFiles {
  readonly script: string;
  readonly styles: string;
}

/** Reads them in the own package. A bundle cannot tell where it is from its own address, but Node knows its package. */
export function readPageFiles(): PageFiles {
  const home = dirname(createRequire(import.meta.url).resolve("sluice/package.json"));
  const read = (name: string) => readFileSync(join(home, "dist/page", name), "utf8");
  return { script: read("page.js"), styles: read("page.css") };
}
