import type { z } from "zod";
import type { HttpPort } from "./http-port.ts";

/** Writes a comment or a note. Returns what the forge says of it; undefined if that cannot be read. */
export async function createText<T>(
  {
    send,
    path,
    schema,
  }: {
    readonly send: HttpPort;
    readonly path: string;
    readonly schema: z.ZodType<T>;
  },
  body: string,
): Promise<T | undefined> {
  const { value } = await send({ method: "POST", path, body: { body }, isRepeatable: false });
  return schema.safeParse(value).data;
}
