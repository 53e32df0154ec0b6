import { checkMaxBytes } from "../../files/max-bytes.ts";
import type { FileRef } from "../../files/refs/file-ref.ts";
import { fileRefAlert } from "../../files/refs/file-ref-alert.ts";
import { type FileRefSources, resolveFileRef } from "../../files/refs/resolve-file-ref.ts";
import type { Alert } from "../../model/alert.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { CustomToolAPI } from "./custom-tool-api.ts";

/** The surroundings of the file references of a custom tool. */
export interface FileRefSurroundings extends FileRefSources {
  /** The limit of a file if the tool asks for no other one; bytes. Default: the cap of tools. */
  readonly maxBytes?: number;
  /** Called for every reference that was refused. */
  readonly onAlert?: (alert: Alert) => void;
}

/** Returns `pi.resolveFileRef` for one call. Alerts come in the order of its calls, not in that of their ends. */
export function createFileRefReader({
  maxBytes,
  onAlert,
  ...sources
}: FileRefSurroundings): CustomToolAPI["resolveFileRef"] {
  let reported: Promise<unknown> = Promise.resolve();
  return async (path, options = {}) => {
    if (typeof path !== "string") throw new ToolError("resolveFileRef takes a path, as a text.");
    const cap = options.maxBytes ?? maxBytes;
    const request = cap === undefined ? {} : { cap: checkMaxBytes(cap) };
    const before = reported;
    const reading = reportAfter(before, resolveFileRef(path, sources, request), path, onAlert);
    reported = reading.catch(() => undefined); // The tool gets the error.
    return reading;
  };
}

async function reportAfter(
  before: Promise<unknown>,
  read: Promise<FileRef>,
  path: string,
  onAlert: FileRefSurroundings["onAlert"],
): Promise<FileRef> {
  const [ref] = await Promise.all([read, before]);
  if (ref.kind === "refused") onAlert?.(fileRefAlert(path, ref));
  return ref;
}
