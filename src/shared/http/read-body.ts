import { messageOf } from "../message-of.ts";

/**
 * Returns the body as text; undefined if it has more bytes than that, and the rest is not read. Rejects if it is cut
 * off.
 */
export async function readBody({ body }: Response, maxBytes: number): Promise<string | undefined> {
  if (body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined; // Leaving the loop closes the connection.
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Finds the reason inside the error "fetch failed", one line; of several addresses, the reason of the last. */
export function whyFetchFailed(error: unknown): string {
  let current = error;
  while (current instanceof Error && current.cause !== undefined) current = current.cause;
  if (current instanceof AggregateError && current.errors.length > 0)
    current = current.errors.at(-1);
  const [line = ""] = messageOf(current).split("\n", 1);
  return line === "" ? "the connection failed" : line;
}
