import type { MeantExport } from "../../model/edit.ts";
import type { FileNames } from "../../names/file-names.ts";
import { freeWordRegex } from "../../shared/regex/word-regex.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import { importsTypes } from "./imported-types.ts";
import { type Brought, exportKey, isClaimed, type NameWays } from "./name-ways.ts";
import type { BroughtName } from "./names-of-matches.ts";

/** The names that a template brings, as a file spells them whose imports are lines. */
export class LineSpelling {
  readonly #op: CompiledNames;
  readonly #names: FileNames | undefined;
  readonly #ways: NameWays;
  readonly #claims: Map<string, string>;
  readonly #brought = new Map<string, Brought>();

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

  of(name: string, at: number, { isMember }: { readonly isMember: boolean }): string {
    const meaning = this.#op.meant[name];
    if (typeof meaning !== "object" || meaning.isOwn) return name;
    return this.#knownAs(meaning, at, isMember) ?? this.#bring(name, meaning);
  }

  /** Finds the name that the file has for an export already, if it means that here. */
  #knownAs(meant: MeantExport, at: number, isMember: boolean): string | undefined {
    const imported = this.#names?.declarations.filter(
      ({ origin, scope }) => origin !== undefined && scope.isTop,
    );
    let member: string | undefined;
    for (const declaration of imported ?? []) {
      const { name } = declaration;
      if (this.#names?.meaningAt(name, at) !== declaration) continue;
      const found = this.#ways.membersTo(declaration, meant);
      if (found === "") return name;
      if (isMember && found !== undefined) member ??= name + found;
    }
    return member;
  }

  #bring(name: string, meant: MeantExport): string {
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
    return [...this.#brought.values()].flatMap(({ text, add }) => {
      const use = new RegExp(freeWordRegex(text), "u");
      return add !== undefined && texts.some((each) => use.test(each))
        ? [{ add, local: text, alias: undefined, wishes: [text], insteadOf: [], isOfTypes }]
        : [];
    });
  }
}
