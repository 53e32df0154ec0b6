/**
 * Returns the time that a server asks to wait, in milliseconds: `retry-after-ms`, otherwise `retry-after` in seconds or
 * as a date, which is compared with the server's own `date`. Undefined if the headers are missing or invalid.
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const milliseconds = numberIn(headers.get("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const written = headers.get("retry-after");
  const seconds = numberIn(written);
  if (seconds !== undefined) return seconds * 1000;
  const wait = Date.parse(written ?? "") - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
