/** Returns an instant in milliseconds since 1970 as it is shown: `2026-12-20T00:00:00Z`. */
export function instantText(at: number): string {
  return new Date(at).toISOString().replace(".000Z", "Z");
}

/** Returns an instant in milliseconds since 1970 to the minute, for people: `2026-12-20 00:00 UTC`. */
export function minuteText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
