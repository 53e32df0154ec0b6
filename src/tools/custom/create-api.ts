import { resolve } from "node:path";
import * as typebox from "typebox";
import { z } from "zod";
import { definedOnly } from "../../shared/defined-only.ts";
import { runCommand } from "../../shared/process/run-command.ts";
import { listWritable, pushDeletion, pushMove, pushText } from "./custom-proposals.ts";
import type { CustomToolAPI, CustomToolLogger } from "./custom-tool-api.ts";
import { pushPendingAction, readingCall, runningCall } from "./pending-queue.ts";

/** Returns the API for the factories of a run (T19). `cwd` is the root, absolute. */
export function createCustomToolAPI(cwd: string, logger: CustomToolLogger): CustomToolAPI {
  return {
    zod: z,
    typebox,
    cwd,
    logger,
    exec(command, args = [], { cwd: folder = ".", signal, ...options } = {}) {
      // The limit of the call ends its commands, besides the signal of the tool.
      const signals = [runningCall.getStore()?.limit, signal].filter((one) => one !== undefined);
      return runCommand([command, ...args], {
        ...definedOnly(options),
        cwd: resolve(cwd, folder),
        ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
      });
    },
    pushPendingAction,
    listFiles: listWritable,
    proposeText: pushText,
    proposeDelete: pushDeletion,
    proposeMove: pushMove,
    resolveFileRef: async (path, options) => readingCall().resolveFileRef(path, options),
  };
}
