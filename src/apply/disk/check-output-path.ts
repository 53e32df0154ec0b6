import { languageOfPath } from "../../edit/language/language.ts";
import { inspectOutputPlace } from "../../files/output-place.ts";
import { readBeginning } from "../../files/read-beginning.ts";

/** How a report of a format begins, where that can be told. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  json: /^\{\s*"formatVersion"/,
  jsonl: /^\{"seq":0,/,
  cassette: /^\{\s*"kind":\s*"sluice-cassette"/,
};

/**
 * Why a report, or a recording (`cassette`), must not be written to a path, in words that follow the path; undefined where it may.
 * A report never takes the place of something else: of what the run was given (`inputs`), of a source
 * file, of anything in `.git` or `.sluice`. An earlier report is replaced.
 */
export async function outputPathFault(
  folder: string,
  path: string,
  format: string,
  inputs: readonly string[],
): Promise<string | undefined> {
  const place = await inspectOutputPlace(folder, path, inputs);
  if (place.kind === "refused") return place.fault;
  if (place.kind === "folder") return "is a folder";
  if (place.kind !== "file") return undefined;
  const beginning = BEGINNINGS[format];
  if (beginning) {
    const isReport = beginning.test(await readBeginning(place.path));
    const noun = format === "cassette" ? "recording" : "report";
    return isReport ? undefined : `exists and is no ${noun}; name another path or remove it`;
  }
  return languageOfPath(path) === undefined ? undefined : "is a source file";
}
