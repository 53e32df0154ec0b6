import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import type { WrittenConditions } from "./conditions-schema.ts";
import type { WrittenPolicy } from "./policy-schema.ts";

/** Conditions of a policy, and their place in it. */
export interface PlacedConditions {
  readonly conditions: WrittenConditions;
  readonly at: YamlPath;
}

/** Returns all conditions of a policy, also those inside of others, in the order of the file. */
export function conditionsOf(written: WrittenPolicy): readonly PlacedConditions[] {
  return (["guards", "rules"] as const).flatMap((list) =>
    (written[list] ?? []).flatMap(({ when }, index) =>
      when === undefined ? [] : withInner(when, [list, index, "when"]),
    ),
  );
}

function withInner(conditions: WrittenConditions, at: YamlPath): readonly PlacedConditions[] {
  const lists = (["any", "all"] as const).flatMap((name) =>
    (conditions[name] ?? []).flatMap((inner, index) => withInner(inner, [...at, name, index])),
  );
  const { not } = conditions;
  return [{ conditions, at }, ...lists, ...(not ? withInner(not, [...at, "not"]) : [])];
}
