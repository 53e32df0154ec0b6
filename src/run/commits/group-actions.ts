import type { CommitUnit } from "../../model/policy/commits.ts";
import type { ActionReport } from "../../model/report/report.ts";

/** The actions of which one commit is made. */
export interface CommitGroup {
  /** The run, recipe, rule, packages or owners; the value of `${{ group }}`. */
  readonly name: string;
  /** In the order of application. */
  readonly actions: readonly ActionReport[];
}

/** Groups actions by the unit of a policy, in the order of the first action of each group. */
export function groupActions(
  actions: readonly ActionReport[],
  per: CommitUnit,
  runId: string,
): readonly CommitGroup[] {
  const groups = new Map<string, ActionReport[]>();
  for (const action of actions) {
    const name = nameOf(action, per, runId);
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push(action);
  }
  return [...groups].map(([name, own]) => ({ name, actions: own }));
}

function nameOf(
  { recipe, ruleId = "default", facts }: ActionReport,
  per: CommitUnit,
  runId: string,
) {
  switch (per) {
    case "run":
      return runId;
    case "recipe":
      return recipe;
    case "rule":
      return ruleId;
    case "package":
      return listName(facts.packages);
    case "owner":
      return listName(facts.owners);
  }
}

/** An action of several owners or packages is in the group of all of them together. */
function listName(names: readonly string[] | undefined): string {
  if (names === undefined) return "unknown";
  return names.length === 0 ? "none" : [...names].sort().join(", ");
}
