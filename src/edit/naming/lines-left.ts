import type { SgNode } from "@ast-grep/napi";
import type { ImportToRemove } from "../../model/edit.ts";
import type { Declaration, FileNames } from "../../names/file-names.ts";
import { joinedName } from "../../names/means-export.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import { escapeRegex } from "../../shared/regex/escape-regex.ts";
import { wordRegex } from "../../shared/regex/word-regex.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import { findMatches, kindOf, parseText } from "../engine/engine.ts";
import type { LineName } from "../imports/lines/import-line.ts";
import { lineLanguageOf } from "../imports/lines/line-languages.ts";
import type { Language } from "../language/language.ts";
import { searchedModules } from "./imports-left.ts";

/** A text that edits have left, with its names. */
interface LeftText {
  readonly text: string;
  readonly language: Language;
  readonly path: string;
  readonly names: FileNames | undefined;
}

/**
 * Does the same as `importsLeft` for a language whose imports are lines. No import goes of a text with names that
 * cannot be told: any of them may use it.
 */
export function linesLeft(
  op: CompiledNames,
  before: FileNames | undefined,
  { text, language, path, names: after }: LeftText,
): readonly ImportToRemove[] {
  const modules = searchedModules(op);
  if (before === undefined || after === undefined || hasOpenNames(after)) return [];
  if (after.declarations.some((each) => each.kind === "import" && after.isExposed(each))) return [];
  // Other modules import what a package imports.
  if (/(?:^|\/)__init__\.pyi?$/.test(path)) return [];
  const root = parseText(text, language);
  const lines = lineLanguageOf(language)?.read(root, text) ?? [];
  const names = lines.flatMap((line) => line.names);
  const used = usedImports(before);
  const usedNow = new Set(after.references.map(({ declaration }) => declaration));
  // In a class, a name may be one of its own, or the module's.
  const openNow = new Set(
    after.references.flatMap((each) => (each.declaration === "unknown" ? [each.name] : [])),
  );
  const isUsed = ({ at, local }: LineName) => {
    const own = after.declarations.find(({ places }) => places.some(({ start }) => start === at));
    return own === undefined || usedNow.has(own) || openNow.has(local);
  };
  const isLeft = (name: LineName) =>
    !name.isKept &&
    used.has(name.local) &&
    modules.some((module) => isOf(name, module)) &&
    !isUsed(name) &&
    !(language === "python" && isInString(root, name.local));
  // Of an export with two names, one may still be used.
  const kept = new Set(names.filter((each) => !isLeft(each)).map(keyOf));
  const gone = new Set(names.filter((each) => isLeft(each) && !kept.has(keyOf(each))));
  const places = new Set([...gone].map(({ at }) => at));
  const others = after.declarations.filter(
    (each) => each.kind === "import" && each.places.some(({ start }) => !places.has(start)),
  );
  const left = new Map<string, LineName[]>();
  for (const each of gone) if (!isReached(each, others)) addTo(left, each.module, each);
  return [...left].map(([module, gone]) => removalOf(module, gone));
}

/**
 * True if an import may be what lets others use a module inside of a package: `import a.b` binds `a` alone, and `b` is
 * a member of `a` for all names that the file has for it. Those of `a.b` itself import it, too.
 */
function isReached({ module, imported, local }: LineName, others: readonly Declaration[]): boolean {
  if (imported !== undefined || !module.startsWith(`${local}.`)) return false;
  return others.some(({ origin }) => {
    const from = origin?.module ?? "";
    const isOwn = from === module || from.startsWith(`${module}.`);
    return !isOwn && (from === local || from.startsWith(`${local}.`));
  });
}

/** True if a string or a comment says a name: annotations, `eval`, doctests and types of comments use what it names. */
function isInString(root: SgNode, name: string): boolean {
  const word = new RegExp(wordRegex(name), "u");
  const doctest = new RegExp(`(?:>>>|\\.\\.\\.\\s).*${wordRegex(name)}`, "u");
  const any = [{ kind: "comment" }, { kind: "string_content" }];
  return findMatches(root, { rule: { any, regex: escapeRegex(name) } }).some((node) => {
    const around = node.parent()?.parent();
    const isDocstring = around && kindOf(node) !== "comment" && kindOf(around) === STATEMENT;
    return (isDocstring ? doctest : word).test(node.text());
  });
}

const STATEMENT = "expression_statement";

/** True if code that is not there to see may declare or use names: `import *`, `exec`. */
function hasOpenNames({ meaningAt }: FileNames): boolean {
  return meaningAt("", 0) === "unknown";
}

/** True if an import is of a module, of what is in it, or of a package around it. */
function isOf({ module, imported }: LineName, searched: string): boolean {
  if (module === searched || module.startsWith(`${searched}.`)) return true;
  const own = joinedName(module, imported === undefined ? [] : [imported]);
  return own === searched || searched.startsWith(`${own}.`);
}

function usedImports({ references }: FileNames): ReadonlySet<string> {
  const isImport = ({ kind, scope }: Declaration) => kind === "import" && scope.isTop;
  return new Set(
    references.flatMap(({ declaration }) =>
      typeof declaration === "object" && isImport(declaration) ? [declaration.name] : [],
    ),
  );
}

function keyOf({ module, imported }: LineName): string {
  return `${module} ${imported ?? ""}`;
}

function removalOf(from: string, gone: readonly LineName[]): ImportToRemove {
  const names = gone.flatMap(({ imported }) => imported ?? []);
  const namespace = gone.some(({ imported }) => imported === undefined);
  return { from, names, default: false, namespace, all: false, ifUnused: false };
}
