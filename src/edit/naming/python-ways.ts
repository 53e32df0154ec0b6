import type { MeantExport } from "../../model/edit.ts";
import type { Declaration } from "../../names/file-names.ts";
import { meansExport } from "../../names/means-export.ts";
import { parseText } from "../engine/engine.ts";
import { pythonLines } from "../imports/lines/python-lines.ts";
import { onlyOnce } from "../text/only-once.ts";
import { importOfMember, membersAfter } from "./dotted-names.ts";
import { freshName, type NamedCode, type NameWays } from "./name-ways.ts";

/** Python: an import in `if TYPE_CHECKING` or `try` may not have run. */
export function pythonWays({ code, names }: NamedCode): NameWays {
  const certain = onlyOnce(() => {
    const lines = pythonLines(parseText(code, "python"), code);
    return new Map(lines.flatMap((line) => line.names.map((name) => [name.at, name.module])));
  });
  const modulesAt = ({ places }: Declaration) =>
    places.flatMap(({ start }) => certain().get(start) ?? []);
  return {
    membersTo: (imported, meant) => {
      const { origin } = imported;
      const modules = origin === undefined ? [] : modulesAt(imported);
      if (origin === undefined || modules.length === 0) return undefined;
      // A module inside of a package is there if it was imported itself.
      const isThere = (member: string) =>
        member.lastIndexOf(".") <= 0 || modules.some((module) => meant.from.includes(module));
      return membersAfter(origin, meant).find(isThere);
    },
    bring: (name, meant, isTaken) => {
      const own = names?.declarations.filter((each) => each.name === name) ?? [];
      const isFree = own.length > 0 && own.every((each) => isSame(each, meant));
      const text = isFree ? name : freshName(name, isTaken);
      return { text, add: importOfMember(meant, text, names?.declarations) };
    },
  };
}

/** True for an import of the export, though it may not have run. */
function isSame({ kind, origin, scope }: Declaration, meant: MeantExport): boolean {
  return kind === "import" && scope.isTop && origin !== undefined && meansExport(origin, meant);
}
