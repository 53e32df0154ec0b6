import * as engine from "@ast-grep/napi";
import { describe, expect, it } from "vitest";
import { lazyRoot } from "../../../src/tools/transform/adapters/lazy-root.ts";
import { createTextFilter } from "../../../src/tools/transform/adapters/text-filter.ts";

const TEXT = "\n// a comment\nimport b from 'b';\nsetTimeout(b, 1);\n";

/** Searches as modules write them; those of the second list find nothing in the text. */
const FOUND: readonly unknown[] = [
  "setTimeout($$$A)",
  { rule: { pattern: "setTimeout($$$A)" }, constraints: undefined },
  { rule: { kind: "call_expression", has: { field: "function", regex: "^set" } } },
  { rule: { any: [{ pattern: "absent()" }, { kind: "comment" }] } },
  { rule: { kind: "number", not: { pattern: "absent" } } },
  { rule: { matches: "timer" }, utils: { timer: { pattern: "setTimeout($A, $B)" } } },
  { rule: { pattern: "setTimeout($A, $B)" }, constraints: { A: { regex: "b" } } },
  { rule: { pattern: { context: "setTimeout($A)", strictness: "signature" } } },
  engine.kind("TypeScript", "import_statement"),
];
const ABSENT: readonly unknown[] = [
  "clearTimeout($$$A)",
  { rule: { pattern: "clearTimeout($$$A)" } },
  { rule: { kind: "call_expression", has: { pattern: "absent", stopBy: "end" } } },
  { rule: { pattern: "$F($A, $B)" }, constraints: { A: { pattern: "absent" } } },
  { rule: { matches: "timer" }, utils: { timer: { pattern: "absent($A)" } } },
];
const INVALID: readonly unknown[] = [
  { rule: { all: [{ pattern: "absent()" }, { kind: "no_such_kind" }] } },
  { rule: { pattern: "absent() more" } },
  { rule: { matches: "absent" } },
  { rule: {} },
  "",
  undefined,
  /absent/,
];

function outcomesIn(root: engine.SgRoot): readonly unknown[] {
  return [...FOUND, ...ABSENT, ...INVALID].flatMap((search) =>
    (["find", "findAll", "has"] as const).map((name) => {
      try {
        const node = root.root();
        const found: unknown = Reflect.apply(node[name], node, [search]);
        if (typeof found === "boolean" || found === null) return found;
        return [found]
          .flat()
          .map((node) => [(node as engine.SgNode).text(), (node as engine.SgNode).kind()]);
      } catch (error) {
        return String(error);
      }
    }),
  );
}

describe("a root that is parsed later", () => {
  it("finds, and refuses, whatever the engine does", () => {
    expect(outcomesIn(lazyRoot("TypeScript", TEXT))).toEqual(
      outcomesIn(engine.parse("TypeScript", TEXT)),
    );
  });

  it("needs no tree for searches whose strings its text lacks", () => {
    const mayMatch = createTextFilter();
    const isLooked = (search: unknown) => mayMatch(search, "TypeScript", TEXT);
    expect(ABSENT.map(isLooked)).toEqual(ABSENT.map(() => false));
    expect([...FOUND, ...INVALID].map(isLooked)).toEqual([...FOUND, ...INVALID].map(() => true));
    expect(isLooked({ rule: { pattern: "absent\uFFFD" } })).toBe(true);
    const computed = {
      get rule() {
        return { pattern: "absent" };
      },
    };
    expect(isLooked(computed)).toBe(true);
  });

  it("is the root of its nodes, and of the engine's classes", () => {
    const root = lazyRoot("TypeScript", TEXT);
    const node = root.root();
    expect([root, node.getRoot()]).toEqual([root, root]);
    expect(root instanceof engine.SgRoot && node instanceof engine.SgNode).toBe(true);
    expect(node.find("setTimeout")?.getRoot()).toBe(root);
    expect(node.children().every((child) => child.getRoot() === root)).toBe(true);
    expect(root.filename()).toBe(engine.parse("TypeScript", TEXT).filename());
  });

  it("answers every other question with its tree", () => {
    const [lazy, real] = [lazyRoot("TypeScript", TEXT), engine.parse("TypeScript", TEXT)].map(
      (each) => {
        const node = each.root();
        const call = node.find("setTimeout($$$A)");
        const edits = call === null ? [] : [call.replace("later()")];
        return [
          node.text(),
          node.kind(),
          node.range(),
          node.isLeaf(),
          node.is("program"),
          node.commitEdits(edits),
        ];
      },
    );
    expect(lazy).toEqual(real);
  });
});
