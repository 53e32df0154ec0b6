import type { MeantExport } from "../../model/edit.ts";
import type { Declaration, FileNames } from "../../names/file-names.ts";
import { isExport } from "../../names/means-export.ts";
import { freeWordRegex } from "../../shared/regex/word-regex.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import { loadingCode, mayDeclare, type SaidLoad } from "./late-names.ts";
import { importOf, membersTo } from "./module-members.ts";
import { claimedName } from "./name-ways.ts";
import type { BesideLoad, BroughtName, OldImport } from "./names-of-matches.ts";
import { isElement } from "./renamed-places.ts";
import type { SaidImport } from "./said-import.ts";

interface Brought {
  readonly local: string;
  readonly alias: string | undefined;
  readonly wishes: readonly string[];
  readonly meant: MeantExport;
  /** The imports that matches said, by their modules and names. */
  readonly from: Map<string, OldImport>;
  /** All of these are imports of types, or of whole modules in types. */
  isOfTypes: boolean;
  /** The calls beside which it is loaded; undefined if it is imported for the whole text. */
  beside: Map<string, BesideLoad> | undefined;
}

/** How the code around a name says what the op searches for. */
interface Said {
  /** A member may stand there. */
  readonly isMember: boolean;
  readonly from?: SaidImport | undefined;
  readonly load?: SaidLoad | undefined;
}

interface Bringing extends Pick<Said, "from" | "load"> {
  /** A type said it, or an import of types. */
  readonly isType: () => boolean;
}

/** The names that a template brings, as a file spells them. */
export class Spelling {
  readonly #op: CompiledNames;
  readonly #names: FileNames | undefined;
  /** By the name that the op has for an export. */
  readonly #imported = new Map<string, readonly Declaration[]>();
  readonly #brought = new Map<string, Brought>();
  readonly #locals: ReadonlyMap<string, string>;
  readonly #claims: Map<string, string>;
  #taken: ReadonlySet<string> | undefined;
  #modules: ReadonlySet<string | undefined> | undefined;

  /** `locals` are the names that fresh ones have in the end, `claims` the exports that ops of the text named. */
  constructor(
    op: CompiledNames,
    names: FileNames | undefined,
    {
      claims,
      locals = new Map(),
    }: {
      readonly claims: Map<string, string>;
      readonly locals?: ReadonlyMap<string, string> | undefined;
    },
  ) {
    this.#op = op;
    this.#names = names;
    this.#locals = locals;
    this.#claims = claims;
  }

  of(name: string, at: number, { isMember, from, load }: Said): string {
    const meaning = this.#op.meant[name];
    if (typeof meaning !== "object" || meaning.isOwn) return name;
    const known = this.#knownAs(name, { meant: meaning, at, isMember });
    if (known !== undefined) return known;
    if (load?.kind === "code") return loadingCode(meaning, this.#moduleBeside(meaning, load), load);
    return this.#bring(name, meaning, { from, load, isType: () => this.#isSaidAsType(from, at) });
  }

  /** False for a name that the file cannot have where a call loads what the match says. */
  maySay(name: string, at: number, { isMember, load }: Said): boolean {
    const meaning = this.#op.meant[name];
    if (typeof meaning !== "object" || meaning.isOwn || load === undefined) return true;
    if (load.kind === "code" || mayDeclare(load, meaning, at)) return true;
    return this.#knownAs(name, { meant: meaning, at, isMember }) !== undefined;
  }

  /** Finds the name that the file has for an export already, if it means that here. */
  #knownAs(
    wanted: string,
    {
      meant,
      at,
      isMember,
    }: { readonly meant: MeantExport; readonly at: number; readonly isMember: boolean },
  ): string | undefined {
    let member: string | undefined;
    for (const declaration of this.#importedFrom(wanted, meant)) {
      const { name, scope } = declaration;
      if (at < scope.start || scope.end <= at) continue;
      const { origin } = declaration;
      if (origin === undefined || this.#names?.meaningAt(name, at) !== declaration) continue;
      if (declaration.isTypeOnly && !this.#isTypeAt(at)) continue;
      if (declaration.boundFrom > at) continue;
      // In a tag, the name of a component begins with a capital letter; a member of any name is a component.
      const mayNameIt = !isElement(name) || isElement(wanted);
      if (isExport(origin, meant) && mayNameIt) return name;
      const rest = isMember && meant.from.includes(origin.module) && membersTo(meant, origin);
      if (rest) member ??= [name, ...rest].join(".");
    }
    return member;
  }

  /** The declarations that may be an export, or have it as a member. */
  #importedFrom(wanted: string, meant: MeantExport): readonly Declaration[] {
    const known = this.#imported.get(wanted);
    if (known !== undefined) return known;
    const found = (this.#names?.declarations ?? []).filter(
      ({ origin }) =>
        origin !== undefined && (isExport(origin, meant) || meant.from.includes(origin.module)),
    );
    this.#imported.set(wanted, found);
    return found;
  }

  /** True for what is imported as a type, and for a type that is a member of a whole module: `a: m.B`. */
  #isSaidAsType(from: SaidImport | undefined, at: number): boolean {
    if (from === undefined) return false;
    return from.declaration.isTypeOnly || (from.origin.path.length === 0 && this.#isTypeAt(at));
  }

  /** True if code that begins with a name can only be a type. */
  #isTypeAt(at: number): boolean {
    return this.#names?.references.some(({ start, isType }) => start === at && isType) === true;
  }

