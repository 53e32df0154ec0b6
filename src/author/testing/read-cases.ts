import type { LoadingStop } from "../../config/sources/loading-stop.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { FolderEntry } from "../../model/workspace.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import { shown } from "../../shared/shown.ts";
import type { CasesPlace } from "./cases-place.ts";
import { isSnippetFile, readSnippets } from "./read-snippets.ts";
import { below, caseFault, isMeant } from "./read-tree.ts";
import { readTreeCase } from "./read-tree-case.ts";
import type { TestCase } from "./test-case.ts";

/** The cases of a recipe, and every fault of them. */
export interface ReadCases {
  readonly cases: readonly TestCase[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the cases of a recipe, by their names; none if it has no folder of them. */
export async function readCases(place: CasesPlace, loading: LoadingStop): Promise<ReadCases> {
  const { files, folder } = place;
  const kind = await files.kindOf(folder);
  if (kind === "missing") return { cases: [], diagnostics: [] };
  if (kind !== "folder")
    return faulty(caseFault(folder, `${shown(folder)} is no folder of cases.`));
  const entries = (await files.entries(folder)).filter(isMeant);
  if (entries.length > MOST_CASES)
    return faulty(caseFault(folder, `${shown(folder)} has more than ${MOST_CASES} cases.`));
  const cases: TestCase[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const entry of [...entries].sort((a, b) => comparePaths(a.name, b.name))) {
    await loading.pause();
    const read = await readEntry(place, entry);
    if ("diagnostics" in read) diagnostics.push(...read.diagnostics);
    else cases.push(...read.cases);
  }
  return { cases, diagnostics };
}

/** As many as rule files of a step. */
const MOST_CASES = INPUT_LIMITS.ruleFiles;

function readEntry(
  place: CasesPlace,
  { name, kind }: FolderEntry,
): Promise<
  { readonly cases: readonly TestCase[] } | { readonly diagnostics: readonly Diagnostic[] }
> {
  const path = below(place.folder, name);
  if (kind === "folder") return readTreeCase(place, name);
  if (kind === "file" && isSnippetFile(name)) return readSnippets(place, path, name);
  const what = kind === "link" ? "a link" : "no case";
  const hint = "A case is a folder with `input`, or a file `ID-test.yml` with snippets.";
  return Promise.resolve({ diagnostics: [caseFault(path, `${shown(path)} is ${what}.`, hint)] });
}

function faulty(fault: Diagnostic): ReadCases {
  return { cases: [], diagnostics: [fault] };
}
