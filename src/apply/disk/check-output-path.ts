import { languageOfPath } from "../../edit/language/language.ts";
import { inspectOutputPlace } from "../../files/output-place.ts";
import { readBeginning } from "../../files/read-beginning.ts";
import type { OutputFolders } from "../../files/tree-link.ts";
import { factsOfFormat, type ReportFormat } from "../../model/report/formats.ts";

/** How a recording begins. */
const CASSETTE = /^\{\s*"kind":\s*"sluice-cassette"/;

/**
 * Returns why a report, or a recording (`cassette`), must not be written to a path, in words that follow the path;
 * undefined if it may be. It replaces an earlier report, but no file that the run is given (`inputs`) and no source
 * file.
 */
export async function outputPathFault(
  folders: OutputFolders,
  path: string,
  format: ReportFormat | "cassette",
  inputs: readonly string[],
): Promise<string | undefined> {
  const place = await inspectOutputPlace(folders, path, inputs);
  if (place.kind === "refused") return place.fault;
  if (place.kind === "folder") return "is a folder";
  if (place.kind !== "file") return undefined;
  const { beginning, isOfSource = false } =
    format === "cassette" ? { beginning: CASSETTE, isOfSource: false } : factsOfFormat(format);
  const isEarlier = beginning?.test(await readBeginning(place.path)) === true;
  if (beginning !== undefined && !isOfSource) {
    const noun = format === "cassette" ? "recording" : "report";
    return isEarlier
      ? undefined
      : `exists and is not a ${noun}. Name another path, or remove the file`;
  }
  return isEarlier || languageOfPath(path) === undefined ? undefined : "is a source file";
}
