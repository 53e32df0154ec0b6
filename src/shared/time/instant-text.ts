/** Returns an instant in milliseconds since 1970 as it is shown: `2026-12-20T00:00:00Z`. */
export function instantText(at: number): string {
  return new Date(at).toISOString().replace(".000Z", "Z");
}
