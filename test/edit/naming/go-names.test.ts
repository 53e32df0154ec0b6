import { expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { editedBy, type NamingOp } from "../../support/edited-by-names.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("go"); // Loads all.

const file = (imports: string, ...lines: readonly string[]) =>
  `package p\n\n${imports}\n\n${lines.join("\n")}\n`;

async function edited(text: string, op: NamingOp = KEPT) {
  const once = await editedBy(op, text, { language: "go", path: "a.go" });
  expect((await editedBy(op, once.text, { language: "go", path: "a.go" })).text).toBe(once.text);
  return once;
}

const READ_ALL: NamingOp = {
  pat: "ReadAll($A)",
  out: "ReadFresh($A)",
  names: {
    ReadAll: { from: ["io/ioutil"], export: "ReadAll" },
    ReadFresh: { from: ["io"], export: "ReadFresh" },
  },
};
const KEPT: NamingOp = { ...READ_ALL, out: "done($A)", keepImports: true };

it.each([
  ['import "io/ioutil"', "func f() { ioutil.ReadAll(x) }", "func f() { done(x) }"],
  ['import iu "io/ioutil"', "func f() { iu.ReadAll(x) }", "func f() { done(x) }"],
  ['import (\n\t"io/ioutil"\n)', "var a = ioutil.ReadAll(x)", "var a = done(x)"],
  [
    'import "io/ioutil"',
    "func f() { ioutil := ioutil.ReadAll(x); ioutil.ReadAll(y) }",
    "func f() { ioutil := done(x); ioutil.ReadAll(y) }",
  ],
  [
    'import "io/ioutil"',
    "func f() { if ioutil := y; true { ioutil.ReadAll(x) }; ioutil.ReadAll(y) }",
    "func f() { if ioutil := y; true { ioutil.ReadAll(x) }; done(y) }",
  ],
])("L8 finds what a package of Go exports: %s %s", async (imports, before, after) => {
  expect(await edited(file(imports, before))).toEqual({
    text: file(imports, after),
    unresolved: 0,
  });
});

it.each([
  ['import "other/ioutil" // io/ioutil', "func f() { ioutil.ReadAll(x) }"],
  ['import a "io/ioutil"', "func f() { ioutil.ReadAll(x) }"],
  ['import _ "io/ioutil"', "func f() { ioutil.ReadAll(x) }"],
  ['import "io/ioutil"', "func f() { ReadAll(x); a.ioutil.ReadAll(x); ioutil.Other(x) }"],
  ['import "io/ioutil"', "func f(ioutil T) { ioutil.ReadAll(x) }"],
  ['import "io/ioutil"', "func (ioutil T) f() { ioutil.ReadAll(x) }"],
  ['import "io/ioutil"', "func f() (ioutil T) { ioutil.ReadAll(x); return }"],
  ['import "io/ioutil"', "func f() { var ioutil T; func() { ioutil.ReadAll(x) }() }"],
  ['import "io/ioutil"', "func f() { for _, ioutil := range y { ioutil.ReadAll(x) } }"],
  ['import "io/ioutil"', "func f() { switch ioutil := y.(type) { case T: ioutil.ReadAll(x) } }"],
  ['import "io/ioutil"', "func f() { select { case ioutil := <-c: ioutil.ReadAll(x) } }"],
  ['import "io/ioutil"', "func f() { const ioutil = 1; ioutil.ReadAll(x) }"],
])("L8 leaves what is no package of Go there: %s %s", async (imports, code) => {
  const text = file(imports, code);
  expect(await edited(text)).toEqual({ text, unresolved: 0 });
});

it.each([
  ['import . "io/ioutil"', "func f() { ReadAll(x) }", "io/ioutil"],
  ['import "lib/go-io"', "func f() { io.ReadAll(x) }", "lib/go-io"],
])("L8 counts and leaves what an import of Go may mean: %s", async (imports, code, from) => {
  const text = file(imports, code);
  const names = { ReadAll: { from: [from], export: "ReadAll" } };
  expect(await edited(text, { ...KEPT, names })).toEqual({ text, unresolved: 1 });
});

it("L8 finds the types of a package of Go, and a package by its name", async () => {
  const type: NamingOp = {
    pat: "Old",
    out: "New",
    names: { Old: { from: ["a/b"], export: "Old" }, New: { from: ["a/b"], export: "New" } },
  };
  const before = file(
    'import "a/b"',
    "type T struct { b.Old; Old int }",
    "var x []b.Old = b.Old{}",
  );
  const after = file('import "a/b"', "type T struct { b.New; Old int }", "var x []b.New = b.New{}");
  expect((await edited(before, type)).text).toBe(after);
  const whole = {
    pat: "b",
    out: "c",
    keepImports: true as const,
    names: { b: { from: ["a/b"], export: "*" } },
  };
  expect((await edited(file('import "a/b"', "var b1 = b.X"), whole)).text).toContain(
    "var b1 = c.X",
  );
});

const USE = "var a = ioutil.ReadAll(x)";
const FRESH = "var a = io.ReadFresh(x)";

it.each([
  ["alone", file('import "io/ioutil"', USE), file('import (\n\t"io"\n)', FRESH)],
  [
    "in its sorted place",
    file('import (\n\t"fmt"\n\t"io/ioutil"\n\t"os"\n\n\t"github.com/a/b"\n)', USE),
    file('import (\n\t"fmt"\n\t"io"\n\t"os"\n\n\t"github.com/a/b"\n)', FRESH),
  ],
  [
    "in a block of its own",
    file('import (\n\t"github.com/a/b"\n\tiu "io/ioutil"\n)', "var a = iu.ReadAll(b.X)"),
    file('import (\n\t"github.com/a/b"\n\t"io"\n)', "var a = io.ReadFresh(b.X)"),
  ],
  [
    "under the file's alias",
    file('import (\n\tx "io"\n\t"io/ioutil"\n)', USE),
    file('import (\n\tx "io"\n)', "var a = x.ReadFresh(x)"),
  ],
  [
    "under a fresh name",
    file('import "io/ioutil"', `func f(io T) { ${USE} }`),
    file('import (\n\tio2 "io"\n)', "func f(io T) { var a = io2.ReadFresh(x) }"),
  ],
  [
    "and keeps one that is used",
    file('import "io/ioutil"', USE, "var b = ioutil.Other(x)"),
    file('import (\n\t"io"\n\t"io/ioutil"\n)', FRESH, "var b = ioutil.Other(x)"),
  ],
])("L9 writes an import of Go %s", async (_, before, after) => {
  expect((await edited(before, READ_ALL)).text).toBe(after);
});

it("L9 writes packages of others after those of Go itself", async () => {
  const names = { ...READ_ALL.names, ReadFresh: { from: ["ex.com/io/v2"], export: "ReadFresh" } };
  const after = await edited(
    file('import (\n\t"fmt"\n\t"io/ioutil"\n)', "var a = ioutil.ReadAll(fmt.X)"),
    {
      ...READ_ALL,
      names,
    },
  );
  expect(after.text).toBe(
    file('import (\n\t"fmt"\n\n\t"ex.com/io/v2"\n)', "var a = io.ReadFresh(fmt.X)"),
  );
});

it.each([
  [file('import "io/ioutil"', USE), "package p\n\nvar a = done(x)\n"],
  [
    file('import (\n\t"io/ioutil"\n\n\t"github.com/a/b"\n)', USE, "var c = b.X"),
    file('import (\n\t"github.com/a/b"\n)', "var a = done(x)", "var c = b.X"),
  ],
  [
    file('import (\n\t"os"\n\n\t"io/ioutil"\n)', USE, "var c = os.X"),
    file('import (\n\t"os"\n)', "var a = done(x)", "var c = os.X"),
  ],
  [
    file('import (\n\t_ "io/ioutil"\n\t"io/ioutil"\n)', USE),
    file('import (\n\t_ "io/ioutil"\n)', "var a = done(x)"),
  ],
])("L9 removes what is left unused in Go: %j", async (before, after) => {
  const { names } = KEPT;
  expect(
    (
      await edited(before, {
        pat: READ_ALL.pat,
        out: "done($A)",
        names: { ReadAll: names?.ReadAll } as NonNullable<NamingOp["names"]>,
      })
    ).text,
  ).toBe(after);
});

it("brings the import of a name after `...`", async () => {
  const op = { ...READ_ALL, out: "g(func(a ...ReadFresh) {})" };
  const before = file('import "io/ioutil"', "var a = ioutil.ReadAll(x)");
  const after = file('import (\n\t"io"\n)', "var a = g(func(a ...io.ReadFresh) {})");
  expect((await edited(before, op)).text).toBe(after);
});