  /** Of `promises.rm`, `promises` is brought. */
  #bring(name: string, meant: MeantExport, { from, load, isType }: Bringing): string {
    const [first = "", ...members] = meant.export.split(".");
    const wanted = members.length === 0 ? name : first;
    const alias = from?.isAlias && members.length === 0 ? from.declaration.name : undefined;
    const key = alias === undefined ? wanted : `${wanted} ${alias}`;
    const brought = this.#brought.get(key) ?? this.#freshOf(wanted, alias, meant);
    this.#brought.set(key, brought);
    brought.isOfTypes &&= isType();
    if (from !== undefined) {
      const old = { from: from.origin.module, local: from.declaration.name };
      brought.from.set(`${old.from} ${old.local}`, old);
    }
    if (load && "local" in load) {
      const { module: from, local } = load;
      const module = this.#moduleBeside(meant, load);
      brought.beside?.set(`${from} ${local}`, { from, local, module });
    } else brought.beside = undefined;
    return [this.#locals.get(brought.local) ?? brought.local, ...members].join(".");
  }

  /** The name in the text is one of its own until all edits are known: see settle-names.ts. */
  #freshOf(wanted: string, alias: string | undefined, meant: MeantExport): Brought {
    const fresh = this.#freshName(wanted, meant);
    const local = alias === undefined ? fresh : this.#freshName(`${wanted}_${alias}`, meant);
    const found = { from: new Map(), isOfTypes: true, beside: new Map() };
    return { local, alias, wishes: [wanted, fresh], meant, ...found };
  }

  #freshName(name: string, meant: MeantExport): string {
    if (this.#taken === undefined) {
      const { declarations = [], references = [] } = this.#names ?? {};
      this.#taken = new Set([...declarations, ...references].map((each) => each.name));
    }
    const own = new Set([...this.#brought.values()].map(({ local }) => local));
    const taken = this.#taken;
    return claimedName(name, meant, this.#claims, (each) => taken.has(each) || own.has(each));
  }

  /** Returns the names that were brought, as far as texts have them. */
  broughtBy(texts: readonly string[]): readonly BroughtName[] {
    return [...this.#brought.values()].flatMap(({ local, meant, from, beside, ...more }) => {
      // `a.local` is another name.
      const use = new RegExp(freeWordRegex(local), "u");
      if (!texts.some((text) => use.test(text))) return [];
      const add = {
        ...importOf(meant, { module: this.#moduleOf(meant), local }),
        ...(beside && { besideCalls: [...beside.values()] }),
      };
      return [{ ...more, add, local, insteadOf: [...from.values()] }];
    });
  }

  /** Returns the module of a call beside which an export is loaded, if it has the export. */
  #moduleBeside(meant: MeantExport, { module }: SaidLoad): string {
    return meant.from.includes(module) ? module : this.#moduleOf(meant);
  }

  /** Returns the name that the file has for a module already, or the first of its names. */
  #moduleOf({ from: [first = "", ...others] }: MeantExport): string {
    this.#modules ??= new Set(this.#names?.declarations.map(({ origin }) => origin?.module));
    return [first, ...others].find((module) => this.#modules?.has(module)) ?? first;
  }
}
