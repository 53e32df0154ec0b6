import type { ImportToAdd, MeantExport } from "../../model/edit.ts";
import type { Declaration, Origin } from "../../names/file-names.ts";
import { joinedName } from "../../names/means-export.ts";

/** Returns an export as all languages but JavaScript write it: `os.path.join`. */
export function dottedName(module: string, exported: string): string {
  return joinedName(module, exported === "*" ? [] : exported.split("."));
}

/** Returns what must follow a name with an origin so that it means an export: nothing, `.join`, `.path.join`. */
export function membersAfter({ module, path }: Origin, meant: MeantExport): readonly string[] {
  const own = joinedName(module, path);
  return meant.from.flatMap((from) => {
    const full = dottedName(from, meant.export);
    if (full === own) return [""];
    return full.startsWith(`${own}.`) ? [full.slice(own.length)] : [];
  });
}

/** Returns the import of an export under a name: of `a.b` from `m`, `b` from `m.a`. */
export function importOfMember(
  { from, export: exported }: MeantExport,
  local: string,
  declarations: readonly Declaration[] = [],
): ImportToAdd {
  const known = new Set(declarations.map(({ origin }) => origin?.module));
  const module = from.find((each) => known.has(each)) ?? from[0] ?? "";
  if (exported === "*") return { from: module, namespace: local, names: [], type: false };
  const parts = exported.split(".");
  const last = parts.pop() ?? "";
  return { from: joinedName(module, parts), names: [[last, local]], type: false };
}
