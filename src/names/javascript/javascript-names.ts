import type { Reference as AnalyzedReference, Variable } from "@typescript-eslint/scope-manager";
import type { Dialect } from "../../syntax/dialect.ts";
import type {
  Declaration,
  Extent,
  FileNames,
  ImplicitName,
  NamePlace,
  Reference,
} from "../file-names.ts";
import { type EsNode, fieldOf } from "./es-node.ts";
import { failingUses, isDeadAt } from "./failing-uses.ts";
import { implicitNames } from "./implicit-names.ts";
import { importCallbacks } from "./import-callbacks.ts";
import { hasTags, jsxFactories } from "./jsx-factories.ts";
import { boundFrom, isDuplicate, isTypeOnly, kindsOf } from "./kinds.ts";
import { LateLoads } from "./late-loads.ts";
import { byFirstPlace, type Forms, formsOf, nodesByPlace, Place } from "./name-places.ts";
import { OriginFinder } from "./origin-finder.ts";
import { type MeaningOf, resolveNode } from "./origins.ts";
import { parseProgram } from "./parse-program.ts";
import { type ProgramScopes, scopesOf } from "./scopes.ts";
import { statedGlobals } from "./stated-globals.ts";
import { TypeReferences } from "./type-references.ts";

/**
 * Finds the names of JavaScript, by the rules of ECMAScript and TypeScript (`@typescript-eslint/scope-manager`).
 * Undefined for a text with syntax errors. The caller sees that the text is not nested too deeply for a parser that
 * recurses.
 */
export function javascriptNames(text: string, dialect: Dialect): FileNames | undefined {
  const program = parseProgram(text, dialect);
  const scopes = program && scopesOf(program);
  if (program === undefined || scopes === undefined) return undefined;
  const { root, isModule } = program;
  let stated: ((name: string) => boolean | undefined) | undefined;
  const isGlobal = (name: string) => {
    stated ??= statedGlobals(text, scopes.scopes, { isModule, dialect }); // Few ask.
    return stated(name);
  };
  const types = new TypeReferences(root, text, dialect);
  return new ProgramNames(text, root, { scopes, isGlobal, types });
}

interface ProgramParts {
  readonly scopes: ProgramScopes;
  readonly isGlobal: NonNullable<FileNames["isGlobal"]>;
  readonly types: TypeReferences;
}

class ProgramNames implements FileNames {
  readonly declarations: readonly Declaration[];
  readonly references: readonly Reference[];
  readonly isGlobal: ProgramParts["isGlobal"];
  readonly #text: string;
  readonly #root: EsNode;
  readonly #scopes: ProgramScopes;
  readonly #known = new Map<Variable, Declaration>();
  /** The references that the analyzer found, by their identifiers. */
  readonly #referring = new Map<unknown, AnalyzedReference>();
  readonly #finder: OriginFinder;
  readonly #forms: () => Forms;
  readonly #types: TypeReferences;
  #nodes: ReadonlyMap<string, EsNode> | undefined;
  #loads: LateLoads | undefined;

