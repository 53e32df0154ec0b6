/** The characters of a name, and all. */
export const IN_NAME = (code: number): boolean => code !== SLASH;
export const ANYTHING = (_code: number): boolean => true;

const SLASH = 0x2f;

/** A glob that was parsed, whatever its dialect. */
export type GlobTree =
  | PlainPart
  | { readonly kind: "sequence"; readonly parts: readonly GlobTree[] }
  | { readonly kind: "choice"; readonly options: readonly GlobTree[] }
  /** One or more times. */
  | { readonly kind: "repeat"; readonly body: GlobTree }
  /** Consumes nothing, and fails where the body matches. */
  | { readonly kind: "not"; readonly body: GlobTree }
  /** The end of the path. */
  | { readonly kind: "end" };

/** A part of a glob without groups. */
export type PlainPart =
  | { readonly kind: "text"; readonly text: string }
  /** One character, or any number of them. */
  | { readonly kind: "one" | "run"; readonly set: (code: number) => boolean }
  /** Any number of folders, each with the `/` at its end. */
  | { readonly kind: "folders" };

/** Any number of characters of a name, and of any. */
export const STAR: GlobTree = { kind: "run", set: IN_NAME };
export const ANY: GlobTree = { kind: "run", set: ANYTHING };

export const NOTHING: GlobTree = { kind: "sequence", parts: [] };

/** Returns the parts that stand one after the other. */
export function partsOf(tree: GlobTree): readonly GlobTree[] {
  return tree.kind === "sequence" ? tree.parts : [tree];
}

/**
 * Returns the alternatives of a glob, each without choices; undefined if they are more than `most`, or if the glob
 * repeats or excludes something.
 */
export function alternativesOf(
  tree: GlobTree,
  most: number,
): readonly (readonly PlainPart[])[] | undefined {
  switch (tree.kind) {
    case "sequence":
      return combined(tree.parts, most);
    case "choice": {
      const options = tree.options.map((option) => alternativesOf(option, most));
      const found = options.flatMap((own) => own ?? []);
      return options.includes(undefined) || found.length > most ? undefined : found;
    }
    case "repeat":
    case "not":
    case "end":
      return undefined;
    default:
      return [[tree]];
  }
}

/** Returns each alternative of a part with each of the parts after it. */
function combined(
  parts: readonly GlobTree[],
  most: number,
): readonly (readonly PlainPart[])[] | undefined {
  let found: readonly (readonly PlainPart[])[] = [[]];
  for (const part of parts) {
    const own = alternativesOf(part, most);
    if (own === undefined || found.length * own.length > most) return undefined;
    found = found.flatMap((before) => own.map((after) => [...before, ...after]));
  }
  return found;
}
