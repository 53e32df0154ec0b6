import { prepareTreePolicy } from "../../../config/prepare/prepare-policy.ts";
import type { ConfigReader } from "../../../config/sources/config-reader.ts";
import { exactName } from "../../../config/sources/source-place.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { hasErrors } from "../../../model/diagnostic.ts";
import type { PolicyAtHand } from "../../../model/policy/explanation.ts";
import type { Policy } from "../../../model/policy.ts";
import { digestOfPolicy } from "../../../plan-file/digests.ts";
import { findBuiltInPolicy } from "../../../policy/built-in-policies.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import { pathFault } from "../../../shared/paths/posix-path.ts";
import type { DecisionRecord } from "./decision-record.ts";

/** The policy that an explanation rests on; undefined without a policy. */
export interface FoundPolicy {
  readonly policy: Policy | undefined;
  readonly about: PolicyAtHand;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the policy of a record: the one that the caller names, otherwise the one that decided then, as it is now,
 * otherwise that of the root. A record names no file outside of the root.
 */
export async function policyAtHand(
  { policy: recorded }: Pick<DecisionRecord, "policy">,
  named: string | undefined,
  reader: ConfigReader,
): Promise<FoundPolicy> {
  const wanted = named ?? recordedName(recorded, reader.root);
  const { policy, diagnostics: found } = await prepareTreePolicy(wanted, reader);
  const diagnostics = reader.withoutForeignText(found);
  const then = recorded?.source;
  if (policy === undefined || hasErrors(found)) {
    const note =
      "There is no policy to decide again, so that only what the record has is shown. Name one with --policy FILE.";
    const about = definedOnly({ status: "missing" as const, recorded: then, note });
    return { policy: undefined, about, diagnostics };
  }
  const { source } = policy;
  return {
    policy,
    about: definedOnly({ source, recorded: then, ...compare(policy, recorded) }),
    diagnostics,
  };
}

function recordedName(recorded: DecisionRecord["policy"], root: string): string | undefined {
  if (recorded === undefined || recorded === null) return undefined;
  const { source, builtIn } = recorded;
  if (builtIn) return findBuiltInPolicy(source) === undefined ? undefined : source;
  if (pathFault(source) !== undefined || source.startsWith("object:")) return undefined;
  return exactName({ origin: "tree", path: source }, root);
}

function compare(
  policy: Policy,
  recorded: DecisionRecord["policy"],
): Pick<PolicyAtHand, "status" | "note"> {
  const { source } = policy;
  if (recorded === null) {
    const note = `No policy decided then. The policy ${source} would decide as follows.`;
    return { status: "changed", note };
  }
  if (recorded === undefined) {
    const note = `The record does not say which policy decided. The policy ${source} is evaluated.`;
    return { status: "unknown", note };
  }
  if (digestOfPolicy(policy) === recorded.sha256) return { status: "same" };
  const what =
    recorded.source === source
      ? `The policy ${source} has changed since`
      : `The policy ${recorded.source} decided, and not ${source}`;
  return {
    status: "changed",
    note: `${what}: the verdicts are those of the run, the rules are the present ones.`,
  };
}
