import { z } from "zod";
import { shown } from "../../shared/shown.ts";
import { ForgeFault, type ForgeFaultKind } from "../forge.ts";
import type { HttpPort } from "../http-port.ts";
import { readShape } from "../read-shape.ts";
import { graphqlSchema } from "./github-schema.ts";

/** Sends a query, or a mutation that may be done twice, and returns its data. Throws a `ForgeFault`. */
export type Graphql = <T>(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  schema?: z.ZodType<T>,
) => Promise<T>;

/** Opens GraphQL beside the REST API: `/api/v3` and `/api/graphql` on a GitHub Enterprise Server. */
export function openGraphql(send: HttpPort, baseUrl: string): Graphql {
  const path = `${baseUrl.replace(/\/v3$/, "")}/graphql`;
  return async (query, variables, schema = z.any()) => {
    const request = {
      method: "POST",
      path,
      body: { query, variables },
      isRepeatable: true,
      isWrite: query.startsWith("mutation"),
      saysLimited,
    } as const;
    const { data, errors } = readShape(graphqlSchema(), (await send(request)).value, "GitHub");
    const [first] = errors;
    if (first === undefined) return readShape(schema, data, "GitHub");
    const kind = KINDS[first.type ?? ""] ?? "refused";
    throw new ForgeFault(kind, `GitHub refused it (${shown(first.message).replace(/\.$/, "")}).`);
  };
}

/** GitHub says so in an answer that succeeded, with the headers of the limit. */
function saysLimited(value: unknown): boolean {
  const read = graphqlSchema().safeParse(value);
  return read.success && read.data.errors.some(({ type }) => type === LIMITED);
}

const LIMITED = "RATE_LIMITED";

const KINDS: Readonly<Record<string, ForgeFaultKind>> = {
  FORBIDDEN: "denied",
  INSUFFICIENT_SCOPES: "denied",
  NOT_FOUND: "missing",
  [LIMITED]: "rate-limited",
};
