import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";

/** A server of a queue, of a test's own on this machine, ended with it. */
export interface TestQueueServer {
  readonly url: string;
  /** Kills it at once (SIGKILL). What it has written is there when it starts again. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a program until it is killed, at a free port. */
async function serve(
  urlOf: (port: number) => string,
  commandOf: (port: number) => readonly [string, ...string[]],
  isReady: (port: number) => boolean,
): Promise<TestQueueServer> {
  const port = await freePort();
  let kill = async () => {};
  const start = async () => {
    const [program, ...argv] = commandOf(port);
    const child = spawn(program, argv, { stdio: "ignore", detached: true });
    const ended = once(child, "exit");
    kill = async () => {
      if (child.exitCode === null && child.signalCode === null)
        process.kill(-(child.pid ?? 0), "SIGKILL"); // With the processes that it has started.
      await ended;
    };
    while (!isReady(port)) await sleep(50);
  };
  await start();
  onTestFinished(() => kill());
  return { url: urlOf(port), start, kill: () => kill() };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "sluice-queue-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** True if a command succeeds. */
function succeeds(program: string, argv: readonly string[]): boolean {
  try {
    execFileSync(program, argv, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** True where Redis is installed. */
export const HAS_REDIS = succeeds("redis-server", ["--version"]);

/** Starts Debian's `redis-server`, which keeps each change before it answers. */
export async function startRedis(options: readonly string[] = []): Promise<TestQueueServer> {
  const folder = temporary();
  const settings = ["--bind", "127.0.0.1", "--dir", folder, "--appendonly", "yes", "--save", ""];
  return serve(
    (port) => `redis://127.0.0.1:${port}`,
    (port) => ["redis-server", "--port", `${port}`, ...settings, ...options],
    (port) => succeeds("redis-cli", ["-p", `${port}`, "ping"]),
  );
}

const POSTGRES = "/usr/lib/postgresql";

/** True where Debian's PostgreSQL is installed. */
export const HAS_POSTGRES = existsSync(POSTGRES);

/** Starts Debian's PostgreSQL. It does not run as root: then as the user that the package has made. */
export async function startPostgres(): Promise<TestQueueServer> {
  const programs = join(POSTGRES, readdirSync(POSTGRES).sort().at(-1) ?? "", "bin");
  const data = temporary();
  const isRoot = process.getuid?.() === 0;
  const asUser = (program: string, ...argv: string[]): [string, ...string[]] => {
    const command: [string, ...string[]] = [join(programs, program), ...argv];
    return isRoot
      ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", ...command]
      : command;
  };
  if (isRoot) execFileSync("chown", ["postgres", data]);
  chmodSync(data, 0o700);
  const [init, ...argv] = asUser("initdb", "-D", join(data, "d"), "-A", "trust", "-U", "u", "-N");
  execFileSync(init, argv, { stdio: "ignore", cwd: "/" });
  return serve(
    (port) => `postgres://u@127.0.0.1:${port}/postgres`,
    (port) => {
      rmSync(join(data, "d/postmaster.pid"), { force: true }); // Of one that was killed.
      const settings = ["-c", "listen_addresses=127.0.0.1", "-k", data, "-F"];
      return asUser("postgres", "-D", join(data, "d"), "-p", `${port}`, ...settings);
    },
    (port) => succeeds(join(programs, "pg_isready"), ["-q", "-h", "127.0.0.1", "-p", `${port}`]),
  );
}