  constructor(text: string, root: EsNode, { scopes, isGlobal, types }: ProgramParts) {
    this.isGlobal = isGlobal;
    this.#text = text;
    this.#root = root;
    this.#scopes = scopes;
    this.#finder = new OriginFinder(this.#meaningOf, importCallbacks(root, text));
    this.#forms = formsOf(root);
    this.#types = types;
    const byPlace = new Map<string, Declaration>();
    for (const variable of scopes.scopes.flatMap(({ variables }) => variables))
      if (variable.defs.length > 0) this.#declare(variable, byPlace);
    for (const { references } of scopes.scopes)
      for (const reference of references) this.#referring.set(reference.identifier, reference);
    this.declarations = [...byPlace.values()].sort(byFirstPlace);
    const declaring = new Set(
      this.declarations.flatMap(({ places }) => places.map(({ start }) => start)),
    );
    this.references = [...this.#referring.values()]
      .map((reference) => this.#referenceOf(reference))
      .filter(({ start }) => !declaring.has(start))
      .sort((a, b) => a.start - b.start);
  }

  meaningAt(name: string, at: number): Declaration | "unknown" | undefined {
    const variable = this.#scopes.lookUp(name, this.#scopes.scopeAt(at));
    return variable === undefined || variable === "unknown" ? variable : this.#known.get(variable);
  }

  resolve(place: Extent): ReturnType<FileNames["resolve"]> {
    const node = this.#nodeAt(place);
    return node === undefined ? { kind: "none" } : resolveNode(node, this.#meaningOf);
  }

  lateLoadAt(place: Extent): ReturnType<LateLoads["of"]> {
    this.#loads ??= new LateLoads(this.#root, this.#text, this.#referring);
    return this.#loads.of(() => this.#nodeAt(place));
  }

  #nodeAt({ start, end }: Extent): EsNode | undefined {
    this.#nodes ??= nodesByPlace(this.#root, (node) => this.#referring.has(node));
    return this.#nodes.get(`${start} ${end}`);
  }

  isExposed({ name, scope }: Declaration): boolean {
    if (scope.isTop && jsxFactories(this.#text).has(name) && hasTags(this.#root)) return true;
    if (this.#scopes.isStatic) return false;
    return (
      this.#scopes.isExposed(this.#scopes.scopeAt(scope.start)) ||
      this.references.some((each) => each.name === name && each.declaration === "unknown")
    );
  }

  implicitNames(): readonly ImplicitName[] {
    return implicitNames(this.#root, (node) => this.#meaningOf(node).kind !== "global");
  }

  readonly #meaningOf: MeaningOf = (identifier) => {
    const reference = this.#referring.get(identifier);
    const declaration = reference
      ? this.#declarationOf(reference)
      : this.meaningAt(String(fieldOf(identifier, "name")), identifier.range[0]);
    if (declaration === undefined) return { kind: "global" };
    return declaration === "unknown" ? { kind: "unknown" } : { kind: "declared", declaration };
  };

  /** A class declares its name twice, around it and in it: that is one declaration. */
  #declare(variable: Variable, byPlace: Map<string, Declaration>): void {
    const places = variable.identifiers.map((identifier) => this.#placeOf(identifier));
    const key = `${places[0]?.start} ${variable.name}`;
    const known = byPlace.get(key);
    const declaration = known ?? this.#declarationBy(variable, places);
    byPlace.set(key, declaration);
    this.#known.set(variable, declaration);
  }

  #declarationBy(variable: Variable, places: readonly NamePlace[]): Declaration {
    const { name, scope, references, defs } = variable;
    const [start, end] = scope.block.range;
    const isReassigned =
      defs.length > 1 ||
      references.some((reference) => reference.isWrite() && reference.init !== true);
    const [finder, types, scopes] = [this.#finder, this.#types, this.#scopes];
    return {
      name,
      ...kindsOf(variable),
      places: [...places].sort((a, b) => a.start - b.start),
      scope: { start, end, isTop: scope.block.type === "Program" },
      isReassigned,
      isDuplicate: isDuplicate(variable),
      isTypeOnly: isTypeOnly(variable),
      isDeadAt: (at) => isDeadAt(variable, at, scopes.scopeAt(at)),
      get failingUses() {
        return failingUses(variable, (reference) => types.needsValue(reference));
      },
      get boundFrom() {
        return boundFrom(variable);
      },
      get origin() {
        return finder.originOf(variable, isReassigned);
      },
      get mayBe() {
        return isReassigned ? undefined : finder.possibleOriginOf(variable);
      },
    };
  }

  #referenceOf(reference: AnalyzedReference): Reference {
    const { identifier } = reference;
    const declaration = this.#declarationOf(reference);
    return Object.assign(this.#placeOf(identifier), {
      name: identifier.name,
      declaration,
      isType: this.#types.has(reference, declaration),
    });
  }

  #declarationOf({ identifier, resolved, from }: AnalyzedReference): Reference["declaration"] {
    const isKnown = this.#scopes.isStatic;
    if (!isKnown && this.#scopes.lookUp(identifier.name, from) === "unknown") return "unknown";
    return resolved ? this.#known.get(resolved) : undefined;
  }

  /** An identifier with a type ends with its type. */
  #placeOf({
    name,
    range: [start, end],
  }: {
    readonly name: string;
    readonly range: readonly [number, number];
  }): NamePlace {
    const isPlain = this.#text.startsWith(name, start);
    return new Place(start, isPlain ? start + name.length : end, this.#forms);
  }
}
