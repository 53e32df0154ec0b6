// Longer than 200 lines because it is one table.
import type { PatternPair, RulePair } from "./compare.ts";

/** A pair with what it stresses, and the number of files that it changes at least. */
export type Titled<T> = T & { readonly title: string; readonly files: number };

/** Pairs by the language of the corpus. */
type Table<T> = Readonly<Record<string, readonly Titled<T>[]>>;

export const patternPairs: Table<PatternPair> = {
  typescript: [
    {
      title: "arguments of several lines",
      pat: "expect($A).toEqual($B)",
      out: "assert.equal(\n    $A,\n  $B,\n)",
      files: 100,
    },
    { title: "an ellipsis in the middle", pat: "new $A($B, $$$C)", out: "new $A($$$C)", files: 20 },
    { title: "optional chaining", pat: "$A?.$B", out: "get($A, '$B')", files: 70 },
    { title: "template strings", pat: "`$$$A`", out: "text($$$A)", files: 150 },
    {
      title: "a metavariable that the grammar does not allow there",
      pat: "import { $$$A } from $B",
      out: "import { $$$A, } from $B",
      files: 400,
    },
    {
      title: "statements where the grammar allows no name",
      pat: "switch ($A) { $$$B }",
      out: "match($A) {\n$$$B }",
      files: 70,
    },
    {
      title: "what the pattern leaves open",
      pat: "if ($A) { $$$B }",
      out: "when($A) {\n  $$$B\n}",
      files: 200,
    },
    { title: "ast", pat: "throw $A", strictness: "ast", out: "fail($A)", files: 50 },
    {
      title: "relaxed",
      pat: "let $A = $B;",
      strictness: "relaxed",
      out: "var $A = $B",
      files: 100,
    },
    { title: "template", pat: "$A += $B", strictness: "template", out: "$A = $A + $B", files: 5 },
    { title: "no semicolon", pat: "let $A = $B", out: "var $A = $B", files: 100 },
    {
      title: "several lines",
      pat: "const $A = new $B($$$C)",
      out: "const $A = make(\n  $B,\n  [$$$C]\n)",
      files: 50,
    },
    { title: "nested calls", pat: "z.$A($$$B)", out: "call(\n  z.$A,\n  $$$B\n)", files: 100 },
    { title: "deletion", pat: "throw $A;", out: "", files: 50 },
    {
      title: "functions",
      pat: "($$$A) => { $$$B }",
      out: "function ($$$A) {\n    $$$B\n}",
      files: 300,
    },
    {
      title: "methods",
      pat: "class A { $F($$$P) { $$$B } }",
      selector: "method_definition",
      out: "$F = ($$$P) => {\n    $$$B\n}",
      files: 50,
    },
    {
      title: "objects",
      pat: "({ $$$A })",
      selector: "object",
      out: "Object.assign({}, {\n    $$$A\n})",
      files: 1,
    },
    { title: "types", pat: "type $A = $B", out: "export type $A =\n    | $B", files: 50 },
    {
      title: "interfaces",
      pat: "interface $A { $$$B }",
      out: "type $A = {\n\n  $$$B\n}",
      files: 20,
    },
    {
      title: "ternaries in ternaries",
      pat: "$A ? $B : $C",
      out: "pick($A,\n  () => $B,\n  () => $C)",
      files: 100,
    },
    { title: "cst", pat: "new $A($B)", strictness: "cst", out: "make($A, $B)", files: 40 },
    {
      title: "signature",
      pat: "foo($A, $$$B)",
      strictness: "signature",
      out: "X($$$B, $A)",
      files: 40,
    },
  ],
  tsx: [
    {
      title: "elements",
      pat: "<$T $$$P>$$$C</$T>",
      out: "<Box as={$T} $$$P>\n  $$$C\n</Box>",
      files: 15,
    },
    { title: "self-closing elements", pat: "<$T $$$P />", out: "<$T\n  $$$P\n></$T>", files: 10 },
    {
      title: "components",
      pat: "function $F() { return ($$$X) }",
      out: "const $F = () => (\n  $$$X\n)",
      files: 1,
    },
  ],
  javascript: [
    {
      title: "conditions",
      pat: "if ($A) { $$$B }",
      out: "when($A, () => {\n  $$$B\n})",
      files: 20,
    },
    {
      title: "functions with tabs",
      pat: "function $F($$$P) { $$$B }",
      out: "const $F = ($$$P) => {\n  $$$B\n}",
      files: 20,
    },
    {
      title: "loops",
      pat: "for ($I; $C; $U) { $$$B }",
      out: "loop($I, () => { $$$B })",
      files: 3,
    },
    { title: "assignments", pat: "$A.$B = $C", out: "set($A, '$B', $C)", files: 20 },
    {
      title: "exports",
      pat: "export function $F($$$P) { $$$B }",
      out: "exports.$F = function ($$$P) {\n$$$B\n}",
      files: 15,
    },
  ],
  css: [
    { title: "rules", pat: "$S { $$$B }", out: ".scope $S {\n  $$$B\n}", files: 60 },
    {
      title: "declarations",
      pat: "opacity: $A;",
      out: "opacity: calc($A);\n  --opacity: $A;",
      files: 20,
    },
    {
      title: "keyframes",
      pat: "@keyframes $N { $$$B }",
      out: "@keyframes my-$N {\n    $$$B\n}",
      files: 50,
    },
  ],
  html: [
    {
      title: "elements",
      pat: "<title>$$$A</title>",
      out: "<title>\n  New $$$A\n</title>",
      files: 5,
    },
    { title: "attributes", pat: '<div id="$I"></div>', out: '<main id="$I"></main>', files: 5 },
  ],
  python: [
    {
      title: "calls over several lines",
      pat: "$A.append($B)",
      out: "push(\n    $A,\n    $B,\n)",
      files: 8,
    },
    { title: "an ellipsis with comments", pat: "print($$$A)", out: "log(\n  $$$A\n)", files: 2 },
    { title: "blocks", pat: "if $A:\n    $$$B", out: "while $A:\n        $$$B", files: 5 },
    { title: "nested calls", pat: "os.path.join($$$A)", out: "join([$$$A])", files: 4 },
    { title: "deletion", pat: "raise $A", out: "", files: 4 },
    {
      title: "a definition",
      pat: "def $F($$$P):\n    $$$B",
      out: "async def $F($$$P):\n  $$$B",
      files: 8,
    },
    { title: "a subscript", pat: "$A[$B]", out: "get($A, $B)", files: 8 },
    { title: "relaxed", pat: "$A = $B", strictness: "relaxed", out: "$A = id($B)", files: 8 },
  ],
};

