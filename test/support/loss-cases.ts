/** An edit of one small file, in the form of an op of `ast_edit`. */
export interface LossCase {
  /** The project in whose code it was seen, or one with code of this kind. */
  readonly from: string;
  /** The extension of the file. */
  readonly type: string;
  readonly text: string;
  readonly op: Readonly<Record<string, unknown>>;
}

/** An edit that loses code, with the rule of `safe` that holds it and the place in its reason. */
export interface Trap extends LossCase {
  readonly rule: "comments-lost" | "tokens-lost" | "strings-changed" | "whitespace-only";
  /** Line and code; empty for white space, which has no place. */
  readonly place: string;
}

const edit = (pat: string, out: string, more: Readonly<Record<string, unknown>> = {}) => ({
  pat,
  out,
  ...more,
});

export const TRAPS: readonly Trap[] = [
  {
    from: "express",
    type: "js",
    text: "app.use(old(req, /* keep */ res));\n",
    op: edit("old($A, $B)", "Map($A, $B)"),
    rule: "comments-lost",
    place: ":1 `/* keep */`",
  },
  {
    from: "express",
    type: "js",
    text: "async function handler(req) {\n  await next();\n}\n",
    op: edit("function handler($A) { $$$B }", "const handler = ($A) => { $$$B }"),
    rule: "tokens-lost",
    place: ":1 `async`",
  },
  {
    from: "express",
    type: "js",
    text: "var mime = require('mime');\n[1].map(mime);\n",
    op: edit("var $A = require($B)", "const $A = require($B)"),
    rule: "tokens-lost",
    place: ":1 `;`",
  },
  {
    from: "express",
    type: "js",
    text: "var debug = require('debug'); // named\n\n(function () {})();\n",
    op: edit("var $A = require($B)", "const $A = require($B)"),
    rule: "tokens-lost",
    place: ":1 `;`",
  },
  {
    from: "express",
    type: "js",
    text: "function send(body /* any */, status) {\n  return body;\n}\n",
    op: edit("function send($A, $B) { $$$C }", "const send = ($A, $B) => { $$$C };"),
    rule: "comments-lost",
    place: ":1 `/* any */`",
  },
  {
    from: "jest",
    type: "js",
    text: "describe('a', () => {\n    it(() => {\n        expect(`\n        x\n        `);\n    });\n});\n",
    op: edit("describe($A, () => { $$$B })", "Map($A, () => {\n  $$$B\n})"),
    rule: "strings-changed",
    place: ":3 ``…`",
  },
  {
    from: "jest",
    type: "js",
    text: "if (x) {\n    say('one \\\n    two');\n}\n",
    op: edit("if ($X) { $$$B }", "$$$B"),
    rule: "strings-changed",
    place: ":2 `'one \\…`",
  },
  {
    from: "jest",
    type: "ts",
    text: "const x = old(1) + 2;\n",
    op: edit("old($A)", "Map($A) // see #1"),
    rule: "tokens-lost",
    place: ":1 `+ 2;`",
  },
  {
    from: "trpc",
    type: "ts",
    text: "export const a = wrap(\n  // the input\n  input,\n);\n",
    op: edit("wrap($A)", "$A"),
    rule: "comments-lost",
    place: ":2 `// the input`",
  },
  {
    from: "trpc",
    type: "ts",
    text: "async function load(id) {\n  return id;\n}\n",
    op: {
      rule: { kind: "function_declaration", has: { field: "name", pattern: "load" } },
      out: "function load() {}",
    },
    rule: "tokens-lost",
    place: ":1 `async`",
  },
  {
    from: "angularfire",
    type: "ts",
    text: "class A {\n  private static async load(id: string): Promise<void> {\n    go();\n  }\n}\n",
    op: {
      rule: {
        kind: "method_definition",
        has: { field: "name", pattern: "$N" },
        all: [{ has: { field: "body", pattern: "$B" } }],
      },
      out: "$N() $B",
    },
    rule: "tokens-lost",
    place: ":2 `private`",
  },
  {
    from: "angularfire",
    type: "ts",
    text: "class A {\n  @Input() readonly name = 1;\n}\n",
    op: {
      rule: { kind: "public_field_definition", has: { field: "name", pattern: "$N" } },
      out: "$N = input()",
    },
    rule: "tokens-lost",
    place: ":2 `@`",
  },
  {
    from: "httpx",
    type: "py",
    text: "async def send(request):\n    return request\n",
    op: edit("def send($A):\n    $$$B", "def send_request($A):\n    $$$B"),
    rule: "tokens-lost",
    place: ":1 `async`",
  },
  {
    from: "httpx",
    type: "py",
    text: "if True:\n    def get():\n        '''\n        Sends.\n        '''\n        return 1\n",
    op: edit("if True:\n    $A", "$A"),
    rule: "strings-changed",
    place: ":3 `'''…`",
  },
  {
    from: "httpx",
    type: "py",
    text: "client.get(\n    url,  # the place\n    timeout,\n)\n",
    op: edit("client.get($A, $B)", "client.request($A, $B)"),
    rule: "comments-lost",
    place: ":2 `# the place`",
  },
  {
    from: "cobra",
    type: "go",
    text: "package a\n\nfunc f() {\n\tAdd(a /* keep */, b)\n}\n",
    op: edit("Add($A, $B)", "Put($A, $B)", { selector: "call_expression" }),
    rule: "comments-lost",
    place: ":4 `/* keep */`",
  },
  {
    from: "cobra",
    type: "go",
    text: "package a\n\nfunc f() {\n    if true {\n        Long(`a\n        b`)\n    }\n}\n",
    op: edit("if true { $A }", "$A"),
    rule: "strings-changed",
    place: ":5 ``a…`",
  },
  {
    from: "gson",
    type: "java",
    text: "class A {\n  @Override public synchronized String get() { return a; }\n}\n",
    op: {
      rule: {
        kind: "method_declaration",
        all: [{ has: { field: "name", pattern: "$N" } }, { has: { field: "body", pattern: "$B" } }],
      },
      out: "String $N() $B",
    },
    rule: "tokens-lost",
    place: ":2 `@`",
  },
  {
    from: "gson",
    type: "java",
    text: "class A {\n  /** Reads. */\n  void f() { old(a, /* keep */ b); }\n}\n",
    op: edit("old($A, $B)", "Map($A, $B)"),
    rule: "comments-lost",
    place: ":3 `/* keep */`",
  },
  {
    from: "ripgrep",
    type: "rs",
    text: "pub unsafe fn read(a: u8) -> u8 {\n    a\n}\n",
    op: {
      rule: {
        kind: "function_item",
        all: [
          { has: { field: "name", pattern: "$N" } },
          { has: { field: "parameters", pattern: "$P" } },
          { has: { field: "body", pattern: "$B" } },
        ],
      },
      out: "fn $N$P -> u8 $B",
    },
    rule: "tokens-lost",
    place: ":1 `pub`",
  },
  {
    from: "ripgrep",
    type: "rs",
    text: 'fn f() {\n    if true {\n        log(r#"a\n        b"#);\n    }\n}\n',
    op: edit("if true { $A; }", "$A;", { selector: "if_expression" }),
    rule: "strings-changed",
    place: ':3 `r#"a…`',
  },
  {
    from: "ripgrep",
    type: "rs",
    text: "fn f() {\n    old(a, // keep\n        b);\n}\n",
    op: edit("old($A, $B)", "Map($A, $B)"),
    rule: "comments-lost",
    place: ":2 `// keep`",
  },
  {
    from: "bash-completion",
    type: "sh",
    text: "cd $HOME\ncd /tmp\n",
    op: edit("cd $HOME", "cd ~"),
    rule: "tokens-lost",
    place: ":2 `cd /tmp`",
  },
  {
    from: "bundler",
    type: "rb",
    text: "$LOAD_PATH << a\nlist << a\n",
    op: edit("$LOAD_PATH << $A", "$LOAD_PATH.push($A)"),
    rule: "tokens-lost",
    place: ":2 `list << a`",
  },
  {
    from: "ripgrep",
    type: "sh",
    text: "old a b\ncat <<EOF\nx\nEOF\n",
    op: { rule: { kind: "command", regex: "^old" }, out: "old a   b" },
    rule: "whitespace-only",
    place: "",
  },
  {
    from: "jest",
    type: "js",
    text: "f( a,b );\n",
    op: edit("f($A, $B)", "f($A, $B)"),
    rule: "whitespace-only",
    place: "",
  },
  {
    from: "express",
    type: "js",
    text: "function f() {\n  if (x) debugger;\n  return 1;\n}\n",
    op: edit("debugger;", ""),
    rule: "tokens-lost",
    place: ":2 `debugger;`",
  },
  {
    from: "express",
    type: "js",
    text: "for (const a of b) log(a)\nnext()\n",
    op: edit("log($A)", ""),
    rule: "tokens-lost",
    place: ":1 `log(a)`",
  },
  {
    from: "express",
    type: "js",
    text: "if (a) b();\nelse old();\nnext();\n",
    op: edit("old();", ""),
    rule: "tokens-lost",
    place: ":2 `old();`",
  },
  {
    from: "express",
    type: "c",
    text: "int f(int a) {\n  if (a) old();\n  return a;\n}\n",
    op: edit("old();", ""),
    rule: "tokens-lost",
    place: ":2 `old();`",
  },
];

