import { languageOfPath } from "../../edit/language/language.ts";
import { inspectOutputPlace } from "../../files/output-place.ts";
import { readBeginning } from "../../files/read-beginning.ts";
import type { OutputFolders } from "../../files/tree-link.ts";

/** The beginning of a product, by format. Other formats have no beginning of their own. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  json: /^\{\s*"formatVersion"/,
  jsonl: /^\{"seq":0,/,
  junit: /^<\?xml [^>]*>\s*<testsuites name="sluice /,
  html: /^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="generator" content="sluice">/,
  cassette: /^\{\s*"kind":\s*"sluice-cassette"/,
};

/** The same of formats whose names may be those of source files: Markdown and JSON are languages, too. */
const EARLIER: Readonly<Record<string, RegExp>> = {
  markdown: /^## Sluice(?: [a-z-]+: [a-z]+|: (?:no difference|differences))\n/,
  sarif: /^\{"\$schema":"[^"]*sarif/,
  gitlab: /^\[(?:\s*\]|\s*\{"type":"issue","description":)/,
  rdjson: /^\{"source":\{"name":"sluice"/,
  rdjsonl: /^\{"message":/,
  checkstyle: /^<\?xml [^>]*>\s*<checkstyle /,
};

/**
 * Returns why a report, or a recording (`cassette`), must not be written to a path, in words that follow the path;
 * undefined if it may be. It replaces an earlier report, but no file that the run is given (`inputs`) and no source
 * file.
 */
export async function outputPathFault(
  folders: OutputFolders,
  path: string,
  format: string,
  inputs: readonly string[],
): Promise<string | undefined> {
  const place = await inspectOutputPlace(folders, path, inputs);
  if (place.kind === "refused") return place.fault;
  if (place.kind === "folder") return "is a folder";
  if (place.kind !== "file") return undefined;
  const beginning = BEGINNINGS[format];
  if (beginning) {
    const isReport = beginning.test(await readBeginning(place.path));
    const noun = format === "cassette" ? "recording" : "report";
    return isReport
      ? undefined
      : `exists and is not a ${noun}. Name another path, or remove the file`;
  }
  if (languageOfPath(path) === undefined) return undefined;
  const isEarlier = EARLIER[format]?.test(await readBeginning(place.path)) === true;
  return isEarlier ? undefined : "is a source file";
}
