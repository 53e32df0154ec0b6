/**
 * What a callback of somebody else answers; undefined where it throws. What it throws, or rejects with, goes to
 * `report`, and no further: also not what `report` itself throws.
 */
export function guardedCall(
  callback: () => unknown,
  report: ((error: unknown) => void) | undefined,
): unknown {
  try {
    const answer = callback();
    if (answer instanceof Promise) answer.catch((error: unknown) => tell(report, error));
    return answer;
  } catch (error) {
    tell(report, error);
    return undefined;
  }
}

function tell(report: ((error: unknown) => unknown) | undefined, error: unknown): void {
  try {
    const answer = report?.(error);
    if (answer instanceof Promise) answer.catch(() => undefined);
  } catch {
    // The place to report to is broken itself; whoever called goes on.
  }
}
