import type { Alert } from "../../model/alert.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { countOf } from "../../shared/count-of.ts";
import { numbersText, type ShardHead } from "./check-shards.ts";

/** Returns why shards cannot be merged without their tree. */
export function needsTree(message: string): Diagnostic {
  const hint = "Merge in a checkout of the commit that the shards were made on.";
  return { code: "tree-needed", severity: "error", message, hint };
}

/** Returns the warning that shards are missing in the result. */
export function missingAlert(missing: readonly number[], { plan }: ShardHead): Alert {
  const are = missing.length === 1 ? "is" : "are";
  const message =
    `Of ${plan.shard.total} shards ${countOf(missing.length, "shard")} ${are} missing ` +
    `(${numbersText(missing)}): the plan is not about their files.`;
  return { level: "warn", code: "shards-missing", message };
}

/** Returns the warning that the result can only be looked at. */
export function tooLargeAlert(): Alert {
  const message =
    "The plan is larger than `apply` and other commands can read. Merge fewer shards at a time, with " +
    "--allow-missing, and apply their plans one after the other.";
  return { level: "warn", code: "plan-too-large", message };
}
