import { UsageError } from "./usage-error.ts";

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `500ms`, `30s`, `10m`, `2h` in milliseconds. Throws a `UsageError` that names the option. */
export function parseDuration(text: string, option: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim()) ?? [];
  const milliseconds = Number(amount) * (UNITS[unit ?? ""] ?? Number.NaN);
  if (!Number.isFinite(milliseconds) || milliseconds <= 0 || milliseconds > 2 ** 31 - 1)
    throw new UsageError(
      `--${option}: \`${text}\` is no duration.`,
      "Write a number with a unit: 500ms, 30s, 10m, 2h.",
    );
  return Math.ceil(milliseconds);
}
