import type { MeantExport } from "../../model/edit.ts";
import type { Declaration } from "../../names/file-names.ts";
import { meansExport } from "../../names/means-export.ts";
import { TOP } from "../../names/scoped-names.ts";
import { once } from "../../shared/once.ts";
import { wordRegex } from "../../shared/regex/word-regex.ts";
import { parseText } from "../engine/engine.ts";
import { importOfMember, membersAfter } from "./dotted-names.ts";
import {
  type Beside,
  freshName,
  type NamedCode,
  type NameUse,
  type NameWays,
  type SaidExport,
} from "./name-ways.ts";
import { PythonImports } from "./python-imports.ts";

/** Python: an import counts after it has run, and one that a match says counts in its place. */
export function pythonWays({ code, names }: NamedCode): NameWays {
  const imports = once(() => new PythonImports(parseText(code, "python"), code));
  const { declarations = [] } = names ?? {};
  const isVisible = (each: Declaration, module: string, at: number) =>
    each.kind === "import" &&
    each.origin?.module === module &&
    names?.meaningAt(each.name, at) === each;
  const besideOf = ({ declaration, module }: SaidExport, { at, isType }: NameUse) => {
    const said =
      declaration?.kind === "import"
        ? declaration
        : declarations.find((each) => isVisible(each, module, at));
    const beside = said && imports().besideOf(said);
    if (beside === undefined || !said?.isTypeOnly) return beside;
    // No code runs that uses a type: it may have the name of a value in a function.
    return isType() ? { imports: beside.imports } : HEAD;
  };
  const deletions = once(() => code.match(/\bdel\s[^\n]*/gu) ?? []);
  const isDeleted = (name: string) =>
    deletions().some((line) => new RegExp(wordRegex(name), "u").test(line));
  return {
    membersTo: (imported, meant, use) => {
      const found = imported.origin === undefined ? [] : membersAfter(imported.origin, meant);
      if (found.length === 0) return undefined;
      const said = use.said.filter(({ declaration }) => declaration === imported);
      const isCertain = imported.scope.isTop && !isDeleted(imported.name);
      const modules = isCertain ? imports().modulesBefore(imported, use.at) : [];
      const parents = imported.isTypeOnly ? [] : said.map(({ parent }) => parent);
      if (modules.length + parents.length === 0) return undefined;
      // A module inside of a package is there if it was imported itself.
      const isThere = (member: string) =>
        member.lastIndexOf(".") <= 0 ||
        [...modules, ...parents].some((module) => meant.from.includes(module));
      return found.find(isThere);
    },
    besideFor: (meant, use) => {
      const { from } = importOfMember(meant, "", declarations);
      const modules = [from, ...use.said.map(({ module }) => module)];
      if (use.said.length === 0 || modules.some((module) => imports().isAtHead(module)))
        return HEAD;
      const said = use.said.map((each) => besideOf(each, use));
      const found = said.find((each) => each !== undefined);
      return found ?? imports().runBefore(modules, use.at);
    },
    bring: (name, meant, isTaken, { scope = TOP }) => {
      const own = declarations.filter((each) => each.name === name);
      const isOwn = own.length > 0 && own.every((each) => isSame(each, meant));
      // All of a function has the name that an import in it binds.
      const isFree = isOwn && scope === TOP && !isDeleted(name);
      const text = isFree ? name : freshName(name, isTaken);
      return { text, add: importOfMember(meant, text, declarations) };
    },
  };
}

const HEAD: Beside = { imports: [] };

/** True for an import of the export, though it may not have run. */
function isSame({ kind, origin, scope }: Declaration, meant: MeantExport): boolean {
  return kind === "import" && scope.isTop && origin !== undefined && meansExport(origin, meant);
}
