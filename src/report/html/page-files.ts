import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownFolder } from "../../shared/process/own-folder.ts";

/** The script and the styles of the page, as the build has made them of `page/`. */
export interface PageFiles {
  readonly script: string;
  readonly styles: string;
}

/** Reads them in the own package. */
export function readPageFiles(): PageFiles {
  const read = (name: string) => readFileSync(join(ownFolder(), "dist/page", name), "utf8");
  return { script: read("page.js"), styles: read("page.css") };
}
