import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ForgeCall, ForgeReply, ForgeServer } from "./forge-server.ts";

/** Reads a call whole: JSON as its value, what git sends as bytes. */
export async function receive(incoming: IncomingMessage): Promise<ForgeCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const whole = Buffer.concat(chunks);
  const { method = "", url: path = "", headers } = incoming;
  if (whole.length === 0) return { method, path, headers, body: undefined };
  const isGit = headers["content-type"]?.startsWith("application/x-git-") ?? false;
  return { method, path, headers, body: isGit ? whole : JSON.parse(whole.toString()) };
}

/** Gives what was read a tag, and answers 304 for the tag that the caller has. */
export function withTag({ method, headers }: ForgeCall, reply: ForgeReply): ForgeReply {
  if (method !== "GET" || reply.status !== 200 || Buffer.isBuffer(reply.body)) return reply;
  const digest = createHash("sha256").update(textOf(reply)).digest("hex");
  const tag = `W/"${digest}"`;
  if (headers["if-none-match"] === tag) return { status: 304, body: "", headers: { etag: tag } };
  return { ...reply, headers: { etag: tag, ...reply.headers } };
}

function textOf({ body }: ForgeReply): string | Buffer {
  return typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body ?? {});
}

/** Sends an answer with the headers of a forge. */
export function send(
  reply: ForgeReply,
  outgoing: ServerResponse,
  { state, limits }: ForgeServer,
): void {
  if (reply.hangs === true) return;
  if (reply.breaks === true) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(reply.status, {
    "content-type": "application/json",
    date: new Date(state.now).toUTCString(),
    "x-ratelimit-remaining": `${limits.remaining ?? 4999}`,
    "x-ratelimit-reset": `${Math.floor(state.now / 1000) + limits.reset}`,
    ...reply.headers,
  });
  outgoing.end(textOf(reply));
}
