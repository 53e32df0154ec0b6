import type { PageAction } from "../../../src/model/page/page-action.ts";

/** The states as people read them. */
export const STATE_WORDS: Readonly<Record<PageAction["state"], string>> = {
  applied: "applied",
  "would-apply": "would apply",
  pending: "pending",
  held: "held",
  failed: "failed",
  discarded: "discarded",
};

const numbers = new Intl.NumberFormat("en");

/** Returns a number with its thousands apart: `20,000`. */
export function numberText(number: number): string {
  return numbers.format(number);
}

/** Returns `1 action`, `2 actions`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${numberText(number)} ${number === 1 ? one : many}`;
}

/** Returns a duration: `820 ms`, `4.2 s`, `3 min 5 s`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** Returns a time of the report, which is UTC: `2026-01-02 03:04:05 UTC`. */
export function timeText(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;
}
