import { execFileSync, spawn } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";

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

/** Serves the repositories below a folder, as git itself does it behind a web server. */
export function servingGit(folder: string, env: Readonly<Record<string, string>> = {}): Handler {
  const backend = join(
    execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(),
    "git-http-backend",
  );
  return (request, response) => {
    const [path = "", query = ""] = (request.url ?? "").split("?");
    const child = spawn(backend, {
      env: {
        ...{ PATH: process.env.PATH, GIT_PROJECT_ROOT: folder, GIT_HTTP_EXPORT_ALL: "1" },
        ...{ PATH_INFO: decodeURIComponent(path), QUERY_STRING: query },
        ...{ REQUEST_METHOD: request.method, CONTENT_TYPE: request.headers["content-type"] ?? "" },
        ...{
          GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
          REMOTE_ADDR: "127.0.0.1",
        },
        ...{ HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "" },
        ...env,
      },
    });
    request.pipe(child.stdin);
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("close", () => {
      const whole = Buffer.concat(chunks);
      const end = whole.indexOf("\r\n\r\n");
      for (const line of whole.subarray(0, end).toString().split("\r\n")) {
        const [name = "", value = ""] = line.split(/: (.*)/s);
        if (name === "Status") response.statusCode = Number.parseInt(value, 10);
        else response.setHeader(name, value);
      }
      response.end(whole.subarray(end + 4));
    });
  };
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
