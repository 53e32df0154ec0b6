import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PromptSegment, parseFileRefs } from "../../../src/files/refs/parse-file-refs.ts";

/** What a text refers to: paths in order; of a package's name with `pkg:` before it. */
function pathsIn(text: string): readonly string[] {
  return parseFileRefs(text).flatMap((segment) => {
    if (segment.kind !== "ref") return [];
    return [segment.isPackageName ? `pkg:${segment.path}` : segment.path];
  });
}

/** Text in which `«…»` is a value. */
function withValues(marked: string) {
  const values: { start: number; end: number }[] = [];
  let text = "";
  for (const part of marked.split(/(«[^»]*»)/)) {
    const isValue = part.startsWith("«");
    const plain = isValue ? part.slice(1, -1) : part;
    if (isValue) values.push({ start: text.length, end: text.length + plain.length });
    text += plain;
  }
  return { text, values };
}

const refsOf = (segments: readonly PromptSegment[]) =>
  segments.flatMap((segment) => (segment.kind === "ref" ? [segment] : []));

const TICKS = "```";

const REFERENCES: readonly (readonly [text: string, ...paths: string[]])[] = [
  // Where one begins.
  ["@docs/a.md", "docs/a.md"],
  ["Follow @docs/a.md and go", "docs/a.md"],
  ["Follow\t@docs/a.md", "docs/a.md"],
  ["Follow\n@docs/a.md", "docs/a.md"],
  ["Follow\r\n@docs/a.md\r\nnow", "docs/a.md"],
  ["Follow\u00a0@docs/a.md\u2003now", "docs/a.md"],
  ["按照\u3000@docs/a.md\u3000修改", "docs/a.md"],
  ["\ufeff@docs/a.md", "docs/a.md"],
  ["next\u0085@docs/a.md\u0085line", "docs/a.md"],
  ["(@docs/a.md)", "docs/a.md"],
  ["[@docs/a.md]", "docs/a.md"],
  ["{@docs/a.md}", "docs/a.md"],
  ["<@docs/a.md>", "docs/a.md"],
  ["a,@docs/a.md", "docs/a.md"],
  ["a;@docs/a.md", "docs/a.md"],
  ['"@docs/a.md"', "docs/a.md"],
  ["'@docs/a.md'", "docs/a.md"],
  ["@a.md,@b.md;@c.md", "a.md", "b.md", "c.md"],
  ["(@a.md,@b.md)", "a.md", "b.md"],
  ["@a.md @a.md", "a.md", "a.md"],
  // Where none begins.
  ["bob@example.com"],
  ["<bob@example.com>"],
  ["mailto:bob@example.com"],
  ["pkg@1.2"],
  ["npm i left-pad@1.2.3 sub/x@2.0.0"],
  ["https://example.com/@user/post.html"],
  ["https://user@host.com/a.git"],
  ["git@github.com:a/b.git"],
  ["a/@docs/a.md"],
  ["/^[^@]+@[^@]+\\.[a-z]+$/ .+@.+\\..+ ^@.+"],
  ["$@.o %@/x \\@docs/a.md"],
  ["https://example.com/?user=@me/x.html and https://example.com/a-@b/c.html"],
  ["HEAD@{1}"],
  // What looks like a path.
  ["@a.md", "a.md"],
  ["@a.tar.gz", "a.tar.gz"],
  ["@src/", "src/"],
  ["@src/lib/x", "src/lib/x"],
  ["@.env", ".env"],
  ["@.github", ".github"],
  ["@./x", "./x"],
  ["@./", "./"],
  ["@../x", "../x"],
  ["Read @.. and @. now", "..", "."],
  ["@/etc/passwd", "/etc/passwd"],
  ["@C:/x.ts", "C:/x.ts"],
  ["@src\\a.ts", "src\\a.ts"],
  ["@src/**/*.ts", "src/**/*.ts"],
  ["@src/a.ts:12", "src/a.ts:12"],
  ["@a.md#top", "a.md#top"],
  ["@a.ts:12", "a.ts:12"],
  ["@a.md's", "a.md"],
  ["@~/x", "~/x"],
  ["@~types/x", "pkg:~types/x"],
  ["@report(1).md", "report(1).md"],
  ["@app/(auth)/[id]/page.tsx", "app/(auth)/[id]/page.tsx"],
  ["@a.md@b.md", "a.md@b.md"],
  ["@icon@2x.png", "icon@2x.png"],
  ["@@types/x.d.ts", "@types/x.d.ts"],
  ["@dócs/ñ.md", "dócs/ñ.md"],
  ["@文档/说明.md", "文档/说明.md"],
  ["@a.文", "a.文"],
  ["@e\u0301.md", "e\u0301.md"],
  // What does not.
  ["@"],
  ["@ a.md"],
  ["@..."],
  ["@alice"],
  ["@alice."],
  ["@alice, see @bob!"],
  ["@Component"],
  ["@Component({ selector: 'app' })"],
  ["@Component({selector:'app.root'})"],
  ["@Get('/users')"],
  ['@Get("/users")'],
  ["@Max(limits.max)"],
  ["@Input() name"],
  ['@click="a.b"'],
  ["@media (min-width: 2em)"],
  ["@media(min-width:1.5em)"],
  ['@import "x.css"'],
  ["@param {string} a.b"],
  ["{@link foo.bar}"],
  ["@user@host"],
  ["@1.2.3"],
  ["@v1.2"],
  ["@v1.0.0-rc.1"],
  ["@@ -1,3 +1,4 @@"],
  ["@{upstream}"],
  // Packages.
  ["@scope/name", "pkg:scope/name"],
  ["@babel/core.", "pkg:babel/core"],
  ['import "@scope/name";', "pkg:scope/name"],
  ["@scope/name@^1.2.3", "pkg:scope/name@^1.2.3"],
  ["@src/lib", "pkg:src/lib"],
  ["@scope/name/sub/file.ts", "scope/name/sub/file.ts"],
  ["@scope/name.ts", "scope/name.ts"],
  ["@Scope/Name", "Scope/Name"],
  // Where one ends.
  ["See @docs/a.md.", "docs/a.md"],
  ["See @docs/a.md, or not", "docs/a.md"],
  ["See @docs/a.md; @docs/b.md: done!", "docs/a.md", "docs/b.md"],
  ["Have you read @docs/a.md?", "docs/a.md"],
  ["Wow @docs/a.md!?...", "docs/a.md"],
  ["(see @docs/a.md).", "docs/a.md"],
  ["[{<'@docs/a.md'>}]", "docs/a.md"],
  ["@docs/.", "docs/"],
  ["@docs/a.md|x", "docs/a.md"],
  ["<li> @docs/a.md</li>", "docs/a.md"],
  ["@docs/a.md`x`", "docs/a.md"],
  ["阅读 @docs/a.md。然后", "docs/a.md"],
  ["@docs/a.md、@docs/b.md", "docs/a.md", "docs/b.md"],
  ["「参照 @docs/a.md」を", "docs/a.md"],
  ["（ @docs/a.md）", "docs/a.md"],
  // Spaces.
  ['@"a file.md"', "a file.md"],
  ['@"a file.md", and', "a file.md"],
  ['(@"a file.md")', "a file.md"],
  ['@"Makefile"', "Makefile"],
  ['@"a.md."', "a.md."],
  ['@"a b.md"c', "a b.md"],
  ['@"a `b`.md"', "a `b`.md"],
  ['@"open.md', '"open.md'],
  ['@"docs/a file.md', '"docs/a'],
  ['@"open.md\nb"', '"open.md'],
  ['@"open.md\r\nb" @c.md', '"open.md', "c.md"],
  ['@"open\n'],
  ["@“docs/a file.md”, @„b.md“ @‘c.md’ @«d.md»", "docs/a file.md", "b.md", "c.md", "d.md"],
  ["@“hello world” @<T> @‘x’ @<"],
  ["@“docs/a", "“docs/a"],
  ["@<docs/style.md>.", "docs/style.md"],
  ['@""'],
  ['@" "'],
  ["@a\\ file.md", "a file.md"],
  ["@a\\ b\\ c.md d", "a b c.md"],
  ["@a\\"],
  ["@a.md\\\nb", "a.md\\"],
  // Escapes.
  ["\\@docs/a.md"],
  ["(\\@docs/a.md)"],
  ["\\\\@docs/a.md"],
  ["\\\\\\@docs/a.md"],
  ["@a\\@b.md", "a@b.md"],
  ["\\@x @docs/a.md", "docs/a.md"],
  // Code spans.
  ["`@docs/a.md`"],
  ["` @docs/a.md `"],
  ["``` @docs/a.md ```"],
  ["`` ` @docs/a.md ``"],
  ["` @a.md `` @b.md `"],
  ["`x` @a.md `y`", "a.md"],
  ["` @a.md", "a.md"],
  ["`` @a.md `", "a.md"],
  ["` @a.md\n@b.md `"],
  ["` @a.md\n\n@b.md `", "a.md", "b.md"],
  ["` @a.md\r\n\r\n@b.md `", "a.md", "b.md"],
  ["- ` @a.md\n- ` @b.md", "a.md", "b.md"],
  ["` @a.md\n# T ` @b.md", "a.md", "b.md"],
  ["\\` @a.md `", "a.md"],
  ["\\`` @a.md `"],
  ["`\\` @a.md `b", "a.md"],
  // Fences.
  [`${TICKS}\n@a.md\n${TICKS}\n@b.md`, "b.md"],
  [`${TICKS}ts\n@a.md\n${TICKS}  \n@b.md`, "b.md"],
  [`${TICKS}\r\n@a.md\r\n${TICKS}\r\n@b.md`, "b.md"],
  [`${TICKS}\r@a.md\r${TICKS}\r@b.md`, "b.md"],
  ["~~~\n@a.md\n~~~\n@b.md", "b.md"],
  [`~~~ a\`b\n@a.md\n${TICKS}\n@b.md\n~~~\n@c.md`, "c.md"],
  [`${TICKS}\`\n@a.md\n${TICKS}\n@b.md\n${TICKS}\`\`\n@c.md`, "c.md"],
  [`   ${TICKS}\n@a.md\n  ${TICKS}\n@b.md`, "b.md"],
  [`${TICKS}\n@a.md\n${TICKS} x\n@b.md`],
  [`${TICKS}\n@a.md`],
  [`@a.md\n${TICKS}\n@b.md\n\n@c.md`, "a.md"],
  [`${TICKS} x \` @a.md`, "a.md"],
  [`text ${TICKS}\n@a.md`, "a.md"],
  [`text \`\n${TICKS}\n@a.md\n${TICKS}\n\` @b.md`, "b.md"],
  ["    @a.md", "a.md"],
];

