import type { z } from "zod";
import { ForgeFault } from "../forge.ts";
import type { HttpPort } from "../http-port.ts";
import { readShape } from "../read-shape.ts";

/** The pages of a list. */
interface Pages {
  /** Below the base; it may have a query. */
  readonly path: string;
  readonly size: number;
  /** The most pages that are read. */
  readonly most: number;
}

/** Some items of a list. */
interface Stretch<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

/** A page that is too large for one answer is read in so many smaller ones. */
const PARTS = 10;

/** Reads a list page by page; `isWhole` is false if there is more. */
export async function readPages<T>(
  { path, size, most }: Pages,
  schema: z.ZodType<readonly T[]>,
  send: HttpPort,
): Promise<{ readonly items: readonly T[]; readonly isWhole: boolean }> {
  const joint = path.includes("?") ? "&" : "?";
  const readPage = async (page: number, of: number): Promise<Stretch<T>> => {
    const url = `${path}${joint}per_page=${of}&page=${page}`;
    try {
      const { value, headers } = await send({ method: "GET", path: url, isRepeatable: true });
      return { items: readShape(schema, value, "GitLab"), hasMore: hasMore(headers, page) };
    } catch (error) {
      // A note may have a million characters: no stranger stops the reading by some of them.
      const isTooLarge = error instanceof ForgeFault && error.kind === "too-large";
      if (!isTooLarge || of % PARTS !== 0) throw error;
      return await readRow((page - 1) * PARTS + 1, PARTS, of / PARTS);
    }
  };
  const readRow = async (first: number, count: number, of: number): Promise<Stretch<T>> => {
    const items: T[] = [];
    for (let page = first; page < first + count; page += 1) {
      const found = await readPage(page, of);
      items.push(...found.items);
      if (!found.hasMore) return { items, hasMore: false };
    }
    return { items, hasMore: true };
  };
  const { items, hasMore: isCut } = await readRow(1, most, size);
  return { items, isWhole: !isCut };
}

/** A page may be short although there is more, because GitLab takes out what the token may not see. */
function hasMore(headers: Headers, page: number): boolean {
  const next = headers.get("x-next-page");
  if (next === "" || next === `${page + 1}`) return next !== "";
  throw new ForgeFault("failed", "GitLab does not say where a list goes on.");
}
