import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";

const FOLDER = resolve(import.meta.dirname, "../fixtures/hook");

/** The recorded calls, by name, as in `/project`. */
export const CALLS: Readonly<Record<string, Record<string, unknown>>> = Object.fromEntries(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .map((name) => [name.slice(0, -5), JSON.parse(readFileSync(join(FOLDER, name), "utf8"))]),
);

/** Returns the text of a recorded call in another folder, with other fields. */
export function callIn(root: string, name: string, fields: Record<string, unknown> = {}): string {
  return JSON.stringify({ ...CALLS[name], ...fields }).replaceAll("/project", root);
}

/** A standard input. */
export const stdin = (text: string) => ({
  standardInput: () => Readable.from([Buffer.from(text)]),
});
