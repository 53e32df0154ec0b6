/** What something that was thrown says, whatever it is: code of others throws anything. Never throws. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return "something was thrown that has no text";
  }
}
