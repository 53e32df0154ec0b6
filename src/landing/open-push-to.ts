import { makePushFolder } from "../apply/disk/push-folder.ts";
import { openPush, type Push, type PushOptions } from "../git/push/open-push.ts";
import { type PushAddress, parsePushAddress } from "../git/push/push-address.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { isLoopback } from "../shared/http/is-loopback.ts";
import { shown } from "../shared/shown.ts";
import { notPublishable, type RepositoryPlace } from "./find-place.ts";

/** Opens the way on which branches are pushed to a repository; the caller closes it. */
export async function openPushTo(
  { address: written, user, token, server }: Omit<RepositoryPlace, "repository" | "options">,
  to: Pick<PushOptions, "root" | "env" | "signal">,
): Promise<Push | { readonly fault: Diagnostic }> {
  const address = parsePushAddress(written);
  if ("message" in address) return notPublishable(address.message, address.hint);
  if (!needsToken(address)) return openPush({ ...to, address, makeFolder: makePushFolder });
  const { host, hostname } = new URL(address.url);
  const own = URL.canParse(server ?? "") ? new URL(server ?? "").host : undefined;
  if (host !== own && !isLoopback(hostname)) {
    const message = `The token is for ${own ?? "another server"}, and is not sent to ${shown(host)}.`;
    return notPublishable(message, OTHER_HINT);
  }
  return openPush({ ...to, address, credentials: { user, token }, makeFolder: makePushFolder });
}

const OTHER_HINT =
  "Use an address of the server that GITHUB_SERVER_URL or CI_SERVER_URL names, or one of ssh, which has its own keys.";

function needsToken({ protocol }: PushAddress): boolean {
  return protocol === "https" || protocol === "http";
}
