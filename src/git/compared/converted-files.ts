import { blobIdOf } from "../../shared/blob-id.ts";
import { inBatches } from "../in-batches.ts";
import type { RunGit } from "../run-git.ts";

/**
 * Returns the ids of the blobs that git would make of files: line ends and encodings are converted as `git add` does,
 * and no filter runs. A file that is left out cannot be told.
 */
export async function idsAsAdded(
  git: RunGit,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const answers = await inBatches(git, ["hash-object", "--"], paths).catch(() => []);
  const ids = answers.flatMap((answer) => answer.split("\n").filter((id) => id !== ""));
  if (ids.length !== paths.length) return new Map();
  return new Map(paths.map((path, at) => [path, ids[at] ?? ""]));
}

/** Returns the id of the blob of bytes whose line ends are those of Unix. */
export function idWithUnixEnds(bytes: Buffer, algorithm: "sha1" | "sha256"): string {
  const text = bytes.toString("latin1"); // Each byte is one character.
  return blobIdOf(Buffer.from(text.replaceAll("\r\n", "\n"), "latin1"), algorithm);
}

/** Returns bytes in which git has not written the id of their blob (`ident`); other text after `$Id:` stays. */
export function withoutIdent(bytes: Buffer, id: string): Buffer {
  const text = bytes.toString("latin1").replaceAll(`$Id: ${id} $`, "$Id$");
  return Buffer.from(text, "latin1");
}

/** Returns bytes with the line ends of Windows. */
export function withWindowsEnds(bytes: Buffer): Buffer {
  const text = bytes.toString("latin1").replaceAll(/(?<!\r)\n/g, "\r\n");
  return Buffer.from(text, "latin1");
}

/** A pointer of git-lfs: the digest of the file (sha256), and its bytes. */
export interface LfsPointer {
  readonly digest: string;
  readonly size: number;
}

const POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:ext-.*\n)*oid sha256:([0-9a-f]{64})\nsize (\d{1,15})\n$/;

/** Returns the pointer that a blob is. */
export function lfsPointerIn(blob: Buffer | undefined): LfsPointer | undefined {
  if (blob === undefined || blob.length > 1024) return undefined;
  const [, digest, size] = POINTER.exec(blob.toString("latin1")) ?? [];
  return digest === undefined ? undefined : { digest, size: Number(size) };
}
