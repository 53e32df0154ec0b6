import type { MeantExport } from "../../model/edit.ts";
import type { FileNames } from "../../names/file-names.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import { freeWordRegex } from "../../shared/regex/word-regex.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import type { ImportBeside } from "../imports/lines/import-line.ts";
import { importsTypes } from "./imported-types.ts";
import { type Brought, exportKey, isClaimed, type NameUse, type NameWays } from "./name-ways.ts";
import type { BroughtName } from "./names-of-matches.ts";

/** The place of a name of a template, where a member of a module may stand or not. */
export interface LineUse extends NameUse {
  readonly isMember: boolean;
}

/** The names that a template brings, as a file spells them whose imports are lines. */
export class LineSpelling {
  readonly #op: CompiledNames;
  readonly #names: FileNames | undefined;
  readonly #ways: NameWays;
  readonly #claims: Map<string, string>;
  readonly #brought = new Map<string, Brought>();
  /** For each use of a name that was brought, the imports beside which it is imported. */
  readonly #besides = new Map<string, (readonly ImportBeside[])[]>();

  /** `claims` are the exports for which ops of the text brought names. */
  constructor(
    op: CompiledNames,
    names: FileNames | undefined,
    { ways, claims }: { readonly ways: NameWays; readonly claims: Map<string, string> },
  ) {
    this.#op = op;
    this.#names = names;
    this.#ways = ways;
    this.#claims = claims;
  }

  of(name: string, use: LineUse): string {
    const meaning = this.#op.meant[name];
    if (typeof meaning !== "object" || meaning.isOwn) return name;
    return this.#knownAs(meaning, use) ?? this.#bring(name, meaning, use);
  }

  /** True if the name can mean at a place what the op says: the file has it, or an import of it has a place. */
  canSay(name: string, use: LineUse): boolean {
    const { besideFor } = this.#ways;
    const meaning = this.#op.meant[name];
    if (typeof meaning !== "object" || meaning.isOwn || besideFor === undefined) return true;
    return this.#knownAs(meaning, use) !== undefined || besideFor(meaning, use) !== undefined;
  }

  /** Finds the name that the file has for an export already, if it means that here. */
  #knownAs(meant: MeantExport, use: LineUse): string | undefined {
    const imported = this.#names?.declarations.filter(({ origin }) => origin !== undefined);
    let member: string | undefined;
    for (const declaration of imported ?? []) {
      const { name } = declaration;
      if (this.#names?.meaningAt(name, use.at) !== declaration) continue;
      const found = this.#ways.membersTo(declaration, meant, use);
      if (found === "") return name;
      if (use.isMember && found !== undefined) member ??= name + found;
    }
    return member;
  }

  #bring(name: string, meant: MeantExport, use: LineUse): string {
    addTo(this.#besides, name, this.#ways.besideFor?.(meant, use) ?? []);
    const known = this.#brought.get(name);
    if (known !== undefined) return known.text;
    const { declarations = [], references = [] } = this.#names ?? {};
    const taken = new Set([...declarations, ...references].map((each) => each.name));
    const others = [...this.#brought.values()].flatMap(({ add }) =>
      add?.namespace !== undefined && add.from !== meant.from[0] ? [add.namespace] : [],
    );
    const isTaken = (each: string) =>
      taken.has(each) || others.includes(each) || isClaimed(each, meant, this.#claims);
    const brought = this.#ways.bring(name, meant, isTaken);
    // A member of a package is brought with the name of the package.
    if (!brought.text.includes(".")) this.#claims.set(brought.text, exportKey(meant));
    this.#brought.set(name, brought);
    return brought.text;
  }

  /** Returns the imports of the names that were brought, as far as texts have them. */
  broughtBy(texts: readonly string[]): readonly BroughtName[] {
    const isOfTypes = this.#names !== undefined && importsTypes(this.#op, this.#names);
    return [...this.#brought].flatMap(([name, { text, add: written }]) => {
      const use = new RegExp(freeWordRegex(text), "u");
      if (written === undefined || !texts.some((each) => use.test(each))) return [];
      const besides = this.#besides.get(name) ?? [];
      // One that is at the head of the file counts everywhere.
      const beside = besides.every((each) => each.length > 0) ? besides.flat() : [];
      const add = beside.length > 0 ? { ...written, beside } : written;
      return [{ add, local: text, alias: undefined, wishes: [text], insteadOf: [], isOfTypes }];
    });
  }
}
