import type { Policy, PolicyRule, Verdict } from "../model/policy.ts";
import { FAULTS_OF_CODE } from "./safe-policy.ts";

/** Discarded: a person could only say no, and what is held is kept, with its text, until one has decided. */
const REFUSED: readonly PolicyRule[] = [
  ruleOf(
    ["adds-secrets", "addsSecrets", "Secrets would be added", "discard"],
    " Read them from the environment; one that was written is not secret any more.",
  ),
  ruleOf(
    ["adds-hidden", "addsHidden", "Characters that nobody sees would be added", "discard"],
    " Write them as escapes, if they are needed.",
  ),
];

/** Each of these may be right, and a person tells if it is. */
const HELD: readonly PolicyRule[] = [
  ruleOf(["widens-permissions", "widensPermissions", "Permissions would be widened"]),
  ruleOf(["adds-dependencies", "addsDependencies", "What others publish would be added"]),
  ruleOf([
    "adds-code",
    "addsCode",
    "Code that runs text, starts programs or talks to others would be added",
  ]),
  ruleOf(["adds-encoded", "addsEncoded", "Data that nobody can read would be added"]),
  ruleOf(["adds-hosts", "addsHosts", "Addresses that the file did not name would be added"]),
  ruleOf(["disables-tests", "disablesTests", "Tests would be removed, skipped or run alone"]),
  ruleOf(["suppresses", "suppresses", "A checker would be silenced"]),
  ruleOf(["changes-modes", "modesChanged", "Files would become executable, or no longer be so"]),
  ruleOf(["deletes-files", "deletedFiles", "Files would be deleted"]),
  ...FAULTS_OF_CODE,
];

const LOOKED_AT = [...REFUSED, ...HELD];

/** The policy `safe-for-agents`: applies what brings none of the things that an agent should not do unseen. */
export const SAFE_FOR_AGENTS: Pick<Policy, "default" | "rules"> = {
  rules: [
    ...LOOKED_AT,
    {
      id: "safe-for-agents",
      when: Object.fromEntries(
        LOOKED_AT.flatMap(({ when }) => Object.keys(when)).map((name) => [name, false]),
      ),
      verdict: "apply",
      reason:
        "Adds no secret, hidden character, address, dependency or code that reaches out, weakens no test, check or " +
        "permission, deletes no file, and breaks neither syntax (by ${{ facts.syntaxJudges }}) nor names.",
    },
  ],
  default: { verdict: "hold", reason: "It cannot be told if this is safe: a person decides." },
};

/** A rule on one fact, whose reason has the places. */
function ruleOf(
  [id, fact, said, verdict = "hold"]: readonly [
    id: string,
    fact: string,
    said: string,
    verdict?: Verdict,
  ],
  remedy = "",
): PolicyRule {
  return {
    id,
    when: { [fact]: true },
    verdict,
    reason: `${said}: \${{ facts.${fact} }}.${remedy}`,
  };
}