/** Edits that lose nothing, although some look so. */
export const CLEAN: readonly LossCase[] = [
  {
    from: "bash-completion",
    type: "sh",
    text: "cd $HOME\ncd /tmp\n",
    op: edit("cd $$$$HOME", "cd ~; echo $$$$HOME"),
  },
  {
    from: "bundler",
    type: "rb",
    text: "$LOAD_PATH << a\n",
    op: edit("$LOAD_PATH << $A", "$LOAD_PATH.push($A)"),
  },
  {
    from: "express",
    type: "js",
    text: "function f() {\n  if (a) { log(); }\n  for (;; log()) log(1);\n  log();\n}\n",
    op: edit("log()", ""),
  },
  { from: "express", type: "js", text: "old(a, b);\n", op: edit("old($A, $B)", "Map($A, $B)") },
  {
    from: "express",
    type: "js",
    text: "var a = require('a');\nvar b = 1;\n",
    op: edit("var $A = require($B)", "const $A = require($B)"),
  },
  {
    from: "express",
    type: "js",
    text: "var a = require('a');\n[1].map(a);\n",
    op: edit("var $A = require($B)", "const $A = require($B);"),
  },
  {
    from: "express",
    type: "js",
    text: "function f() { var a = require('a'); }\n",
    op: edit("var $A = require($B)", "const $A = require($B)"),
  },
  { from: "express", type: "js", text: "old(a, b,\n);\n", op: edit("old($A, $B)", "Map($A, $B)") },
  { from: "express", type: "js", text: "old(a, b);\n", op: edit("old($A, $B)", "Map($A)") },
  { from: "express", type: "js", text: "old(/* x */ a, b);\n", op: edit("old($$$A)", "Map($$$A)") },
  {
    from: "express",
    type: "js",
    text: "// TODO drop\nf();\n",
    op: { rule: { kind: "comment", regex: "TODO" }, out: "" },
  },
  {
    from: "express",
    type: "js",
    text: "a();\ndebugger;\nb();\n",
    op: { rule: { kind: "debugger_statement" }, out: "" },
  },
  {
    from: "jest",
    type: "js",
    text: "  test('a', () => {\n    x(`\n  q`); // y\n  });\n",
    op: edit("test($A, $B)", "it($A, $B)"),
  },
  {
    from: "jest",
    type: "js",
    text: "describe(() => {\n    a();\n    b('x');\n});\n",
    op: edit("describe(() => { $$$B })", "Map(() => {\n  $$$B\n})"),
  },
  {
    from: "jest",
    type: "ts",
    text: "expect(a).toBeCalled();\n",
    op: edit("$A.toBeCalled()", "$A.toHaveBeenCalled()"),
  },
  { from: "jest", type: "ts", text: "f(1, 2, 3);\n", op: edit("f($_, $$$)", "Map()") },
  {
    from: "trpc",
    type: "ts",
    text: "async function load(id: string) {\n  return id;\n}\n",
    op: edit(
      "async function load($A: string) { $$$B }",
      "async function read($A: string) { $$$B }",
    ),
  },
  { from: "trpc", type: "ts", text: "import { a } from 'old';\n", op: edit("'old'", "'neu'") },
  {
    from: "trpc",
    type: "tsx",
    text: "const a = <Old x={1}>\n  b\n</Old>;\n",
    op: edit("<Old $$$A>$$$B</Old>", "<section $$$A>$$$B</section>"),
  },
  {
    from: "angularfire",
    type: "ts",
    text: "class A { private async f() { old(this); } }\n",
    op: edit("old($A)", "Map($A)"),
  },
  {
    from: "httpx",
    type: "py",
    text: "client.get(url, # why\n  a)\n",
    op: edit("client.get($$$A)", "client.request($$$A)"),
  },
  { from: "httpx", type: "py", text: "x == x\n", op: edit("$A == $A", "True") },
  {
    from: "cobra",
    type: "go",
    text: "package a\n\nfunc f() {\n\terrors.Wrap(err, `a\nb`)\n}\n",
    op: edit("errors.Wrap($A, $B)", "fmt.Errorf($B, $A)", { selector: "call_expression" }),
  },
  {
    from: "gson",
    type: "java",
    text: "class A { void f() { old(a); } }\n",
    op: edit("old($A)", "Map($A)"),
  },
  {
    from: "gson",
    type: "java",
    text: 'class A {\n    void f() {\n        if (true) {\n            g("""\n            a\n            """);\n        }\n    }\n}\n',
    op: edit("if (true) { $A }", "$A"),
  },
  {
    from: "ripgrep",
    type: "rs",
    text: "fn f() { x.unwrap(); }\n",
    op: edit("$A.unwrap()", '$A.expect("x")'),
  },
  {
    from: "ripgrep",
    type: "rs",
    text: "pub fn f() -> Option<u8> { r#try!(a) }\n",
    op: edit("pub fn f() -> Option<u8> { $$$B }", "pub fn g() -> Option<u8> { $$$B }"),
  },
];
