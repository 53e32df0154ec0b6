import type { SgNode } from "@ast-grep/napi";
import type { ImportChanges, MeantExport, MeantNames } from "../../model/edit.ts";
import type { FileNames, Resolved } from "../../names/file-names.ts";
import { meansExport } from "../../names/means-export.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import { NAME_VARIABLE } from "../compile/name-ops.ts";
import { OF_METHOD } from "../engine/method-forms.ts";
import { lineLanguageOf } from "../imports/lines/line-languages.ts";
import type { Language } from "../language/language.ts";
import { spanOf } from "../match/bindings.ts";
import { onlyOnce } from "../text/only-once.ts";
import { moveSpan, type Span } from "../text/span.ts";
import { importedAsTypes } from "./imported-types.ts";
import { importsLeft } from "./imports-left.ts";
import { LineSpelling } from "./line-spelling.ts";
import { linesLeft } from "./lines-left.ts";
import { namesForFile } from "./modules-of-file.ts";
import type { NameSearch } from "./names-of-matches.ts";
import { inRenamedForm, renamedPlaces, type Verdict } from "./renamed-places.ts";
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
  /** The page in which the code stands. */
  readonly page?: () => string;
}

/** Returns the search for the names of an op in a part; `read` finds the names of a text, if they can be told. */
export function createNameSearch(
  { source, code, path, language, page = () => code }: SearchedCode,
  written: CompiledNames,
  read: (text: string) => FileNames | undefined,
): NameSearch {
  const names = read(code);
  const op = namesForFile(written, { path, language, names });
  const base = source.length - code.length;
  const placeOf = (node: SgNode): Span => moveSpan(spanOf(node), -base);
  const unresolved: Span[] = [];
  const searched = { names, declaring: onlyOnce(() => declaringPlaces(names)) };
  const leftIn = (text: string) =>
    lineLanguageOf(language) === undefined
      ? importsLeft(op, names, read(text))
      : linesLeft(op, names, { text, language, path, names: read(text) });
  const ways = nameWaysOf({ code, language, names });
  const spelling = ways ? new LineSpelling(op, names, ways) : new Spelling(op, names);
  const isPython = language === "python";
  const renamed = op.rename && renamedPlaces(op.rename, names, { code, page, path, isPython });
  return {
    unresolved,
    accepts: (match) => {
      if (renamed !== undefined) {
        const verdict = renamed(placeOf(match));
        if (verdict === "unknown") unresolved.push(moveSpan(placeOf(match), base));
        return verdict === "yes";
      }
      const verdicts = namedCode(match, op, source).map((said) =>
        judge(moveSpan(said, -base), said, op, searched),
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
        op.whole === undefined ||
        language === "java" ||
        language === "go" ||
        match.text().includes(".");
      const said = namedCode(match, op, source).find((each) => each.name === name);
      return said?.text ?? spelling.of(name, placeOf(match).start, isMember);
    },
    wrap: (match, text) =>
      op.rename !== undefined
        ? inRenamedForm(
            text,
            { place: placeOf(match), name: match.text() },
            { names, rename: op.rename },
          )
        : op.whole === undefined
          ? text
          : inForm(text, { place: placeOf(match), name: match.text() }, names),
    importsFor: (texts, after) => ({
      ...NO_CHANGES,
      add: importedAsTypes(spelling.broughtBy(texts), op, names, () => read(after)),
      remove: op.keepImports ? [] : leftIn(after),
    }),
  };
}

/** The code of a match that stands where the op has a name; its place is that of the tree. */
interface NamedCode extends Span {
  readonly text: string;
  readonly name: string;
}

function namedCode(
  match: SgNode,
  { captures, whole }: CompiledNames,
  source: string,
): readonly NamedCode[] {
  if (whole !== undefined) return [{ ...spanOf(match), text: match.text(), name: whole }];
  return Object.entries(captures).flatMap(([variable, name]) => {
    const node = match.getMatch(variable);
    if (node === null) return [];
    const { end } = spanOf(node);
    const { start } = spanOf(match.getMatch(variable + OF_METHOD) ?? node);
    return [{ start, end, text: source.slice(start, end), name }];
  });
}

/** The names of a text, and the offsets of those that declare. */
interface SearchedNames {
  readonly names: FileNames | undefined;
  readonly declaring: () => ReadonlySet<number>;
}

function judge(
  place: Span,
  { name, text }: { readonly name: string; readonly text: string },
  { meant, whole }: CompiledNames,
  { names, declaring }: SearchedNames,
): Verdict {
  const meaning = meant[name];
  if (meaning === undefined) return "yes";
  const isSameText = name.startsWith("$") || text === name;
  const last = typeof meaning === "string" ? name : meaning.export;
  const mayBe = text === name || text === last || text.endsWith(`.${last}`);
  if (names === undefined) return mayBe ? "unknown" : "no";
  const resolved = names.resolve(place);
  // Asked last, of the few places that may be meant: it reads all declarations.
  const refers = () => whole === undefined || !declaring().has(place.start);
  if (resolved.kind === "unknown")
    return mayBe && isAmong(resolved, meaning) && refers() ? "unknown" : "no";
  const isMeant =
    typeof meaning === "string"
      ? isSameText && meansDeclaration(resolved, meaning)
      : meansOwn(resolved, meaning) ||
        (resolved.kind === "module" && meansExport(resolved.origin, meaning));
  return isMeant && refers() ? "yes" : "no";
}

function isAmong(
  { among }: Extract<Resolved, { kind: "unknown" }>,
  meaning: MeantNames[string],
): boolean {
  if (among === undefined || typeof meaning === "string") return true;
  return among.some((origin) => meansExport(origin, meaning));
}

/** The offsets of names that declare: of an import, its name is what the module calls it. */
function declaringPlaces({ declarations = [] }: Partial<FileNames> = {}): ReadonlySet<number> {
  return new Set(declarations.flatMap(({ places }) => places.map(({ start }) => start)));
}

/** True for a declaration at the top of the file that is the module itself. */
function meansOwn(resolved: Resolved, meant: MeantExport): boolean {
  if (meant.isOwn !== true || resolved.kind !== "declared" || resolved.path.length > 0)
    return false;
  return resolved.declaration.scope.isTop && resolved.declaration.name === meant.export;
}

function meansDeclaration(resolved: Resolved, meaning: "local" | "global" | "parameter"): boolean {
  if (resolved.kind === "global") return meaning === "global" && resolved.path.length === 0;
  if (resolved.kind !== "declared" || resolved.path.length > 0) return false;
  const isParameter = resolved.declaration.kind === "parameter";
  return meaning === (isParameter ? "parameter" : "local");
}

/** Writes a key or another name beside a new text: `{ a }` becomes `{ a: new }`. */
function inForm(
  text: string,
  { place, name }: { readonly place: Span; readonly name: string },
  names: FileNames | undefined,
): string {
  const reference = names?.references.find(({ start }) => start === place.start);
  if (reference?.form === "shorthand") return `${name}: ${text}`;
  return reference?.form === "export" ? `${text} as ${name}` : text;
}
