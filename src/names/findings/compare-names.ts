import type { Declaration, FileNames } from "../file-names.ts";
import type { NameFault } from "./name-fault.ts";
import { type Occurrence, occurrencesIn, occurrencesWithin } from "./occurrences.ts";
import { isLostWord, isOfOtherFunction } from "./other-function.ts";
import { isMentioned, type NamedEdit, type Paired, pairOccurrences } from "./pair-occurrences.ts";
import { removerOf } from "./remover-of.ts";
import { splitDeclarations } from "./split-declarations.ts";
import { faultOfWritten, isOtherGlobal, type KnownGlobals } from "./written-name.ts";

/** The names of a text before and after its edits. */
export interface ComparedNames {
  readonly before: FileNames;
  readonly after: FileNames;
  /** Sorted by place, without overlaps. */
  readonly edits: readonly NamedEdit[];
  readonly globals: KnownGlobals;
  /** The edits were written for their places: their own names mean what they mean there. Default: by templates. */
  readonly areForTheirPlaces?: boolean | undefined;
}

/** Finds the faults of the names in a result. Undefined if they cannot be told. */
export function compareNames(compared: ComparedNames): readonly NameFault[] | undefined {
  return new Comparison(compared).find();
}

class Comparison {
  readonly #compared: ComparedNames;
  readonly #before: readonly Occurrence[];
  readonly #after: readonly Occurrence[];
  #pairs: readonly Paired[] = [];
  /** Names that the text before uses although nothing declares them. */
  readonly #free: ReadonlySet<string>;
  /** Declarations after the edits, with those that they were. */
  readonly #was = new Map<Declaration, Declaration>();
  /** Declarations that edits wrote, by the edit. */
  readonly #writtenBy = new Map<Declaration, NamedEdit>();
  readonly #faults: NameFault[] = [];

  constructor(compared: ComparedNames) {
    this.#compared = compared;
    this.#before = occurrencesIn(compared.before);
    this.#after = occurrencesIn(compared.after);
    const free = this.#before.filter(({ declaration }) => declaration === undefined);
    this.#free = new Set(free.map(({ name }) => name));
  }

