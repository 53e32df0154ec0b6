import { open } from "node:fs/promises";

/** The first characters of a file, enough to tell what it is. */
export async function readBeginning(absolute: string): Promise<string> {
  const file = await open(absolute, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
