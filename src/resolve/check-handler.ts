import { isRecord } from "../shared/is-record.ts";

const FORM =
  "It needs `label` (a text that is not blank), `sourceToolName` (a text) and `apply` (a function), and may have " +
  "`reject` (a function).";

/** Throws a `TypeError` that names the fault if a value cannot be queued: types do not hold a program in JavaScript. */
export function checkHandler(handler: unknown): void {
  const fault = faultOf(handler);
  if (fault !== undefined) throw new TypeError(`This is no action to resolve: ${fault}. ${FORM}`);
}

function faultOf(handler: unknown): string | undefined {
  if (!isRecord(handler)) return `it is ${handler === null ? "null" : `of type ${typeof handler}`}`;
  const { label, sourceToolName, apply, reject } = handler;
  if (typeof label !== "string" || label.trim() === "") return "`label` is missing or no text";
  if (typeof sourceToolName !== "string") return "`sourceToolName` is missing or no text";
  if (typeof apply !== "function") return "`apply` is missing or no function";
  if (reject != null && typeof reject !== "function") return "`reject` is no function";
  return undefined;
}