/** Rules are the text of a rule file without `id` and `language`. */
export const rulePairs: Table<RulePair> = {
  typescript: [
    {
      title: "has, stopBy end, a fix of several lines",
      files: 5,
      rule: `
rule: { kind: function_declaration, has: { kind: throw_statement, stopBy: end }, pattern: "function $F($$$P) { $$$B }" }
fix: |-
  function $F($$$P) {
    guard(() => {
      $$$B
    });
  }
`,
    },
    {
      title: "inside a field, up to a rule",
      files: 50,
      rule: `
rule:
  kind: identifier
  pattern: $I
  inside: { kind: arrow_function, field: body, stopBy: { kind: statement_block } }
fix: ($I)
`,
    },
    {
      title: "follows and precedes",
      files: 50,
      rule: `
rule: { kind: import_statement, pattern: $I, follows: { kind: import_statement }, precedes: { kind: import_statement, stopBy: end } }
fix: "$I // between"
`,
    },
    {
      title: "all, any, not, and what they bind",
      files: 100,
      rule: `
rule:
  any:
    - { pattern: "$A === $B" }
    - all: [{ pattern: $A !== $B }, { not: { has: { kind: unary_expression } } }]
  not: { has: { regex: "^null$" } }
fix: is($A, $B)
`,
    },
    {
      title: "nthChild of a rule, from the end",
      files: 100,
      rule: `
rule: { kind: property_signature, nthChild: { position: 2n+1, reverse: true, ofRule: { kind: property_signature } }, pattern: $P }
fix: "readonly_$P"
`,
    },
    {
      title: "constraints and a regex",
      files: 50,
      rule: `
rule: { pattern: "$O.$M($$$A)" }
constraints: { M: { regex: "^(next|error|complete|push)$" }, O: { not: { kind: call_expression } } }
fix: send($O, "$M", $$$A)
`,
    },
    {
      title: "utility rules that refer to each other through relations",
      files: 50,
      rule: `
utils:
  pure: { any: [{ kind: number }, { kind: string }, { matches: pure-array }] }
  pure-array: { kind: array, not: { has: { not: { matches: pure }, all: [{ not: { regex: "^[\\\\[\\\\],]$" } }] } } }
rule: { matches: pure, pattern: $P, not: { inside: { kind: import_statement } } }
fix: pure($P)
`,
    },
    {
      title: "transforms of the engine, one after the other",
      files: 100,
      rule: `
rule: { kind: function_declaration, has: { field: name, pattern: $NAME } , pattern: "function $F($$$P): $R { $$$B }" }
transform:
  SNAKE: { convert: { source: $NAME, toCase: snakeCase, separatedBy: [dash, underscore] } }
  BODY: { replace: { source: $$$B, replace: "return (?P<value>[^;]+);", by: "yield_(\${value}); // $0" } }
  SHORT: substring($SNAKE, startChar=0, endChar=-1)
fix: |
  function $SHORT($$$P): $R {
      $BODY
  }
`,
    },
    {
      title: "rewriting imported names, joined by new lines",
      files: 100,
      rule: `
rule: { kind: import_statement, all: [{ has: { field: source, pattern: $FROM } }, { has: { kind: import_clause, pattern: $NAMES } }] }
rewriters:
  - { id: name, rule: { kind: import_specifier, pattern: $N }, fix: "import { $N } from $FROM" }
transform: { ALL: { rewrite: { source: $NAMES, rewriters: [name], joinBy: "\\n" } } }
fix: $ALL
`,
    },
    {
      title: "rewriting inside of function bodies, re-indented",
      files: 50,
      rule: `
rule: { kind: arrow_function, pattern: "($$$P) => { $$$B }" }
rewriters:
  - id: returned
    rule: { pattern: return $V }
    fix: |-
      {
        const result = $V;
        return result;
      }
  - id: condition
    rule: { pattern: "if ($C) { $$$T }" }
    fix: |-
      when(
        $C
      ) {
          $$$T
      }
transform: { BODY: { rewrite: { source: $$$B, rewriters: [returned, condition] } } }
fix: |-
  ($$$P) => {
        $BODY
  }
`,
    },
    {
      title: "rewriters that rewrite their own captures",
      files: 100,
      rule: `
rule: { kind: variable_declarator, has: { field: value, pattern: $V }, pattern: $D }
rewriters:
  - id: call
    rule: { pattern: $F($$$A) }
    transform:
      ARGS: { rewrite: { source: $$$A, rewriters: [call, member, object] } }
      WHAT: { rewrite: { source: $F, rewriters: [member, call] } }
    fix: apply($WHAT, $ARGS)
  - id: member
    rule: { pattern: $O.$P, kind: member_expression }
    transform: { OBJECT: { rewrite: { source: $O, rewriters: [call, member] } } }
    fix: $OBJECT["$P"]
  - { id: object, rule: { kind: object }, fix: "{}" }
transform: { NEW: { rewrite: { source: $V, rewriters: [call, member, object] } } }
fix: it = $NEW
`,
    },
    {
      title: "transforms of what was rewritten",
      files: 50,
      rule: `
rule: { pattern: "new $C($$$A)" }
rewriters: [{ id: upper, rule: { kind: identifier, pattern: $I }, transform: { U: { convert: { source: $I, toCase: upperCase } } }, fix: $U }]
transform:
  ARGS: { rewrite: { source: $$$A, rewriters: [upper] } }
  CUT: { replace: { source: $ARGS, replace: "(?s)\\\\s+", by: " " } }
  HEAD: { substring: { source: $CUT, startChar: -12 } }
fix: make($C, $CUT /* $HEAD */)
`,
    },
    {
      title: "a name of the rule in a rewriter",
      files: 20,
      rule: `
rule: { pattern: "const $NAME = $VALUE", inside: { kind: statement_block } }
rewriters: [{ id: self, rule: { kind: identifier, pattern: $NAME }, fix: "SELF_$NAME" }]
transform: { V: { rewrite: { source: $VALUE, rewriters: [self] } } }
fix: const $NAME = $V /* $VALUE */
`,
    },
    {
      title: "expandEnd up to a comma",
      files: 50,
      rule: `
rule: { kind: pair, has: { field: value, any: [{ kind: string }, { kind: number }] } }
fix: { template: "", expandEnd: { regex: "^,$" } }
`,
    },
    {
      title: "expandStart over comments",
      files: 50,
      rule: `
rule: { kind: export_statement, follows: { kind: comment } , pattern: $E }
fix: { template: "// gone", expandStart: { kind: comment, stopBy: { not: { kind: comment } } } }
`,
    },
    {
      title: "strictness and a pattern with context",
      files: 5,
      rule: `
rule: { pattern: { context: "class A { private $P: $T }", selector: public_field_definition, strictness: relaxed } }
fix: "#$P: $T"
`,
    },
    {
      title: "kinds as a selector",
      files: 50,
      rule: `
rule: { kind: "statement_block > return_statement:not(:has(call_expression))", pattern: $R }
fix: |-
  log();
  $R
`,
    },
  ],
  tsx: [
    {
      title: "attributes, renamed",
      files: 10,
      rule: `
rule: { kind: jsx_attribute, pattern: $A, has: { kind: property_identifier, pattern: $N } }
transform: { K: { convert: { source: $N, toCase: kebabCase } } }
fix: $K={0}
`,
    },
    {
      title: "attributes, rewritten in their element",
      files: 10,
      rule: `
rule: { any: [{ pattern: "<$T $$$P>$$$C</$T>" }, { pattern: "<$T $$$P />" }] }
rewriters:
  - { id: text, rule: { kind: string, pattern: $S }, fix: "{t($S)}" }
  - { id: drop, rule: { kind: jsx_attribute, has: { regex: "^(alt|width)$" } }, fix: "" }
transform: { Q: { rewrite: { source: $$$P, rewriters: [drop, text] } } }
fix: |-
  <$T $Q>
    $$$C
  </$T>
`,
    },
  ],
  javascript: [
    {
      title: "members, rewritten inside of functions with tabs",
      files: 15,
      rule: `
rule: { kind: function_declaration, pattern: "function $F($$$P) { $$$B }" }
rewriters: [{ id: private, rule: { kind: property_identifier, regex: "^_", pattern: $N }, transform: { M: { substring: { source: $N, startChar: 1 } } }, fix: "#$M" }]
transform: { BODY: { rewrite: { source: $$$B, rewriters: [private] } } }
fix: |-
  function $F($$$P) {
    $BODY
  }
`,
    },
    {
      title: "several fixes, of which the first counts",
      files: 5,
      rule: `
rule: { pattern: "$A == null" }
fix: [{ title: strict, template: "$A === null || $A === undefined" }, { title: helper, template: isNil($A) }]
`,
    },
  ],
  css: [
    {
      title: "declarations with their semicolon, and a nested rewrite",
      files: 50,
      rule: `
rule: { kind: block, pattern: $B }
rewriters:
  - { id: drop, rule: { kind: declaration, has: { regex: ^(-webkit-|opacity) } }, fix: "" }
  - { id: number, rule: { kind: integer_value, pattern: $N }, fix: calc($N) }
transform: { C: { rewrite: { source: $B, rewriters: [drop, number] } } }
fix: $C
`,
    },
    {
      title: "the first of several siblings",
      files: 50,
      rule: `
rule: { kind: declaration, nthChild: 1, pattern: $D }
fix: |-
  /* first */
  $D
`,
    },
  ],
  html: [
    {
      title: "attributes of one element",
      files: 5,
      rule: `
rule: { kind: attribute, inside: { any: [{ kind: start_tag }, { kind: self_closing_tag }], has: { kind: tag_name, regex: ^(link|meta)$ } }, pattern: $A, has: { kind: attribute_name, pattern: $N } }
transform: { U: { convert: { source: $N, toCase: upperCase } } }
fix: data-$U $A
`,
    },
  ],
  python: [
    {
      title: "a transform and a constraint",
      files: 1,
      rule: `
rule: { pattern: $A.get($K), inside: { kind: function_definition, stopBy: end } }
constraints: { K: { kind: string } }
transform: { NAME: { replace: { source: $K, replace: '[^A-Za-z]', by: "_" } } }
fix: "$A.$NAME"`,
    },
    {
      title: "what stands before",
      files: 1,
      rule: `
rule: { kind: return_statement, follows: { kind: expression_statement, stopBy: end } }
fix: |-
  # returns
  return`,
    },
  ],
};
