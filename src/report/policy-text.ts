import type { Colors } from "picocolors/types.js";
import { stringify } from "yaml";
import type { ShownPolicy, ShownRule } from "../model/policy/shown-policy.ts";
import { countOf } from "../shared/count-of.ts";
import { terminalLine } from "./terminal-text.ts";

/** Returns a policy for people: every guard and rule in the order in which they decide, with its place. */
export function policyText(policy: ShownPolicy, colors: Colors): string {
  const {
    source,
    extended,
    guards,
    rules,
    protects,
    limits,
    onApplyError,
    checks = {},
    commits,
    default: otherwise,
  } = policy;
  const from = extended.length === 0 ? "" : `, extends ${extended.join(", ")}`;
  return [
    colors.bold(terminalLine(`${source}${from}`)),
    terminalLine(`built-in guards: ${protects.length === 0 ? "none" : protects.join(", ")}`),
    ...(limits === undefined ? [] : [terminalLine(`limits: ${JSON.stringify(limits)}`)]),
    ...(onApplyError === undefined ? [] : [`onApplyError: ${onApplyError}`]),
    ...Object.entries(checks).map(([name, check]) =>
      terminalLine(`check ${name}: ${JSON.stringify(check)}`),
    ),
    ...(commits === undefined ? [] : [terminalLine(`commits: ${JSON.stringify(commits)}`)]),
    ...guards.flatMap((rule) => ruleLines("guard", rule, colors)),
    ...rules.flatMap((rule) => ruleLines("rule", rule, colors)),
    `${"default".padEnd(6)} ${colors.bold(otherwise.verdict)} — ${terminalLine(otherwise.reason)}`,
    colors.dim(`${countOf(guards.length, "guard")}, ${countOf(rules.length, "rule")}`),
    "",
  ].join("\n");
}

function ruleLines(
  kind: string,
  { id, when, verdict, reason, place, checks, onCheckFailure, onApplyError }: ShownRule,
  colors: Colors,
): readonly string[] {
  const where =
    place === undefined ? "" : colors.dim(` (${terminalLine(`${place.path}:${place.line}`)})`);
  const head = `${kind.padEnd(6)} ${colors.bold(terminalLine(id))}: ${verdict} — ${terminalLine(reason)}${where}`;
  const conditions = Object.entries(when).map(([name, wanted]) =>
    terminalLine(`       ${name}: ${JSON.stringify(wanted)}`),
  );
  const proof =
    checks === undefined
      ? []
      : [terminalLine(`       checks: ${checks.join(", ")} (${onCheckFailure ?? "discard"})`)];
  const onError = onApplyError === undefined ? [] : [`       onApplyError: ${onApplyError}`];
  return [head, ...conditions, ...proof, ...onError];
}

/** Returns a policy as one file in YAML, which extends no other. */
export function resolvedText({ written }: ShownPolicy): string {
  return stringify(written, { lineWidth: 100 });
}
