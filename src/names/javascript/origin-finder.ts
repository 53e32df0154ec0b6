import type { Variable } from "@typescript-eslint/scope-manager";
import type { Origin } from "../file-names.ts";
import { type MeaningOf, type ModuleGivenTo, originOf, possibleOriginOf } from "./origins.ts";

/** The most variables that are each other's value, one after the other, to an import. */
const MOST_ALIASES = 100;

/** Finds the modules from which variables have their values, each once. */
export class OriginFinder {
  readonly #meaningOf: MeaningOf;
  readonly #moduleGivenTo: ModuleGivenTo;
  readonly #known = new Map<Variable, Origin | undefined>();
  /** The variables whose origin is being found: each is the value of the one before. */
  #depth = 0;

  constructor(meaningOf: MeaningOf, moduleGivenTo: ModuleGivenTo) {
    this.#meaningOf = meaningOf;
    this.#moduleGivenTo = moduleGivenTo;
  }

  originOf(variable: Variable, isReassigned: boolean): Origin | undefined {
    if (this.#known.has(variable)) return this.#known.get(variable);
    this.#known.set(variable, undefined); // Two variables may be each other's value.
    const isImport = variable.defs[0]?.type === "ImportBinding";
    if (isReassigned && !isImport) return undefined;
    const origin = this.#within(() => originOf(variable, this.#meaningOf, this.#moduleGivenTo));
    this.#known.set(variable, origin);
    return origin;
  }

  possibleOriginOf(variable: Variable): Origin | undefined {
    return this.#within(() => possibleOriginOf(variable, this.#meaningOf));
  }

  #within(find: () => Origin | undefined): Origin | undefined {
    if (this.#depth >= MOST_ALIASES) return undefined;
    this.#depth += 1;
    const found = find();
    this.#depth -= 1;
    return found;
  }
}
