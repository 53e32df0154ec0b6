import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { answerGit } from "../git-server.ts";
import { emptyState, type ForgeState } from "./forge-state.ts";
import { receive, send, withTag } from "./forge-wire.ts";

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
  /** Stands around each call, and may let it wait, or break before its deed or after it. */
  around: (call: ForgeCall, answer: () => Promise<ForgeReply>) => Promise<ForgeReply>;
  /** The folder of the repository that git finds below the path `/git`; undefined if there is none. */
  bare: string | undefined;
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
    around: (_call, answer) => answer(),
    bare: undefined,
    limits: { remaining: undefined, reset: 3600, writes: undefined, retryAfter: 60 },
  };
  const server = createServer((incoming, outgoing) => {
    void receive(incoming).then(async (call) => {
      forge.calls.push(call);
      const reply = await forge.around(call, () => answerOf(call, forge, faces));
      send(withTag(call, reply), outgoing, forge);
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
  const isRead = /^query |\/git-upload-pack$/.test(deedOf(call));
  return call.method !== "GET" && !isRead;
}

async function answerOf(
  call: ForgeCall,
  forge: ForgeServer,
  faces: readonly ForgeFace[],
): Promise<ForgeReply> {
  const { bare } = forge;
  const refusal = forge.intercept(call) ?? limited(call, forge);
  const reply =
    refusal === undefined && isOfGit(call) && bare !== undefined
      ? await answerGit(bare, { ...call, path: call.path.slice(GIT.length - 1) })
      : (refusal ?? answered(call, forge, faces));
  return forge.distort(reply, call);
}

/** The path of the repository for git. */
const GIT = "/git/";

/** True for a call of git itself. */
export function isOfGit({ path }: ForgeCall): boolean {
  return path.startsWith(GIT);
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
