import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const BACKEND = join(
  execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(),
  "git-http-backend",
);

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server of a test's own on this machine, ended with it. Returns its host with the port. */
export async function serve(handler: Handler): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A request to git's own web server. */
interface GitRequest {
  readonly method: string;
  /** Below the folder, with its query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer | undefined;
}

/** An answer of git's own web server. */
interface GitReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Serves the repositories below a folder, as git itself does it behind a web server. */
export function servingGit(folder: string, env: Readonly<Record<string, string>> = {}): Handler {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      const asked = { method, path, headers, body: Buffer.concat(chunks) };
      void answerGit(folder, asked, env).then((reply) => {
        response.writeHead(reply.status, reply.headers);
        response.end(reply.body);
      });
    });
  };
}

/** Answers a request about a repository in a folder, or below it. */
export async function answerGit(
  folder: string,
  { method, path: asked, headers, body }: GitRequest,
  env: Readonly<Record<string, string>> = {},
): Promise<GitReply> {
  const [path = "", query = ""] = asked.split("?");
  const child = spawn(BACKEND, {
    env: {
      ...{ PATH: process.env.PATH, GIT_PROJECT_ROOT: folder, GIT_HTTP_EXPORT_ALL: "1" },
      ...{ PATH_INFO: decodeURIComponent(path), QUERY_STRING: query },
      ...{ REQUEST_METHOD: method, CONTENT_TYPE: headers["content-type"] ?? "" },
      ...{ CONTENT_LENGTH: `${body?.length ?? 0}`, REMOTE_ADDR: "127.0.0.1" },
      GIT_PROTOCOL: String(headers["git-protocol"] ?? ""),
      HTTP_CONTENT_ENCODING: headers["content-encoding"] ?? "",
      ...env,
    },
  });
  child.stdin.on("error", () => undefined); // It need not read what it refuses.
  child.stdin.end(body);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(child, "close");
  const whole = Buffer.concat(chunks);
  const end = whole.indexOf("\r\n\r\n");
  const lines = whole.subarray(0, end).toString().split("\r\n");
  const { status = "200", ...rest } = Object.fromEntries(
    lines.map((line) => {
      const [name = "", value = ""] = line.split(/: (.*)/s);
      return [name.toLowerCase(), value];
    }),
  );
  return { status: Number.parseInt(status, 10), headers: rest, body: whole.subarray(end + 4) };
}

/** Lets only requests with these credentials through, and notes the header of each, with its path. */
export function askingFor(
  { user, token }: { readonly user: string; readonly token: string },
  handler: Handler,
  seen: string[],
): Handler {
  const expected = `Basic ${Buffer.from(`${user}:${token}`).toString("base64")}`;
  return (request, response) => {
    const { authorization = "none" } = request.headers;
    seen.push(`${authorization} ${request.url}`);
    if (authorization === expected) return handler(request, response);
    response.setHeader("www-authenticate", 'Basic realm="git"');
    response.statusCode = 401;
    response.end();
  };
}