  find(): readonly NameFault[] | undefined {
    const pairs = pairOccurrences(this.#before, this.#after, this.#compared.edits);
    if (pairs === undefined) return undefined;
    this.#pairs = pairs;
    for (const { now, was, edit } of this.#pairs) {
      if (!now.isDeclaring || typeof now.declaration !== "object") continue;
      const old = was?.isDeclaring ? was.declaration : undefined;
      if (typeof old === "object") this.#was.set(now.declaration, old);
      else if (edit) this.#writtenBy.set(now.declaration, edit);
    }
    this.#matchRewritten();
    for (const { was, edit } of splitDeclarations(this.#pairs))
      if (was) this.#tell("captured", was, edit);
    for (const pair of this.#pairs)
      if (!pair.now.isDeclaring)
        if (pair.now.implicit) this.#judgeWord(pair);
        else if (pair.was) this.#judgeKept(pair, pair.was);
        else if (pair.edit) this.#judgeWritten(pair.now, pair.edit);
    this.#judgeDeclarations();
    return this.#faults.sort((a, b) => a.at - b.at);
  }

  /** A declaration that an edit writes again, with its name, is the one that its place had, or one that went. */
  #matchRewritten(): void {
    const kept = new Set(this.#was.values());
    const gone = this.#compared.before.declarations.filter((old) => !kept.has(old));
    for (const [declaration, edit] of this.#writtenBy) {
      const { name, scope } = declaration;
      const same = occurrencesWithin(this.#before, edit).find(
        (old) => old.isDeclaring && old.name === name,
      )?.declaration;
      const moved = gone.find((old) => old.name === name && old.scope.isTop && scope.isTop);
      const was = typeof same === "object" ? same : moved;
      if (was !== undefined) this.#was.set(declaration, was);
    }
  }

  /** Judges a word that a function, a loop or a class gives. */
  #judgeWord(pair: Paired): void {
    const { now, was, edit } = pair;
    if (was) {
      if (isOfOtherFunction(pair)) this.#tell("captured", was, edit);
    } else if (edit && isLostWord(now, occurrencesWithin(this.#before, edit)))
      this.#tellWritten("unbound", now.name, edit);
  }

  /** Judges a name that was there before. */
  #judgeKept({ now, edit }: Paired, was: Occurrence): void {
    const [old, fresh] = [was.declaration, now.declaration];
    if (fresh === "unknown" || was.isDeclaring) return;
    if (old === "unknown") {
      const named = this.#compared.before.declarations.find(({ name }) => name === was.name);
      // A function of a block was a name around it, too.
      if (fresh === undefined && named) this.#tell("unbound", was, this.#removerOf(named));
      return;
    }
    if (fresh === undefined) {
      if (old === undefined) return;
      this.#tell("unbound", was, edit ?? this.#removerOf(old));
      return;
    }
    const origin = this.#was.get(fresh);
    if (origin === old && old !== undefined) return;
    // What nothing declared is imported now, or from another module.
    const isImported = fresh.kind === "import" && (old === undefined || old.kind === "import");
    if (isImported && (old !== undefined || !isOtherGlobal(was, fresh, this.#compared.globals)))
      return;
    this.#tell("captured", was, edit ?? this.#writtenBy.get(fresh) ?? this.#removerOf(old));
  }

  /** Judges a name that a template wrote. */
  #judgeWritten({ declaration, name, isType }: Occurrence, edit: NamedEdit): void {
    const { globals, areForTheirPlaces } = this.#compared;
    const isMeant = (own: Declaration) =>
      areForTheirPlaces === true ||
      this.#writtenBy.get(own) === edit ||
      (own.origin !== undefined && this.#writtenBy.has(own)) || // Another edit imports it there.
      this.#isMentioned(own, edit);
    const written = {
      name,
      declaration,
      isMeant,
      isType,
      used: this.#free,
      isGlobal: this.#compared.after.isGlobal,
    };
    const kind = faultOfWritten(written, globals);
    if (kind) this.#tellWritten(kind, name, edit);
  }

  /** True if the match of an edit says the name, and means this declaration. */
  #isMentioned(declaration: Declaration, edit: NamedEdit): boolean {
    const was = this.#was.get(declaration);
    return was !== undefined && isMentioned(this.#before, edit, was);
  }

  #judgeDeclarations(): void {
    const { before, after } = this.#compared;
    const used = new Set(
      this.#after.flatMap((each) => (each.isDeclaring ? [] : [each.declaration])),
    );
    const usedBefore = new Set(before.references.map(({ declaration }) => declaration));
    for (const declaration of after.declarations) {
      const was = this.#was.get(declaration);
      const edit = () => this.#writtenBy.get(declaration) ?? this.#removerOf(was);
      if (declaration.isDuplicate && was?.isDuplicate !== true)
        this.#tellDeclared("duplicate", declaration, edit());
      this.#judgeUses(declaration, was);
      const isUnused =
        declaration.kind === "import" && !used.has(declaration) && !after.isExposed(declaration);
      if (isUnused && (was === undefined || usedBefore.has(was)))
        this.#tellDeclared("unused", declaration, edit());
    }
  }

  /** Judges if uses fail that did not: a `const` above which its name is used, or that is assigned to. */
  #judgeUses(declaration: Declaration, was: Declaration | undefined): void {
    const { name, failingUses: failing = [] } = declaration;
    if (failing.length <= (was?.failingUses?.length ?? 0)) return;
    const pair = this.#pairs.find(({ now }) => now.start === failing[0]?.start);
    const edit = pair?.edit ?? this.#writtenBy.get(declaration) ?? this.#removerOf(was);
    const start = pair?.was?.start ?? edit?.start ?? 0;
    const isTold = this.#faults.some((fault) => fault.name === name && fault.at === start);
    if (!isTold) this.#tell("captured", { name, start }, edit);
  }

  #removerOf(declaration: Declaration | undefined): NamedEdit | undefined {
    return removerOf(declaration, this.#compared.edits, this.#before);
  }

  #tell(
    kind: NameFault["kind"],
    { name, start }: Pick<Occurrence, "name" | "start">,
    edit: NamedEdit | undefined,
  ): void {
    if (edit === undefined) return;
    const place = { start: edit.start, end: edit.end };
    this.#faults.push({ kind, name, at: start, edit: place });
  }

  #tellWritten(kind: NameFault["kind"], name: string, edit: NamedEdit): void {
    this.#tell(kind, { name, start: edit.start }, edit);
  }

  #tellDeclared(
    kind: NameFault["kind"],
    { name, places }: Declaration,
    edit: NamedEdit | undefined,
  ): void {
    const now = places.at(-1)?.start;
    const was = this.#pairs.find((pair) => pair.now.start === now)?.was;
    if (edit) this.#tell(kind, { name, start: was?.start ?? edit.start }, edit);
  }
}
