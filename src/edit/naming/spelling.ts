import type { ImportToAdd, MeantExport } from "../../model/edit.ts";
import type { FileNames } from "../../names/file-names.ts";
import { meansExport } from "../../names/means-export.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";

/** The names that a template brings, as a file spells them. */
export class Spelling {
  readonly #op: CompiledNames;
  readonly #names: FileNames | undefined;
  readonly #brought = new Map<string, string>();

  constructor(op: CompiledNames, names: FileNames | undefined) {
    this.#op = op;
    this.#names = names;
  }

  of(name: string, at: number, isMember: boolean): string {
    const meaning = this.#op.meant[name];
    if (typeof meaning !== "object") return name;
    return this.#knownAs(meaning, at, isMember) ?? this.#bring(name);
  }

  /** Finds the name that the file has for an export already, if it means that here. */
  #knownAs(meant: MeantExport, at: number, isMember: boolean): string | undefined {
    const imported = this.#names?.declarations.filter(
      ({ origin, scope }) => origin !== undefined && scope.isTop,
    );
    let member: string | undefined;
    for (const declaration of imported ?? []) {
      const { name, origin } = declaration;
      if (origin === undefined || this.#names?.meaningAt(name, at) !== declaration) continue;
      if (meansExport(origin, meant)) return name;
      const isNamed = isMember && meant.export !== "*" && meant.export !== "default";
      if (isNamed && isWholeModule(origin.path) && meant.from.includes(origin.module))
        member ??= `${name}.${meant.export}`;
    }
    return member;
  }

  #bring(name: string): string {
    const known = this.#brought.get(name);
    if (known !== undefined) return known;
    const { declarations = [], references = [] } = this.#names ?? {};
    const taken = new Set([...declarations, ...references].map((each) => each.name));
    let local = name;
    for (let count = 2; taken.has(local); count += 1) local = `${name}${count}`;
    this.#brought.set(name, local);
    return local;
  }

  /** Returns the imports of the names that were brought, as far as texts have them. */
  broughtBy(texts: readonly string[]): readonly ImportToAdd[] {
    return [...this.#brought].flatMap(([name, local]) => {
      const meaning = this.#op.meant[name];
      const isUsed = texts.some((text) => text.includes(local));
      return typeof meaning === "object" && isUsed ? [importOf(meaning, local)] : [];
    });
  }
}

function isWholeModule(path: readonly string[]): boolean {
  return path.length === 0 || (path.length === 1 && path[0] === "default");
}

function importOf({ from, export: exported }: MeantExport, local: string): ImportToAdd {
  const [module = ""] = from;
  const added = { from: module, names: [], type: false };
  if (exported === "*") return { ...added, namespace: local };
  if (exported === "default") return { ...added, default: local };
  const [first = ""] = exported.split(".");
  return { ...added, names: [[first, local]] };
}
