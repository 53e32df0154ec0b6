import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { DiagnosticCode } from "../model/diagnostic-code.ts";
import { type ParsedPlan, parsePlan } from "./parse-plan.ts";

/** The largest plan that is read by default; bytes. */
export const MAX_PLAN_BYTES = 256 * 1024 * 1024;

/** Reads a plan file of at most `maxBytes`. Every fault is a diagnostic, in which the file is called `shownPath`. */
export async function readPlan(
  absolute: string,
  shownPath: string,
  maxBytes: number,
): Promise<ParsedPlan> {
  const refuse = (
    code: DiagnosticCode,
    message: string,
    advice: { readonly hint?: string } = {},
  ) => ({
    diagnostics: [{ code, severity: "error" as const, message, path: shownPath, ...advice }],
  });
  let text: string;
  try {
    const bytes = await readAtMost(absolute, maxBytes);
    if (bytes === "not-a-file") return refuse("file-unreadable", `${shownPath} is not a file.`);
    if (bytes === "too-large") {
      const message = `The plan ${shownPath} is larger than ${maxBytes} bytes.`;
      const hint = "Allow more with --max-plan-size, such as 400MB.";
      return refuse("file-too-large", message, { hint });
    }
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError)
      return refuse("not-a-plan", `${shownPath} is not a plan: it is not UTF-8.`);
    const { code, message } = error as NodeJS.ErrnoException; // Node's `fs` rejects only with these.
    if (code === "ENOENT") return refuse("file-not-found", `There is no file ${shownPath}.`);
    return refuse("file-unreadable", `${shownPath} cannot be read: ${code ?? message}.`);
  }
  return parsePlan(text, shownPath);
}

async function readAtMost(
  absolute: string,
  maxBytes: number,
): Promise<Uint8Array | "not-a-file" | "too-large"> {
  // Opening a pipe without a writer would block for ever, and no signal could end it.
  const file = await open(absolute, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return "not-a-file";
    if (stats.size > maxBytes) return "too-large";
    const buffer = Buffer.alloc(stats.size + 1); // One byte more, to notice a file that grows.
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return length > maxBytes ? "too-large" : buffer.subarray(0, length);
  } finally {
    await file.close();
  }
}
