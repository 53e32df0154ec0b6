import type { ImportToAdd, MeantExport } from "../../model/edit.ts";
import type { Origin } from "../../names/file-names.ts";
import { membersOf } from "../../names/means-export.ts";

/** Returns the members that lead from a declaration to an export, if it has the export as one. */
export function membersTo(meant: MeantExport, origin: Origin): readonly string[] | undefined {
  if (meant.export === "*" || meant.export === "default") return undefined;
  const wanted = meant.export.split(".");
  const own = membersOf(origin);
  const isOnTheWay = own.length < wanted.length && own.every((name, at) => name === wanted[at]);
  return isOnTheWay ? wanted.slice(own.length) : undefined;
}

/** Returns the import of an export under a name: of `promises.rm`, that of `promises`. */
export function importOf(
  { export: exported }: MeantExport,
  { module, local }: { readonly module: string; readonly local: string },
): ImportToAdd {
  const added = { from: module, names: [], type: false };
  if (exported === "*") return { ...added, namespace: local };
  if (exported === "default") return { ...added, default: local };
  const [first = ""] = exported.split(".");
  return { ...added, names: [[first, local]] };
}
