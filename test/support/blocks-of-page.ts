import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The blocks of code of a page of the documents, in its order. */
export function blocksOfPage(page: string, language: string): readonly string[] {
  const text = readFileSync(resolve(import.meta.dirname, "../..", page), "utf8");
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    .filter((match) => match[1] === language)
    .map((match) => match[2] ?? "");
}
