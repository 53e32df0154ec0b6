import type { Colors } from "picocolors/types.js";
import { Document, isMap, isNode, isSeq } from "yaml";
import type { ShownPolicy, ShownRule } from "../../model/policy/shown-policy.ts";
import { countOf } from "../../shared/count-of.ts";
import { terminalLine } from "../terminal-text.ts";

/** Returns a policy for people: every guard and rule in the order in which they decide, with its place. */
export function policyText(policy: ShownPolicy, colors: Colors): string {
  const {
    source,
    extended,
    guards,
    rules,
    protects,
    onApplyError,
    checks = {},
    parsers = {},
    default: otherwise,
  } = policy;
  const at = (part: string) => colors.dim(placesText(policy, part).replace(/(.+)/, " ($1)"));
  const part = (name: "limits" | "commits" | "publish" | "approvals") =>
    policy[name] === undefined
      ? []
      : [`${terminalLine(`${name}: ${JSON.stringify(policy[name])}`)}${at(name)}`];
  const from = extended.length === 0 ? "" : `, extends ${extended.join(", ")}`;
  return [
    colors.bold(terminalLine(`${source}${from}`)),
    terminalLine(`built-in guards: ${protects.length === 0 ? "none" : protects.join(", ")}`),
    ...part("limits"),
    ...(onApplyError === undefined ? [] : [`onApplyError: ${onApplyError}${at("onApplyError")}`]),
    ...programs("check", checks, (name) => at(`checks.${name}`)),
    ...programs("parser", parsers, (name) => at(`parsers.${name}`)),
    ...part("commits"),
    ...part("publish"),
    ...part("approvals"),
    ...guards.flatMap((rule) => ruleLines("guard", rule, colors)),
    ...rules.flatMap((rule) => ruleLines("rule", rule, colors)),
    `${"default".padEnd(6)} ${colors.bold(otherwise.verdict)} — ${terminalLine(otherwise.reason)}${at("default")}`,
    colors.dim(`${countOf(guards.length, "guard")}, ${countOf(rules.length, "rule")}`),
    "",
  ].join("\n");
}

function programs(
  word: string,
  written: Readonly<Record<string, unknown>>,
  at: (name: string) => string,
): readonly string[] {
  return Object.entries(written).map(
    ([name, program]) =>
      `${terminalLine(`${word} ${name}: ${JSON.stringify(program)}`)}${at(name)}`,
  );
}

function ruleLines(
  kind: string,
  { id, when, verdict, reason, place, from, until, ...more }: ShownRule,
  colors: Colors,
): readonly string[] {
  const where =
    place === undefined ? "" : colors.dim(` (${terminalLine(`${place.path}:${place.line}`)})`);
  const head = `${kind.padEnd(6)} ${colors.bold(terminalLine(id))}: ${verdict} — ${terminalLine(reason)}${where}`;
  const conditions = Object.entries(when).map(([name, wanted]) =>
    terminalLine(`       ${name}: ${JSON.stringify(wanted)}`),
  );
  const { checks, onCheckFailure, onApplyError, approvals } = more;
  const window = Object.entries({ from, until }).flatMap(([name, edge]) =>
    edge === undefined ? [] : [terminalLine(`       ${name}: ${edge}`)],
  );
  const proof =
    checks === undefined
      ? []
      : [terminalLine(`       checks: ${checks.join(", ")} (${onCheckFailure ?? "discard"})`)];
  const onError = onApplyError === undefined ? [] : [`       onApplyError: ${onApplyError}`];
  const approved =
    approvals === undefined ? [] : [terminalLine(`       approvals: ${JSON.stringify(approvals)}`)];
  return [head, ...window, ...conditions, ...proof, ...onError, ...approved];
}

/** Returns the places of a part in one line; empty if none is known. */
function placesText({ places }: ShownPolicy, part: string): string {
  const texts = (places[part] ?? []).map(({ path, line }) =>
    line === undefined ? path : `${path}:${line}`,
  );
  return terminalLine(texts.join(", "));
}

/**
 * Returns a policy as one file in YAML, which extends no other. If it was put together from several, a comment says
 * from which file each part comes.
 */
export function resolvedText(policy: ShownPolicy): string {
  const document = new Document(policy.written);
  if (policy.extended.length > 0) addComments(document.contents, policy);
  return document.toString({ lineWidth: 100 });
}

/** Adds a comment with its places to each part that has a name. */
function addComments(contents: unknown, policy: ShownPolicy): void {
  if (!isMap(contents)) return;
  for (const { key, value } of contents.items) {
    const name = String(key);
    comment(key, placesText(policy, name));
    if ((name === "checks" || name === "parsers") && isMap(value))
      for (const program of value.items)
        comment(program.key, placesText(policy, `${name}.${program.key}`));
    if ((name === "guards" || name === "rules") && isSeq(value))
      for (const rule of value.items)
        if (isMap(rule)) comment(rule, placesText(policy, `${name}.${rule.get("id")}`));
  }
}

function comment(node: unknown, text: string): void {
  if (isNode(node) && text !== "") node.commentBefore = ` ${text}`;
}
