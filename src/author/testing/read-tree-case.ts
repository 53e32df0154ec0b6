import type { Diagnostic } from "../../model/diagnostic.ts";
import type { FolderEntry } from "../../model/workspace.ts";
import { checkShape } from "../../shared/schema/shape.ts";
import { shown } from "../../shared/shown.ts";
import { parseYaml } from "../../shared/yaml/yaml-source.ts";
import { type WrittenCase, writtenCaseSchema } from "./case-schema.ts";
import type { CasesPlace } from "./cases-place.ts";
import { readText } from "./read-text.ts";
import { below, type CaseTree, caseFault, isMeant, readTree, TREE_LIMITS } from "./read-tree.ts";
import type { TreeCase } from "./test-case.ts";

type Read<Value> = { readonly value: Value } | { readonly diagnostics: readonly Diagnostic[] };

/** The file with the settings of a case. */
const SETTINGS = "case.yaml";

/** Reads one case: `input` and `expected`, as single files or as folders, and `case.yaml`. */
export async function readTreeCase(
  place: CasesPlace,
  name: string,
): Promise<
  { readonly cases: readonly TreeCase[] } | { readonly diagnostics: readonly Diagnostic[] }
> {
  const folder = below(place.folder, name);
  const entries = (await place.files.entries(folder)).filter(isMeant);
  const parts = partsOf(folder, entries);
  if ("diagnostics" in parts) return parts;
  const { input: from, expected: to } = parts.value;
  const settings = await readSettings(place, folder, entries);
  const input = await readPart(place, folder, from);
  // The result of a single file has the name of its input.
  const expected = to && (await readPart(place, folder, to, from.name));
  const diagnostics = [settings, input, expected].flatMap((part) =>
    part !== undefined && "diagnostics" in part ? part.diagnostics : [],
  );
  if ("diagnostics" in settings || "diagnostics" in input) return { diagnostics };
  if (expected !== undefined && "diagnostics" in expected) return { diagnostics };
  const layout = from.kind === "folder" ? "tree" : "file";
  const own = { name, folder, layout, input: input.value, expected: expected?.value } as const;
  return { cases: [{ kind: "tree", ...own, settings: settings.value }] };
}

interface Parts {
  readonly input: FolderEntry;
  readonly expected: FolderEntry | undefined;
}

/** Finds the two parts of a case, and refuses everything else: a misspelled `expected` would expect no change. */
function partsOf(folder: string, entries: readonly FolderEntry[]): Read<Parts> {
  const of = (part: string) => entries.filter((entry) => stemOf(entry) === part);
  const [inputs, expected] = [of("input"), of("expected")];
  const [input] = inputs;
  const otherEntries = entries.filter(
    (entry) => ![...inputs, ...expected].includes(entry) && entry.name !== SETTINGS,
  );
  const fault = (message: string, hint = LAYOUT) => ({
    diagnostics: [caseFault(folder, `${shown(folder)} ${message}`, hint)],
  });
  if (input === undefined) return fault("has no input.");
  if (inputs.length > 1 || expected.length > 1) return fault("has two of `input` or `expected`.");
  const [result] = expected;
  const [other] = otherEntries;
  if (other !== undefined)
    return fault(`has \`${shown(other.name)}\`, which is no part of a case.`);
  for (const { name, kind } of [input, ...expected])
    if (kind !== "file" && kind !== "folder")
      return fault(`has \`${shown(name)}\`, which is a link or no file.`);
  if (result !== undefined && (result.kind !== input.kind || extOf(result) !== extOf(input)))
    return fault("has `input` and `expected` of different kinds.");
  return { value: { input, expected: result } };
}

const LAYOUT =
  "A case has `input` and `expected`, folders or single files such as `input.ts`, and perhaps `case.yaml`.";

function stemOf({ name, kind }: FolderEntry): string {
  return kind === "folder" ? name : name.replace(/\..*$/s, "");
}

function extOf({ name, kind }: FolderEntry): string {
  return kind === "folder" ? "" : name.slice(stemOf({ name, kind }).length);
}

async function readPart(
  { files }: CasesPlace,
  folder: string,
  { name, kind }: FolderEntry,
  as = name,
): Promise<Read<CaseTree>> {
  const path = below(folder, name);
  if (kind === "folder") {
    const tree = await readTree(files, path);
    return "fault" in tree ? { diagnostics: [tree.fault] } : { value: tree.files };
  }
  const read = await files.read(path, TREE_LIMITS.bytes);
  if ("diagnostic" in read) return { diagnostics: [read.diagnostic] };
  return { value: new Map([[as, Buffer.from(read.bytes)]]) };
}

async function readSettings(
  place: CasesPlace,
  folder: string,
  entries: readonly FolderEntry[],
): Promise<Read<WrittenCase>> {
  if (!entries.some(({ name }) => name === SETTINGS)) return { value: {} };
  const path = below(folder, SETTINGS);
  const read = await readText(place, path);
  if ("fault" in read) return { diagnostics: [read.fault] };
  const parsed = parseYaml(read.text, path);
  if ("diagnostics" in parsed) return parsed;
  return checkShape(writtenCaseSchema(), parsed.source.value, parsed.source);
}
