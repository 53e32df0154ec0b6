#!/usr/bin/env node
import type { TextSink } from "./cli/cli-world.ts";
import { exitOf, withFailure } from "./model/exit-code.ts";
import { hearSignals, processWorld, versionsOf } from "./process-world.ts";
import type { LastWords } from "./shared/process/end-if-stuck.ts";
import { openPager } from "./shared/process/open-pager.ts";
import { ProcessEnd } from "./shared/process/process-end.ts";
import { runnerText } from "./shared/runner-text.ts";
import { stackOf } from "./shared/stack-of.ts";

/** The folder of the package: this file is `dist/main.js`. */
const HOME = new URL("../", import.meta.url);

/** The errors of outputs, except that a reader went away. */
const outputErrors: string[] = [];

/** A stream as a sink. An error of it (`| head`, a full disk) ends the output, not the run. */
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
    async drained() {
      if (!isClosed && stream.writableNeedDrain) await firstOf(stream, ["drain", "error", "close"]);
    },
    isTerminal: stream.isTTY === true,
    columns: stream.columns || 80, // A terminal that does not know its width says 0.
    // The variables of less and lv are as git sets them: a short text is shown without a page, colors stay.
    page: (command) => openPager(command, { LESS: "FRX", LV: "-c", ...process.env }),
  };
}

/** Resolves with the first of some events. */
function firstOf(stream: NodeJS.WriteStream, events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      for (const event of events) stream.off(event, end);
      resolve();
    };
    for (const event of events) stream.on(event, end);
  });
}

/** Few commands need it. */
async function endIfStuck(words: LastWords): Promise<() => Promise<void>> {
  return (await import("./shared/process/end-if-stuck.ts")).endIfStuck(words);
}

async function main(): Promise<number> {
  const argv = process.argv.slice(2);
  const world = processWorld(process, HOME, hearSignals(process));
  if (world === undefined) {
    process.stderr.write("sluice: the working directory does not exist any more.\n");
    return exitOf({ invalid: true }).exitCode;
  }
  const { runCli } = await import("./cli/run-cli.ts");
  const stdout = sinkOf("standard output", process.stdout);
  const stderr = sinkOf("standard error", process.stderr);
  return runCli(argv, { ...world, stdout, stderr, endIfStuck });
}

const processEnd = new ProcessEnd(process, {
  runsForeignCode: process.argv.some((word) => /^--allow-(code|custom-tools)$/.test(word)),
});

main().then(
  async (exitCode) => {
    await new Promise(setImmediate); // Lets the last write fail.
    if (outputErrors.length > 0) process.stderr.write(`sluice: ${outputErrors.join("; ")}\n`);
    // An output that was lost is a failure, which counts before `held`.
    processEnd.finish(outputErrors.length > 0 ? withFailure(exitCode) : exitCode);
  },
  (error: unknown) => {
    const [versions, detail] = [versionsOf(process, HOME), stackOf(error)];
    const request =
      "sluice: a fault of Sluice itself. Please report the lines below, with the command.";
    process.stderr.write(runnerText(`${request}\n${versions}\n${detail}\n`, process.env));
    processEnd.finish(exitOf({ isFault: true }).exitCode);
  },
);
