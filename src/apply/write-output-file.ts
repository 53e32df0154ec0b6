import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import writeFileAtomic from "write-file-atomic";

/** Writes a product of Sluice's own (a report) whole or not at all; makes its folder where it is missing. */
export async function writeOutputFile(absolute: string, text: string): Promise<void> {
  await mkdir(dirname(absolute), { recursive: true });
  await writeFileAtomic(absolute, text);
}
