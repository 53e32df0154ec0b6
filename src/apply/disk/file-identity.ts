import type { BigIntStats } from "node:fs";
import { stampOf } from "../../files/stamp-files.ts";

/** The properties that a file keeps when its text is replaced. */
export interface FileIdentity {
  /** Mode bits. */
  readonly mode: number;
  /** Differs once the file was touched (files/stamp-files.ts). */
  readonly stamp: string;
  /** The key of the file, equal for all of its names (commit/aliases.ts). */
  readonly file: string;
  /** The number of its names. A rename gives one name a new file, and leaves the old file to the others. */
  readonly links: number;
  readonly uid: number;
  readonly gid: number;
}

/** Returns the identity of a file from its stats. */
export function identityOf(stats: BigIntStats): FileIdentity {
  const [mode, uid, gid] = [Number(stats.mode) & 0o7777, Number(stats.uid), Number(stats.gid)];
  return { mode, uid, gid, stamp: stampOf(stats), file: fileOf(stats), links: Number(stats.nlink) };
}

/** Returns a key that is the same for two names of one file. */
export function fileOf({ dev, ino }: BigIntStats): string {
  return `${dev} ${ino}`;
}
