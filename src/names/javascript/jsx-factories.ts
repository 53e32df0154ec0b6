import { type EsNode, visitNodes } from "./es-node.ts";

/**
 * Returns the names that the tags of a text may call without saying so: those of `@jsx` and `@jsxFrag`, and those that
 * compilers call by default. None if the text says that its tags import what they call.
 */
export function jsxFactories(text: string): ReadonlySet<string> {
  if (/@jsxRuntime\s+automatic\b|@jsxImportSource\s/.test(text)) return new Set();
  const pragmas = text.matchAll(/@jsx(?:Frag)?\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/gu);
  const named = [...pragmas].flatMap(([, name]) => name ?? []);
  return new Set(["React", "h", ...(text.includes("<>") ? ["Fragment"] : []), ...named]);
}

/** True for a program with tags. */
export function hasTags(root: EsNode): boolean {
  let isFound = false;
  visitNodes(root, ({ type }) => {
    isFound ||= type === "JSXElement" || type === "JSXFragment";
  });
  return isFound;
}
