import { CancelledError } from "../../model/tool-error.ts";

/** The error with which a port rejects when its signal fires. */
export function stoppedError(): CancelledError {
  return new CancelledError("The run was stopped before the model answered.");
}
