import { fileRefAlert } from "../../files/file-ref-alert.ts";
import { checkMaxBytes } from "../../files/max-bytes.ts";
import { type FileRef, type FileRefSources, resolveFileRef } from "../../files/resolve-file-ref.ts";
import type { Alert } from "../../model/alert.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { CustomToolAPI } from "./custom-tool-api.ts";

/** What the references of a custom tool are read with. */
export interface FileRefSurroundings extends FileRefSources {
  /** How much of a file is read where a tool asks for no other cap; bytes. Default: that of tools. */
  readonly maxBytes?: number;
  /** Told of every reference that was refused. */
  readonly onAlert?: (alert: Alert) => void;
}

/** `pi.resolveFileRef` for one call. Alerts come in the order in which it was called, however long each takes. */
export function createFileRefReader({
  maxBytes,
  onAlert,
  ...sources
}: FileRefSurroundings): CustomToolAPI["resolveFileRef"] {
  let told: Promise<unknown> = Promise.resolve();
  return async (path, options = {}) => {
    if (typeof path !== "string") throw new ToolError("resolveFileRef takes a path, as a text.");
    const cap = options.maxBytes ?? maxBytes;
    const request = cap === undefined ? {} : { cap: checkMaxBytes(cap) };
    const before = told;
    const reading = tellAfter(before, resolveFileRef(path, sources, request), path, onAlert);
    told = reading.catch(() => undefined); // Whoever asked is told.
    return reading;
  };
}

async function tellAfter(
  before: Promise<unknown>,
  read: Promise<FileRef>,
  path: string,
  onAlert: FileRefSurroundings["onAlert"],
): Promise<FileRef> {
  const [ref] = await Promise.all([read, before]);
  if (ref.kind === "refused") onAlert?.(fileRefAlert(path, ref));
  return ref;
}
