import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { LONGEST_DURATION, parseAge, parseDuration } from "../option-value.ts";
import { globFault } from "../paths/glob-fault.ts";

// The parts that several shapes of a recipe share.

/** A text that is not blank, trimmed. */
export const text = z.string().trim().min(1);

/** A text of one line: for names in reports, trailers and titles. */
export const line = text.refine(
  (value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value),
  "must be one line without control characters",
);

/** A whole number from 1. */
export const count = z.int().min(1);

/** A glob or a path. */
export const glob = text.max(INPUT_LIMITS.globLength).superRefine((value, context) => {
  const message = value.length > INPUT_LIMITS.globLength ? undefined : globFault(value);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

export const globs = z.array(glob).max(INPUT_LIMITS.globs);

/** The id of a step, the name of a recipe. */
export const id = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    "must begin with a letter or digit and have only letters, digits, `.`, `_` and `-`",
  );

/** Names of languages, which the engine checks. */
export const languageNames = z.array(text).min(1).max(INPUT_LIMITS.globs);

export const map = z.record(z.string(), z.unknown());

/** A time between two dates. Zero would be a slip. */
export const age = text.superRefine((value, context) => {
  const read = parseAge(value);
  if ("value" in read && read.value > 0) return;
  const message = "must be a number of hours, days or weeks above 0, such as `36h`, `90d` or `12w`";
  context.addIssue({ code: "custom", message });
});

export const duration = text.superRefine((value, context) => {
  const read = parseDuration(value);
  if ("value" in read) return;
  const message = read.isTooLong
    ? `must be at most ${LONGEST_DURATION}`
    : "must be a number and a unit, such as `500ms`, `30s`, `10m` or `2h`";
  context.addIssue({ code: "custom", message });
});
