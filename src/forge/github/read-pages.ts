import type { z } from "zod";
import type { HttpPort } from "../http-port.ts";
import { readShape } from "../read-shape.ts";

/** The pages of a list. */
export interface Pages {
  /** Below the base; it may have a query. */
  readonly path: string;
  /** The items of each page but the last one. */
  readonly size: number;
  /** The most pages that are read. */
  readonly most: number;
}

/** Reads a list of the REST API page by page; the caller leaves the loop when it has enough. */
export async function* readPages<T>(
  { path, size, most }: Pages,
  schema: z.ZodType<readonly T[]>,
  send: HttpPort,
): AsyncGenerator<readonly T[]> {
  const joint = path.includes("?") ? "&" : "?";
  for (let page = 1; page <= most; page += 1) {
    const url = `${path}${joint}per_page=${size}&page=${page}`;
    const { value, headers } = await send({ method: "GET", path: url, isRepeatable: true });
    const items = readShape(schema, value, "GitHub");
    yield items;
    // A page may be short although there is more: GitHub takes out what the token may not see.
    const hasNext = /\brel="next"/.test(headers.get("link") ?? "");
    if (items.length < size && !hasNext) return;
  }
}
