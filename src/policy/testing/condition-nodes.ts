import {
  CONDITION_NAMES,
  type ConditionName,
  type Conditions,
} from "../../model/policy/conditions.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";

/** One condition of a rule, also one inside of others. */
export interface ConditionNode {
  readonly name: ConditionName;
  /** The path in `when`: `["any", 1, "maxFiles"]`. */
  readonly at: YamlPath;
  /** The condition alone. */
  readonly alone: Conditions;
}

/** Returns all conditions of a rule: each before those inside of it. */
export function conditionNodes(when: Conditions, at: YamlPath = []): readonly ConditionNode[] {
  return CONDITION_NAMES.flatMap((name) => {
    const wanted = when[name];
    if (wanted === undefined) return [];
    const own: ConditionNode = { name, at: [...at, name], alone: { [name]: wanted } };
    return [
      own,
      ...innerOf(when, name).flatMap(([inner, to]) => conditionNodes(inner, [...at, ...to])),
    ];
  });
}

function innerOf(when: Conditions, name: ConditionName): readonly [Conditions, YamlPath][] {
  if (name === "not") return when.not === undefined ? [] : [[when.not, [name]]];
  if (name !== "any" && name !== "all") return [];
  return (when[name] ?? []).map((inner, index) => [inner, [name, index]]);
}
