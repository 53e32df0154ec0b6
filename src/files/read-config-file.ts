import { readFile, stat } from "node:fs/promises";
import type { Diagnostic } from "../model/diagnostic.ts";
import { INPUT_LIMITS } from "../model/input-limits.ts";

/**
 * Reads the text of a file that configures Sluice, or returns a diagnostic. `shownPath` names it in messages;
 * `maxBytes` is the largest size.
 */
export async function readConfigFile(
  absolute: string,
  shownPath: string,
  maxBytes: number = INPUT_LIMITS.configBytes,
): Promise<{ readonly text: string } | { readonly diagnostic: Diagnostic }> {
  const refuse = (code: Diagnostic["code"], message: string) => ({
    diagnostic: { code, severity: "error" as const, message, path: shownPath },
  });
  try {
    const stats = await stat(absolute);
    if (!stats.isFile()) return refuse("file-unreadable", `${shownPath} is not a file.`);
    if (stats.size > maxBytes) return tooLarge(shownPath, maxBytes);
    const bytes = await readFile(absolute);
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return refuse("file-unreadable", `${shownPath} is not UTF-8.`);
    const { code, message } = error as NodeJS.ErrnoException; // fs rejects with these only.
    if (code === "ENOENT") return refuse("file-not-found", `There is no file ${shownPath}.`);
    return refuse("file-unreadable", `${shownPath} cannot be read: ${code ?? message}.`);
  }
}

/** The limit is fixed, but the file can be split. */
function tooLarge(path: string, maxBytes: number): { readonly diagnostic: Diagnostic } {
  const message = `${path} is larger than ${maxBytes} bytes.`;
  const isConfig = maxBytes === INPUT_LIMITS.configBytes;
  const hint = "Split it: a run takes several recipes, and a rule of a policy many globs.";
  return {
    diagnostic: {
      code: "file-too-large",
      severity: "error",
      message,
      path,
      ...(isConfig ? { hint } : {}),
    },
  };
}
