import { type Operation, parseGraphql, type Selection, type Written } from "./graphql-document.ts";

type Args = Readonly<Record<string, unknown>>;

/** An object of the schema: a field is a value, or a function of the arguments. What it has not, there is not. */
export interface GraphqlObject {
  readonly __typename: string;
  readonly [field: string]: unknown;
}

/** A field that is not answered, and is null. */
export class GraphqlError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/** The whole of an operation is refused: an unknown field, or a variable that is not used. */
class InvalidQuery extends Error {}

/** Answers an operation as GitHub does: with data, and with the errors of fields that are null. */
export function runGraphql(
  text: string,
  variables: Args,
  roots: { readonly query: GraphqlObject; readonly mutation: GraphqlObject },
): { readonly data?: unknown; readonly errors?: readonly object[] } {
  const errors: object[] = [];
  const given = (written: Written): unknown => {
    switch (written.kind) {
      case "value":
        return written.value;
      case "variable":
        return variables[written.name];
      case "list":
        return written.items.map(given);
      case "object":
        return Object.fromEntries([...written.fields].map(([name, of]) => [name, given(of)]));
    }
  };
  const select = (
    object: GraphqlObject,
    selections: readonly Selection[],
    path: readonly (string | number)[],
  ): Record<string, unknown> => {
    const result: Record<string, unknown> = {};
    for (const selection of selections) {
      if (selection.kind === "on") {
        if (selection.type === object.__typename)
          Object.assign(result, select(object, selection.selections, path));
        continue;
      }
      const { alias, name, args, selections: inner } = selection;
      if (!(name in object))
        throw new InvalidQuery(`Field '${name}' doesn't exist on type '${object.__typename}'`);
      const at = [...path, alias];
      try {
        const values = Object.fromEntries([...args].map(([key, of]) => [key, given(of)]));
        const field = object[name];
        result[alias] = complete(typeof field === "function" ? field(values) : field, inner, at);
      } catch (error) {
        if (!(error instanceof GraphqlError)) throw error;
        errors.push({ type: error.type, path: at, message: error.message });
        result[alias] = null;
      }
    }
    return result;
  };
  const complete = (
    value: unknown,
    selections: readonly Selection[] | undefined,
    path: readonly (string | number)[],
  ): unknown => {
    if (value === null || value === undefined) return null;
    if (Array.isArray(value))
      return value.map((item, index) => complete(item, selections, [...path, index]));
    const isObject = typeof value === "object";
    if (isObject !== (selections !== undefined))
      throw new InvalidQuery(`Field '${path.at(-1)}' has the wrong selections`);
    return isObject ? select(value as GraphqlObject, selections ?? [], path) : value;
  };
  try {
    const operation = parseGraphql(text);
    checkVariables(operation, text, variables);
    const data = select(roots[operation.kind], operation.selections, []);
    return errors.length === 0 ? { data } : { data, errors };
  } catch (error) {
    return { errors: [{ message: (error as Error).message }] };
  }
}

function checkVariables({ variables: types }: Operation, text: string, values: Args): void {
  for (const name of types.keys())
    if (text.split(new RegExp(`\\$${name}\\b`)).length < 3)
      throw new InvalidQuery(`Variable $${name} is declared but not used`);
  for (const [name, type] of types)
    if (type.endsWith("!") && (values[name] === undefined || values[name] === null))
      throw new InvalidQuery(`Variable $${name} of type ${type} was provided invalid value`);
  for (const name of Object.keys(values))
    if (!types.has(name)) throw new InvalidQuery(`Variable $${name} is not declared`);
}

/** A connection as GitHub pages it: at most 100 at a time, and never without a bound. */
export function connectionOf<T>(
  all: readonly T[],
  { first, last, after, before, most }: Args,
  nodeOf: (one: T) => unknown,
): GraphqlObject {
  const asked = (first ?? last) as number | undefined;
  if (asked === undefined)
    throw new GraphqlError("MISSING_PAGINATION_BOUNDARIES", "You must provide `first` or `last`");
  if (asked > 100) throw new GraphqlError("EXCESSIVE_PAGINATION", `Requesting ${asked} records`);
  const count = Math.min(asked, (most ?? asked) as number);
  const from = first === undefined ? undefined : Number(after ?? 0);
  const end = from === undefined ? Number(before ?? all.length) : from + count;
  const start = from ?? Math.max(0, end - count);
  const nodes = all.slice(start, end).map(nodeOf);
  return {
    __typename: "Connection",
    nodes,
    totalCount: all.length,
    pageInfo: {
      __typename: "PageInfo",
      hasNextPage: end < all.length,
      hasPreviousPage: start > 0,
      startCursor: nodes.length === 0 ? null : `${start}`,
      endCursor: nodes.length === 0 ? null : `${start + nodes.length}`,
    },
  };
}
