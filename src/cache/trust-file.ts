import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { messageOf } from "../shared/message-of.ts";
import { type LockWaiting, takeTrustLock } from "./trust-lock.ts";
import {
  inspectUserFolder,
  makeUserFolder,
  READ_FLAGS,
  type UserState,
  WRITABLE_BY_OTHERS,
} from "./user-folder.ts";

const place = { root: z.string().describe("The real path of the root") };

/** The form of the file: what the user has accepted, where. */
const trustSchema = z.strictObject({
  version: z.literal(1),
  files: z
    .array(z.strictObject({ ...place, file: z.string(), digest: z.string() }))
    .describe("Files of trees, as they were when they were accepted"),
  repositories: z
    .array(
      z.strictObject({
        ...place,
        id: z.string().describe("Tells it from a later one in its place"),
      }),
    )
    .describe("Repositories all of whose files are accepted"),
});

/** What a user has accepted on this machine. */
export type AcceptedTrust = z.infer<typeof trustSchema>;

/** What the file says: nothing if there is none, or the sentence that says why it is not believed. */
export type TrustRead = { readonly accepted: AcceptedTrust } | { readonly fault: string };

const NOTHING: AcceptedTrust = { version: 1, files: [], repositories: [] };
const FILE = "trust.json";
const MAX_BYTES = 1024 * 1024;

/**
 * Reads `trust.json` in the configuration folder of the user. A file that is damaged, a link, of another user, or that
 * others may write is not believed, nor is one in such a folder.
 */
export function readTrust(state: UserState): TrustRead {
  const { folder, fault } = inspectUserFolder(state, "config");
  if (fault !== undefined) return { fault };
  return folder === undefined ? { accepted: NOTHING } : readIn(folder, state);
}

function readIn(folder: string, { user }: UserState): TrustRead {
  const path = join(folder, FILE);
  let file: number | undefined;
  try {
    file = openSync(path, READ_FLAGS);
    const stats = fstatSync(file);
    if (!stats.isFile()) return { fault: `${path} is not a file.` };
    if (stats.uid !== user?.id) return { fault: `${path} belongs to another user.` };
    if ((stats.mode & WRITABLE_BY_OTHERS) !== 0)
      return {
        fault: `${path} may be written by others: look at it, then make it yours alone (chmod 600).`,
      };
    if (stats.size > MAX_BYTES) return { fault: `${path} has more than ${MAX_BYTES} bytes.` };
    const read = trustSchema.safeParse(JSON.parse(readFileSync(file, "utf8")));
    return read.success ? { accepted: read.data } : { fault: damaged(path) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { accepted: NOTHING };
    if (code === "ELOOP") return { fault: `${path} is a link, which is not followed.` };
    if (code === undefined) return { fault: damaged(path) }; // Not JSON.
    return { fault: `${path} cannot be read: ${messageOf(error)}.` };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function damaged(path: string): string {
  return `${path} is damaged: remove it, and accept again what you trust.`;
}

/**
 * Changes what the user has accepted, after all changes of other processes. Returns the path of the file, or why it
 * could not be changed; it is then as it was.
 */
export async function changeTrust(
  state: UserState & LockWaiting,
  change: (accepted: AcceptedTrust) => AcceptedTrust,
): Promise<{ readonly path: string } | { readonly fault: string }> {
  const folder = makeUserFolder(state, "config");
  if (folder === undefined) return { fault: inspectUserFolder(state, "config").fault ?? NO_FOLDER };
  const path = join(folder, FILE);
  const lock = `${path}.lock`;
  try {
    if (!(await takeTrustLock(lock, state)))
      return {
        fault: state.signal.aborted
          ? `Ended before ${path} was changed, which another command does.`
          : `${lock} is there: another command changes the file. Remove it if none runs.`,
      };
    try {
      const read = readIn(folder, state);
      if ("fault" in read) return read;
      const accepted = change(read.accepted);
      const whole = textOf(accepted);
      const text = isTooLong(whole) ? textOf(withoutGone(accepted)) : whole;
      if (isTooLong(text)) return { fault: `${path} would have more than ${MAX_BYTES} bytes.` };
      writeWhole(path, text);
      return { path };
    } finally {
      rmSync(lock, { force: true });
    }
  } catch (error) {
    return { fault: `${path} cannot be written: ${messageOf(error)}.` };
  }
}

function textOf(accepted: AcceptedTrust): string {
  return `${JSON.stringify(accepted, null, 2)}\n`;
}

function isTooLong(text: string): boolean {
  return Buffer.byteLength(text) > MAX_BYTES;
}

/** Returns what was accepted in roots that are still there. */
function withoutGone({ files, repositories, ...accepted }: AcceptedTrust): AcceptedTrust {
  const isThere = ({ root }: { readonly root: string }) => existsSync(root);
  return { ...accepted, files: files.filter(isThere), repositories: repositories.filter(isThere) };
}

const NO_FOLDER =
  "There is no folder for it: $XDG_CONFIG_HOME, or ~/.config, must be a folder of yours outside of the tree.";

function writeWhole(path: string, text: string): void {
  const staged = `${path}.new`;
  rmSync(staged, { force: true });
  const file = openSync(staged, "wx", 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(staged, path);
}
