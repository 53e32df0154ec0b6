import { waitUnlessAborted } from "../../shared/process/wait-unless-aborted.ts";
import type { ModelAnswer, ModelPort, ModelRequest } from "./model-port.ts";
import { stoppedError } from "./stopped-error.ts";

/**
 * Asks a port for one turn. Rejects with a `CancelledError` as soon as the signal of the request fires, also if the
 * port ignores it: a port that never settles must not hang a run.
 */
export async function askModel(port: ModelPort, request: ModelRequest): Promise<ModelAnswer> {
  const { signal } = request;
  if (signal.aborted) throw stoppedError();
  const answering = port.generate(request);
  answering.catch(() => undefined); // A rejection after the signal has no other handler.
  await waitUnlessAborted(answering, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  if (signal.aborted) throw stoppedError();
  return answering;
}
