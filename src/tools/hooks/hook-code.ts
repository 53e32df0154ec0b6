import { resolve } from "node:path";
import type { HookDeclaration } from "../../model/recipe/recipe.ts";
import { frozenCopy } from "../../shared/frozen-copy.ts";
import { runCommand } from "../../shared/process/run-command.ts";
import { withTimeLimit } from "../../shared/process/time-limit.ts";
import { changedCode, type ModuleLoader } from "../load-module.ts";
import type { HookEvent, PromptEvent } from "./hook-answer.ts";

/** Runs the code of a hook on one event. Resolves to its answer; rejects if the code fails. */
export type HookCode = (event: HookEvent | PromptEvent) => Promise<unknown>;

/** The context of the code of hooks. */
export interface HookContext {
  /** Absolute. */
  readonly root: string;
  readonly signal: AbortSignal;
  readonly loader: ModuleLoader;
}

/** Returns the code of a hook: a command that gets JSON and prints JSON, or the default export of a module. */
export function hookCode(
  { code, timeout }: Pick<HookDeclaration, "code" | "timeout">,
  { root, signal, loader }: HookContext,
): HookCode {
  if ("run" in code)
    return async (event) => {
      refuseChanged(loader.files.changedInCommand(code.run));
      loader.checkPackages();
      return askCommand(code.run, JSON.stringify(event), {
        folder: loader.folder,
        signal,
        timeout,
      });
    };
  return (event) =>
    withTimeLimit(timeout, signal, async () => {
      refuseChanged(loader.changedBehind(resolve(root, code.module)));
      const hook = await loader.load(resolve(root, code.module));
      if (typeof hook !== "function")
        throw new Error("it has no default export that is a function");
      // A frozen copy: a hook changes nothing (T18, T28).
      return hook(frozenCopy(JSON.parse(JSON.stringify(event))));
    });
}

/** Throws if a file of the hook changed since the first step (T31). */
function refuseChanged(path: string | undefined): void {
  if (path !== undefined) throw new Error(changedCode(path));
}

async function askCommand(
  command: readonly string[],
  input: string,
  { folder, signal, timeout }: Pick<HookContext, "signal"> & { folder: string; timeout: number },
): Promise<unknown> {
  const result = await runCommand(command, { cwd: folder, input: `${input}\n`, timeout, signal });
  const { code, stdout, stderr, stopped, signal: endedBy, startError } = result;
  if (startError !== undefined) throw new Error(`it cannot be started: ${startError}`);
  if (stopped === "timeout") throw new Error(`it did not end within ${timeout} ms`);
  if (stopped !== undefined)
    throw new Error(stopped === "output" ? "it printed too much" : "the run was stopped");
  if (endedBy !== undefined) throw new Error(`${endedBy} ended it${excerpt(stderr)}`);
  if (code !== 0) throw new Error(`it ended with exit code ${code}${excerpt(stderr)}`);
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`it printed no JSON${excerpt(stdout)}`);
  }
}

function excerpt(output: string): string {
  const line = output.trim().split("\n")[0] ?? "";
  return line === "" ? "" : `: ${line.slice(0, 200)}`;
}
