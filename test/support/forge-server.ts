import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { answerGithub } from "./github-api.ts";
import { answerGitlab } from "./gitlab-api.ts";

/** A comment or a note on the server. */
export interface StoredComment {
  readonly id: number;
  body: string;
  readonly author: string;
  isMinimized: boolean;
}

/** The pull request of a server, as its API shows it. */
export interface ForgeState {
  /** The user of the token: `name[bot]` for an app. */
  viewer: string;
  readonly comments: StoredComment[];
  /** The head of the pull request. */
  head: string;
  /** The diffs of its files, without headers. */
  readonly patches: Map<string, string | undefined>;
  /** The first comments of review threads. */
  readonly threads: Pick<StoredComment, "body" | "author">[];
  /** The bodies of reviews, as they were sent. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at any field of it
  readonly reviews: any[];
  /** Comments on one page; the real servers have up to 100. */
  pageSize: number;
}

/** A request as the server got it. */
export interface ForgeRequest {
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

/** A server on loopback that speaks the parts of the APIs of GitHub and GitLab that comments need. */
export interface ForgeServer extends ForgeState {
  readonly url: string;
  readonly requests: ForgeRequest[];
  /** Is asked first; undefined leaves the answer to the API. */
  intercept: (request: ForgeRequest) => ForgeReply | undefined;
  /** Is awaited before a request is done, and again before its answer is sent. */
  hold: () => Promise<void>;
  add(body: string, author?: string): StoredComment;
}

/** Starts a server, which ends with the test. */
export async function startForgeServer(): Promise<ForgeServer> {
  const state: ForgeServer = {
    url: "",
    viewer: "github-actions[bot]",
    comments: [],
    head: "a".repeat(40),
    patches: new Map(),
    threads: [],
    reviews: [],
    pageSize: 100,
    requests: [],
    intercept: () => undefined,
    hold: async () => undefined,
    add(body, author = state.viewer) {
      const comment = {
        id: 5_000_000_000 + state.comments.length,
        body,
        author,
        isMinimized: false,
      };
      state.comments.push(comment);
      return comment;
    },
  };
  const server = createServer((incoming, outgoing) => {
    void receive(incoming).then(async (request) => {
      state.requests.push(request);
      await state.hold();
      const answer = request.path.startsWith("/api/v4") ? answerGitlab : answerGithub;
      const reply = state.intercept(request) ?? answer(request, state);
      await state.hold();
      send(reply, outgoing);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  });
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
}

async function receive(incoming: IncomingMessage): Promise<ForgeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { method = "", url: path = "", headers } = incoming;
  return { method, path, headers, body: text === "" ? undefined : JSON.parse(text) };
}

function send(
  { status, body, headers, hangs, breaks }: ForgeReply,
  outgoing: ServerResponse,
): void {
  if (hangs === true) return;
  if (breaks === true) {
    outgoing.destroy();
    return;
  }
  const text = typeof body === "string" ? body : JSON.stringify(body ?? {});
  outgoing.writeHead(status, { "content-type": "application/json", ...headers });
  outgoing.end(text);
}
