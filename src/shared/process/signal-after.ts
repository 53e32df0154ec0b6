/**
 * Returns a signal that fires after so many milliseconds; the process does not wait for it. Its timer holds it: one of
 * `AbortSignal.timeout` on which only another signal depends may be collected before it fires.
 */
export function signalAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  const fire = () => controller.abort(new DOMException("The time is up.", "TimeoutError"));
  setTimeout(fire, milliseconds).unref();
  return controller.signal;
}
