import type { SgNode } from "@ast-grep/napi";
import type { ImportChanges } from "../../model/edit.ts";
import type { FileNames } from "../../names/file-names.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import { NAME_VARIABLE } from "../compile/name-ops.ts";
import { parseText } from "../engine/engine.ts";
import { lineLanguageOf } from "../imports/lines/line-languages.ts";
import type { Language } from "../language/language.ts";
import { spanOf } from "../match/bindings.ts";
import type { Template } from "../replacement/template.ts";
import { onlyOnce } from "../text/only-once.ts";
import { moveSpan, type Span } from "../text/span.ts";
import { importedAsTypes } from "./imported-types.ts";
import { importsLeft, searchedModules } from "./imports-left.ts";
import { LineSpelling } from "./line-spelling.ts";
import { linesLeft } from "./lines-left.ts";
import { namesForFile } from "./modules-of-file.ts";
import { declaringPlaces, judge, namedCode, undeclaredIn } from "./named-code.ts";
import type { NameSearch } from "./names-of-matches.ts";
import { inRenamedForm, renamedPlaces } from "./renamed-places.ts";
import { importSaid } from "./said-import.ts";
import { Spelling } from "./spelling.ts";
import { nameWaysOf } from "./ways-of-language.ts";

const NO_CHANGES: ImportChanges = { add: [], remove: [], merge: false, when: "matched" };

/** The code in which names are searched, the text of its tree, which ends with it, and its file. */
interface SearchedCode {
  readonly source: string;
  readonly code: string;
  readonly language: Language;
  /** Relative to the root. */
  readonly path: string;
  readonly root: () => SgNode;
  /** The template of the op. */
  readonly template: Template;
  /** The page in which the code stands. */
  readonly page?: () => string;
  /** The names that take those of others: see settle-names.ts. */
  readonly locals?: ReadonlyMap<string, string>;
}

/** What finds the names of a text. */
export interface TextReaders {
  /** Undefined if the names cannot be told. */
  readonly namesIn: (text: string) => FileNames | undefined;
  /** False for a text whose names cannot be told. */
  readonly isReadable: (text: string) => boolean;
}

/** Returns the search for the names of an op in a part. The names of the whole part are found if they are needed. */
export function createNameSearch(
  { source, code, path, language, root, template, page = () => code, locals }: SearchedCode,
  written: CompiledNames,
  { namesIn, isReadable }: TextReaders,
): NameSearch {
  const names = onlyOnce(() => namesIn(code));
  const opHere = onlyOnce(() => namesForFile(written, { path, language, names }));
  const base = source.length - code.length;
  const placeOf = (node: SgNode): Span => moveSpan(spanOf(node), -base);
  const unresolved: Span[] = [];
  const searched = {
    names,
    declaring: onlyOnce(() => declaringPlaces(names())),
    isUndeclared: undeclaredIn({ root, language, isReadable: onlyOnce(() => isReadable(code)) }),
  };
  const leftIn = (text: string) => {
    const op = opHere();
    if (searchedModules(op).length === 0) return [];
    return lineLanguageOf(language) === undefined
      ? importsLeft(op, names(), namesIn(text), () => ({ root: parseText(text, language), text }))
      : linesLeft(op, names(), { text, language, path, names: namesIn(text) });
  };
  let spelling: Spelling | LineSpelling | undefined;
  const spell = (name: string, match: SgNode, isMember: boolean) => {
    const op = opHere();
    const ways = nameWaysOf({ code, language, names: names() });
    spelling ??= ways ? new LineSpelling(op, names(), ways) : new Spelling(op, names(), locals);
    const all = namedCode(match, written, source);
    const from = ways ? undefined : importSaid(all, name, { op, template, names: names(), base });
    return spelling.of(name, placeOf(match).start, { isMember, from });
  };
  const { rename, whole, keepImports } = written;
  const isPython = language === "python";
  const renamed =
    rename && onlyOnce(() => renamedPlaces(rename, names(), { code, page, path, isPython }));
  return {
    unresolved,
    accepts: (match) => {
      if (renamed !== undefined) {
        const verdict = renamed()(placeOf(match));
        if (verdict === "unknown") unresolved.push(moveSpan(placeOf(match), base));
        return verdict === "yes";
      }
      const verdicts = namedCode(match, written, source).map((said) =>
        judge(moveSpan(said, -base), said, opHere(), searched),
      );
      if (verdicts.includes("no")) return false;
      if (!verdicts.includes("unknown")) return true;
      unresolved.push(moveSpan(placeOf(match), base));
      return false;
    },
    spell: (variable, match) => {
      if (!variable.startsWith(NAME_VARIABLE)) return undefined;
      const name = variable.slice(NAME_VARIABLE.length);
      // A name that stands alone may be a key, too: no member can take its place.
      const isMember =
        whole === undefined ||
        language === "java" ||
        language === "go" ||
        match.text().includes(".");
      const said = namedCode(match, written, source).find((each) => each.name === name);
      return said?.text ?? spell(name, match, isMember);
    },
    wrap: (match, text) =>
      rename !== undefined
        ? inRenamedForm(
            text,
            { place: placeOf(match), name: match.text() },
            { names: names(), rename },
          )
        : whole === undefined
          ? text
          : inForm(text, { place: placeOf(match), name: match.text() }, names()),
    importsFor: (texts, after) => {
      const brought = spelling?.broughtBy(texts) ?? [];
      const added = brought.map((each) => each.add);
      const add = importedAsTypes(added, opHere(), names, () => namesIn(after));
      const remove = keepImports ? [] : leftIn(after);
      return {
        changes: { ...NO_CHANGES, add, remove },
        brought: brought.map((each, index) => ({ ...each, add: add[index] ?? each.add })),
      };
    },
  };
}

/** Writes a key or another name beside a new text: `{ a }` becomes `{ a: new }`. */
function inForm(
  text: string,
  { place, name }: { readonly place: Span; readonly name: string },
  names: FileNames | undefined,
): string {
  if (text === name) return text;
  const reference = names?.references.find(({ start }) => start === place.start);
  if (reference?.form === "shorthand") return `${name}: ${text}`;
  return reference?.form === "export" ? `${text} as ${name}` : text;
}
