/** A recipe of one step, from the lines of its `ops` and more keys of its `ast_edit`. */
export function recipeOf(ops: readonly (readonly [pat: string, out: string])[], more = ""): string {
  const lines = ops.map(
    ([pat, out]) => `        - { pat: ${JSON.stringify(pat)}, out: ${JSON.stringify(out)} }`,
  );
  const extra = more === "" ? [] : more.split("\n").map((line) => `      ${line}`);
  return [
    "version: 1",
    "steps:",
    "  - id: edit",
    "    ast_edit:",
    ...extra,
    "      ops:",
    ...lines,
    "",
  ].join("\n");
}
