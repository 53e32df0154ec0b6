import type { HookCall } from "./hook-call.ts";
import { type CallFolders, placeOfFile } from "./place-of-file.ts";

/** The answer to a call. */
export type Verdict =
  /** The agent asks its user as it would without the hook. */
  { readonly kind: "none" } | { readonly kind: "deny"; readonly reason: string };

/** Returns the verdict on a call that needs no policy; undefined if the policy has to be asked. */
export function briefVerdict(call: HookCall, folders: CallFolders): Verdict | undefined {
  if (call.kind === "other") return { kind: "none" };
  if (call.kind === "fault") return deny(call.why, call.remedy);
  if (call.kind === "patch") return undefined;
  const place = placeOfFile(call.path, { ...folders, cwd: call.cwd ?? folders.cwd });
  if (place.kind === "outside") return { kind: "none" };
  return place.kind === "fault" ? deny(place.why, NEVER) : undefined;
}

const NEVER = "No policy allows it: leave the file as it is, or ask a person to change it.";

/** Makes the verdict that refuses a call, of two sentences. */
export function deny(why: string, remedy: string): Verdict {
  return { kind: "deny", reason: `Sluice: ${why} ${remedy}` };
}
