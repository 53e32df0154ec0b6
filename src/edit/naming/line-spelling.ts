import type { MeantExport } from "../../model/edit.ts";
import type { FileNames } from "../../names/file-names.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import { freeWordRegex } from "../../shared/regex/word-regex.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import { importsTypes } from "./imported-types.ts";
import {
  type Beside,
  type Brought,
  exportKey,
  isClaimed,
  type NameUse,
  type NameWays,
} from "./name-ways.ts";
import type { BroughtName } from "./names-of-matches.ts";

/** The place of a name of a template, where a member of a module may stand or not. */
export interface LineUse extends NameUse {
  readonly isMember: boolean;
}

/** A name that was brought, with the imports beside which each of its uses needs it. */
interface BroughtOnce extends Brought {
  readonly besides: Beside[];
}

/** The names that a template brings, as a file spells them whose imports are lines. */
export class LineSpelling {
  readonly #op: CompiledNames;
  readonly #names: FileNames | undefined;
  readonly #ways: NameWays;
  readonly #claims: Map<string, string>;
  /** By the name that the op has for an export. */
  readonly #brought = new Map<string, BroughtOnce[]>();

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
    const beside = this.#ways.besideFor?.(meant, use) ?? { imports: [] };
    const own = this.#brought.get(name) ?? [];
    // A function that imports a name does not see that of the code around it.
    const known = own.find(({ besides }) => besides.every((each) => !isAround(each, beside)));
    if (known !== undefined) {
      known.besides.push(beside);
      return known.text;
    }
    const { declarations = [], references = [] } = this.#names ?? {};
    const taken = new Set([...declarations, ...references].map((each) => each.name));
    const all = [...this.#brought.values()].flat();
    const others = all.flatMap(({ add }) =>
      add?.namespace !== undefined && add.from !== meant.from[0] ? [add.namespace] : [],
    );
    const isTaken = (each: string) =>
      taken.has(each) ||
      others.includes(each) ||
      own.some(({ text }) => text === each) ||
      isClaimed(each, meant, this.#claims);
    const wanted = own.length === 0 ? name : `${name}${own.length + 1}`;
    const brought = this.#ways.bring(wanted, meant, isTaken, beside);
    // A member of a package is brought with the name of the package.
    if (!brought.text.includes(".")) this.#claims.set(brought.text, exportKey(meant));
    addTo(this.#brought, name, { ...brought, besides: [beside] });
    return brought.text;
  }

  /** Returns the imports of the names that were brought, as far as texts have them. */
  broughtBy(texts: readonly string[]): readonly BroughtName[] {
    const isOfTypes = this.#names !== undefined && importsTypes(this.#op, this.#names);
    return [...this.#brought.values()].flat().flatMap(({ text, add: written, besides }) => {
      const use = new RegExp(freeWordRegex(text), "u");
      if (written === undefined || !texts.some((each) => use.test(each))) return [];
      // One that is at the head of the file counts everywhere.
      const isLate = besides.every(({ imports }) => imports.length > 0);
      const beside = isLate ? besides.flatMap(({ imports }) => imports) : [];
      const add = beside.length > 0 ? { ...written, beside } : written;
      return [{ add, local: text, alias: undefined, wishes: [text], insteadOf: [], isOfTypes }];
    });
  }
}

/** True if one of two scopes is inside of the other. */
function isAround({ scope: a }: Beside, { scope: b }: Beside): boolean {
  if (a === undefined || b === undefined || (a.start === b.start && a.end === b.end)) return false;
  return a.start < b.end && b.start < a.end;
}
