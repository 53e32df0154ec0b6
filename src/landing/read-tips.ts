import { ForgeFault } from "../forge/forge.ts";
import type { Push } from "../git/push/open-push.ts";
import { remoteTips } from "../git/push/remote-tips.ts";
import { messageOf } from "../shared/message-of.ts";

/**
 * Asks a repository for the commits that some branches end in; one that does not exist is missing. Throws a
 * `ForgeFault` if the server does not answer.
 */
export async function readTips(
  push: Push,
  branches: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  try {
    return await remoteTips(push, branches);
  } catch (error) {
    const message = `The branches of ${push.url} cannot be read: ${messageOf(error)}.`;
    throw new ForgeFault("failed", message);
  }
}
