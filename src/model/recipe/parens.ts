import type { Parens } from "../edit.ts";

/** The choices of parentheses. */
export const PARENS = ["auto", "off"] as const satisfies readonly Parens[];
