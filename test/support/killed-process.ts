import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { MAIN } from "./built-command.ts";
import type { ForgeServer } from "./forge/forge-server.ts";
import type { cli } from "./run-cli.ts";

/** The longest time that a command of these tests may take; milliseconds. */
const PATIENCE = 60_000;

/** Milliseconds in which what was sent reaches a server of this machine. */
const ON_ITS_WAY = 50;

/**
 * Returns a function that runs the built command, and kills it with all that it has started (SIGKILL) some time after it
 * began. It waits until the forge has nothing to do any more. The exit code of one that was killed is 137.
 */
export function killingAfter(forge: ForgeServer, milliseconds: number): typeof cli {
  return async (cwd, argv, { env = {} } = {}) => {
    const { around } = forge;
    let open = 0;
    forge.around = async (call, answer) => {
      open += 1;
      return around(call, answer).finally(() => {
        open -= 1;
      });
    };
    const options = { cwd, env, stdio: "ignore", detached: true, timeout: PATIENCE } as const;
    const child = spawn(process.execPath, [MAIN, ...argv], options);
    const ended = once(child, "close");
    await Promise.race([ended, sleep(milliseconds)]);
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), "SIGKILL");
    const [code] = await ended;
    do await sleep(ON_ITS_WAY);
    while (open > 0);
    forge.around = around;
    return { exitCode: code ?? 137, stdout: "{}", stderr: "" };
  };
}
