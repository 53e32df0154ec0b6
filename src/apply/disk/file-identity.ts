import type { BigIntStats } from "node:fs";
import { stampOf } from "../../files/stamp-files.ts";

/** What a file keeps when its text is replaced. */
export interface FileIdentity {
  /** Mode bits. */
  readonly mode: number;
  /** Tells whether the file was touched since (files/stamp-files.ts). */
  readonly stamp: string;
  /** Which file it is, whatever its names (apply/aliases.ts). */
  readonly file: string;
  /** How many names it has: a rename gives this one a file of its own, and leaves the others theirs. */
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
