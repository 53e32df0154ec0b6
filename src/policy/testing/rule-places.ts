import type { PlaceInText } from "../../model/place.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import type { PolicyFile } from "../load/policy-file.ts";

/** A place without the excerpt that shows it. */
export interface ShownPlace {
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}

/** Returns the place of something in a guard or rule; undefined for rules of built-in policies. */
export type PlaceOfRule = (id: string, at?: YamlPath) => PlaceInText | undefined;

/** Returns the places of all guards and rules in the files of a policy. */
export function rulePlaces(files: readonly PolicyFile[]): PlaceOfRule {
  const found = new Map<string, (at: YamlPath) => PlaceInText>();
  for (const { written, source } of files)
    for (const list of ["guards", "rules"] as const)
      for (const [index, { id }] of (written[list] ?? []).entries())
        found.set(id, (at) => source.placeOf([list, index, ...at]));
  return (id, at = []) => {
    const place = found.get(id)?.(at);
    return place?.line === undefined ? undefined : place;
  };
}

/** Returns a place for reports. */
export function shownPlace({ path, ...more }: PlaceInText): ShownPlace {
  return more.line === undefined || !("column" in more)
    ? { path }
    : { path, line: more.line, column: more.column };
}
