import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Parts } from "./random-case.ts";

/** Reads the code to draw from: files with a code a line under three headings, `\n` for a line end. */
export function readParts(...names: readonly string[]): Parts {
  const files = names.map((name) =>
    readFileSync(join(import.meta.dirname, "parts", `${name}.txt`), "utf8").split(
      /^# (?:places|templates|args)\n/m,
    ),
  );
  const linesOf = (section: number) =>
    files.flatMap((sections) =>
      (sections[section] ?? "").split("\n").filter(Boolean).map(unescaped),
    );
  return { places: linesOf(1), templates: linesOf(2), args: linesOf(3) };
}

/** Reads values of a language, and puts them into its statements. */
export function readValues(language: string, ...frames: readonly string[]): Parts {
  const { places, ...parts } = readParts("values", language);
  const framed = places.flatMap((place) => frames.map((frame) => frame.replace("@", () => place)));
  return { places: framed, ...parts };
}

/** Calls, members, elements and names alone: what most rules of users write, and most of their matches have. */
const PLAIN = /^(?!.* as )(?:new )?[\w$.,()[\] ]+$/;

/** Returns the places with the templates and arguments that have no operators. */
export function plainParts({ places, templates, args }: Parts): Parts {
  const plain = (codes: readonly string[]) => codes.filter((code) => PLAIN.test(code));
  return { places, templates: plain(templates), args: plain(args) };
}

function unescaped(line: string): string {
  return line.replaceAll("\\n", "\n");
}
