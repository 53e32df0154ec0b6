import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Diagnostic } from "../model/diagnostic.ts";
import { type ParsedPlan, parsePlan } from "./parse-plan.ts";

/** The largest plan that is read, where nobody says otherwise; bytes. */
export const MAX_PLAN_BYTES = 256 * 1024 * 1024;

/**
 * Reads a plan file, and never more of it than `maxBytes`. Whatever is wrong is told, not thrown.
 * `shownPath` is how messages name it.
 */
export async function readPlan(
  absolute: string,
  shownPath: string,
  maxBytes: number,
): Promise<ParsedPlan> {
  const refuse = (code: Diagnostic["code"], message: string, hint?: string): ParsedPlan => ({
    diagnostics: [{ code, severity: "error", message, path: shownPath, ...(hint ? { hint } : {}) }],
  });
  let text: string;
  try {
    const bytes = await readAtMost(absolute, maxBytes);
    if (bytes === "not-a-file") return refuse("file-unreadable", `${shownPath} is not a file.`);
    if (bytes === "too-large") {
      const message = `The plan ${shownPath} is larger than ${maxBytes} bytes.`;
      return refuse("file-too-large", message, "Allow more with --max-plan-size, such as 400MB.");
    }
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError)
      return refuse("not-a-plan", `${shownPath} is not a plan: it is not UTF-8.`);
    const { code, message } = error as NodeJS.ErrnoException; // fs rejects with these only.
    if (code === "ENOENT") return refuse("file-not-found", `There is no file ${shownPath}.`);
    return refuse("file-unreadable", `${shownPath} cannot be read: ${code ?? message}.`);
  }
  return parsePlan(text, shownPath);
}

async function readAtMost(
  absolute: string,
  maxBytes: number,
): Promise<Uint8Array | "not-a-file" | "too-large"> {
  // Who opens a pipe that nobody writes to would wait for ever, and hear no signal.
  const file = await open(absolute, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return "not-a-file";
    if (stats.size > maxBytes) return "too-large";
    const buffer = Buffer.alloc(stats.size + 1); // One more, to see that it did not grow meanwhile.
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
