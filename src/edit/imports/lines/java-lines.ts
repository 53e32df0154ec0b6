import type { SgNode } from "@ast-grep/napi";
import { javaImports } from "../../../names/java/java-imports.ts";
import { freeWordRegex } from "../../../shared/regex/word-regex.ts";
import type { ImportLine } from "./import-line.ts";

/** An import of Java. */
export interface JavaLine extends ImportLine {
  readonly isStatic: boolean;
  /** The whole name, which `*` may end. */
  readonly path: string;
}

/** Returns the imports of a file; one that a comment for Javadoc names is to stay. */
export function javaLines(root: SgNode, text: string): readonly JavaLine[] {
  return javaImports(root).imports.map(({ start, end, module, name, isStatic }) => {
    const place = { start, end };
    const path = `${module}.${name?.text ?? "*"}`;
    if (name === undefined) return { place, path, isStatic, names: [] };
    const isKept = isDocumented(name.text, text);
    const { text: local, start: at } = name;
    return {
      place,
      path,
      isStatic,
      names: [{ module, imported: local, local, place, at, isKept }],
    };
  });
}

function isDocumented(name: string, text: string): boolean {
  const tag = String.raw`(?:\{@\w+|@(?:see|throws|exception))\s[^\n}]*`;
  return new RegExp(tag + freeWordRegex(name), "u").test(text);
}
