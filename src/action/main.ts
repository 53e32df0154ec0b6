import { exitOf } from "../model/exit-code.ts";
import { hearSignals, newToken, processWorld, versionsOf } from "../process-world.ts";
import { ProcessEnd } from "../shared/process/process-end.ts";
import type { ActionWorld } from "./action-world.ts";
import { reportFault } from "./report-fault.ts";
import { receiveToken } from "./take-token.ts";

const FAULT = exitOf({ isFault: true }).exitCode;

/** The folder of the package: this file is `dist/action/main.js`. */
const HOME = new URL("../../", import.meta.url);

async function main(): Promise<number> {
  receiveToken(process.env);
  const ofProcess = processWorld(process, HOME, hearSignals(process));
  if (ofProcess === undefined) {
    process.stdout.write("sluice: the working directory does not exist any more.\n");
    return exitOf({ invalid: true }).exitCode;
  }
  const write = (text: string) => {
    process.stdout.write(text);
  };
  const world: ActionWorld = { ...ofProcess, write, newToken };
  try {
    const { runAction } = await import("./run-action.ts");
    return await runAction(world);
  } catch (error) {
    return await reportFault(error, versionsOf(process, HOME), world);
  }
}

const { SLUICE_INPUT_ARGS = "", SLUICE_INPUT_ALLOW_CODE = "" } = process.env;
const processEnd = new ProcessEnd(process, {
  runsForeignCode:
    /--allow-(code|custom-tools)/.test(SLUICE_INPUT_ARGS) || /true/i.test(SLUICE_INPUT_ALLOW_CODE),
});

main().then(
  (exitCode) => {
    processEnd.finish(exitCode);
  },
  (error: unknown) => {
    process.stderr.write(`sluice: a fault could not be reported: ${String(error)}\n`);
    processEnd.finish(FAULT);
  },
);
