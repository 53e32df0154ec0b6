import type { SgNode } from "@ast-grep/napi";
import type { ImportChanges, ImportToRemove } from "../../model/edit.ts";
import type { FileNames } from "../../names/file-names.ts";
import { once } from "../../shared/once.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import { NAME_VARIABLE } from "../compile/name-ops.ts";
import { parseText } from "../engine/engine.ts";
import { lineLanguageOf } from "../imports/lines/line-languages.ts";
import { spanOf } from "../match/bindings.ts";
import { moveSpan, type Span } from "../text/span.ts";
import { importedAsTypes } from "./imported-types.ts";
import { importsLeft, searchedModules } from "./imports-left.ts";
import { linesLeft } from "./lines-left.ts";
import { namesForFile } from "./modules-of-file.ts";
import {
  declaringPlaces,
  judge,
  namedCode,
  type SearchedNames,
  undeclaredIn,
} from "./named-code.ts";
import type { NameSearch } from "./names-of-matches.ts";
import { inRenamedForm, isElement, renamedPlaces, type Verdict } from "./renamed-places.ts";
import { type SearchedCode, TemplateNames } from "./template-names.ts";

const NO_CHANGES: ImportChanges = { add: [], remove: [], merge: false, when: "matched" };

/** What finds the names of a text. */
export interface TextReaders {
  /** Undefined if the names cannot be told. */
  readonly namesIn: (text: string) => FileNames | undefined;
  /** False for a text whose names cannot be told. */
  readonly isReadable: (text: string) => boolean;
}

/** Returns the search for the names of an op in a part. The names of the whole part are found if they are needed. */
export function createNameSearch(
  searched: SearchedCode,
  written: CompiledNames,
  readers: TextReaders,
): NameSearch {
  return new PartSearch(searched, written, readers);
}

class PartSearch implements NameSearch {
  readonly unresolved: Span[] = [];
  readonly #searched: SearchedCode;
  readonly #written: CompiledNames;
  readonly #namesIn: TextReaders["namesIn"];
  readonly #names: () => FileNames | undefined;
  /** The op, with modules as this file names them. */
  readonly #op: () => CompiledNames;
  readonly #readings: SearchedNames;
  readonly #renamed: () => (place: Span) => Verdict;
  readonly #spelled: TemplateNames;

  constructor(
    searched: SearchedCode,
    written: CompiledNames,
    { namesIn, isReadable }: TextReaders,
  ) {
    const { code, path, language, root, page = () => code } = searched;
    const names = once(() => namesIn(code));
    this.#searched = searched;
    this.#written = written;
    this.#namesIn = namesIn;
    this.#names = names;
    this.#op = once(() => namesForFile(written, { path, language, names }));
    this.#spelled = new TemplateNames(searched, { written, op: this.#op, names });
    this.#readings = {
      names,
      declaring: once(() => declaringPlaces(names())),
      isUndeclared: undeclaredIn({ root, language, isReadable: once(() => isReadable(code)) }),
    };
    const { rename } = written;
    const isPython = language === "python";
    this.#renamed = once(() =>
      rename ? renamedPlaces(rename, names(), { code, page, path, isPython }) : () => "no",
    );
  }

  /** Where the part begins in the text of its tree. */
  get #base(): number {
    return this.#searched.source.length - this.#searched.code.length;
  }

  #placeOf(node: SgNode): Span {
    return moveSpan(spanOf(node), -this.#base);
  }

  accepts(match: SgNode): boolean {
    const verdict = this.#verdictOn(match);
    if (verdict === "unknown") this.unresolved.push(spanOf(match));
    return verdict === "yes";
  }

  #verdictOn(match: SgNode): Verdict {
    if (this.#written.rename !== undefined) return this.#renamed()(this.#placeOf(match));
    const verdicts = namedCode(match, this.#written, this.#searched.source).map((said) =>
      judge(moveSpan(said, -this.#base), said, this.#op(), this.#readings),
    );
    if (verdicts.includes("no")) return "no";
    if (verdicts.includes("unknown") || this.#becomesElement(match)) return "unknown";
    return this.#spelled.canSpell(match) ? "yes" : "unknown";
  }

  /** True for a tag of a component that would get a name that tags take for one of an element. */
  #becomesElement(match: SgNode): boolean {
    const [name] = this.#searched.template;
    if (name === undefined || typeof name === "string") return false;
    const isTag = /^jsx_.*_element$/.test(String(match.parent()?.kind()));
    return isTag && isElement(name.name.replace(NAME_VARIABLE, ""));
  }

  spell(variable: string, match: SgNode): string | undefined {
    if (!variable.startsWith(NAME_VARIABLE)) return undefined;
    return this.#spelled.spell(variable.slice(NAME_VARIABLE.length), match);
  }

  wrap(match: SgNode, text: string): string {
    const { rename, whole } = this.#written;
    const said = { place: this.#placeOf(match), name: match.text() };
    if (rename !== undefined) return inRenamedForm(text, said, { names: this.#names(), rename });
    return whole === undefined ? text : inForm(text, said, this.#names());
  }

  importsFor(texts: readonly string[], after: string): ReturnType<NameSearch["importsFor"]> {
    const found = this.#spelled.broughtBy(texts);
    const brought = importedAsTypes(found, () => this.#namesIn(after));
    const remove = this.#written.keepImports ? [] : this.#leftIn(after);
    return { changes: { ...NO_CHANGES, add: brought.map(({ add }) => add), remove }, brought };
  }

  #leftIn(text: string): readonly ImportToRemove[] {
    const { language, path } = this.#searched;
    const op = this.#op();
    if (searchedModules(op).length === 0) return [];
    const [before, names] = [this.#names(), this.#namesIn(text)];
    const root = once(() => parseText(text, language));
    return lineLanguageOf(language) === undefined
      ? importsLeft(op, before, names, { text, root })
      : linesLeft(op, before, { text, language, path, names });
  }
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
