import type { FileIdentity } from "../disk/file-identity.ts";
import type { FileWrite } from "../disk/file-write.ts";

/** Writes whose files all have the content that they rest on. */
export interface CheckedWrites {
  readonly writes: readonly FileWrite[];
  /** The identity of each file; undefined for a new file. */
  readonly identities: readonly (FileIdentity | undefined)[];
  /** The folders that the writes have to make, the outer before the inner; relative to the root. */
  readonly folders: readonly string[];
}
