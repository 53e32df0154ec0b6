/** The keys and indexes that lead from the top of a YAML document to a value. */
export type YamlPath = readonly (string | number)[];

/** `["steps", 0, "ast_edit"]` → `steps[0].ast_edit`. */
export function formatPath(path: YamlPath): string {
  return path
    .map((part, index) =>
      typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`,
    )
    .join("");
}
