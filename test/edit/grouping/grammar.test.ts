import { describe, expect, it } from "vitest";
import { type Grammar, readFragment } from "../../../src/edit/grouping/grammar.ts";
import type { SyntaxNode } from "../../../src/syntax/syntax-node.ts";

const CONTEXT = { before: "(", after: ")", isText: false };

/** A grammar in which a text is one node, unless it has a `?`, and the texts that it read. */
function countingGrammar(): { readonly grammar: Grammar; readonly parsed: string[] } {
  const parsed: string[] = [];
  const parse = (text: string): SyntaxNode | undefined => {
    parsed.push(text);
    if (text.includes("?")) return undefined;
    const child = { type: "a", start: 1, end: text.length - 1, value: "", fields: [] };
    const fields = [{ name: "children", isList: true, nodes: [child] }];
    return { type: "root", start: 0, end: text.length, value: "", fields };
  };
  return { grammar: { parse, contexts: [CONTEXT], slot: (name) => name }, parsed };
}

describe("fragments that are read (L4)", () => {
  it.each(["x", "?"])("are parsed once in each context, also those with errors: %j", (code) => {
    const { grammar, parsed } = countingGrammar();
    const first = readFragment(grammar, CONTEXT, code);
    expect(readFragment(grammar, { ...CONTEXT }, code)).toBe(first);
    readFragment(grammar, { ...CONTEXT, before: "((" }, code);
    expect(parsed).toEqual([`(${code})`, `((${code})`]);
  });

  it("are forgotten when they are many, and not kept when they are long", () => {
    const { grammar, parsed } = countingGrammar();
    for (let index = 0; index < 300; index += 1) readFragment(grammar, CONTEXT, `x${index}`);
    readFragment(grammar, CONTEXT, "x0");
    expect(parsed).toHaveLength(301);
    const long = "x".repeat(501);
    readFragment(grammar, CONTEXT, long);
    readFragment(grammar, CONTEXT, long);
    expect(parsed).toHaveLength(303);
  });
});
