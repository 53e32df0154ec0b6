import type { SgNode } from "@ast-grep/napi";
import { expect, test } from "vitest";
import type { CompiledOp } from "../../../src/edit/compile/compiled-op.ts";
import { findMatches, parseText } from "../../../src/edit/engine/engine.ts";
import { nativePassOf, sortNodes } from "../../../src/edit/match/native-pass.ts";
import { ruleOpOf } from "../../support/rule-op.ts";
import { compiled, compiledRule } from "../compile/compiled.ts";

const OPS = [compiled({ pat: "f($A)", out: "g($A)" })];

test("a language of whose parser no list is known is not searched in a native pass: built in, embedded, registered", () => {
  const listed = ["typescript", "tsx", "javascript"].map((each) => nativePassOf(each, OPS)?.ops);
  expect(listed).toEqual([OPS, OPS, OPS]);
  const others = ["css", "html", "python", "rust"].map((each) => nativePassOf(each, OPS));
  expect(others).toEqual([undefined, undefined, undefined, undefined]);
});

/** Returns the number of errors that a native pass finds in a text, and the texts of the matches of its only op. */
function sorted(text: string, op: CompiledOp) {
  const pass = nativePassOf("typescript", [op]);
  if (pass === undefined) throw new Error("The op has no native pass.");
  const nodes = findMatches(parseText(text, "typescript"), pass.search);
  const { errors, matches } = sortNodes(pass, nodes);
  return [errors.length, matches?.get(op)?.map((node) => node.text())];
}

test("the matches in a text with errors are known unless a node with errors may be one of them", () => {
  const [op] = OPS;
  if (op === undefined) throw new Error("There is no op.");
  expect(sorted("f(1); f(f(2));", op)).toEqual([0, ["f(1)", "f(f(2))", "f(2)"]]);
  expect(sorted("f(1); let a = ;; f(f(2));", op)).toEqual([1, ["f(1)", "f(f(2))", "f(2)"]]);
  const ofErrors = compiledRule(ruleOpOf("id: it\nrule: { kind: ERROR }\nfix: x"));
  expect(sorted("f(1); let a = ;; f(f(2));", ofErrors)).toEqual([1, undefined]);
  const many = "let a = ;; ".repeat(65);
  expect(sorted(`f(1); ${many}`, op)).toEqual([65, undefined]);
});

const SEVERAL = [
  compiled({ pat: "f($A, $B)", out: "g($A)" }),
  compiled({ pat: "f($B, $A)", out: "g($A)" }),
  compiled({ pat: "f($A, $A)", out: "g($A)" }),
  compiled({ pat: "f($$$A)", out: "g($$$A)" }),
  compiledRule(
    ruleOpOf(
      "id: or\nrule: { any: [{ all: [{ pattern: 'f($A, $C)' }, { pattern: 'f($C, 1)' }] }, { pattern: 'f($B, 2)' }] }\nfix: x",
    ),
  ),
  compiledRule(
    ruleOpOf(
      "id: in\nrule: { pattern: 'f($A, $B)', inside: { pattern: 'h($C)', stopBy: end } }\nfix: x",
    ),
  ),
  compiledRule(ruleOpOf("id: kind\nrule: { kind: call_expression }\nfix: x")),
];

/** Returns the matches of an op with their captures. */
const captured = (nodes: readonly SgNode[] | undefined) =>
  nodes?.map((node) => [
    ...[node.text(), ...["A", "B", "C"].map((name) => node.getMatch(name)?.text())],
    node.getMultipleMatches("A").map((each) => each.text()),
  ]);

test("each of several ops has the matches and captures that it has alone, whatever names they share", () => {
  const root = parseText(
    "f(1, 2); h(f(2, 2)); f(3); f(1, 1, 1); h(g(f(f(2, 1), 4)));",
    "typescript",
  );
  for (const ops of [SEVERAL, [...SEVERAL].reverse(), SEVERAL.slice(0, 2)]) {
    const pass = nativePassOf("typescript", ops);
    if (pass === undefined) throw new Error("The ops have no native pass.");
    const { matches } = sortNodes(pass, findMatches(root, pass.search));
    for (const op of ops)
      expect(captured(matches?.get(op)), op.id).toEqual(captured(findMatches(root, op.search)));
  }
});
