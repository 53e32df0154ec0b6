import type { CheckConclusion } from "../../model/forge/check-annotation.ts";
import { shorten } from "../../shared/shorten.ts";
import { terminalLine } from "../terminal-text.ts";

/** The outcome of one leg, or of a run without a matrix. */
export interface CheckedLeg {
  readonly exitCode: number;
  readonly counts: { readonly held: number };
}

/** In characters. */
const NAME = 200;

/** Returns the name of a check of a use, by which the rules of a branch may require it. */
export function checkName(parts: readonly string[]): string {
  const use = parts.filter((part) => part !== "").join(" / ");
  return use === "" ? "Sluice" : `Sluice: ${shorten(terminalLine(use), NAME)}`;
}

/**
 * Returns the end of a check: a failure if a job of one leg ends with another code than 0, neutral if something is held
 * nonetheless. Undefined as long as legs are missing and none has failed: a required check must not be green by then.
 */
export function checkConclusion(
  legs: readonly CheckedLeg[],
  { isWhole }: { readonly isWhole: boolean },
): CheckConclusion | undefined {
  if (legs.some(({ exitCode }) => exitCode !== 0)) return "failure";
  if (!isWhole) return undefined;
  return legs.some(({ counts }) => counts.held > 0) ? "neutral" : "success";
}

/** Returns the title of a check: the heading of its Markdown. */
export function checkTitle(body: string): string {
  return shorten(/^### (.+)$/m.exec(body)?.[1] ?? "Sluice", NAME);
}
