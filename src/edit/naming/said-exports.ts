import type { FileNames } from "../../names/file-names.ts";
import { joinedName } from "../../names/means-export.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import { moveSpan } from "../text/span.ts";
import type { SaidExport } from "./name-ways.ts";
import type { NamedCode } from "./named-code.ts";

/** Returns the exports of modules that the code of a match says; its tree begins `base` before the code. */
export function saidExports(
  all: readonly NamedCode[],
  { meant }: CompiledNames,
  { names, base }: { readonly names: FileNames | undefined; readonly base: number },
): readonly SaidExport[] {
  return all.flatMap((said): readonly SaidExport[] => {
    if (typeof meant[said.name] !== "object") return [];
    const place = moveSpan(said, -base);
    const resolved = names?.resolve(place);
    if (resolved?.kind !== "module") return [];
    const { module, path } = resolved.origin;
    const [head = ""] = /^[\p{ID_Continue}]+/u.exec(said.text) ?? [];
    const meaning = names?.meaningAt(head, place.start);
    // `importlib.import_module("a").b` comes from a module that no name has.
    const isNamed = typeof meaning === "object" && meaning.origin?.module === module;
    const parent = joinedName(module, path.slice(0, -1));
    return [{ declaration: isNamed ? meaning : undefined, module, parent }];
  });
}
