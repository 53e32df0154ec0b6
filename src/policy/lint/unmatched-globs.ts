import type { ConditionName, Conditions } from "../../model/policy/conditions.ts";
import { pathMatcher } from "../../shared/paths/glob.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { globsOf } from "../load/normalize-conditions.ts";
import { conditionNodes } from "../testing/condition-nodes.ts";
import { writtenConditions } from "../written-of.ts";
import type { RuleFinding, RuleInOrder } from "./rule-finding.ts";

/** The conditions whose globs are about files that a tree has before an edit. */
const OF_TREE: readonly ConditionName[] = ["allFiles", "anyFile", "files"];

/** The most comparisons of a glob with a file. */
const MOST_COMPARISONS = 20_000_000;

/**
 * Returns the globs that match none of the files of the tree, as far as that is quickly told. `pause` lets signals in,
 * and throws to end it.
 */
export async function unmatchedGlobs(
  rules: readonly RuleInOrder[],
  files: readonly string[],
  pause: () => Promise<void>,
): Promise<readonly RuleFinding[]> {
  const findings: RuleFinding[] = [];
  let comparisons = 0;
  for (const { rule } of rules)
    for (const { name, at, alone } of conditionNodes(rule.when)) {
      if (!OF_TREE.includes(name)) continue;
      for (const { glob, at: inside } of pathGlobsOf(alone)) {
        await pause();
        comparisons += files.length;
        if (comparisons > MOST_COMPARISONS) return findings;
        if (!files.some(pathMatcher([glob])))
          findings.push(finding(rule.id, glob, ["when", ...at.slice(0, -1), ...inside]));
      }
    }
  return findings;
}

function finding(rule: string, glob: string, at: YamlPath): RuleFinding {
  const message = `The glob \`${glob}\` of \`${rule}\` matches no file of this tree.`;
  const hint = "Correct it, or remove it; keep it if such files may come.";
  return { rule, at, code: "glob-unmatched", severity: "warning", message, hint };
}

function pathGlobsOf(alone: Conditions): ReturnType<typeof globsOf> {
  return globsOf(writtenConditions(alone), "paths");
}
