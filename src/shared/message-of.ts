/** Returns the message of a thrown value of any type: foreign code throws anything. Never throws. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return "something was thrown that has no text";
  }
}
