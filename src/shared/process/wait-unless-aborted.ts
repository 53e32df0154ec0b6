/** Waits for a promise, at most until the signal fires. Rejects if the promise does. */
export async function waitUnlessAborted(
  awaited: Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  let wake = () => {};
  const aborted = new Promise<void>((resolve) => {
    wake = resolve;
  });
  signal.addEventListener("abort", wake, { once: true });
  try {
    await Promise.race([awaited, aborted]);
  } finally {
    signal.removeEventListener("abort", wake);
  }
}
