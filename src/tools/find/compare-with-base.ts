import { compareFindings } from "../../findings/compare-findings.ts";
import type { Finding } from "../../findings/finding.ts";
import type { TextRegion } from "../../model/place.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { Workspace } from "../../model/workspace.ts";
import { previewCall } from "../ast-edit/preview/preview-call.ts";
import type { ToldPlaces } from "../ast-edit/search/collected-findings.ts";
import type { ComparedWithBase, FindContext } from "./find-shapes.ts";

/**
 * Compares the findings of a call with those at the base. Only files that differ are searched there: all others have
 * the same findings. Lines that move, also to another file, keep theirs.
 */
export async function compareWithBase(
  search: Parameters<typeof previewCall>[0],
  told: readonly ToldPlaces[],
  environment: FindContext,
): Promise<ComparedWithBase> {
  const { baseTexts: base, scope, workspace, linesOf } = environment;
  if (base === undefined) throw new ToolError("The base of the run is not known.");
  const changed = await base.changed(workspace, scope.isPart);
  const isSelected = (path: string) => scope.isSelected(path) || changed.get(path) === "gone";
  const silent = {
    ...environment,
    ...{ record: undefined, linesOf: undefined, onProgress: () => undefined },
  };
  // With some lines alone, the findings of a call are a part of those that there are.
  const all = linesOf === undefined ? told : (await previewCall(search, silent)).told;
  const now = all.filter(({ path }) => changed.has(path));
  const opened = await base.open(changed.keys());
  try {
    const there = { ...silent, workspace: opened.workspace, scope: { ...scope, isSelected } };
    const before = (await previewCall(search, there)).told;
    const total = countIn(all);
    const paths = new Set([...before, ...now].map(({ path }) => path));
    const { added } = compareFindings(
      { findings: before.flatMap(findingsIn), texts: await textsOf(paths, opened.workspace) },
      { findings: now.flatMap(findingsIn), texts: await textsOf(paths, workspace) },
      { follows: "lines" },
    );
    const fresh = new Set(added.map(({ rule, path, region }) => keyOf(rule, path, region)));
    return {
      commit: base.commit,
      now: total,
      total: total - countIn(now) + countIn(before),
      isNew: (path, place) => fresh.has(keyOf(place.opId, path, place)),
    };
  } finally {
    await opened.close();
  }
}

function countIn(told: readonly ToldPlaces[]): number {
  return told.reduce((sum, { places }) => sum + places.length, 0);
}

function findingsIn({ path, places }: ToldPlaces): readonly Finding[] {
  return places.map(({ opId, message, ...region }) => ({
    tool: "",
    rule: opId,
    message,
    path,
    region,
  }));
}

async function textsOf(
  paths: Iterable<string>,
  workspace: Pick<Workspace, "read">,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    const read = await workspace.read(path);
    if (read.kind === "text") texts.set(path, read.text);
  }
  return texts;
}

function keyOf(opId: string, path: string, region: TextRegion | undefined): string {
  const { startLine, startColumn, endLine, endColumn } = region ?? {};
  return [opId, path, startLine, startColumn, endLine, endColumn].join("\0");
}
