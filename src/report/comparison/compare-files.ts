import type { Comparison } from "../../model/report/comparison.ts";
import type { Report } from "../../model/report/report.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { netFile, writtenParts } from "../../shared/diff/net-files.ts";
import { parseDiff } from "../../shared/diff/parse-diff.ts";

type ComparedNet = NonNullable<Comparison["files"][number]["before"]>;
type Part = Report["actions"][number]["files"][number];

/** Returns the files whose net changes differ, by path; one that has only moved in its file is the same. */
export function compareFiles(before: Report, after: Report): Comparison["files"] {
  const [old, fresh] = [before, after].map(({ actions }) =>
    writtenParts(actions, { withPending: true }),
  ) as [ReadonlyMap<string, readonly Part[]>, ReadonlyMap<string, readonly Part[]>];
  const paths = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return paths.flatMap((path) => {
    const [one, other] = [netOf(old.get(path)), netOf(fresh.get(path))];
    if (one === undefined && other === undefined) return [];
    if (one !== undefined && other !== undefined && isSame(one, other)) return [];
    return [{ path, ...definedOnly({ before: one, after: other }) }];
  });
}

function netOf(parts: readonly Part[] = []): ComparedNet | undefined {
  const [net] = netFile(parts);
  if (net === undefined) return undefined;
  const { changes, diff, additions, deletions, preHash, postHash } = net;
  return {
    additions,
    deletions,
    preHash,
    ...(postHash === undefined ? {} : { postHash }),
    ...(changes === undefined ? {} : { diff }),
  };
}

function isSame(one: ComparedNet, other: ComparedNet): boolean {
  const isKnown = one.postHash !== undefined;
  if (isKnown && one.preHash === other.preHash && one.postHash === other.postHash) return true;
  if (one.diff === undefined || other.diff === undefined) return false;
  return one.diff === other.diff || linesOf(one.diff) === linesOf(other.diff);
}

/** The lines that change, without their places. */
function linesOf(diff: string): string {
  const parsed = parseDiff(diff);
  if (parsed === undefined) return diff;
  const { isNew, isDeleted, changes } = parsed;
  return JSON.stringify([isNew, isDeleted, changes.map(({ removed, added }) => [removed, added])]);
}
