#!/usr/bin/env node
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { TextSink } from "./cli/cli-world.ts";
import { ownProcess } from "./shared/process/own-process.ts";
import { ProcessEnd } from "./shared/process/process-end.ts";
import { stackOf } from "./shared/stack-of.ts";

const VERSION = readVersion();

function readVersion(): string {
  const file = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(file) as { version: string }; // The project's own file.
  return version;
}

/** What went wrong with an output, other than that its reader went away. */
const outputErrors: string[] = [];

/** A stream as a sink. What goes wrong with it (`| head`, a full disk) ends the output, not the run. */
function sinkOf(name: string, stream: NodeJS.WriteStream): TextSink {
  let isClosed = false;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && !isClosed) outputErrors.push(`${name}: ${error.message}`);
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
  process.on("SIGHUP", () => controller.abort(143)); // The terminal is gone.
  return controller.signal;
}

/** Undefined where it was removed. */
function workingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const argv = process.argv.slice(2);
  if (argv.length === 1 && argv[0] === "--version") {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  const interrupted = abortOnSignals(); // Before anything that takes time.
  const cwd = workingDirectory();
  if (cwd === undefined) {
    process.stderr.write("sluice: the working directory is not there any more.\n");
    return 2;
  }
  const { runCli } = await import("./cli/run-cli.ts");
  return runCli(argv, {
    cwd,
    env: process.env,
    withhold: (names) => {
      for (const name of names) delete process.env[name];
    },
    stdout: sinkOf("standard output", process.stdout),
    stderr: sinkOf("standard error", process.stderr),
    now: Date.now,
    newRunId: () =>
      `${new Date().toISOString().replace(/\D/g, "").slice(0, 17)}-${randomBytes(4).toString("hex")}`,
    interrupted,
    self: ownProcess(process),
    after: (milliseconds) => AbortSignal.timeout(milliseconds),
    shippedRecipes: fileURLToPath(new URL("../recipes", import.meta.url)),
    threads: {
      workerFile: new URL("./tools/ast-edit/search/search-worker.js", import.meta.url),
      count: Math.max(1, availableParallelism() - 1), // The main one helps.
    },
    ownFolder: fileURLToPath(new URL("..", import.meta.url)),
    version: VERSION,
    build: `${VERSION} ${readFileSync(new URL("./build-id", import.meta.url), "utf8")}`,
  });
}

const processEnd = new ProcessEnd(process, {
  runsForeignCode: process.argv.includes("--allow-custom-tools"),
});

main().then(
  async (exitCode) => {
    await new Promise(setImmediate); // Lets the last write fail.
    if (outputErrors.length > 0) process.stderr.write(`sluice: ${outputErrors.join("; ")}\n`);
    // An output that was lost is a failure, which counts before `held`.
    const isBetter = exitCode === 0 || exitCode === 4;
    processEnd.finish(outputErrors.length > 0 && isBetter ? 1 : exitCode);
  },
  (error: unknown) => {
    const detail = stackOf(error);
    process.stderr.write(
      `sluice: a fault of Sluice itself. Please report the lines below, with the command.\nsluice ${VERSION}, node ${process.version}, ${process.platform}\n${detail}\n`,
    );
    processEnd.finish(70);
  },
);
