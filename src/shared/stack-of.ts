/** What to report of something that was thrown: with where it came from, if it says so. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
