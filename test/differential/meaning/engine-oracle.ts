import { parse, type SgNode } from "@ast-grep/napi";
import type { Language } from "../../../src/edit/language/language.ts";
import type { Oracle } from "./oracle.ts";
import { HOLE, type RandomCase, textBefore } from "./random-case.ts";

/** A language by the engine's own tree of the result in which all code is in parentheses. */
export function engineOracle(language: Language): Oracle {
  return {
    async areRight(drawn, texts) {
      if (drawn.out === "$$$A") return undefined; // Parentheses make a list of another kind of it.
      const wanted = treeOf(inParentheses(drawn), language);
      if (wanted === undefined || treeOf(textBefore(drawn), language) === undefined)
        return undefined;
      return texts.map((text) => treeOf(text, language) === wanted);
    },
  };
}

/** Writes the result with parentheses around the whole and around each capture. */
function inParentheses({ place, out, captures }: RandomCase): string {
  const whole = out.replace(/\$+[A-Z]+/g, (name) => {
    const code = captures[name] ?? "";
    return name.startsWith("$$$") ? code : grouped(code);
  });
  return place.replace(HOLE, () => grouped(whole));
}

/**
 * Two of them: C may read one as a cast, as in `(f()()) + 1`. A name or its call needs none, and would be a type before
 * other code of C and Java.
 */
function grouped(code: string): string {
  return /^[A-Za-z_]\w*(?:\.\w+)*(?:\(\))?$/.test(code) ? code : `((${code}))`;
}

/** Returns the tree of a text without comments and parentheses that only group; undefined if it has errors. */
function treeOf(text: string, language: Language): string | undefined {
  const root = parse(language, text).root();
  return hasErrors(root) ? undefined : saidBy(root);
}

function hasErrors(node: SgNode): boolean {
  const isMissing = node.isLeaf() && node.isNamed() && node.text() === "";
  return node.is("ERROR") || isMissing || node.children().some(hasErrors);
}

function saidBy(node: SgNode): string {
  if (node.isLeaf()) return node.text();
  const children = node.children().filter((child) => !/comment/.test(String(child.kind())));
  const named = children.filter((child) => child.isNamed());
  const isGroup = /^parenthesized_/.test(String(node.kind())) && children[0]?.is("(");
  // The value of a block of Rust is a statement, if it has braces.
  if (node.is("expression_statement") && children[0] && children.length === 1)
    return saidBy(children[0]);
  if (isGroup && named[0] && named.length === 1 && children.length === 3) return saidBy(named[0]);
  return `(${String(node.kind())} ${children.map(saidBy).join(" ")})`;
}
