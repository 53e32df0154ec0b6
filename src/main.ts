#!/usr/bin/env node
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TextSink } from "./cli/surroundings.ts";

const VERSION = readVersion();

function readVersion(): string {
  const file = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(file) as { version: string }; // The project's own file.
  return version;
}

/** A stream as a sink. A reader that went away (`| head`) ends the output, not the run. */
function sinkOf(stream: NodeJS.WriteStream): TextSink {
  let isClosed = false;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    isClosed = true;
  });
  return {
    write: (text) => {
      if (!isClosed && text !== "") stream.write(text);
    },
    isTerminal: stream.isTTY === true,
    columns: stream.columns ?? 80,
  };
}

/** Aborts with the exit code of the first signal; the run then ends by itself, with the tree whole. */
function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  process.on("SIGINT", () => controller.abort(130));
  process.on("SIGTERM", () => controller.abort(143));
  return controller.signal;
}

async function main(): Promise<number> {
  const argv = process.argv.slice(2);
  if (argv.length === 1 && argv[0] === "--version") {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  const { runCli } = await import("./cli/run-cli.ts");
  return runCli(argv, {
    cwd: process.cwd(),
    env: process.env,
    stdout: sinkOf(process.stdout),
    stderr: sinkOf(process.stderr),
    now: Date.now,
    newRunId: () =>
      `${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}-${randomBytes(4).toString("hex")}`,
    interrupted: abortOnSignals(),
    after: (milliseconds) => AbortSignal.timeout(milliseconds),
    shippedRecipes: fileURLToPath(new URL("../recipes", import.meta.url)),
    ownFolder: fileURLToPath(new URL("..", import.meta.url)),
    version: VERSION,
  });
}

main().then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(
      `sluice: a fault of Sluice itself. Please report the lines below, with the command.\nsluice ${VERSION}, node ${process.version}, ${process.platform}\n${detail}\n`,
    );
    process.exitCode = 70;
  },
);
