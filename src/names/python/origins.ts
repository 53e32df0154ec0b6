import type { Extent, Origin, Resolved } from "../file-names.ts";
import type { PythonDeclaration } from "./declaration.ts";
import type { Meaning } from "./meanings.ts";
import { type Chain, LONGEST, readChain, readValue } from "./name-chain.ts";

/** Finds where the code of a text comes from. */
export class Origins {
  readonly #text: string;
  /** The meanings of the names, by the places where they begin. */
  readonly #meanings: ReadonlyMap<number, Meaning>;
  readonly #settled = new Set<PythonDeclaration>();

  constructor(text: string, meanings: ReadonlyMap<number, Meaning>) {
    this.#text = text;
    this.#meanings = meanings;
  }

  /** Sets the origin of a declaration, and before that of those which its values name. */
  settle(declaration: PythonDeclaration): void {
    const open: Pending[] = [];
    const enter = (next: PythonDeclaration) => {
      if (this.#settled.has(next)) return;
      // A declaration that is its own value comes from no module.
      this.#settled.add(next);
      open.push({ declaration: next, chains: this.#chainsOf(next), isEntered: false });
    };
    enter(declaration);
    for (let last = open.at(-1); last; last = open.at(-1)) {
      if (last.isEntered) {
        this.#setOrigin(last);
        open.pop();
        continue;
      }
      last.isEntered = true;
      for (const chain of last.chains) {
        const head = this.#meanings.get((chain?.call ?? chain)?.at ?? -1);
        if (typeof head === "object") enter(head);
      }
    }
  }

  /** Returns what the code at a place comes from. */
  resolve(place: Extent): Resolved {
    const chain = readChain(this.#text, place);
    return chain ? this.#resolveChain(chain) : { kind: "none" };
  }

  #chainsOf({ values, kind }: PythonDeclaration): readonly (Chain | undefined)[] {
    if (kind === "import" && values.length === 1) return [];
    return values.map(({ value }) => value && readValue(this.#text, value));
  }

  #setOrigin({ declaration, chains }: Pending): void {
    const resolved = chains.map((chain) => (chain ? this.#resolveChain(chain) : NONE));
    if (declaration.isReassigned) {
      const isModule = resolved.some(({ kind }) => kind === "module" || kind === "unknown");
      declaration.isUncertain = isModule || declaration.values.some(({ origin }) => origin);
      return;
    }
    const [value] = resolved;
    if (value?.kind === "module") declaration.origin ??= value.origin;
    if (value?.kind === "unknown") declaration.isUncertain = true;
  }

  #resolveChain({ at, name, path, call }: Chain): Resolved {
    if (!this.#meanings.has(at)) return NONE;
    const meaning = this.#meanings.get(at);
    if (call === undefined) return membersOf(meaning, name, path);
    const module = importedBy(membersOf(meaning, name, call.path), call.argument);
    return module === undefined ? NONE : { kind: "module", origin: { module, path } };
  }
}

interface Pending {
  readonly declaration: PythonDeclaration;
  readonly chains: readonly (Chain | undefined)[];
  isEntered: boolean;
}

const NONE: Resolved = { kind: "none" };

function membersOf(meaning: Meaning, name: string, path: readonly string[]): Resolved {
  if (meaning === undefined) return { kind: "global", name, path };
  if (meaning === "unknown" || meaning.isUncertain) return { kind: "unknown" };
  const { origin } = meaning;
  if (origin === undefined) return { kind: "declared", declaration: meaning, path };
  const members = [...origin.path, ...path];
  if (members.length > LONGEST) return { kind: "unknown" };
  return { kind: "module", origin: { module: origin.module, path: members } };
}

/** Returns the module that a call returns: `import_module("a.b")` the last one, `__import__("a.b")` the first. */
function importedBy(called: Resolved, argument: string): string | undefined {
  if (called.kind === "global" && called.name === "__import__" && called.path.length === 0)
    return argument.split(".")[0] || undefined;
  if (called.kind !== "module" || argument.startsWith(".")) return undefined;
  const { module, path }: Origin = called.origin;
  return [module, ...path].join(".") === "importlib.import_module" ? argument : undefined;
}