/** What stands beside a reference without hiding it. */
const NEIGHBOURS: readonly (readonly [text: string, ...paths: string[]])[] = [
  ["**@a.md**", "a.md"],
  ["***@a.md***", "a.md"],
  ["_@a.md_", "a.md"],
  ["*@a.md*", "a.md"],
  ["__@a.md__.", "a.md"],
  ["~~@a.md~~", "a.md"],
  ["**_@a.md_**, then", "a.md"],
  ["**See @a.md**", "a.md"],
  ["*See @a.md.*", "a.md"],
  ["**@docs/**", "docs/"],
  ["**@a.md:** x", "a.md"],
  ["|@a.md|", "a.md"],
  ["| @a.md|@b.md |", "a.md", "b.md"],
  ["“@a.md”", "a.md"],
  ["‘@a.md’", "a.md"],
  ["«@a.md»", "a.md"],
  ["»@a.md«", "a.md"],
  ["‹@a.md›", "a.md"],
  ["„@a.md“", "a.md"],
  ["See:@a.md", "a.md"],
  ["—@a.md", "a.md"],
  ["@a.md—@b.md–x", "a.md", "b.md"],
  ["…@a.md…", "a.md"],
  [">@a.md", "a.md"],
  ["「@a.md」", "a.md"],
  ["『@a.md』【@b.md】", "a.md", "b.md"],
  ["（@a.md）：@b.md，@c.md。", "a.md", "b.md", "c.md"],
  ["｜@a.md｜", "a.md"],
  ["•@a.md →@b.md -@c.md 📄@d.md ✔️@e.md", "a.md", "b.md", "c.md", "d.md", "e.md"],
  ["看@docs/a.md ดู@b.md を@c.md", "docs/a.md", "b.md", "c.md"],
  ["+@a.md !@b.md &@c.md =@d.md 1.@e.md", "a.md", "b.md", "c.md", "d.md", "e.md"],
  ["\u200B@a.md (x)@b.md #@c.md `x`@d.md", "a.md", "b.md", "c.md", "d.md"],
  ["[@a.md](https://example.com/x)", "a.md"],
  // Marks that were not opened, and globs, belong to the name.
  ["@lib/a_", "pkg:lib/a_"],
  ["@a.md~", "a.md~"],
  ["@src/**", "src/**"],
  ["**All** of @src/**", "src/**"],
  ["*All of @src/*", "src/*"],
  ["* @src/a*", "src/a*"],
  ["a_b @c_"],
  // Mails and addresses.
  ["me_@example.com"],
  ["me*@example.com"],
  ["𝐚@example.com é@example.com и@example.com 한@example.com"],
  ["https://user:@example.com/a.git"],
  ["(see ssh://user:@example.com/a.git)"],
];

