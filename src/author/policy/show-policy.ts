import type { ShownPlace, ShownPolicy, ShownRule } from "../../model/policy/shown-policy.ts";
import { writtenVerdict } from "../../model/policy/verdict.ts";
import type { Policy, PolicyRule } from "../../model/policy.ts";
import { edgeText } from "../../policy/edge-text.ts";
import type { PolicyFile } from "../../policy/load-policy.ts";
import { writtenApprovals, writtenConditions, writtenOf } from "../../policy/written-of.ts";
import { definedOnly } from "../../shared/defined-only.ts";

/** The parts that the nearest file decides alone. */
const NEAREST = [
  "default",
  "limits",
  "onApplyError",
  "order",
  "transaction",
  "maxCheckRuns",
  "commits",
  "publish",
  "approvals",
] as const;

/** The parts that add up. */
const ADDED = ["lift", "allow"] as const;

/** Returns a policy as it is shown to people and programs: with everything that it extends, its `files`. */
export function showPolicy(policy: Policy, files: readonly PolicyFile[]): ShownPolicy {
  const { source, extended = [], default: otherwise, order, transaction, protects } = policy;
  const writtenPolicy = writtenOf(policy);
  return {
    source,
    extended,
    default: { verdict: writtenVerdict(otherwise), reason: otherwise.reason },
    order,
    transaction,
    protects,
    ...definedOnly({
      limits: writtenPolicy.limits as ShownPolicy["limits"], // Its own fields.
      onApplyError: policy.onApplyError,
      checks: writtenPolicy.checks as ShownPolicy["checks"],
      parsers: writtenPolicy.parsers as ShownPolicy["parsers"],
      commits: writtenPolicy.commits as ShownPolicy["commits"],
      publish: writtenPolicy.publish as ShownPolicy["publish"],
      approvals: writtenPolicy.approvals as ShownPolicy["approvals"],
    }),
    guards: policy.guards.map(shownRule),
    rules: policy.rules.map(shownRule),
    places: partPlaces(files),
    written: writtenPolicy,
  };
}

function shownRule({ when, ...rule }: PolicyRule): ShownRule {
  const { id, reason, checks, onCheckFailure, onApplyError, place } = rule;
  const approvals = rule.approvals && writtenApprovals(rule.approvals);
  const more = definedOnly({ checks, onCheckFailure, onApplyError, approvals, place });
  const { from, until } = rule.window ?? {};
  const window = definedOnly({ from: from && edgeText(from), until: until && edgeText(until) });
  return {
    id,
    when: writtenConditions(when),
    ...window,
    verdict: writtenVerdict(rule),
    reason,
    ...more,
  };
}

/** Returns the places of all parts of a policy in the files that it was put together from, its own first. */
function partPlaces(files: readonly PolicyFile[]): ShownPolicy["places"] {
  const places = new Map<string, readonly ShownPlace[]>();
  for (const [part, place] of files.flatMap(placesIn)) {
    const isAdded = ADDED.some((name) => name === part);
    if (isAdded || !places.has(part)) places.set(part, [...(places.get(part) ?? []), place]);
  }
  return Object.fromEntries(places);
}

function placesIn({ source, written }: PolicyFile): readonly [part: string, place: ShownPlace][] {
  const ofKeys = [...NEAREST, ...ADDED]
    .filter((part) => written[part] !== undefined)
    .map((part) => [part, source.placeOfKey([part])] as const);
  const ofPrograms = (["checks", "parsers"] as const).flatMap((part) =>
    Object.keys(written[part] ?? {}).map(
      (name) => [`${part}.${name}`, source.placeOfKey([part, name])] as const,
    ),
  );
  const ofRules = (["guards", "rules"] as const).flatMap((list) =>
    (written[list] ?? []).map(
      ({ id }, index) => [`${list}.${id}`, source.placeOf([list, index])] as const,
    ),
  );
  return [...ofKeys, ...ofPrograms, ...ofRules].map(([part, { path, line }]) => [
    part,
    { path, ...definedOnly({ line }) },
  ]);
}
