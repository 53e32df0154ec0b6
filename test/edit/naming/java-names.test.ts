import { expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { editedBy, type NamingOp } from "../../support/edited-by-names.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("java"); // Loads all.

const inClass = (head: string, ...lines: readonly string[]) =>
  `package p;\n\n${head}\nclass X {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;

async function edited(text: string, op: NamingOp) {
  const once = await editedBy(op, text, { language: "java", path: "X.java" });
  expect((await editedBy(op, once.text, { language: "java", path: "X.java" })).text).toBe(
    once.text,
  );
  return once;
}

const EQUALS: NamingOp = {
  pat: "assertEquals($A, $B)",
  out: "same($B, $A)",
  keepImports: true,
  names: { assertEquals: { from: ["org.junit.Assert"], export: "assertEquals" } },
};

it.each([
  ["import static org.junit.Assert.assertEquals;", "assertEquals(1, 2)"],
  ["import org.junit.Assert;", "Assert.assertEquals(1, 2)"],
  ["", "org.junit.Assert.assertEquals(1, 2)"],
])("L8 finds a method of Java in all spellings: %s %s", async (head, code) => {
  const after = await edited(inClass(head, `void f() { ${code}; }`), EQUALS);
  expect(after).toEqual({ text: inClass(head, "void f() { same(2, 1); }"), unresolved: 0 });
});

it.each([
  [
    "import static other.Assert.assertEquals; // org.junit.Assert",
    "void f() { assertEquals(1, 2); }",
  ],
  ["import other.Assert; // org.junit", "void f() { Assert.assertEquals(1, 2); }"],
  ["import org.junit.Assert;", "void f(T Assert) { Assert.assertEquals(1, 2); }"],
  ["import org.junit.Assert;", "void f() { T Assert = t; { Assert.assertEquals(1, 2); } }"],
  ["import org.junit.Assert;", "T Assert; void f() { Assert.assertEquals(1, 2); }"],
  ["import org.junit.Assert;", "void f() { g(Assert -> Assert.assertEquals(1, 2)); }"],
  ["import org.junit.Assert;", "class Assert {} void f() { Assert.assertEquals(1, 2); }"],
  [
    "import org.junit.Assert;",
    "void f() { this.Assert.assertEquals(1, 2); x().assertEquals(1, 2); }",
  ],
  [
    "import static org.junit.Assert.assertEquals;",
    "void assertEquals(int a, int b) {} void f() { assertEquals(1, 2); }",
  ],
])("L8 leaves what Java reads otherwise: %s %s", async (head, code) => {
  const text = inClass(head, code);
  expect(await edited(text, EQUALS)).toEqual({ text, unresolved: 0 });
});

it.each([
  ["import static org.junit.Assert.*;", "void f() { assertEquals(1, 2); }", 1],
  [
    "import static org.junit.Assert.assertEquals;\nimport static other.Assert.assertEquals;",
    "void f() { assertEquals(1, 2); }",
    1,
  ],
  ["import org.junit.*;", "void f() { Assert.assertEquals(1, 2); }", 1],
  [
    "import other.*; // org.junit.Assert",
    "void f() { Assert.assertEquals(1, 2); assertEquals(1, 2); }",
    0,
  ],
])(
  "L8 counts and leaves what several classes of Java may bring: %s",
  async (head, code, unresolved) => {
    const text = inClass(head, code);
    expect(await edited(text, EQUALS)).toEqual({ text, unresolved });
  },
);

it("L8 counts and leaves a class of the file's own package", async () => {
  const text = "package org.junit;\n\nclass X {\n  void f() { Assert.assertEquals(1, 2); }\n}\n";
  expect(await edited(text, EQUALS)).toEqual({ text, unresolved: 1 });
});

const LIST: NamingOp = {
  pat: "new ArrayList<>($A)",
  out: "Lists.of($A)",
  names: {
    ArrayList: { from: ["java.util"], export: "ArrayList" },
    Lists: { from: ["com.lib"], export: "Lists" },
  },
};

it.each([
  [
    "in its sorted place",
    inClass(
      "import a.A;\nimport java.util.ArrayList;\nimport z.Z;\n",
      "A a = new ArrayList<>(Z.z);",
    ),
    inClass("import a.A;\nimport com.lib.Lists;\nimport z.Z;\n", "A a = Lists.of(Z.z);"),
  ],
  [
    "and keeps one that Javadoc names",
    inClass(
      "import java.util.ArrayList;\n",
      "/** {@link ArrayList} */",
      "A a = new ArrayList<>(z);",
    ),
    inClass(
      "import com.lib.Lists;\nimport java.util.ArrayList;\n",
      "/** {@link ArrayList} */",
      "A a = Lists.of(z);",
    ),
  ],
  [
    "and keeps one that is used",
    inClass("import java.util.ArrayList;\n", "ArrayList a = new ArrayList<>(z);"),
    inClass("import com.lib.Lists;\nimport java.util.ArrayList;\n", "ArrayList a = Lists.of(z);"),
  ],
  [
    "after the package, without imports",
    "package p;\n\nclass X { A a = new java.util.ArrayList<>(z); }\n",
    "package p;\n\nimport com.lib.Lists;\n\nclass X { A a = Lists.of(z); }\n",
  ],
  [
    "not where the name is taken",
    inClass("import o.Lists;\n", "Lists a = new java.util.ArrayList<>(z);"),
    inClass("import o.Lists;\n", "Lists a = com.lib.Lists.of(z);"),
  ],
  [
    "not where another class of the package may have the name",
    inClass("", "Lists a = new java.util.ArrayList<>(z);"),
    inClass("", "Lists a = com.lib.Lists.of(z);"),
  ],
  [
    "not of the package itself",
    "package com.lib;\n\nclass X { A a = new java.util.ArrayList<>(z); }\n",
    "package com.lib;\n\nclass X { A a = Lists.of(z); }\n",
  ],
  [
    "in the block of its neighbours",
    inClass(
      "import java.util.ArrayList;\nimport q.Q;\n\nimport com.lib.Other;\n",
      "Q a = new ArrayList<>(Other.z);",
    ),
    inClass(
      "import q.Q;\n\nimport com.lib.Lists;\nimport com.lib.Other;\n",
      "Q a = Lists.of(Other.z);",
    ),
  ],
])("L9 writes an import of Java %s", async (_, before, after) => {
  expect((await edited(before, LIST)).text).toBe(after);
});

it("L9 moves a static import of Java, and writes a member of a class that is imported", async () => {
  const op: NamingOp = {
    pat: EQUALS.pat,
    out: "assertEquals2($B, $A)",
    names: {
      ...EQUALS.names,
      assertEquals2: { from: ["org.fresh.Assertions"], export: "assertEquals2" },
    },
  };
  const before = inClass(
    "import static org.junit.Assert.assertEquals;\n",
    "void f() { assertEquals(1, 2); }",
  );
  expect((await edited(before, op)).text).toBe(
    inClass(
      "import static org.fresh.Assertions.assertEquals2;\n",
      "void f() { assertEquals2(2, 1); }",
    ),
  );
  const known = inClass(
    "import org.fresh.Assertions;\n",
    "void f(Assertions a) { org.junit.Assert.assertEquals(1, 2); }",
  );
  expect((await edited(known, op)).text).toContain("Assertions.assertEquals2(2, 1)");
});

it.each([
  ["import org.junit.Test;", "@Test void f() {}", "@T void f() {}"],
  ["", "@org.junit.Test void f() {}", "@T void f() {}"],
  ["import other.Test; // org.junit", "@Test void f() {}", "@Test void f() {}"],
])("L8 finds an annotation of Java: %s %s", async (head, before, after) => {
  const op: NamingOp = {
    pat: "Test",
    out: "T",
    keepImports: true,
    names: { Test: { from: ["org.junit"], export: "Test" } },
  };
  expect((await edited(inClass(head, before), op)).text).toBe(inClass(head, after));
});
