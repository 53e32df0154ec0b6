import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** An example of docs/api.md. */
export interface ApiExample {
  /** The heading that it stands under. */
  readonly title: string;
  readonly code: string;
  /** What it says that it prints: the rests of its comments with an arrow. */
  readonly output: readonly string[];
}

const PAGE = readFileSync(resolve(import.meta.dirname, "../../docs/api.md"), "utf8");

/** The tree that the examples work in. */
export const API_TREE = { "src/orders.js": blocks("js")[0]?.code.replace(/^\/\/.*\n/, "") ?? "" };

/** Every example of docs/api.md, in its order. */
export const API_EXAMPLES: readonly ApiExample[] = blocks("ts");

function blocks(language: string): readonly ApiExample[] {
  const found = PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"));
  return [...found].map(({ 1: code = "", index }) => ({
    title: /^#+ (.*)$/m.exec(PAGE.slice(PAGE.lastIndexOf("\n#", index)))?.[1] ?? "",
    code,
    output: [...code.matchAll(/\/\/ → (.*)$/gm)].map((match) => match[1] ?? ""),
  }));
}
