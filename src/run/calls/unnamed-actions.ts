import type { Alert } from "../../model/alert.ts";
import type { Policy } from "../../model/policy.ts";
import { UNNAMED } from "../../policy/protected-groups.ts";
import { countOf } from "../../shared/count-of.ts";
import type { ActionRecord } from "../state/action-book.ts";

/**
 * Returns a warning for the author of a tool whose call queued actions that name no files, unless the policy allows it.
 */
export function unnamedAlerts(
  queued: readonly ActionRecord[],
  tool: string,
  policy: Pick<Policy, "protects"> | undefined,
): readonly Alert[] {
  const [first, ...others] = unnamedIn(queued, policy);
  if (first === undefined) return [];
  const label = first.pending.label;
  const more = others.length === 0 ? "" : ` and ${countOf(others.length, "other action")}`;
  const name = others.length === 0 ? "names" : "name";
  const message =
    `${label}${more} of \`${tool}\` ${name} no files: a policy never applies such an action. Let the tool list the ` +
    `paths that change in \`details.files\` of pushPendingAction, or allow it by \`lift: [${UNNAMED}]\` in the policy.`;
  return [{ level: "warn", code: "unnamed-files", message }];
}

/** Returns the same warning for the model that made the call; empty if there is nothing to warn of. */
export function unnamedNote(
  queued: readonly ActionRecord[],
  policy: Pick<Policy, "protects"> | undefined,
): string {
  const unnamed = unnamedIn(queued, policy);
  if (unnamed.length === 0) return "";
  const labels = unnamed.map(({ pending }) => pending.label).join("; ");
  return `[The tool names no files for: ${labels}. The policy does not apply it; a person has to look at it.]`;
}

function unnamedIn(
  queued: readonly ActionRecord[],
  policy: Pick<Policy, "protects"> | undefined,
): readonly ActionRecord[] {
  if (policy !== undefined && !policy.protects.includes(UNNAMED)) return [];
  return queued.filter(({ preview }) => preview.kind === "custom" && preview.files.length === 0);
}
