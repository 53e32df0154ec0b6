import { open } from "node:fs/promises";

/** Returns the first characters of a file, enough to recognize its format. */
export async function readBeginning(absolute: string): Promise<string> {
  const file = await open(absolute, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
