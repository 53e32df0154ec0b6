import { CancelledError } from "../../model/tool-error.ts";

/** What a port rejects with where its signal fired. */
export function stoppedError(): CancelledError {
  return new CancelledError("The run was stopped before the model answered.");
}
