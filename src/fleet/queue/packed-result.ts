import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { JobResult } from "../../model/fleet/fleet-job.ts";
import { findSizeFault } from "../../plan-file/find-size-fault.ts";
import { MAX_PLAN_BYTES } from "../../plan-file/read-plan.ts";
import { messageOf } from "../../shared/message-of.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** The longest packed result; characters. PostgreSQL holds no text in JSON that is twice as long. */
const MAX_PACKED = 128 * 1024 * 1024;

/** The longest result; bytes. The text of a plan grows when it becomes a text of JSON. */
const MAX_UNPACKED = 1.5 * MAX_PLAN_BYTES;

/** Packs a result for a queue. One that is too long becomes a failure that says so. */
export async function packResult(result: JobResult, limit = MAX_PACKED): Promise<string> {
  const text = Buffer.from(JSON.stringify(result));
  const packed = text.length > MAX_UNPACKED ? undefined : (await pack(text)).toString("base64");
  if (packed !== undefined && packed.length <= limit) return packed;
  const { version, fleet, repository, commit, took } = result;
  const message = `The plan is too large for a queue: ${text.length} bytes before compression.`;
  const reason = { code: "result-too-large", message };
  const failed = { version, fleet, repository, commit, state: "failed" as const, reason, took };
  return (await pack(JSON.stringify(failed))).toString("base64");
}

/**
 * Unpacks what a worker sent, within bounds; what it holds is not checked. A fault is in words that follow a colon.
 */
export async function unpackResult(
  packed: string,
): Promise<{ readonly value: unknown } | { readonly fault: string }> {
  if (packed.length > MAX_PACKED) return { fault: "it is too long" };
  try {
    const bytes = await unpack(Buffer.from(packed, "base64"), { maxOutputLength: MAX_UNPACKED });
    const text = bytes.toString("utf8");
    const fault = findSizeFault(text);
    return fault === undefined ? { value: JSON.parse(text) } : { fault };
  } catch (error) {
    return { fault: `it cannot be unpacked (${messageOf(error).slice(0, 200)})` };
  }
}
