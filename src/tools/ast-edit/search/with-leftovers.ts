import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import { releaseTrees } from "../../../edit/engine/tree-memory.ts";
import type { LeftPlace } from "../../../edit/leftovers/left-places.ts";
import { lazyPartsOf, type Part } from "../../../edit/passes/parts.ts";
import type { FirstPass, PassesPlan } from "../../../edit/passes/passes-plan.ts";
import { isCounted } from "../../../edit/passes/possible-ops.ts";
import type { Replacement } from "../../../model/edit.ts";
import type { LeftoverGroup } from "../../../model/search/leftovers.ts";
import type { FileFindings, PossibleFile, SearchParams, SourceText } from "./search-shapes.ts";

/** The findings in a file of which no edits can be planned. */
export type Refused = Extract<FileFindings, { message: string } | { kind: "skipped" }>;

/** The findings in a file that is not edited. */
type ToldFile = Extract<FileFindings, { kind: "told" | "no-match" }>;

/** A file whose edits are planned, unless there are none. Holds no tree after {@link lookAround}. */
export interface BegunFile {
  readonly source: SourceText;
  readonly ops: readonly CompiledOp[];
  readonly begun: FirstPass | PassesPlan | Refused | ToldFile;
  /** The places that look like matches. */
  readonly left?: readonly LeftPlace[];
}

/** The engine finds files without a match in these languages, and makes no tree of them that this thread could use. */
const WITHOUT_TREE = ["javascript", "typescript", "tsx"];

type SearchedFile = Pick<BegunFile, "source" | "ops">;

/** Returns a begun file without its trees, and with the places in them that look like matches. */
export async function lookAround(file: BegunFile, params: SearchParams): Promise<BegunFile> {
  const { begun } = file;
  if (!("parts" in begun) || begun.parts === undefined) return file;
  const { parts, ...rest } = begun;
  const isMiss = !("made" in rest);
  const ops = isMiss ? opsOfMiss(file, params) : file.ops;
  const left = await leftIn({ ...file, ops }, parts, isMiss ? [] : rest.made.accepted);
  return { ...file, begun: rest, left };
}

/** Returns the findings in a file in which the engine itself has found no match. */
export async function missOf(file: PossibleFile, params: SearchParams): Promise<FileFindings> {
  const miss = { kind: "no-match" } as const;
  const { language } = file.candidate;
  const ops = opsOfMiss({ source: { language }, ops: file.ops.ops }, params);
  const source = ops.length > 0 ? file.take() : miss;
  if ("kind" in source) return miss;
  const parts = lazyPartsOf(source.text, { language, ops });
  const left = await leftIn({ source, ops }, parts, []);
  if (left.length === 0) return miss;
  await releaseTrees(source.text.length);
  return withLeftovers(miss, { source, ops, left }, { plan: miss }, params);
}

/**
 * Returns the ops that tell of places in files without a match: by default, where no tree has to be made for it. A name
 * that an op gives a meaning means something else there, but in a page whose template may say it.
 */
function opsOfMiss(
  {
    source,
    ops,
  }: { readonly source: Pick<SearchedFile["source"], "language"> } & Pick<SearchedFile, "ops">,
  { countsMisses }: SearchParams,
): SearchedFile["ops"] {
  const isAll = countsMisses || !WITHOUT_TREE.includes(source.language);
  const isDefault = ({ names, language }: CompiledOp) =>
    isAll && (!names || language !== source.language);
  return ops.filter((op) => isCounted(op) && (isDefault(op) || op.leftovers !== undefined));
}

async function leftIn(
  { source: { text, places }, ops }: SearchedFile,
  parts: readonly Part[],
  edits: readonly Replacement[],
): Promise<readonly LeftPlace[]> {
  const counted = ops.filter(isCounted);
  if (counted.length === 0) return [];
  const { findLeftPlaces } = await import("../../../edit/leftovers/left-places.ts");
  return findLeftPlaces({ text, ops: counted, edits, places }, parts);
}

/** Adds to the findings in a file the places that look like matches and are left. */
export async function withLeftovers(
  findings: FileFindings,
  file: SearchedFile & Pick<BegunFile, "left">,
  { plan }: Pick<PassesPlan, "plan">,
  { asked }: SearchParams,
): Promise<FileFindings> {
  const ops = file.ops.filter(isCounted);
  if ("message" in findings || ops.length === 0) return findings;
  const isSkipped = findings.kind === "skipped";
  const { left = [] } = file;
  const isNested = plan.kind === "edited" && plan.superseded.length > 0;
  let leftovers: readonly LeftoverGroup[] = [];
  if (isSkipped || isNested || left.length > 0) {
    const { findLeftovers } = await import("../../../edit/leftovers/find-leftovers.ts");
    const { text, places } = file.source;
    leftovers = findLeftovers({ text, ops, plan, isSkipped, places }, left);
  }
  const found = leftovers.length > 0 ? { ...findings, leftovers } : findings;
  if (found.kind !== "planned" || !asked.includes("leftovers")) return found;
  return { ...found, changes: found.changes.map((change) => ({ ...change, leftovers })) };
}
