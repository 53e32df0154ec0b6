import { createHash } from "node:crypto";
import type { UserKey } from "./user-key.ts";

/** The first line of a file of findings, and the version of its form. */
const HEADER = "sluice findings 2";

const [LINE_END, TAB] = [10, 9];

/** The length of a sha256, or of a seal, in base64url. */
const DIGEST_LENGTH = 43;

/** The seal of a line that no key has sealed. */
const UNSEALED = "-".repeat(DIGEST_LENGTH);

/** The findings in one file, as they stand in the cache. */
export interface FindingsLine {
  /** The key of the file and its content, as JSON. */
  readonly key: string;
  /** The sha256 of key and findings. */
  readonly digest: string;
  /** Proves that an earlier run of this user wrote the line; undefined if nothing does, or if that is not known yet. */
  readonly seal: string | undefined;
  /** JSON, in UTF-8, on one line. */
  readonly json: Buffer;
}

/** Makes a line of new findings. */
export function makeLine(owner: string, key: string, findings: unknown): FindingsLine {
  const json = Buffer.from(JSON.stringify(findings));
  return { key, digest: digestOf(owner, key, json), seal: undefined, json };
}

/** Returns the number of bytes of a line. */
export function sizeOfLine({ key, json }: FindingsLine): number {
  return key.length + 2 * DIGEST_LENGTH + json.length + 4;
}

/**
 * Returns the lines of a file by their keys, without a look at the findings: most of them may not be needed. None if
 * the file is of another owner or of another form.
 */
export function parseFindings(
  owner: string,
  file: Buffer | undefined,
): ReadonlyMap<string, FindingsLine> {
  const lines = new Map<string, FindingsLine>();
  const prefix = Buffer.from(`${HEADER}\n${owner}\n`);
  if (file === undefined || !file.subarray(0, prefix.length).equals(prefix)) return lines;
  let start = prefix.length;
  for (let end = file.indexOf(LINE_END, start); end !== -1; end = file.indexOf(LINE_END, start)) {
    const line = parseLine(file.subarray(start, end));
    if (line !== undefined) lines.set(line.key, line);
    start = end + 1;
  }
  return lines;
}

/** Undefined for a line that Sluice has not written. */
function parseLine(line: Buffer): FindingsLine | undefined {
  const keyEnd = line.indexOf(TAB); // JSON on one line never has a tab in it.
  const sealStart = keyEnd + DIGEST_LENGTH + 2;
  const jsonStart = sealStart + DIGEST_LENGTH + 1;
  const hasTabs = line[sealStart - 1] === TAB && line[jsonStart - 1] === TAB;
  if (keyEnd === -1 || !hasTabs) return undefined;
  const seal = line.toString("latin1", sealStart, jsonStart - 1);
  return {
    key: line.toString("utf8", 0, keyEnd),
    digest: line.toString("latin1", keyEnd + 1, sealStart - 1),
    seal: seal === UNSEALED ? undefined : seal,
    json: line.subarray(jsonStart),
  };
}

/** Returns the findings of a line; undefined if it is damaged, or if it has to be sealed by `key` and is not. */
export function readLine(
  owner: string,
  { key, digest, seal, json }: FindingsLine,
  sealedBy: UserKey | undefined,
): unknown {
  if (digestOf(owner, key, json) !== digest) return undefined;
  if (sealedBy?.isSeal(seal ?? UNSEALED, owner, digest) === false) return undefined;
  try {
    return JSON.parse(json.toString());
  } catch {
    return undefined; // Not written by Sluice, although the digest fits.
  }
}

/** Yields a file with these lines, piece by piece; those without a seal are sealed if `isOwn` says that they may be. */
export function* findingsFile(
  owner: string,
  lines: Iterable<FindingsLine>,
  {
    isOwn,
    sealedBy,
  }: { readonly isOwn: (line: FindingsLine) => boolean; readonly sealedBy: UserKey },
): Generator<string | Buffer, void> {
  yield `${HEADER}\n${owner}\n`;
  for (const line of lines) {
    const { key, digest, json } = line;
    const seal = isOwn(line) ? sealedBy.seal(owner, digest) : line.seal;
    yield `${key}\t${digest}\t${seal ?? UNSEALED}\t`;
    yield json;
    yield "\n";
  }
}

function digestOf(owner: string, key: string, json: Buffer): string {
  return createHash("sha256").update(`${owner}\n${key}\t`).update(json).digest("base64url");
}
