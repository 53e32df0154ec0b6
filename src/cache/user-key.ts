import { createHmac, timingSafeEqual } from "node:crypto";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { UserIdentity } from "../model/user-identity.ts";
import { findUserFolder, makeUserFolder, READ_FLAGS, type UserState } from "./user-folder.ts";

/** The text of the file: the version of its form, and the key. */
const FORM = /^sluice key 1\n([0-9a-f]{64})\n$/;

/** Permissions of others: a key that they read is none. */
const OPEN_TO_OTHERS = 0o077;

/**
 * The key of the user on this machine, which proves that an earlier run of this user wrote a text: the tree, and a
 * cache that came from elsewhere, cannot know it. Without a key, for any reason, nothing is proved and no run fails.
 */
export class UserKey {
  readonly #state: UserState;
  #key: string | undefined;
  #isRead = false;
  #isMade = false;

  constructor(state: UserState) {
    this.#state = state;
  }

  /** Returns the seal of some texts under a key that is made at the first use; undefined if there can be none. */
  seal(...texts: readonly string[]): string | undefined {
    const key = this.#find() ?? this.#make();
    return key === undefined ? undefined : sealOf(key, texts);
  }

  /** Returns the seal of some texts if there is a key. Makes none. */
  knownSeal(...texts: readonly string[]): string | undefined {
    const key = this.#find();
    return key === undefined ? undefined : sealOf(key, texts);
  }

  /** True if this is the seal of some texts. Its time tells nothing about the seal that would be right. */
  isSeal(seal: string, ...texts: readonly string[]): boolean {
    const known = this.knownSeal(...texts);
    if (known === undefined || seal.length !== known.length) return false;
    return timingSafeEqual(Buffer.from(seal, "latin1"), Buffer.from(known, "latin1"));
  }

  #find(): string | undefined {
    if (this.#isRead) return this.#key;
    this.#isRead = true;
    const folder = findUserFolder(this.#state);
    this.#key = folder === undefined ? undefined : readKey(folder, this.#state);
    return this.#key;
  }

  /** Makes a key, once. Processes that do so at the same time agree on the first one. */
  #make(): string | undefined {
    if (this.#isMade) return undefined;
    this.#isMade = true;
    const folder = makeUserFolder(this.#state);
    const { user } = this.#state;
    if (folder === undefined || user === undefined) return undefined;
    writeKey(folder, user);
    this.#isRead = false;
    return this.#find();
  }
}

/** Writes a new key, unless there is a file of its name. It is flushed first: an empty one would stay for good. */
function writeKey(folder: string, { newSecret }: UserIdentity): void {
  const staged = join(folder, `key.${newSecret()}`);
  try {
    try {
      const file = openSync(staged, "wx", 0o600);
      try {
        writeFileSync(file, `sluice key 1\n${newSecret()}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      linkSync(staged, join(folder, "key"));
    } finally {
      rmSync(staged, { force: true });
    }
  } catch {
    // Another process was first, or the folder cannot be written.
  }
}

/** Returns the key of a folder; undefined unless it is a file of the user that no one else can read. */
function readKey(folder: string, { user }: UserState): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(join(folder, "key"), READ_FLAGS);
    const stats = fstatSync(file);
    const isOwn = stats.isFile() && stats.uid === user?.id && (stats.mode & OPEN_TO_OTHERS) === 0;
    return isOwn && stats.size < 100 ? FORM.exec(readFileSync(file, "utf8"))?.[1] : undefined;
  } catch {
    return undefined; // Missing, or not readable.
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Texts of different places in the list never make the same seal: each has its length before it. */
function sealOf(key: string, texts: readonly string[]): string {
  const mac = createHmac("sha256", Buffer.from(key, "hex"));
  for (const text of texts) mac.update(`${text.length}:${text}`);
  return mac.digest("base64url");
}
