import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { ownProcess } from "../shared/process/own-process.ts";
import { ProcessEnd } from "../shared/process/process-end.ts";
import type { ActionWorld } from "./action-world.ts";
import { tellFault } from "./fault.ts";

const FAULT = 70;

const VERSION = readVersion();

function readVersion(): string {
  const file = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(file) as { version: string }; // The project's own file.
  return version;
}

/** Aborts with the exit code of the first signal; the run then ends by itself, with the tree whole. */
function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  process.on("SIGINT", () => controller.abort(130));
  process.on("SIGTERM", () => controller.abort(143));
  return controller.signal;
}

function surroundingsOfProcess(): ActionWorld {
  return {
    cwd: process.cwd(),
    env: process.env,
    withhold: (names) => {
      for (const name of names) delete process.env[name];
    },
    write: (text) => {
      process.stdout.write(text);
    },
    now: Date.now,
    newRunId: () =>
      `${new Date().toISOString().replace(/\D/g, "").slice(0, 17)}-${randomBytes(4).toString("hex")}`,
    newToken: () => `sluice${randomBytes(24).toString("hex")}`,
    self: ownProcess(process),
    interrupted: abortOnSignals(),
    after: (milliseconds) => AbortSignal.timeout(milliseconds),
    shippedRecipes: fileURLToPath(new URL("../../recipes", import.meta.url)),
    threads: {
      workerFile: new URL("../tools/ast-edit/search/search-worker.js", import.meta.url),
      count: Math.max(1, availableParallelism() - 1), // The main one helps.
    },
    build: `${VERSION} ${readFileSync(new URL("../build-id", import.meta.url), "utf8")}`,
    ownFolder: fileURLToPath(new URL("../..", import.meta.url)),
  };
}

async function main(): Promise<number> {
  const surroundings = surroundingsOfProcess();
  try {
    const { runAction } = await import("./run-action.ts");
    return await runAction(surroundings);
  } catch (error) {
    const versions = `sluice ${VERSION}, node ${process.version}, ${process.platform}`;
    await tellFault(error, versions, surroundings);
    return FAULT;
  }
}

const processEnd = new ProcessEnd(process, {
  runsForeignCode: (process.env.SLUICE_INPUT_ARGS ?? "").includes("--allow-custom-tools"),
});

main().then(
  (exitCode) => {
    processEnd.finish(exitCode);
  },
  (error: unknown) => {
    process.stderr.write(`sluice: a fault could not be told: ${String(error)}\n`);
    processEnd.finish(FAULT);
  },
);
