import type { PreparedRun } from "../../config/prepare/prepared-run.ts";
import type { Alert } from "../../model/alert.ts";
import { messageOf } from "../../shared/message-of.ts";

/** Removes what the preparation wrote. Returns an alert if that fails: the outcome of the run stays as it is. */
export async function disposePrepared({
  dispose,
}: Pick<PreparedRun, "dispose">): Promise<Alert | undefined> {
  try {
    await dispose();
    return undefined;
  } catch (error) {
    const message = `The temporary folder with code of the base commit cannot be removed: ${messageOf(error)}.`;
    return { level: "warn", code: "left-behind", message };
  }
}
