import { expect, it } from "vitest";
import { findReasonFault, tidyReason } from "../../src/request/reason.ts";
import type { ApplyRequest } from "../../src/request/request.ts";

it.each([
  [undefined, undefined],
  ["", undefined],
  [" \n\t", undefined],
  [" Looked at it. ", "Looked at it."],
])("R23 takes no blank reason: %j becomes %j", (reason, tidy) => {
  expect(tidyReason(reason)).toBe(tidy);
});

it.each<[given: Pick<ApplyRequest, "only" | "reason">, message: string | undefined]>([
  [{ only: ["a"] }, undefined],
  [{ only: ["a"], reason: "Seen." }, undefined],
  [{ only: ["a"], reason: " " }, "The reason is blank."],
  [{ reason: "Seen." }, "--reason needs --only."],
])("R23 refuses the reason of %j: %s", (given, message) => {
  expect(findReasonFault(given as ApplyRequest)?.message).toBe(message);
});
