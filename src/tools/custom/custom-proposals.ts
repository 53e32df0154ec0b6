import { findInputs } from "../proposals/find-inputs.ts";
import {
  type ProposingCall,
  proposeDeletion,
  proposeMove,
} from "../proposals/propose-deletions.ts";
import { proposeText } from "../proposals/propose-text.ts";
import { readPaths } from "../read-files/select-files.ts";
import { queuingCall, type RunningCall } from "./pending-queue.ts";

/** Queues a text for a file: `pi.proposeText`. */
export async function pushText(path: string, text: string): Promise<string | undefined> {
  const { queue, ...call } = queuingCall();
  return proposeText({ path, text }, proposingCall(call), queue);
}

/** Queues the deletion of a file: `pi.proposeDelete`. */
export async function pushDeletion(path: string): Promise<string> {
  const { queue, ...call } = queuingCall();
  return proposeDeletion(path, proposingCall(call), queue);
}

/** Queues the move of a file: `pi.proposeMove`. */
export async function pushMove(from: string, to: string): Promise<string> {
  const { queue, ...call } = queuingCall();
  return proposeMove([from, to], proposingCall(call), queue);
}

/** Lists files that the recipe may write: `pi.listFiles`. */
export async function listWritable(paths: readonly string[] = []): Promise<readonly string[]> {
  const { queue } = queuingCall();
  const { files } = await findInputs({ paths: readPaths(paths) }, queue);
  return files.map(({ path }) => path);
}

function proposingCall({ tool, context, root }: Omit<RunningCall, "queue">): ProposingCall {
  return { tool, context, root, requireOpen: () => void queuingCall() };
}
