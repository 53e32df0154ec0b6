import type { SgNode } from "@ast-grep/napi";
import type { FileNames } from "../../names/file-names.ts";
import { once } from "../../shared/once.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import type { Language } from "../language/language.ts";
import { spanOf } from "../match/bindings.ts";
import type { Template } from "../replacement/template.ts";
import { moveSpan } from "../text/span.ts";
import { isLoadOfNew, loadSaid, type SaidLoad } from "./late-names.ts";
import { LineSpelling, type LineUse } from "./line-spelling.ts";
import { type NamedCode, namedCode } from "./named-code.ts";
import type { BroughtName } from "./names-of-matches.ts";
import { saidExports } from "./said-exports.ts";
import { importSaid, namesOf } from "./said-import.ts";
import { Spelling } from "./spelling.ts";
import { nameWaysOf } from "./ways-of-language.ts";

/** The code in which names are searched, the text of its tree, which ends with it, and its file. */
export interface SearchedCode {
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
  /** The exports that ops of the text brought, by name: two ops may bring one name for different exports. */
  readonly claims: Map<string, string>;
  /** The names that take those of others: see settle-names.ts. */
  readonly locals?: ReadonlyMap<string, string>;
}

/** The op as it is written and as its file names modules, and the names of the code. */
interface NamedOp {
  readonly written: CompiledNames;
  readonly op: () => CompiledNames;
  readonly names: () => FileNames | undefined;
}

/** The names of the template of an op, as the code has them. */
export class TemplateNames {
  readonly #searched: SearchedCode;
  readonly #named: NamedOp;
  #spelling: Spelling | LineSpelling | undefined;

  constructor(searched: SearchedCode, named: NamedOp) {
    this.#searched = searched;
    this.#named = named;
  }

  /** False if an import that the template needs for a match has no place: see python-ways.ts and late-names.ts. */
  canSpell(match: SgNode): boolean {
    const { language, template } = this.#searched;
    const all = this.#said(match);
    const brought = namesOf(template).filter((name) => !all.some((each) => each.name === name));
    if (brought.length === 0) return true; // What loads the names of the match costs its scopes.
    const load = this.#loadOf(all);
    if (language !== "python" && load === undefined) return true;
    const spelling = this.#spellingOf();
    const said = { isMember: this.#isMember(match), load };
    const maySay = (name: string) =>
      spelling instanceof Spelling
        ? spelling.maySay(name, this.#placeOf(match), said)
        : spelling.canSay(name, this.#useOf(match, all));
    return brought.every(maySay);
  }

  spell(name: string, match: SgNode): string {
    const all = this.#said(match);
    const own = all.find((each) => each.name === name);
    if (own !== undefined) return own.text;
    const spelling = this.#spellingOf();
    if (spelling instanceof LineSpelling) return spelling.of(name, this.#useOf(match, all));
    const { template } = this.#searched;
    const { op, names } = this.#named;
    const file = { op: op(), template, names: names(), base: this.#base };
    const said = { isMember: this.#isMember(match), load: this.#loadOf(all) };
    const from = importSaid(all, name, file);
    const text = spelling.of(name, this.#placeOf(match), { ...said, from });
    return isLoadOfNew(text, name, template) ? `(${text})` : text;
  }

  /** Returns the names that were brought, as far as texts have them. */
  broughtBy(texts: readonly string[]): readonly BroughtName[] {
    return this.#spelling?.broughtBy(texts) ?? [];
  }

  #said(match: SgNode): readonly NamedCode[] {
    return namedCode(match, this.#named.written, this.#searched.source);
  }

  #loadOf(all: readonly NamedCode[]): SaidLoad | undefined {
    const { op, names } = this.#named;
    return loadSaid(all, { op: op(), names: names(), base: this.#base });
  }

  /** Where the part begins in the text of its tree. */
  get #base(): number {
    return this.#searched.source.length - this.#searched.code.length;
  }

  #placeOf(node: SgNode): number {
    return moveSpan(spanOf(node), -this.#base).start;
  }

  #spellingOf(): Spelling | LineSpelling {
    if (this.#spelling !== undefined) return this.#spelling;
    const { code, language, locals, claims } = this.#searched;
    const [op, names] = [this.#named.op(), this.#named.names()];
    const ways = nameWaysOf({ code, language, names });
    this.#spelling = ways
      ? new LineSpelling(op, names, { ways, claims })
      : new Spelling(op, names, { claims, locals });
    return this.#spelling;
  }

  #useOf(match: SgNode, all: readonly NamedCode[]): LineUse {
    const [op, names] = [this.#named.op(), this.#named.names()];
    const at = this.#placeOf(match);
    const isType = once(
      () => names?.references.some((each) => each.start === at && each.isType) === true,
    );
    const said = saidExports(all, op, { names, base: this.#base });
    return { at, isType, said, isMember: this.#isMember(match) };
  }

  /** A name that stands alone may be a key, too: no member can take its place. */
  #isMember(match: SgNode): boolean {
    const isOpen = this.#named.written.whole === undefined || LINES.test(this.#searched.language);
    return isOpen || match.text().includes(".");
  }
}

const LINES = /^(?:java|go)$/;
