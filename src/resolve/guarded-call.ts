/**
 * Runs a callback of the caller and returns its result; undefined if it throws. Its error, thrown or rejected, goes to
 * `report` and no further, and an error of `report` itself goes nowhere.
 */
export function guardedCall(
  callback: () => unknown,
  report: ((error: unknown) => void) | undefined,
): unknown {
  try {
    const result = callback();
    if (result instanceof Promise) result.catch((error: unknown) => tryReport(report, error));
    return result;
  } catch (error) {
    tryReport(report, error);
    return undefined;
  }
}

function tryReport(report: ((error: unknown) => unknown) | undefined, error: unknown): void {
  try {
    const result = report?.(error);
    if (result instanceof Promise) result.catch(() => undefined);
  } catch {
    // The hook that reports errors is broken itself; the caller must not fail because of it.
  }
}
