/** A value as a query writes it; a variable stands for itself until it is known. */
export type Written =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "object"; readonly fields: ReadonlyMap<string, Written> }
  | { readonly kind: "list"; readonly items: readonly Written[] };

export type Selection =
  | {
      readonly kind: "field";
      readonly alias: string;
      readonly name: string;
      readonly args: ReadonlyMap<string, Written>;
      readonly selections: readonly Selection[] | undefined;
    }
  | { readonly kind: "on"; readonly type: string; readonly selections: readonly Selection[] };

export interface Operation {
  readonly kind: "query" | "mutation";
  /** The types of the variables, as written. */
  readonly variables: ReadonlyMap<string, string>;
  readonly selections: readonly Selection[];
}

/** Reads one operation of GraphQL without fragments of their own, directives and defaults. Throws at anything else. */
export function parseGraphql(text: string): Operation {
  const tokens = text.match(/\.\.\.|[{}()[\]:!$=@]|"(?:[^"\\]|\\.)*"|-?[\w.]+|[^\s,]/g) ?? [];
  let at = 0;
  const peek = () => tokens[at];
  const next = () => tokens[at++] ?? fail("the end");
  const fail = (what: string): never => {
    throw new Error(`Parse error on ${what}`);
  };
  const expect = (token: string) => (peek() === token ? next() : fail(`${peek()}, not ${token}`));
  const nameToken = () => (/^[A-Za-z_]\w*$/.test(peek() ?? "") ? next() : fail(`${peek()}`));

  const parseValue = (): Written => {
    const token = next();
    if (token === "$") return { kind: "variable", name: nameToken() };
    if (token === "{") return { kind: "object", fields: parsePairs("}") };
    if (token === "[") {
      const items: Written[] = [];
      while (peek() !== "]") items.push(parseValue());
      next();
      return { kind: "list", items };
    }
    if (/^("|-?\d|(true|false|null)$)/.test(token))
      return { kind: "value", value: JSON.parse(token) };
    if (/^[A-Z_]+$/.test(token)) return { kind: "value", value: token };
    return fail(token);
  };
  const parsePairs = (end: string): ReadonlyMap<string, Written> => {
    const pairs = new Map<string, Written>();
    while (peek() !== end) {
      const name = nameToken();
      expect(":");
      pairs.set(name, parseValue());
    }
    next();
    return pairs;
  };
  const parseArgs = () => {
    if (peek() !== "(") return new Map<string, Written>();
    next();
    return parsePairs(")");
  };
  const parseSelections = (): readonly Selection[] => {
    expect("{");
    const selections: Selection[] = [];
    while (peek() !== "}") selections.push(parseSelection());
    next();
    return selections.length === 0 ? fail("an empty selection") : selections;
  };
  const parseSelection = (): Selection => {
    if (peek() === "...") {
      next();
      expect("on");
      return { kind: "on", type: nameToken(), selections: parseSelections() };
    }
    const first = nameToken();
    if (peek() === ":") next();
    const name = tokens[at - 1] === ":" ? nameToken() : first;
    const args = parseArgs();
    const selections = peek() === "{" ? parseSelections() : undefined;
    return { kind: "field", alias: first, name, args, selections };
  };
  const parseVariables = () => {
    const variables = new Map<string, string>();
    if (peek() !== "(") return variables;
    next();
    while (peek() !== ")") {
      expect("$");
      const name = nameToken();
      expect(":");
      let type = "";
      while (peek() !== "$" && peek() !== ")") type += next();
      variables.set(name, type);
    }
    next();
    return variables;
  };

  const kind = next();
  if (kind !== "query" && kind !== "mutation") return fail(kind);
  const variables = parseVariables();
  const selections = parseSelections();
  if (at !== tokens.length) fail(`${peek()}`);
  return { kind, variables, selections };
}
