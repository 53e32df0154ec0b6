import { readNaming } from "../call/named-files.ts";
import { type CallFolders, placeOfFile } from "../call/place-of-file.ts";
import type { CallPatch } from "./call-patch.ts";

/** Names the files of a patch from the root, and not from the folder of the call. */
export function rebasePatch(text: string, folders: CallFolders): CallPatch {
  const lines: string[] = [];
  let [inside, outside] = [0, 0];
  for (const line of text.split("\n")) {
    const naming = readNaming(line);
    if (naming === undefined) {
      lines.push(line);
      continue;
    }
    const place = placeOfFile(naming.path, folders);
    if (place.kind === "fault")
      return { kind: "fault", why: place.why, remedy: "No policy allows it: leave the file out." };
    if (place.kind === "outside") outside += 1;
    else {
      inside += 1;
      lines.push(`${naming.head}${place.path}`);
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
