import { waitUnlessAborted } from "./wait-unless-aborted.ts";

/** Milliseconds; only so that something keeps the process alive. */
const ALIVE = 60_000;

/** Waits until one of two signals fires; keeps the process alive meanwhile. */
export async function waitForSignal(fired: AbortSignal, signal: AbortSignal): Promise<void> {
  // The time limits of Node do not keep a process alive, and during the wait no request does.
  const alive = setInterval(() => undefined, ALIVE);
  try {
    const firing = new Promise<void>((resolve) => {
      if (fired.aborted) resolve();
      fired.addEventListener("abort", () => resolve(), { once: true });
    });
    await waitUnlessAborted(firing, signal);
  } finally {
    clearInterval(alive);
  }
}
