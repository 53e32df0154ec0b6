import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { scanByBoth } from "./language/scan-by-both.ts";

interface Case {
  readonly rule: string;
  readonly text: string;
  readonly extension?: string;
  /** True if both leave the text unchanged on purpose. */
  readonly isUnchanged?: boolean;
}

const nested = `function outer() {
    if (ready) {
        call(async () => {
            await one(
                first,
                second,
            );
        }, [one, two /* a comment */, three]);
    }
}
`;

const cases: Readonly<Record<string, Case>> = {
  "a rewriter with several lines inside of an indented capture": {
    rule: `
rule: { pattern: "call($F, $LIST)" }
rewriters:
  - id: unwrap
    rule: { pattern: await $CALL }
    fix: |-
      wrap(
        $CALL
      )
  - id: upper
    rule: { kind: identifier, pattern: $NAME }
    transform: { UP: { convert: { source: $NAME, toCase: upperCase } } }
    fix: $UP
transform:
  BODY: { rewrite: { source: $F, rewriters: [unwrap] } }
  ITEMS: { rewrite: { source: $LIST, rewriters: [upper] } }
fix: |
  run(
    $BODY,
    $ITEMS)
`,
    text: nested,
  },
  "joinBy over many nodes, with separators and comments between them": {
    rule: `
rule: { pattern: "[$$$ITEMS]" }
rewriters: [{ id: item, rule: { kind: identifier, pattern: $I }, fix: "item($I)" }]
transform: { ALL: { rewrite: { source: $$$ITEMS, rewriters: [item], joinBy: " + " } } }
fix: ($ALL)
`,
    text: nested,
  },
  "many nodes without joinBy keep what stands between them": {
    rule: `
rule: { pattern: "[$$$ITEMS]" }
rewriters: [{ id: item, rule: { kind: identifier, pattern: $I }, fix: "item($I)" }]
transform: { ALL: { rewrite: { source: $$$ITEMS, rewriters: [item] } } }
fix: "[$ALL]"
`,
    text: "const a = [one,\n    two /* x */,\n  // y\n  three];\nconst b = [];\n",
  },
  "a rewriter that rewrites the code inside of its own captures": {
    rule: `
rule: { kind: expression_statement, pattern: $E }
rewriters:
  - id: add
    rule: { pattern: "add($A, $B)" }
    transform:
      X: { rewrite: { source: $A, rewriters: [add, neg] } }
      Y: { rewrite: { source: $B, rewriters: [add, neg] } }
    fix: ($X + $Y)
  - id: neg
    rule: { pattern: neg($N) }
    transform: { M: { rewrite: { source: $N, rewriters: [neg, add] } } }
    fix: -$M
transform: { OUT: { rewrite: { source: $E, rewriters: [neg, add] } } }
fix: $OUT;
`,
    text: "add(neg(add(1, 2)), add(3, neg(neg(4))));\nadd(1, 2)\n",
  },
  "the rewriter named first wins on one node, outer nodes win over inner ones": {
    rule: `
rule: { pattern: f($A) }
rewriters:
  - { id: inner, rule: { pattern: g($X) }, fix: "i($X)" }
  - { id: outer, rule: { pattern: h($X) }, fix: "o($X)" }
  - { id: call, rule: { kind: call_expression }, fix: "c" }
transform: { R: { rewrite: { source: $A, rewriters: [inner, outer, call] } } }
fix: k($R)
`,
    text: "f(h(g(1)));\nf([g(h(1)), q(1), h(2)]);\n",
  },
  "of nodes that begin together the outer one wins, also if they are equally long": {
    rule: `
rule: { pattern: "f($A)" }
rewriters:
  - { id: call, rule: { pattern: g($X) }, fix: "i($X)" }
  - { id: twice, rule: { pattern: "g($X)($Y)" }, fix: "o($X, $Y)" }
  - { id: statement, rule: { kind: expression_statement, pattern: $S }, fix: "s($S)" }
transform: { R: { rewrite: { source: $A, rewriters: [call, twice, statement] } } }
fix: k($R)
`,
    text: "f(g(1)(2));\nf(() => { g(1) });\nf(() => { g(1); g(2)(3) });\n",
  },
  "a name of the rule and of a rewriter means equal code": {
    rule: `
rule: { pattern: "f($A, $B)" }
rewriters: [{ id: same, rule: { pattern: g($A) }, fix: "same($A, $B)" }]
transform: { R: { rewrite: { source: $B, rewriters: [same] } } }
fix: k($R)
`,
    text: "f(x, [g(x), g(y), g( x )]);\nf('😀', [g('😀'), g('é')]);\nf(a.b, g(a . b));\nf(1, g(g(1)));\n",
  },
  "a name of the rule that is bound outside of the match means equal code in a rewriter": {
    rule: `
rule: { pattern: f($B), inside: { pattern: "class $A { $$$ }", stopBy: end } }
rewriters: [{ id: same, rule: { pattern: g($A) }, fix: "same($A)" }]
transform: { R: { rewrite: { source: $B, rewriters: [same] } } }
fix: k($R)
`,
    text: "class One { a() { f([g(One), g(Two)]); } }\nclass Two { b = f([g(One), g(Two)]) }\n",
  },
  "a rewriter's fix may use what the rule bound": {
    rule: `
rule: { pattern: "f($A, $$$REST)" }
rewriters: [{ id: r, rule: { kind: number, pattern: $N }, fix: "$A[$N, $$$REST]" }]
transform: { R: { rewrite: { source: $$$REST, rewriters: [r] } } }
fix: k($R)
`,
    text: "f(x, 1, y, 2);\nf(x);\n",
  },
  "utility rules are shared by the rule and all rewriters": {
    rule: `
utils: { number: { kind: number } }
rule: { pattern: "f($A, $B)" }
rewriters:
  - { id: r, utils: { text: { kind: string } }, rule: { pattern: g($X), has: { matches: number, stopBy: end } }, fix: "h($X)" }
  - { id: q, rule: { pattern: i($X), has: { matches: text, stopBy: end } }, fix: "j($X)" }
transform: { R: { rewrite: { source: $A, rewriters: [r, q] } } }
fix: k($R)
`,
    text: "f([g('a'), g(2), i(1), i('x')], 2)",
  },
  "transforms that rest on a rewrite": {
    rule: `
rule: { pattern: f($A) }
rewriters: [{ id: r, rule: { pattern: g($X) }, fix: "some_value_$X" }]
transform:
  CASE: { convert: { source: $R, toCase: pascalCase, separatedBy: [underscore] } }
  R: { rewrite: { source: $A, rewriters: [r] } }
  CUT: { substring: { source: $CASE, startChar: 1, endChar: -1 } }
  SWAP: { replace: { source: $R, replace: '(?P<first>\\w+)_(?<last>\\w)', by: '$last-\${first}$$x$0' } }
  AGAIN: substring($CUT, startChar=-3)
fix: k($CASE, $CUT, $SWAP, $AGAIN)
`,
    text: "f(g(x));\nf([g(äö), 'ß😀']);\n",
  },
  "transforms of the engine, in both forms": {
    rule: `
rule: { pattern: f($A) }
transform:
  KEBAB: { convert: { source: $A, toCase: kebabCase } }
  SNAKE: convert($A, toCase=snakeCase, separatedBy=[dash])
  HEAD: { substring: { source: $A, endChar: 3 } }
  DOTS: replace($HEAD, replace='.', by='·')
fix: k($KEBAB, $SNAKE, $HEAD, $DOTS)
`,
    // Without case changes beside digits and brackets: see "changes case beside digits" below.
    text: "f(fooBarXMLHttp_x);\nf('a-b c.d/e');\nf({\n  a: 1,\n  b: 2,\n});\n",
  },
  "expandEnd and expandStart to the next sibling, to the end and to a rule": {
    rule: `
rule: { kind: pair, has: { field: key, regex: drop } }
fix: { template: "", expandEnd: { regex: "^,$" }, expandStart: { kind: comment, stopBy: { kind: pair } } }
`,
    text: "const o = {\n  a: 1, // one\n  drop: 2, // two\n  /* x */ /* y */\n  dropToo: 3\n};\nf({ drop: 1, a: 2, drop: 3 });\n",
  },
  "an expansion that stops at the next sibling": {
    rule: `
rule: { kind: number }
fix: { template: n, expandEnd: { regex: "^,$" }, expandStart: { regex: "^,$", stopBy: neighbor } }
`,
    text: "[1, 2 /* x */, 3, x /* y */ , /* z */ 4];\n",
  },
  "an expansion that knows what the match bound": {
    rule: `
utils: { num: { kind: number } }
rule: { pattern: "f($A, $B)" }
fix: { template: k($A), expandEnd: { matches: num, stopBy: end }, expandStart: { pattern: $A, stopBy: { kind: string } } }
`,
    text: '["a", x, f(x, 2), "b", y, 3, 4];\n[x, "x", f(x, 2), "b", y, 3, 4];\n[x, y, f(x, 1)];\n',
  },
  "expansions of different matches that overlap": {
    rule: `
rule: { kind: number }
fix: { template: n, expandEnd: { kind: number, stopBy: end } }
`,
    text: "[1, 2, 3];\n[1, x];\n[x, 1, [2, 3], 4];\n",
  },
  "an expansion in a rewriter": {
    rule: `
rule: { pattern: "[$$$ITEMS]" }
rewriters: [{ id: drop, rule: { kind: number }, fix: { template: "", expandEnd: { regex: "^,$" } } }]
transform: { R: { rewrite: { source: $$$ITEMS, rewriters: [drop] } } }
fix: "[$R]"
`,
    text: "x = [a, 1, b, 2, 3, c];\n",
  },
  "comments that make ast-grep skip a match": {
    rule: `
rule: { pattern: f($$$A) }
fix: k($$$A)
`,
    text: `// ast-grep-ignore
f(1);
f(2); // ast-grep-ignore
f(3); // ast-grep-ignore: other
f(4); /* ast-grep-ignore: other, it */
f(
  5,
); // ast-grep-ignore: it
// ast-grep-ignore: it because
f(6); f(7);
f(8);
`,
  },
  "a comment for the whole file": {
    rule: "rule: { pattern: f($A) }\nfix: k($A)\n",
    text: "// ast-grep-ignore\n\nf(1);\n",
    isUnchanged: true,
  },
  "several fixes, of which the first counts": {
    rule: `
rule: { pattern: f($A) }
fix: [{ title: one, template: one($A) }, { title: two, template: two($A) }]
`,
    text: "f(1);\n",
  },
  "nthChild, all, any, not, precedes, follows and range": {
    rule: `
rule:
  kind: number
  any:
    - nthChild: { position: 2n+1, ofRule: { kind: number }, reverse: true }
    - all: [{ follows: { kind: string } }, { not: { precedes: { kind: string, stopBy: end } } }]
    - range: { start: { line: 0, column: 1 }, end: { line: 0, column: 2 } }
fix: n
`,
    text: "[1, 2, 3, 4, 5];\n['a', 1, 2];\n[1, 'a', 2, 'b'];\n",
  },
  "a kind that is written as a selector": {
    rule: 'rule: { kind: "arguments > identifier, pair > number:nth-child(2)" }\nfix: n\n',
    text: "f(1, a);\nf({ x: 1 }, b);\n",
  },
  "constraints that bind and are used in the fix": {
    rule: `
rule: { pattern: f($A) }
constraints: { A: { pattern: "g($INNER)" } }
fix: k($INNER)
`,
    text: "f(g(1));\nf(h(1));\n",
  },
  "windows line ends, a byte order mark and letters beyond the BMP": {
    rule: `
rule: { pattern: "f($A, $$$B)" }
rewriters: [{ id: r, rule: { kind: string, pattern: $S }, fix: "t($S)" }]
transform: { R: { rewrite: { source: $$$B, rewriters: [r] } } }
fix: |-
  k(
    $A,
    $R
  )
`,
    text: "\uFEFF// 😀\r\nif (x) {\r\n    f('😀', {\r\n      a: 'é',\r\n    }, 'b');\r\n}\r\n",
  },
  "JSX, with text between the tags": {
    rule: `
rule: { pattern: "<A $$$P>$$$C</A>" }
rewriters: [{ id: attribute, rule: { kind: property_identifier, pattern: $N }, transform: { C: { convert: { source: $N, toCase: camelCase } } }, fix: $C }]
transform: { Q: { rewrite: { source: $$$P, rewriters: [attribute] } } }
fix: |-
  <B $Q>
    $$$C
  </B>
`,
    text: "const a = (\n    <A data-one='1' two-three={x}>\n        text <b>bold</b>\n        more\n    </A>\n);\n",
    extension: "tsx",
  },
  "a stylesheet": {
    rule: `
rule: { kind: declaration, has: { kind: property_name, regex: ^color$ } }
fix: { template: "color: red", expandEnd: { regex: ";" } }
`,
    text: "a {\n  color: blue;\n  margin: 0;\n}\n",
    extension: "css",
  },
};

