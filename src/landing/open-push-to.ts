import { makePushFolder } from "../apply/disk/push-folder.ts";
import { openPush, type Push, type PushOptions } from "../git/push/open-push.ts";
import { type PushAddress, parsePushAddress } from "../git/push/push-address.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { notPublishable, type RepositoryPlace } from "./find-place.ts";

/** Opens the way on which branches are pushed to a repository; the caller closes it. */
export async function openPushTo(
  { address: written, user, token }: Pick<RepositoryPlace, "address" | "user" | "token">,
  to: Pick<PushOptions, "root" | "env" | "signal">,
): Promise<Push | { readonly fault: Diagnostic }> {
  const address = parsePushAddress(written);
  if ("message" in address) return notPublishable(address.message, address.hint);
  const credentials = needsToken(address) ? { user, token } : undefined;
  return openPush({ ...to, address, credentials, makeFolder: makePushFolder });
}

function needsToken({ protocol }: PushAddress): boolean {
  return protocol === "https" || protocol === "http";
}
