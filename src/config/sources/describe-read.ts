import type { BoundedRead } from "../../files/read-bounded.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { refuseSource } from "./tree-files.ts";

/** Returns the bytes of a file that was read, or words about why there are none. `path` names it. */
export function bytesOrRefusal(
  read: BoundedRead,
  path: string,
  maxBytes: number,
): { readonly bytes: Uint8Array } | { readonly diagnostic: Diagnostic } {
  switch (read.kind) {
    case "bytes":
      return read;
    case "missing":
      return refuseSource("file-not-found", `There is no file ${path}.`, { path });
    case "not-a-file":
      return refuseSource("file-unreadable", `${path} is not a file.`, { path });
    case "too-large":
      return refuseLarge(path, maxBytes);
    case "unreadable":
      return refuseSource("file-unreadable", `${path} cannot be read: ${read.why}.`, { path });
  }
}

/** The limit is fixed, but the file can be split. */
function refuseLarge(path: string, maxBytes: number): { readonly diagnostic: Diagnostic } {
  const isConfig = maxBytes === INPUT_LIMITS.configBytes;
  const hint = "Split it: a run takes several recipes, and a rule of a policy many globs.";
  const message = `${path} is larger than ${maxBytes} bytes.`;
  return refuseSource("file-too-large", message, { path, hint: isConfig ? hint : undefined });
}
