import type { FileIdentity } from "../disk/file-identity.ts";
import type { FileWrite } from "../disk/file-write.ts";

/** Writes of which every file was found to be what they rest on. */
export interface CheckedWrites {
  readonly writes: readonly FileWrite[];
  /** Of each file; undefined for one that is new. */
  readonly identities: readonly (FileIdentity | undefined)[];
  /** Folders that have to be made; relative to the root. */
  readonly folders: readonly string[];
}