describe("parseFileRefs", () => {
  it.each(NEIGHBOURS)("F20 finds in %j what it refers to", (text, ...paths) => {
    expect(pathsIn(text)).toEqual(paths);
  });

  it.each(REFERENCES)("F16 F17 finds in %j what it refers to", (text, ...paths) => {
    expect(pathsIn(text)).toEqual(paths);
  });

  it("F16 tells the segments of a text with their offsets in UTF-16", () => {
    expect(parseFileRefs('𝄞 @"a b.md", \\@x @s/p.')).toEqual([
      { kind: "text", start: 0, end: 3, text: "𝄞 " },
      {
        ...{ kind: "ref", start: 3, end: 12, token: '@"a b.md"', path: "a b.md" },
        isPackageName: false,
      },
      { kind: "text", start: 12, end: 14, text: ", " },
      { kind: "escape", start: 14, end: 16, text: "@" },
      { kind: "text", start: 16, end: 18, text: "x " },
      { kind: "ref", start: 18, end: 22, token: "@s/p", path: "s/p", isPackageName: true },
      { kind: "text", start: 22, end: 23, text: "." },
    ]);
    expect(parseFileRefs("")).toEqual([]);
  });

  it("F16 takes a backslash for an escape only where it is one", () => {
    const escapes = (text: string) =>
      parseFileRefs(text).filter(({ kind }) => kind === "escape").length;
    expect(["\\@", "x\\@y", "\\\\\\@", "\\`\\@"].map(escapes)).toEqual([1, 1, 1, 1]);
    expect(["\\\\@", "`\\@`", `${TICKS}\n\\@\n${TICKS}`, "\\ @"].map(escapes)).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it("F17 takes nothing for a path that is longer than any", () => {
    expect(pathsIn(`@${"a/".repeat(2047)}b`)).toHaveLength(1);
    expect(pathsIn(`@${"a/".repeat(2048)}b @a.md`)).toEqual(["a.md"]);
    expect(pathsIn(`@"${"a/".repeat(2048)}b" @a.md`)).toEqual(["a.md"]);
  });
});

/** What a text refers to in a tree with some paths. */
function pathsWith(existing: readonly string[], text: string): readonly string[] {
  const lookUp = (path: string) => ({ exists: existing.includes(path) });
  return parseFileRefs(text, [], lookUp).flatMap((segment) =>
    segment.kind === "ref" ? [segment.isPackageName ? `pkg:${segment.path}` : segment.path] : [],
  );
}

describe("what exists", () => {
  it.each<[text: string, existing: string[], ...paths: string[]]>([
    ["@LICENSE, @Makefile: @alice", ["LICENSE", "Makefile"], "LICENSE", "Makefile"],
    ["**@LICENSE** “@docs”", ["LICENSE", "docs"], "LICENSE", "docs"],
    ["@v1.2 and @1.2.3.", ["v1.2", "1.2.3"], "v1.2", "1.2.3"],
    ["@@types", ["@types"], "@types"],
    ["@Component() @Get('/x') @LICENSE(1)", ["Component", "Get", "LICENSE"]],
    ["`@LICENSE`", ["LICENSE"]],
    ["x@LICENSE \\@LICENSE", ["LICENSE"]],
    // A name that ends as emphasis does.
    ["@_private/a_.md", [], "_private/a_.md"],
    ["_@a_.md_", ["a_.md"], "a_.md"],
    ["_@lib/a__", ["lib/a_", "lib"], "lib/a_"],
    ["_@lib/a__", ["lib/a", "lib"], "lib/a"],
    ["*@x*.md*", ["x*.md"], "x*.md"],
    ["**@TODO_**", ["TODO_"], "TODO_"],
    // Dashes and quotes of print.
    ["@docs/a—b.md", ["docs/a—b.md"], "docs/a—b.md"],
    ["@docs/a.md—b.md", ["docs/a.md"], "docs/a.md"],
    // Folders and packages.
    ["@docs/migration @types/node", ["docs"], "docs/migration", "pkg:types/node"],
    ["@types/node@^20", ["types"], "pkg:types/node@^20"],
  ])("F19 decides in %j with %j", (text, existing, ...paths) => {
    expect(pathsWith(existing, text)).toEqual(paths);
  });

  it("F19 names a near name at a word, and at nothing else", () => {
    const text = "@LICENCE @docs/LICENCE @LICENCE.x";
    const lookUp = () => ({ exists: false, near: "LICENSE" });
    expect(parseFileRefs(text, [], lookUp).filter(({ kind }) => kind === "ref")).toEqual([
      { ...ref(text, "@LICENCE"), near: "LICENSE" },
      { ...ref(text, "@docs/LICENCE") },
      { ...ref(text, "@LICENCE.x") },
    ]);
  });
});

function ref(text: string, token: string): PromptSegment {
  const start = text.indexOf(token);
  const path = token.slice(1);
  return { kind: "ref", start, end: start + token.length, token, path, isPackageName: false };
}

describe("values in a prompt", () => {
  it.each<[marked: string, ...paths: string[]]>([
    ["«@a.md»"],
    ["see «x @a.md y» @b.md", "b.md"],
    ["@«a.md»"],
    ["@docs/«a.md»"],
    ["@docs/a.md«x»"],
    ["@docs/a.md.«x»"],
    ["@docs/«»a.md"],
    ["@docs/a.md«»"],
    ["« »@a.md"],
    ["«»@a.md"],
    ["«(»@a.md"],
    ["«\\»@a.md @b.md", "b.md"],
    ["«x» @a.md «y»", "a.md"],
    ["(«x», @a.md)", "a.md"],
    ["«`» @a.md «`»", "a.md"],
    ["` «`» @a.md `"],
    [`«${TICKS}»\n@a.md`, "a.md"],
    [`«x\n${TICKS}\n»\n@a.md`, "a.md"],
    [`${TICKS}\n«${TICKS}\n»\n@a.md`],
    ["` «\n\n» @a.md `"],
    ['@"a «b"» c.md"'],
    ['@"a.md"«x»'],
    ['"@a.md"«x»', "a.md"],
    ["\\«@»a.md"],
    ["«a»«b» @a.md«c»"],
  ])("F14 F18 are no source of references, and hide none: %j", (marked, ...paths) => {
    const { text, values } = withValues(marked);
    expect(refsOf(parseFileRefs(text, values)).map(({ path }) => path)).toEqual(paths);
    expect(refsOf(parseFileRefs(text, values.toReversed())).map(({ path }) => path)).toEqual(paths);
  });

  it("F18 may overlap", () => {
    const values = [
      { start: 2, end: 8 },
      { start: 0, end: 6 },
      { start: 3, end: 3 },
    ];
    expect(refsOf(parseFileRefs("@a.m @b. @c.md", values))).toMatchObject([{ start: 9, end: 14 }]);
  });
});

/** Texts of what means something here. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(..."@\\`~\"'()[]{}<>.,;:/ \n\r\t".split("")),
      fc.constantFrom(
        "@a.md",
        "@s/p",
        "@w",
        "\\@",
        TICKS,
        "**",
        "—",
        "~~~",
        "\r\n",
        "\n\n",
        '@"',
        "a",
        "。",
        "𝄞",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

const textWithValues = fc.array(fc.tuple(fc.boolean(), hostile), { maxLength: 6 }).map((parts) => {
  const values: { start: number; end: number }[] = [];
  let text = "";
  for (const [isValue, part] of parts) {
    if (isValue) values.push({ start: text.length, end: text.length + part.length });
    text += part;
  }
  return { text, values, parts };
});

describe("any text", () => {
  it("F16 is covered by its segments without gaps, and unchanged outside of references", () => {
    fc.assert(
      fc.property(textWithValues, fc.boolean(), ({ text, values }, exists) => {
        const segments = parseFileRefs(text, values, (path) => ({ exists, near: path }));
        let at = 0;
        for (const segment of segments) {
          expect(segment.start).toBe(at);
          expect(segment.end).toBeGreaterThan(at);
          at = segment.end;
          const written = text.slice(segment.start, segment.end);
          if (segment.kind === "text") expect(segment.text).toBe(written);
          if (segment.kind === "escape") expect(written).toBe("\\@");
          if (segment.kind === "ref") expect(segment.token).toBe(written);
        }
        expect(at).toBe(text.length);
      }),
      { numRuns: 300 },
    );
  });

  it("F16 F19 has no reference inside a code span or a fence, whatever exists", () => {
    const inside = hostile.map((text) => text.replace(/[`~]|\r?\n|\r/g, ""));
    fc.assert(
      fc.property(hostile, inside, fc.boolean(), (before, code, exists) => {
        const span = `\n\n\`x${code}\``;
        const fence = `\n\n${TICKS}\n${code}\n${TICKS}\n`;
        for (const part of [span, fence]) {
          const text = `${before.replace(/[`~]/g, "")}${part}`;
          const marks = parseFileRefs(text, [], () => ({ exists }));
          const start = text.length - part.length + 2;
          expect(marks.filter(({ kind, end }) => kind !== "text" && end > start)).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("F18 has no reference, and no escape, that touches a value", () => {
    fc.assert(
      fc.property(textWithValues, ({ text, values }) => {
        const marks = parseFileRefs(text, values).filter(({ kind }) => kind !== "text");
        const areApart = marks.every(({ start, end, kind }) =>
          values.every((value) =>
            kind === "ref"
              ? end < value.start || start > value.end
              : end <= value.start || start >= value.end,
          ),
        );
        expect(areApart).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("F14 F18 has the same references, whatever its values are", () => {
    fc.assert(
      fc.property(textWithValues, fc.array(hostile), ({ text, values, parts }, others) => {
        const changed = parts.map(([isValue, part], index) =>
          isValue ? (others[index] ?? "") : part,
        );
        let at = 0;
        const ranges = changed.flatMap((part, index) => {
          const start = at;
          at += part.length;
          return parts[index]?.[0] === true ? [{ start, end: at }] : [];
        });
        const tokens = (one: readonly PromptSegment[]) => refsOf(one).map(({ token }) => token);
        expect(tokens(parseFileRefs(changed.join(""), ranges))).toEqual(
          tokens(parseFileRefs(text, values)),
        );
      }),
      { numRuns: 300 },
    );
  });
});

it("F16 takes a fence on the line of a list item for one", () => {
  const text = "- ```\n  @a.ts\n  ```\n@b.ts\n1. - ~~~\n     @c.ts\n     ~~~\n@d.ts\n";
  const refs = parseFileRefs(text).flatMap((segment) =>
    segment.kind === "ref" ? [segment.path] : [],
  );
  expect(refs).toEqual(["b.ts", "d.ts"]);
});

it("F16 ends a path at an ellipsis and at curly quotes", () => {
  expect(pathsIn("See @b.ts… and @c.ts’s head, “@d.ts” too, \u201Csee @e.ts\u201D.")).toEqual([
    ...["b.ts", "c.ts", "d.ts", "e.ts"],
  ]);
});
