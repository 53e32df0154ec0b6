import { createRunnerGuard, isRunnerLog } from "../shared/runner-text.ts";
import type { CliWorld, TextSink } from "./cli-world.ts";

/** Returns the world of a command on a runner: no text that it prints is read as a command of the runner. */
export function runnerWorld(world: CliWorld): CliWorld {
  if (!isRunnerLog(world.env ?? {})) return world;
  return { ...world, stdout: guardedSink(world.stdout), stderr: guardedSink(world.stderr) };
}

function guardedSink(sink: TextSink): TextSink {
  const guard = createRunnerGuard();
  return {
    ...sink,
    write: (text) => sink.write(guard(text)),
    writeCommands: (text) => sink.write(text),
  };
}
