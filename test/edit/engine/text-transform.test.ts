import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { applyTextTransform } from "../../../src/edit/engine/text-transform.ts";
import { scanByBoth } from "../language/scan-by-both.ts";

const tags = ["</script", "</STYLE"];
const beginnings = tags.flatMap((tag) => [...tag].map((_, index) => tag.slice(0, index + 1)));

describe("a text transform takes any text unchanged", () => {
  test.each([
    ...[
      "",
      "a",
      "</script></style>",
      "<script>",
      "<!-- ",
      "\0",
      "a\0b",
      " \0 ",
      "\n\n  a\n ",
      "\ufeff",
    ],
    ...beginnings.flatMap((beginning) => [
      beginning,
      `x${beginning}`,
      ` '"</script></style>${beginning}`,
    ]),
    ...["😀", "'\"😀<", "\r\n<a b=", "\u2028</", "&amp", "`${"],
  ])("%j", (text) => {
    const nothing = { replace: { source: "$A", replace: "zzz", by: "y" } };
    const around = { replace: { source: "$A", replace: "(?s)^(.*)$", by: "[$1]" } };
    expect(applyTextTransform(nothing, text)).toBe(text);
    expect(applyTextTransform(around, text)).toBe(`[${text}]`);
    const tail = { substring: { source: "$A", startChar: 1 } };
    expect(applyTextTransform(tail, text)).toBe([...text].slice(1).join(""));
  });

  test.each(["</script></style>", "<", "x</scr", "'\"<😀</style"])("rewritten: %j", (text) => {
    const rule = `
rule: { pattern: f($A) }
rewriters: [{ id: text, rule: { kind: string, has: { kind: string_fragment, pattern: $S } }, fix: $S }]
transform:
  T: { rewrite: { source: $A, rewriters: [text] } }
  U: { convert: { source: $T, toCase: upperCase } }
fix: k($U)
`;
    const { ours, cli } = scanByBoth(rule, `f(${JSON.stringify(text)})`);
    expect(ours).toBe(cli);
  });
});

describe("the lines of a transformed capture lose the indentation that ast-grep sees", () => {
  const rule = `
rule: { pattern: f($A) }
transform:
  U: { replace: { source: $A, replace: zzz, by: y } }
  V: { replace: { source: $U, replace: "b,", by: "b,\\n    c," } }
fix: k($U, $V)
`;
  test.each<[what: string, text: string, extension: string]>([
    [
      "of a script that begins on the line of its tag",
      "<body>\n  <script>f({\n    a,\n              b\n  })</script>\n</body>\n",
      "html",
    ],
    [
      "of a script",
      "<body>\n  <script>\n    f({\n      a,\n    })\n  </script>\n</body>\n",
      "html",
    ],
    [
      "of a line that is longer in bytes than in characters",
      `{\n    /*"${"é".repeat(300)}"*/ f({\n        a,\n    });\n}\n`,
      "ts",
    ],
    ["of a line that is not", `{\n    /*"é"*/ f({\n        a, b,\n    });\n}\n`, "ts"],
    ["of a line that ends what came before", "  g(\n    ); f({\n        b,\n    });\n", "ts"],
  ])("%s", (_what, text, extension) => {
    const { ours, cli } = scanByBoth(
      rule,
      text,
      extension,
      extension === "html" ? "javascript" : undefined,
    );
    expect(ours).toBe(cli);
    expect(ours).not.toBe(text);
  });
});

describe("a text transform", () => {
  it("gives the engine exactly the text, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const replace = { replace: { replace: "(?s)^(.*)$", by: "<$1>" } };
        expect(applyTextTransform(replace, text)).toBe(`<${text}>`);
      }),
    );
  });

  it("counts letters, not code units, and knows Rust's regular expressions", () => {
    expect(applyTextTransform({ substring: { startChar: 1, endChar: -1 } }, "😀é😀")).toBe("é");
    const replace = "(?i)(?P<word>\\pL+)(?x: - ) [[:digit:]--[0]]";
    const by = "${word}_$word.$$$0";
    expect(applyTextTransform({ replace: { replace, by } }, "Äa- 1 b- 0")).toBe(
      "Äa_Äa.$Äa- 1 b- 0",
    );
    expect(applyTextTransform({ convert: { toCase: "upperCase" } }, "straße")).toBe("STRASSE");
  });
});
