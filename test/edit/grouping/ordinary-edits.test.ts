import { expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";
import { compiled } from "../compile/compiled.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // loads all
const ROWS: readonly [language: string, code: string, pat: string, out: string][] = [
  ["go", "package p\nfunc t() {\n\tif true { g(x); h() }\n}\n", "if true { $A }", "$A"],
  ["go", "package p\nfunc t() {\n\tif true {\n\t\tg(x)\n\t\th()\n\t}\n}\n", "if true { $A }", "$A"],
  ["go", "package p\nfunc t() {\n\tif true {\n\t\tg(x)\n\t}\n\ty()\n}\n", "if true { $A }", "$A"],
  ["go", "package p\nfunc t() {\n\tif true {\n\t\tg(x)\n\t}\n}\n", "if true { $A }", "$A"],
  [
    "go",
    "package p\nfunc t() {\n\ty()\n\tif true {\n\t\tg(x)\n\t} else { z() }\n}\n",
    "if true { $A } else { $B }",
    "$A",
  ],
  [
    "go",
    "package p\nfunc t() {\n\ty()\n\tif true {\n\t\tg(x)\n\t} else { z() }\n}\n",
    "if true { $$$A } else { $$$B }",
    "$$$A",
  ],
  ["rust", "fn t() { f(a) }\n", "f($A)", "match $A { b => c }"],
  ["rust", "fn t() { f(a); g() }\n", "f($A);", "if $A { b() }"],
  ["rust", "fn t() -> u8 { if a { b } else { c } }\n", "if $A { $B } else { $C }", "x($A, $B, $C)"],
  ["rust", "fn t() -> u8 { return f(a); }\n", "return $A;", "$A"],
  ["python", "x = [f(a.b)]\n", "f($A)", "*$A"],
  ["python", "x = list(a.b)\n", "list($A)", "[*$A]"],
  ["python", "x = list(a.b(c) + d)\n", "list($A)", "[*$A]"],

  ["go", "package p\nfunc t() {\n\tif true { g(x) }\n}\n", "if true { $A }", "$A"],
  ["go", "package p\nfunc t() {\n\tif true { g(x); h() }\n}\n", "if true { $$$A }", "$$$A"],
  [
    "go",
    "package p\nfunc t() {\n\tif true {\n\t\tg(x)\n\t\th()\n\t}\n\ty()\n}\n",
    "if true { $$$A }",
    "$$$A",
  ],
  [
    "go",
    "package p\nfunc t() {\n\tif err != nil { return err }\n}\n",
    "if err != nil { return err }",
    "check(err)",
  ],
  ["go", "package p\nfunc t() {\n\tx, err := f(a, b)\n}\n", "f($$$A)", "g(ctx, $$$A)"],
  ["go", "package p\nfunc t(a interface{}) {}\n", "interface{}", "any"],
  ["go", 'package p\nvar x = []byte("a")\n', "[]byte($A)", "T($A)"],
  [
    "go",
    "package p\nfunc t() {\n\tfor i := 0; i < n; i++ {\n\t\ta(i)\n\t\tb()\n\t}\n}\n",
    "for $I := 0; $I < $N; $I++ { $$$B }",
    "for $I := range $N { $$$B }",
  ],
  ["rust", "fn t() { if true { g(x); } }\n", "if true { $$$A }", "$$$A"],
  ["rust", "fn t() { let x = g(a)?; }\n", "g($A)", "h(&$A)"],
  ["rust", "fn t() -> u8 { g(a) }\n", "g($A)", "$A.h()"],
  ["rust", 'fn t() { println!("{}", a); }\n', "println!($$$A)", "log!($$$A)"],
  [
    "rust",
    "fn t() { match a { Some(x) => x, None => b } }\n",
    "match $A { Some($X) => $X, None => $B }",
    "$A.unwrap_or($B)",
  ],
  ["java", "class A { void t() { if (true) { g(x); h(); } } }\n", "if (true) { $$$A }", "$$$A"],
  [
    "java",
    "class A { void t() { List<String> a = new ArrayList<String>(); } }\n",
    "new ArrayList<String>()",
    "new ArrayList<>()",
  ],
  ["java", 'class A { void t() { String a = b + "c"; } }\n', "String $A = $B;", "var $A = $B;"],
  [
    "java",
    "class A { @Test public void t() { assertEquals(a, b); } }\n",
    "assertEquals($A, $B)",
    "assertThat($B).isEqualTo($A)",
  ],
  ["java", "import a.B;\nclass A {}\n", "import a.B;", "import c.B;"],
  ["java", "class A { int f = 1; void m() { x(() -> f(a)); } }\n", "f($A)", "g($A)"],
  ["ruby", "if a\n  b\n  c\nend\n", "if a\n  $$$B\nend", "$$$B"],
  ["ruby", "puts a, b\n", "puts $$$A", "print $$$A"],
  ["ruby", "x.map { |a| a.b }\n", "$X.map { |$A| $A.b }", "$X.map(&:b)"],
  ["ruby", "foo(a: 1, b: 2)\n", "foo($$$A)", "bar($$$A)"],
  ["ruby", "a.find(b).first\n", "$A.find($B).first", "$A.detect($B)"],
  ["ruby", "expect(a).to eq(b)\n", "expect($A).to eq($B)", "assert_equal $B, $A"],
  ["c", "void t() { if (1) { g(x); h(); } }\n", "if (1) { $$$A }", "$$$A"],
  ["c", "void t() { strcpy(a, b); }\n", "strcpy($A, $B);", "strlcpy($A, $B, sizeof($A));"],
  ["cpp", "void t() { int* a = NULL; }\n", "NULL", "nullptr"],
  [
    "cpp",
    "void t() { for (int i = 0; i < n; i++) { a(i); b(); } }\n",
    "for (int i = 0; i < $N; i++) { $$$B }",
    "for (int i : range($N)) { $$$B }",
  ],
  ["lua", "if a then b() c() end\n", "if a then $$$B end", "$$$B"],
  ["lua", "local a = require('b')\n", "require($A)", "import($A)"],
  ["lua", "print(a .. b)\n", "print($A)", "log($A)"],
  ["bash", "if a; then b; c; fi\n", "if a; then $$$B; fi", "$$$B"],
  ["bash", "x=`date`\n", "`date`", "$(date)"],
  ["bash", "echo $a | grep b\n", "echo $$$A", "printf $$$A"],
  ["bash", "which foo\n", "which $A", "command -v $A"],
  ["bash", "if which foo; then a; fi\n", "which $A", "command -v $A"],
  ["bash", '[ -z "$a" ] && b\n', "[ -z $A ]", "[[ -z $A ]]"],
  ["python", "if True:\n    a()\n    b()\n", "if True:\n    $$$B", "$$$B"],
  ["python", "x = dict(a=1, b=2)\n", "dict($$$A)", "D($$$A)"],
  ["python", 'print("a %s" % b)\n', "print($A)", "log.info($A)"],
  ["python", "x = type(a) == int\n", "type($A) == int", "isinstance($A, int)"],
  [
    "python",
    "for i in range(len(a)):\n    b(a[i])\n    c()\n",
    "for $I in range(len($A)):\n    $$$B",
    "for $I, _ in enumerate($A):\n    $$$B",
  ],
  ["python", "assert_equal(a, b)\n", "assert_equal($A, $B)", "assert $A == $B"],
  ["python", "self.assertEqual(a.b, c(d))\n", "self.assertEqual($A, $B)", "assert $A == $B"],
  ["python", "with a as b:\n    c()\n    d()\n", "with $A as $B:\n    $$$C", "$B = $A\n$$$C"],
  ["python", "x = [f(a) for a in b]\n", "[f($X) for $X in $Y]", "list(map(f, $Y))"],
  [
    "python",
    "try:\n    a()\nexcept E:\n    pass\n",
    "try:\n    $$$A\nexcept E:\n    pass",
    "with suppress(E):\n    $$$A",
  ],
  ["python", "@pytest.fixture()\ndef f(): pass\n", "pytest.fixture()", "pytest.fixture"],
  ["python", "x = a if a else b\n", "$A if $A else $B", "$A or $B"],
  ["python", "super(A, self).b(c)\n", "super(A, self)", "super()"],
  ["python", "x = f(*a.b)\n", "f(*$A)", "[*$A]"],
];
it.each(ROWS)(
  "an ordinary edit of %s is read as it is written: %j %s → %s (L4)",
  (language, code, pat, out) => {
    const op = compiled({ pat, out }, language);
    const { plan } = planPasses(code, language, [op], { passes: 1, editDespiteErrors: false });
    expect(plan).toMatchObject({ kind: "edited", regrouped: [], parseErrorsAfter: 0 });
  },
);
