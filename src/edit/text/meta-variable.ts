/** A metavariable of a pattern, by the nodes that it takes. Only `capture` and `capture-many` bind their name. */
export type MetaVariable =
  /** `$A`, and `$$A`, which takes tokens such as operators too. */
  | { readonly kind: "capture"; readonly name: string }
  /** `$_` and `$_A`. */
  | { readonly kind: "drop" }
  /** `$$$A` */
  | { readonly kind: "capture-many"; readonly name: string }
  /** `$$$` and `$$$_A`. */
  | { readonly kind: "drop-many" };

const oneName = /^[A-Z_][A-Z_0-9]*$/;
const manyName = /^[A-Z_0-9]*$/;

/**
 * Reads the text of a pattern's node as a metavariable; returns undefined for ordinary code. `character` stands for `$`
 * in the parsed pattern ({@link replaceMetaVariableCharacter}).
 */
export function parseMetaVariable(text: string, character: string): MetaVariable | undefined {
  if (!text.startsWith(character)) return undefined;
  const many = character.repeat(3);
  if (text.startsWith(many)) {
    const name = text.slice(many.length);
    if (!manyName.test(name)) return undefined;
    const isDropped = name === "" || name.startsWith("_");
    return isDropped ? { kind: "drop-many" } : { kind: "capture-many", name };
  }
  const rest = text.slice(character.length);
  const name = rest.startsWith(character) ? rest.slice(character.length) : rest;
  if (!oneName.test(name)) return undefined;
  return name.startsWith("_") ? { kind: "drop" } : { kind: "capture", name };
}

/**
 * Writes a pattern in a form that the grammar can parse: if it allows no `$` in names, the dollars of metavariables
 * become `character`. Other dollars stay.
 */
export function replaceMetaVariableCharacter(pattern: string, character: string): string {
  if (character === "$") return pattern;
  return pattern.replace(/\$+(?=([A-Z_])?)/g, (dollars: string, letter: string | undefined) =>
    letter !== undefined || dollars.length === 3 ? character.repeat(dollars.length) : dollars,
  );
}
