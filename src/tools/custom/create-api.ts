import * as typebox from "typebox";
import { z } from "zod";
import { definedOnly } from "../../shared/defined-only.ts";
import { runCommand } from "../../shared/run-command.ts";
import type { CustomToolAPI, CustomToolLogger } from "./custom-tool-api.ts";
import { pushPendingAction, runningCall } from "./pending-queue.ts";

/** What the factories of a run get (T19). `cwd` is the root, absolute. */
export function createCustomToolAPI(cwd: string, logger: CustomToolLogger): CustomToolAPI {
  return {
    zod: z,
    typebox,
    cwd,
    logger,
    exec(command, args = [], options = {}) {
      // What a call starts ends with it.
      const signal = runningCall.getStore()?.limit;
      return runCommand([command, ...args], { cwd, ...definedOnly({ signal }), ...options });
    },
    pushPendingAction,
  };
}
