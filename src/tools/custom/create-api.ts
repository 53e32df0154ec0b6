import { resolve } from "node:path";
import * as typebox from "typebox";
import { z } from "zod";
import { definedOnly } from "../../shared/defined-only.ts";
import { runCommand } from "../../shared/process/run-command.ts";
import { findInputs } from "../proposals/find-inputs.ts";
import {
  type ProposingCall,
  proposeDeletion,
  proposeMove,
} from "../proposals/propose-deletions.ts";
import { proposeText } from "../proposals/propose-text.ts";
import { readPaths } from "../read-files/select-files.ts";
import type { CustomToolAPI, CustomToolLogger } from "./custom-tool-api.ts";
import {
  pushPendingAction,
  queuingCall,
  type RunningCall,
  readingCall,
  runningCall,
} from "./pending-queue.ts";

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

/** Queues a text for a file: `pi.proposeText`. */
async function pushText(path: string, text: string): Promise<string | undefined> {
  const { queue, ...call } = queuingCall();
  return proposeText({ path, text }, proposingCall(call), queue);
}

/** Queues the deletion of a file: `pi.proposeDelete`. */
async function pushDeletion(path: string): Promise<string> {
  const { queue, ...call } = queuingCall();
  return proposeDeletion(path, proposingCall(call), queue);
}

/** Queues the move of a file: `pi.proposeMove`. */
async function pushMove(from: string, to: string): Promise<string> {
  const { queue, ...call } = queuingCall();
  return proposeMove([from, to], proposingCall(call), queue);
}

/** Lists files that the recipe may write: `pi.listFiles`. */
async function listWritable(paths: readonly string[] = []): Promise<readonly string[]> {
  const { queue } = queuingCall();
  const { files } = await findInputs({ paths: readPaths(paths) }, queue);
  return files.map(({ path }) => path);
}

function proposingCall({ tool, context }: Omit<RunningCall, "queue">): ProposingCall {
  return { tool, context, requireOpen: () => void queuingCall() };
}
