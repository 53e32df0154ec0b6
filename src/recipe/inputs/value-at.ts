import type { YamlPath } from "../../shared/yaml-path.ts";

/** The value at a path of maps and lists; nothing where there is none. */
export function valueAt(value: unknown, path: YamlPath): unknown {
  let current = value;
  for (const part of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, part))
      return undefined;
    current = (current as Readonly<Record<string | number, unknown>>)[part]; // Lists have their items as fields.
  }
  return current;
}
