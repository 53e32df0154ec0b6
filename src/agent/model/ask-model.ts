import { waitUnlessAborted } from "../../shared/process/wait-unless-aborted.ts";
import type { ModelAnswer, ModelPort, ModelRequest } from "./model-port.ts";
import { stoppedError } from "./stopped-error.ts";

/**
 * One turn of a port. Rejects with a `CancelledError` as soon as the signal of the request fires, also where
 * the port does not listen to it: what never answers must not hang a run.
 */
export async function askModel(port: ModelPort, request: ModelRequest): Promise<ModelAnswer> {
  const { signal } = request;
  if (signal.aborted) throw stoppedError();
  const answering = port.generate(request);
  answering.catch(() => undefined); // Also when nobody waits for it any more.
  await waitUnlessAborted(answering, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  if (signal.aborted) throw stoppedError();
  return answering;
}
