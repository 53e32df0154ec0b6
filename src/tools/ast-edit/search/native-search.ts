import type { SgNode } from "@ast-grep/napi";
import { parseAside } from "../../../edit/engine/engine.ts";
import { releaseTrees } from "../../../edit/engine/tree-memory.ts";
import { searchFiles } from "../../../edit/match/find-matching-files.ts";
import { type NativePass, sortNodes } from "../../../edit/match/native-pass.ts";
import type { Workspace } from "../../../model/workspace.ts";
import { byOps } from "./native-prefilter.ts";
import { asksResult, beginFile, endFile } from "./search-file.ts";
import type { FileToSearch, PossibleFile, SearchParams } from "./search-shapes.ts";
import { type BegunFile, lookAround, missOf } from "./with-leftovers.ts";

/** The surroundings of a search by the engine. */
export interface NativeContext {
  readonly params: SearchParams;
  readonly workspace: Pick<Workspace, "isUnchanged">;
  /** Lets signals and timers through. Throws if one of them ends the search (A22). */
  readonly letThrough: () => Promise<void>;
  /** Searches a file in the plain way: it is no longer the one that was read. */
  readonly searchPlainly: (file: FileToSearch) => Promise<void>;
}

/**
 * Has the engine read, parse and search files on its own threads, and plans the edits of each while it hands over its
 * matches: so its tree serves both, and is then free. All files have an {@link OpsOfFile.nativePass}.
 * Returns the bytes of the files with a match.
 */
export async function searchNatively(
  batch: readonly FileToSearch[],
  context: NativeContext,
): Promise<number> {
  const sizes = await Promise.all(byOps(batch).map((group) => searchGroup(group, context)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function searchGroup(group: readonly FileToSearch[], context: NativeContext) {
  const [first] = group;
  const pass = first?.file.ops.nativePass;
  if (first === undefined || pass === undefined) throw new Error("The engine has no search.");
  const byPath = new Map(group.map((each) => [each.file.onDisk?.path ?? "", each]));
  const matching = new Set<FileToSearch>();
  const begun: [FileToSearch, BegunFile][] = [];
  const plain: FileToSearch[] = [];
  const { language } = first.file.candidate;
  await searchFiles(language, pass.search, [...byPath.keys()], (path, nodes) => {
    const each = byPath.get(path);
    if (each === undefined || matching.has(each)) return;
    matching.add(each);
    const planned = planEdits(each.file, nodes, pass, context.params);
    if (planned === undefined) plain.push(each);
    else begun.push([each, planned]);
  });
  for (const each of group) {
    if (matching.has(each)) continue;
    const { onDisk } = each.file;
    if (onDisk && context.workspace.isUnchanged(onDisk))
      each.onOutcome(await missOf(each.file, context.params));
    else {
      each.file.letGo(); // As it is now.
      plain.push(each);
    }
  }
  for (const each of begun) each[1] = await lookAround(each[1], context.params);
  // The engine itself frees the trees without a match.
  const size = [...matching].reduce((sum, { file }) => sum + file.size, 0);
  if (asksResult(context.params)) await releaseTrees(size);
  await endFiles(begun.splice(0), context);
  // Things made of the trees can be collected with them, before it is old.
  if (!asksResult(context.params)) await releaseTrees(size);
  for (const each of plain) await context.searchPlainly(each);
  return size;
}

/** Returns undefined if the tree is not that of the text that was read. */
function planEdits(
  file: PossibleFile,
  nodes: readonly SgNode[],
  pass: NativePass,
  params: SearchParams,
): BegunFile | undefined {
  const root = nodes[0]?.getRoot().root();
  const source = file.take();
  if (root === undefined || "kind" in source) return undefined;
  if (!isTreeOf(root, source.text)) return undefined;
  const { ops } = file.ops;
  const tree = { root, ...sortNodes(pass, nodes) };
  return { source, ops, begun: beginFile(source, ops, params, tree) };
}

/** Compares whole texts, so that the edits of one text never come from the tree of another. */
function isTreeOf(root: SgNode, text: string): boolean {
  const { start, end } = root.range();
  const isBlank = text.slice(0, start.index).trim() === "" && text.slice(end.index).trim() === "";
  return isBlank && root.text() === text.slice(start.index, end.index);
}

/** The number of results that are parsed at the same time. */
const MAX_RESULTS = 4;

/** Finds what only the results tell, if it is asked for; the engine parses them on threads of its own. */
async function endFiles(
  files: readonly (readonly [FileToSearch, BegunFile])[],
  { params, letThrough }: NativeContext,
): Promise<void> {
  const options = { room: Infinity, letThrough };
  for (let at = 0; at < files.length; at += MAX_RESULTS) {
    const ended = files.slice(at, at + MAX_RESULTS).map(async ([each, file]) => {
      const findings = await endFile(file, params, options, await resultOf(file, params));
      each.onOutcome(findings);
      return file.source.text.length;
    });
    const sizes = await Promise.all(ended);
    // Without results, the trees of the batch are all that there are.
    if (asksResult(params)) await releaseTrees(sizes.reduce((sum, size) => sum + size, 0));
  }
}

/** Returns the root of the tree of a result; undefined if nothing asks for it. */
async function resultOf(
  { source, begun }: BegunFile,
  params: SearchParams,
): Promise<SgNode | undefined> {
  const isAsked = "kind" in begun && begun.kind === "first-pass" && asksResult(params);
  return isAsked ? parseAside(begun.plan.text, source.language) : undefined;
}
