import { join } from "node:path";
import { unifiedDiff } from "../../edit/text/unified-diff.ts";
import type { HookCall } from "../call/hook-call.ts";
import { type CallFolders, placeOfFile } from "../call/place-of-file.ts";
import type { CallPatch } from "./call-patch.ts";
import { readText } from "./read-text.ts";
import { rebasePatch } from "./rebase-patch.ts";
import { textAfter } from "./text-after.ts";

/** Returns the change of a call. The paths of an edit were looked at before. */
export async function patchOfCall(
  call: Extract<HookCall, { readonly kind: "edit" | "patch" }>,
  outer: CallFolders,
): Promise<CallPatch> {
  const folders = { ...outer, cwd: call.cwd ?? outer.cwd };
  if (call.kind === "patch") return rebasePatch(call.text, folders);
  const place = placeOfFile(call.path, folders);
  if (place.kind !== "inside") return { kind: "none" };
  const { path } = place;
  const read = await readText(join(folders.root, path));
  if ("why" in read) return fault(`${path} ${read.why}, so that no edit of it can be judged.`);
  const { before } = read;
  const edited = textAfter(path, before, call.edit);
  if ("fault" in edited) return fault(edited.fault);
  if (edited.after === before) return { kind: "none" };
  return { kind: "patch", text: unifiedDiff(path, before, edited.after).text };
}

function fault(why: string): CallPatch {
  return { kind: "fault", why, remedy: "Read the file again, and name its text exactly." };
}