describe("a rule writes what ast-grep scan -U writes, byte for byte (A5, A16)", () => {
  test.each(Object.entries(cases))("%s", (_title, { rule, text, extension, isUnchanged }) => {
    const { ours, cli } = scanByBoth(rule, text, extension);
    expect(ours).toBe(cli);
    expect(cli === text).toBe(isUnchanged ?? false);
  });
});

describe("the columns of a range", () => {
  it.each(["😀;1;2", "1;😀;2", "😀😀;2;\n", "é;1;2", "a\n😀;1;2"])(
    "count characters: %j",
    (text) => {
      const line = text.startsWith("a") ? 1 : 0;
      const rule = `
rule:
  kind: number
  range: { start: { line: ${line}, column: 2 }, end: { line: ${line}, column: 3 } }
fix: Q
`;
      const { ours, cli } = scanByBoth(rule, text);
      expect(ours).toBe(cli);
    },
  );
});

describe("the engine", () => {
  it("is of the version of the command that it is compared with", () => {
    const versionOf = (name: string) => {
      const file = new URL(`../../node_modules/@ast-grep/${name}/package.json`, import.meta.url);
      return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
    };
    expect(versionOf("napi")).toBe(versionOf("cli"));
  });

  it("changes case beside digits as that command does", () => {
    const rule = `
rule: { pattern: f($A) }
transform: { S: { convert: { source: $A, toCase: snakeCase } } }
fix: $S
`;
    const { ours, cli } = scanByBoth(rule, "f(a1B2c)");
    expect(ours).toBe(cli);
  });
});
