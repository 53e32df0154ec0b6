import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { emptyState, type ForgeState } from "./forge-state.ts";

/** A request as the server got it. */
export interface ForgeCall {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at any field of it
  readonly body: any;
}

/** An answer of the server; `body` is sent as JSON, a text as it is. */
export interface ForgeReply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Nothing is answered until the test is over. */
  readonly hangs?: boolean;
  /** The connection is closed without an answer. */
  readonly breaks?: boolean;
}

/** One face of the state: undefined leaves the answer to the next one. */
export type ForgeFace = (call: ForgeCall, state: ForgeState) => ForgeReply | undefined;

/** A server on loopback that has a state and faces, and keeps each call. */
export interface ForgeServer {
  readonly url: string;
  readonly state: ForgeState;
  readonly calls: ForgeCall[];
  /** Is asked first; undefined leaves the answer to the faces. */
  intercept: (call: ForgeCall) => ForgeReply | undefined;
  /** Changes an answer before it is sent, after the deed is done. */
  distort: (reply: ForgeReply, call: ForgeCall) => ForgeReply;
  readonly limits: {
    /** Calls until the primary limit is reached; undefined for no end. */
    remaining: number | undefined;
    /** Seconds until there is a new one. */
    reset: number;
    /** Writes until the secondary limit is reached, which is once. */
    writes: number | undefined;
    /** Seconds, in the answer of the secondary limit; undefined if it does not say. */
    retryAfter: number | undefined;
  };
}

/** Starts a server, which ends with the test. */
export async function startForge(...faces: readonly ForgeFace[]): Promise<ForgeServer> {
  const forge: ForgeServer = {
    url: "",
    state: emptyState(),
    calls: [],
    intercept: () => undefined,
    distort: (reply) => reply,
    limits: { remaining: undefined, reset: 3600, writes: undefined, retryAfter: 60 },
  };
  const server = createServer((incoming, outgoing) => {
    void receive(incoming).then((call) => {
      forge.calls.push(call);
      const reply = forge.intercept(call) ?? limited(call, forge) ?? answered(call, forge, faces);
      send(withTag(call, forge.distort(reply, call)), outgoing, forge);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(forge, { url: `http://127.0.0.1:${port}` });
}

/** The deed of a call in short: `POST /repos/octo/demo/pulls`, `mutation convertPullRequestToDraft`. */
export function deedOf({ method, path, body }: ForgeCall): string {
  const query = body?.query;
  if (typeof query !== "string") return `${method} ${path.split("?")[0]}`;
  const [, kind = "query", field = ""] = /^(\w+)[^{]*\{\s*(\w+)/.exec(query) ?? [];
  return `${kind} ${field}`;
}

/** Returns a distortion that changes fields of a successful answer to a deed, or of each item of it. */
export function answering(deed: string | RegExp, change: object): ForgeServer["distort"] {
  const isAsked = (call: ForgeCall) =>
    typeof deed === "string" ? deedOf(call) === deed : deed.test(deedOf(call));
  const changed = (one: object) => ({ ...one, ...change });
  return (reply, call) => {
    if (!isAsked(call) || reply.status !== 200) return reply;
    const body = reply.body as object | readonly object[];
    return { ...reply, body: Array.isArray(body) ? body.map(changed) : changed(body) };
  };
}

/** True for a call that changes something. */
export function isWrite(call: ForgeCall): boolean {
  return call.method !== "GET" && !deedOf(call).startsWith("query ");
}

function answered(
  call: ForgeCall,
  { state }: ForgeServer,
  faces: readonly ForgeFace[],
): ForgeReply {
  for (const face of faces) {
    const reply = face(call, state);
    if (reply !== undefined) return reply;
  }
  return { status: 404, body: { message: "Not Found" } };
}

/** Refuses for a limit of the rate, before anything is done. */
function limited(call: ForgeCall, { limits }: ForgeServer): ForgeReply | undefined {
  const isGitlab = call.path.startsWith("/api/v4/");
  if (limits.remaining === 0) {
    if (isGitlab) return tooMany(limits.reset);
    const message = "API rate limit exceeded for installation.";
    if (typeof call.body?.query === "string")
      return { status: 200, body: { errors: [{ type: "RATE_LIMITED", message }] } };
    return { status: 403, body: { message } };
  }
  if (limits.remaining !== undefined) limits.remaining -= 1;
  if (limits.writes === undefined || !isWrite(call)) return undefined;
  limits.writes -= 1;
  if (limits.writes >= 0) return undefined;
  limits.writes = undefined;
  const after = limits.retryAfter;
  if (isGitlab) return tooMany(after);
  return {
    status: 403,
    body: { message: "You have exceeded a secondary rate limit. Please wait a few minutes." },
    headers: after === undefined ? {} : { "retry-after": `${after}` },
  };
}

/** As GitLab refuses for a limit, in a text that is no JSON. */
function tooMany(seconds: number | undefined): ForgeReply {
  const headers = seconds === undefined ? {} : { "retry-after": `${seconds}` };
  return {
    status: 429,
    body: "Retry later\n",
    headers: { "ratelimit-remaining": "0", ...headers },
  };
}

async function receive(incoming: IncomingMessage): Promise<ForgeCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { method = "", url: path = "", headers } = incoming;
  return { method, path, headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** Gives what was read a tag, and answers 304 for the tag that the caller has. */
function withTag({ method, headers }: ForgeCall, reply: ForgeReply): ForgeReply {
  if (method !== "GET" || reply.status !== 200) return reply;
  const digest = createHash("sha256").update(textOf(reply)).digest("hex");
  const tag = `W/"${digest}"`;
  if (headers["if-none-match"] === tag) return { status: 304, body: "", headers: { etag: tag } };
  return { ...reply, headers: { etag: tag, ...reply.headers } };
}

function textOf({ body }: ForgeReply): string {
  return typeof body === "string" ? body : JSON.stringify(body ?? {});
}

function send(reply: ForgeReply, outgoing: ServerResponse, { state, limits }: ForgeServer): void {
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
