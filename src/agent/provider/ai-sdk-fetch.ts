import { messageOf } from "../../shared/message-of.ts";

/** What came back over HTTP and is no answer, or that nothing came back. */
export type HttpFault =
  /** `why` is one line. */
  | { readonly kind: "unreachable"; readonly why: string }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body: string;
      readonly headers: Headers;
    }
  | { readonly kind: "redirect"; readonly location: string }
  /** The status says that it is an answer, and it is something else. */
  | { readonly kind: "no-json"; readonly status: number; readonly body: string }
  | { readonly kind: "too-large" };

/** Carries a fault through the packages, which let errors of others pass. */
export class HttpFaultError extends Error {
  override readonly name = "HttpFaultError";
  readonly fault: HttpFault;

  // No cause: the packages look for codes of sockets in it, and would wrap this.
  constructor(fault: HttpFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

/** Bytes of one answer: more is not read. Far above what any model writes in one turn. */
const MAX_BODY = 16 * 1024 * 1024;

/**
 * `fetch` for answers in JSON: reads the whole body, and rejects with an {@link HttpFaultError} where there is none.
 * Follows no redirect, for that would carry the key to another server.
 */
export const fetchJson: typeof globalThis.fetch = async (input, init) => {
  const signal = init?.signal;
  let response: Response;
  let body: string | undefined;
  try {
    response = await fetch(input, { ...init, redirect: "manual" });
    body = await readBody(response);
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new HttpFaultError({ kind: "unreachable", why: whyOf(error) });
  }
  const { status, statusText, headers } = response;
  if (body === undefined) throw new HttpFaultError({ kind: "too-large" });
  if (status >= 300 && status < 400)
    throw new HttpFaultError({ kind: "redirect", location: headers.get("location") ?? "" });
  if (!response.ok) throw new HttpFaultError({ kind: "status", status, body, headers });
  if (!isJson(body)) throw new HttpFaultError({ kind: "no-json", status, body });
  return new Response(body, { status, statusText, headers });
};

/** The body as text; undefined where it is too large. Rejects where it is cut off. */
async function readBody({ body }: Response): Promise<string | undefined> {
  if (body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_BODY) return undefined; // Leaving the loop closes the connection.
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `fetch` says "fetch failed" and has the reason inside; of several addresses, the last one's. */
function whyOf(error: unknown): string {
  let current = error;
  while (current instanceof Error && current.cause !== undefined) current = current.cause;
  if (current instanceof AggregateError && current.errors.length > 0)
    current = current.errors.at(-1);
  const [line = ""] = messageOf(current).split("\n", 1);
  return line === "" ? "the connection failed" : line;
}
