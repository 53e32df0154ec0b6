import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findMatches, parseText, searchOf } from "../../../src/edit/engine/engine.ts";
import { bindingsOf, spanOf, spanOfAll } from "../../../src/edit/match/bindings.ts";
import { findReplacements } from "../../../src/edit/match/find-replacements.ts";
import { keptText } from "../../../src/edit/match/kept-text.ts";
import { provideLayout } from "../../../src/edit/match/ready-layout.ts";
import type { PatternOp } from "../../../src/model/edit.ts";
import { JEST_FILES } from "../../support/jest-files.ts";
import { MODULES } from "../../support/real-code.ts";
import { compiled } from "../compile/compiled.ts";

provideLayout(keptText);

/** Code that nobody here wrote, of up to 60 kB a file. */
const FILES = [
  ...["rxjs/src", "zod/src"].flatMap((folder) =>
    readdirSync(join(MODULES, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .sort()
      .map((path) => readFileSync(join(MODULES, folder, path), "utf8")),
  ),
  ...Object.values(JEST_FILES),
].filter((text) => text.length < 60_000);

/** Patterns as their texts between captures. */
const PATTERNS: readonly (readonly [code: readonly string[], captures: readonly string[]])[] = [
  [
    ["", "(", ")"],
    ["$F", "$$$A"],
  ],
  [
    ["", ".", "(", ")"],
    ["$O", "$M", "$$$A"],
  ],
  [
    ["if (", ") { ", " }"],
    ["$C", "$$$B"],
  ],
  [
    ["const ", " = ", ""],
    ["$N", "$V"],
  ],
  [
    ["", " => ", ""],
    ["$P", "$B"],
  ],
  [
    ["(", ") => { ", " }"],
    ["$$$P", "$$$B"],
  ],
  [
    ["function ", "(", ") { ", " }"],
    ["$N", "$$$P", "$$$B"],
  ],
  [
    ["import { ", " } from ", ""],
    ["$$$N", "$S"],
  ],
  [["return ", ""], ["$V"]],
  [
    ["", " ? ", " : ", ""],
    ["$C", "$A", "$B"],
  ],
  [
    ["new ", "(", ")"],
    ["$T", "$$$A"],
  ],
  [
    ["expect(", ").", "(", ")"],
    ["$A", "$M", "$$$B"],
  ],
];

const weave = (code: readonly string[], captures: readonly string[]) =>
  code.map((text, index) => text + (captures[index] ?? "")).join("");

const pattern = fc.constantFrom(...PATTERNS);
const file = fc.constantFrom(...FILES);
const gap = fc.constantFrom(
  "",
  "x",
  "(",
  ", ",
  " = ",
  "{\n  ",
  "\n}",
  "a.b(",
  " /* c */ ",
  "`\n\n`",
);
const RUNS = { numRuns: 200, seed: 16 };

test("L3 an op whose `out` is its pattern changes nothing in any file", () => {
  const property = fc.property(pattern, file, ([code, captures], text) => {
    const pat = weave(code, captures);
    expect(accepted(pat, pat, text)).toEqual([]);
  });
  fc.assert(property, RUNS);
});

test("L3 whatever stands between them, captures keep their bytes and their order", () => {
  const wanted = pattern.chain(([code, captures]) =>
    fc.record({
      pat: fc.constant(weave(code, captures)),
      names: fc.constant(captures),
      out: fc
        .array(gap, { minLength: captures.length + 1, maxLength: captures.length + 1 })
        .map((gaps) =>
          weave(
            gaps,
            captures.map((name) => ` ${name} `),
          ),
        ),
    }),
  );
  let seen = 0;
  const property = fc.property(wanted, file, ({ pat, names, out }, text) => {
    const found = new Map(accepted(pat, out, text).map((edit) => [edit.start, edit.text]));
    for (const { start, texts } of capturesIn(pat, names, text)) {
      const written = found.get(start);
      if (written === undefined) continue; // Another match around it was accepted.
      seen += 1;
      let at = 0;
      for (const captured of texts) {
        const place = written.indexOf(captured, at);
        expect({ place: place >= 0, captured, written }).toMatchObject({ place: true });
        at = place + captured.length;
      }
    }
  });
  fc.assert(property, RUNS);
  expect(seen).toBeGreaterThan(300);
});

function accepted(pat: string, out: string, text: string) {
  const op = compiled({ pat, out, layout: "keep" });
  return findReplacements(parseText(text, "typescript"), text, op).accepted;
}

/** Returns the texts of the captures of each outermost match, in the order of the pattern. */
function capturesIn(pat: string, names: readonly string[], text: string) {
  const op: PatternOp = { kind: "pattern", id: "", pat, out: "" };
  let end = 0;
  return findMatches(parseText(text, "typescript"), searchOf(op)).flatMap((match) => {
    const span = spanOf(match);
    if (span.start < end) return [];
    end = span.end;
    const bindings = bindingsOf(match);
    const texts = names.map((name) => {
      const node = bindings.node(name.slice(1));
      const nodes = node === undefined ? [] : [node];
      const place = spanOfAll(name.startsWith("$$$") ? bindings.nodes(name.slice(3)) : nodes);
      return place === undefined ? "" : text.slice(place.start, place.end);
    });
    return [{ start: span.start, texts }];
  });
}
