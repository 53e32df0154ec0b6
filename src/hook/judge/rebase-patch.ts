import { type CallFolders, placeOfFile } from "../call/place-of-file.ts";
import type { CallPatch } from "./call-patch.ts";

/** The lines of a patch of Codex that name a file: those of texts begin with a blank, `+` or `-`. */
const NAMING = /^(?<head>\*\*\* (?:(?:Add|Delete|Update) File|Move to): )(?<path>.+?)\s*$/;

/** Names the files of a patch from the root, and not from the folder of the call. */
export function rebasePatch(text: string, folders: CallFolders): CallPatch {
  const lines: string[] = [];
  let [inside, outside] = [0, 0];
  for (const line of text.split("\n")) {
    const { head = "", path } = NAMING.exec(line)?.groups ?? {};
    if (path === undefined) {
      lines.push(line);
      continue;
    }
    const place = placeOfFile(path, folders);
    if (place.kind === "fault")
      return { kind: "fault", why: place.why, remedy: "No policy allows it: leave the file out." };
    if (place.kind === "outside") outside += 1;
    else {
      inside += 1;
      lines.push(`${head}${place.path}`);
    }
  }
  if (inside > 0 && outside > 0)
    return {
      kind: "fault",
      why: "The patch changes files in the root and outside of it.",
      remedy: "Make two patches of it.",
    };
  return outside > 0 ? { kind: "none" } : { kind: "patch", text: lines.join("\n") };
}
