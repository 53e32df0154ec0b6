import { describe, expect, it } from "vitest";
import { namesIn } from "./names-in.ts";

/** Returns each declaration of a text in a few words. */
function declarationsOf(text: string): readonly string[] {
  return namesIn(text).declarations.map((declaration) => {
    const { name, kind, places, scope, isReassigned, isDuplicate } = declaration;
    const flags = [
      scope.isTop ? "top" : "inner",
      ...(isReassigned ? ["reassigned"] : []),
      ...(isDuplicate ? ["duplicate"] : []),
    ];
    return [kind, name, places.length, ...flags].join(" ");
  });
}

/** Returns each reference of a text: its code, its form if that is not plain, and the places of what it means. */
function referencesOf(text: string): readonly string[] {
  return namesIn(text).references.map(({ start, end, form, declaration }) => {
    const places = typeof declaration === "object" ? declaration.places : [declaration];
    const meaning = places.map((place) => (typeof place === "object" ? place.start : place));
    return [text.slice(start, end), ...(form === "plain" ? [] : [form]), ...meaning].join(" ");
  });
}

describe("the declarations of a text of Python", () => {
  it.each<[code: string, declarations: readonly string[]]>([
    ["import a.b, c as d\n", ["import a 1 top", "import d 1 top"]],
    ["from a import b as c, d\n", ["import c 1 top", "import d 1 top"]],
    ["import a.b\nimport a.c\n", ["import a 2 top"]],
    ["import a\nimport b as a\n", ["import a 2 top reassigned"]],
    ["import a\na = a.b\n", ["import a 2 top reassigned"]],
    ["import a\na += 1\n", ["import a 1 top reassigned"]],
    ["import a\ndel a\n", ["import a 1 top"]],
    [
      "def f(a, b=1, *c, d: T, **e): pass\n",
      [
        ...["function f 1 top", "parameter a 1 inner", "parameter b 1 inner"],
        ...["parameter c 1 inner", "parameter d 1 inner", "parameter e 1 inner"],
      ],
    ],
    ["def f(a, a): a = 1\n", ["function f 1 top", "parameter a 3 inner reassigned duplicate"]],
    ["class A:\n  b = 1\n", ["class A 1 top", "variable b 1 inner"]],
    ["type X[T] = 1\n", ["type X 1 top", "type T 1 inner"]],
    ["def f(): pass\ndef f(): pass\n", ["function f 2 top reassigned"]],
    ["x: int\nx = 1\n", ["variable x 2 top"]],
    ["x += 1\ndel y\n", ["variable x 1 top", "variable y 1 top"]],
    ["def f():\n  global x\n  x = 1\n", ["function f 1 top", "variable x 1 top"]],
    ["x.y = z[a] = 1\n", []],
    ["(x := 1)\n", ["variable x 1 top"]],
    ["from m import *\n", []],
  ])("%j", (code: string, declarations: readonly string[]) => {
    expect(declarationsOf(code)).toEqual(declarations);
  });

  it("has the places of all bindings, and the code in which they count", () => {
    const text = "\n  # A\n\nx = 1\nif y:\n  x = 2\nlambda z: z\n";
    const [x, z] = namesIn(text).declarations;
    expect(x?.places.map(({ start, end }) => [start, text.slice(start, end)])).toEqual([
      [text.indexOf("x = 1"), "x"],
      [text.indexOf("x = 2"), "x"],
    ]);
    expect(x?.scope).toMatchObject({ start: 0, end: text.length, isTop: true });
    expect(text.slice(z?.scope.start, z?.scope.end)).toBe("lambda z: z");
    expect(z?.scope.isTop).toBe(false);
  });
});

describe("the references of a text of Python", () => {
  it.each<[code: string, references: readonly string[]]>([
    ["x = 1\nf(x, y=x)\n", ["f ", "x 0", "x 0"]],
    ["x = 1\nx += 1\ndel x\n", ["x 0", "x 0"]],
    ["x += 1\n", []],
    ["x = 1\nx.y.z = x[x]\n", ["x 0", "x 0", "x 0"]],
    ["x = 1\ndef f():\n  global x\n  x = 2\n", ["x 0 28"]],
    ["x = 1\nf'{x=} {x!r:>{x}} x'\n", ["x 0", "x 0", "x 0"]],
    ["x = 1\ny: 'x' = 'x'\n", []],
    [
      "x = 1\n__all__ = ['x', \"y\", u'''x''', b'x', f'x', 'a.b', x]\n",
      [...["x export 0", "y export ", "x export 0", "x 0"]],
    ],
    ["__all__ += ('x',)\ndef x(): pass\n", ["x export 22"]],
    [
      "x = 1\n__all__ = []\n__all__.extend(['x'])\n__all__.append('x')\n",
      [...["__all__ 6", "x export 0", "__all__ 6", "x export 0"]],
    ],
    ["__all__ = ['x'] + m.__all__ + ['y']\n", ["x export ", "m ", "y export "]],
    ["def f():\n  y = ['x']\n", []],
    ["from m import *\nx\n", ["x unknown"]],
    ["print >>x, y\nexec z in a\n", ["x ", "y ", "z ", "a "]],
  ])("%j", (code: string, references: readonly string[]) => {
    expect(referencesOf(code)).toEqual(references);
  });

  it("of broken code are read as far as they go", () => {
    expect(referencesOf("x = 1\ndef (:\n  x\n")).toContain("x 0");
    expect(referencesOf("for\n")).toEqual([]);
  });

  it("of an empty text are none", () => {
    expect(namesIn("")).toMatchObject({ declarations: [], references: [] });
    expect(namesIn("").meaningAt("x", 0)).toBeUndefined();
    expect(namesIn("").resolve({ start: 0, end: 0 })).toEqual({ kind: "none" });
  });
});

describe("code that is 10,000 levels deep is read", () => {
  const LEVELS = 10_000;

  function levels(write: (level: number) => string): string {
    return Array.from({ length: LEVELS }, (_, level) => write(level)).join("");
  }

  it.each<[kind: string, text: string, declarations: number, references: number]>([
    ["parentheses", `x = ${"(".repeat(LEVELS)}x${")".repeat(LEVELS)}\n`, 1, 1],
    ["members", `x${".y".repeat(LEVELS)}\n`, 0, 1],
    ["targets", `${"[x,".repeat(LEVELS)}${"]".repeat(LEVELS)} = 1\n`, 1, 0],
    ["assignments", `${"x = ".repeat(LEVELS)}y\n`, 1, 1],
    [
      "comprehensions",
      `${"[".repeat(LEVELS)}x${" for x in y]".repeat(LEVELS)}\n`,
      LEVELS,
      LEVELS + 1,
    ],
    [
      "scopes",
      `${levels((at) => `lambda x${at}: `)}f(${levels((at) => `x${at},`)})\n`,
      LEVELS,
      LEVELS + 1,
    ],
    ["aliases", `import x0\n${levels((at) => `x${at + 1} = x${at}\n`)}`, LEVELS + 1, LEVELS],
  ])("%s", (_, text, declarations, references) => {
    const names = namesIn(text);
    expect(names.declarations).toHaveLength(declarations);
    expect(names.references).toHaveLength(references);
  });

  it("and the last of many aliases has the module of the first", () => {
    const text = `import x0\n${levels((at) => `x${at + 1} = x${at}\n`)}`;
    expect(namesIn(text).declarations.at(-1)?.origin).toEqual({ module: "x0", path: [] });
  });
});
