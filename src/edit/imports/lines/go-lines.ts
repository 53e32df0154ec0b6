import type { SgNode } from "@ast-grep/napi";
import { goImports } from "../../../names/go/go-imports.ts";
import type { ImportLine } from "./import-line.ts";

/** Returns the imports of a file; those of which the name is not known bind none. */
export function goLines(root: SgNode): readonly ImportLine[] {
  return goImports(root).map(({ path, local, place: spec, declaration, isInList }) => {
    const place = isInList ? spec : declaration;
    const name = { module: path, imported: undefined, place, at: spec.start, isKept: false };
    const names = local === undefined ? [] : [{ ...name, local }];
    return { place, names, ...(isInList && { block: declaration }) };
  });
}
