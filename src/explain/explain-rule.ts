import type { SgNode } from "@ast-grep/napi";
import type { FieldPath } from "../edit/compile/written-keys.ts";
import { kindOf } from "../edit/engine/engine.ts";
import { withCheckedNames } from "../edit/engine/written-names.ts";
import type { WrittenMap } from "../model/edit.ts";
import { isRecord } from "../shared/is-record.ts";
import { aKind, clipNode } from "./difference-words.ts";
import { failedPattern } from "./failed-pattern.ts";
import { failedRelation, isRelation } from "./failed-relation.ts";
import { fittingParts, PART_ORDER } from "./fitting-parts.ts";
import {
  findFirstMatch,
  holds,
  type RuleContext,
  type RuleFailure,
  spanOf,
  VARIABLES,
} from "./rule-context.ts";

/** The forms of an expression that are tried; the dialect is Rust's. */
const FORMS = [
  {
    code: "regex-anchored",
    of: (source: string) => source.replace(/^\^/, "").replace(/(?<!\\)\$$/, ""),
    hint: "It would without `^` and `$`: these mean the whole text of the node",
  },
  {
    code: "regex-case",
    of: (source: string) => `(?i)${source}`,
    hint: "It would in another case: `(?i)` in front ignores the case of letters",
  },
  {
    code: "regex-lines",
    of: (source: string) => `(?s)${source}`,
    hint: "It would over lines: with `(?s)` in front, `.` stands for line ends too",
  },
  {
    code: "regex-dialect",
    of: (source: string) => source.replace(/^\/(.*)\/[a-z]*$/s, "$1"),
    hint: "It would without the slashes, which are a part of the expression here",
  },
];

/** The deepest parts of a rule that are explained by themselves. */
const MOST_DEPTH = 12;

/** Explains which part of a rule fails first at a node; undefined if each fits by itself. */
export function explainRule(
  rule: WrittenMap,
  node: SgNode,
  context: RuleContext,
  path: FieldPath,
): RuleFailure | undefined {
  for (const key of PART_ORDER) {
    const value = rule[key];
    if (value === undefined || holds(withCheckedNames({ [key]: value }), node, context)) continue;
    return explainPart(key, value, node, context, [...path, key]);
  }
  return undefined;
}

function explainPart(
  key: string,
  value: unknown,
  node: SgNode,
  context: RuleContext,
  path: FieldPath,
): RuleFailure {
  const at = spanOf(node);
  const failure = (code: string, message: string): RuleFailure => ({ path, code, message, at });
  const isDeep = path.length > MOST_DEPTH;
  const inner = (part: unknown, at: FieldPath) =>
    isRecord(part) && !isDeep ? explainRule(part, node, context, at) : undefined;
  switch (key) {
    case "kind":
      return failure("kind-differs", describeKinds(String(value), node));
    case "pattern":
      return failedPattern(value, node, context, path);
    case "regex":
      return failedRegex(String(value), node, context, path);
    case "all":
      return (
        firstFailure(value, (part, index) => inner(part, [...path, index])) ?? varying(node, path)
      );
    case "any":
      return failedAny(value, node, context, path) ?? failure("rule-differs", "none of `any` fits");
    case "matches":
      return (
        inner(utilOf(value, context), ["utils", String(value)]) ??
        failure("rule-differs", `\`${value}\` fails`)
      );
    case "not":
      return failedNot(value, node, context, path);
    default:
      if (isRelation(key) && isRecord(value) && !isDeep)
        return failedRelation(key, value, node, context, path, explainRule);
      return failure("position-differs", describePosition(key, node));
  }
}

function describeKinds(wanted: string, node: SgNode): string {
  return `the rule wants ${aKind(wanted)}, the code has ${aKind(kindOf(node))}`;
}

function describePosition(key: string, node: SgNode): string {
  return `${clipNode(node)} is at another place than \`${key}\` says`;
}

function varying(node: SgNode, path: FieldPath): RuleFailure {
  return { path, code: "variable-differs", message: VARIABLES, at: spanOf(node) };
}

function utilOf(id: unknown, { utils }: RuleContext): unknown {
  return typeof id === "string" ? utils[id] : undefined;
}

function firstFailure(
  list: unknown,
  explain: (part: unknown, index: number) => RuleFailure | undefined,
): RuleFailure | undefined {
  for (const [index, part] of (Array.isArray(list) ? list : []).entries()) {
    const failure = explain(part, index);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** Explains the alternative that comes nearest. */
function failedAny(
  list: unknown,
  node: SgNode,
  context: RuleContext,
  path: FieldPath,
): RuleFailure | undefined {
  const parts = (Array.isArray(list) ? list : []).slice(0, 20);
  const near = parts
    .map((part, index) => ({ part, index }))
    .filter(({ part }) => isRecord(part))
    .map((each) => ({ ...each, fits: fittingParts(each.part, node, context) }))
    .sort((a, b) => b.fits - a.fits)[0];
  if (near === undefined) return undefined;
  const failure = explainRule(near.part, node, context, [...path, near.index]);
  if (failure === undefined) return undefined;
  const which = `none of the ${parts.length} rules of \`any\` fits; of the nearest, `;
  return { ...failure, message: `${which}${failure.message}` };
}

function withoutStop({ stopBy: _stopBy, field: _field, ...rule }: WrittenMap): WrittenMap {
  return rule;
}

function failedNot(
  value: unknown,
  node: SgNode,
  context: RuleContext,
  path: FieldPath,
): RuleFailure {
  const rule = isRecord(value) ? value : {};
  const has = isRecord(rule.has) ? findFirstMatch(withoutStop(rule.has), node, context) : undefined;
  const culprit = has ?? node;
  const keys = Object.keys(rule).join("`, `");
  const message = `\`not\` excludes it: its \`${keys}\` fits ${clipNode(culprit)}`;
  return { path, code: "not-excludes", message, at: spanOf(culprit) };
}

/** Explains why a `regex` does not match the text of a node, and whether another form of it would. */
function failedRegex(
  source: string,
  node: SgNode,
  context: RuleContext,
  path: FieldPath,
): RuleFailure {
  const message = `\`regex: ${source.slice(0, 200)}\` does not match ${clipNode(node)}`;
  const would = FORMS.find(({ of }) => {
    const other = of(source);
    return other !== source && holds({ regex: other }, node, context);
  });
  return {
    path,
    code: would?.code ?? "regex-differs",
    message,
    hint: would?.hint,
    at: spanOf(node),
  };
}
