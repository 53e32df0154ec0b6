import type { ShownPolicy, ShownRule } from "../../model/policy/shown-policy.ts";
import type { Policy, PolicyRule } from "../../model/policy.ts";
import type { PolicyFile } from "../../policy/load-policy.ts";
import { writtenConditions, writtenOf } from "../../policy/written-of.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { partPlaces } from "./part-places.ts";

/** Returns a policy as it is shown to people and programs: with everything that it extends, its `files`. */
export function showPolicy(policy: Policy, files: readonly PolicyFile[]): ShownPolicy {
  const { source, extended = [], default: otherwise, order, transaction, protects } = policy;
  const written = writtenOf(policy);
  return {
    source,
    extended,
    default: otherwise,
    order,
    transaction,
    protects,
    ...definedOnly({
      limits: written.limits as ShownPolicy["limits"], // Its own fields.
      onApplyError: policy.onApplyError,
      checks: written.checks as ShownPolicy["checks"],
      commits: written.commits as ShownPolicy["commits"],
    }),
    guards: policy.guards.map(shownRule),
    rules: policy.rules.map(shownRule),
    places: partPlaces(files),
    written,
  };
}

function shownRule({ when, ...rule }: PolicyRule): ShownRule {
  const { id, verdict, reason, checks, onCheckFailure, onApplyError, place } = rule;
  const more = definedOnly({ checks, onCheckFailure, onApplyError, place });
  return { id, when: writtenConditions(when), verdict, reason, ...more };
}
