import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { TextEdit } from "../../../src/model/edit.ts";
import { findingsOf } from "../../../src/report/findings/findings-of.ts";
import { createRdjsonReporter } from "../../../src/report/formats/rdjson.ts";
import { createSarifReporter } from "../../../src/report/formats/sarif.ts";
import type { Reporter } from "../../../src/report/reporter.ts";
import { withSarifFixes, withSuggestions } from "../../support/apply-fixes.ts";
import { ReportBuilder } from "../../support/report-builder.ts";

const STYLE = { color: false, verbose: false, quiet: false };

function textOf(reporter: Reporter, run: ReportBuilder): string {
  return [...(reporter.onReport?.(run.report()) ?? [])].join("");
}

/** The tree as the fixes of both formats make it. */
function fixedBy(run: ReportBuilder, tree: Readonly<Record<string, string | undefined>>) {
  const sarif = JSON.parse(textOf(createSarifReporter(STYLE), run));
  const { diagnostics } = JSON.parse(textOf(createRdjsonReporter(STYLE), run));
  return { sarif: withSarifFixes(sarif, tree), rdjson: withSuggestions(diagnostics, tree) };
}

/** A run in which each text of a file becomes the next, by one edit for all that differs. */
function chainOf(texts: readonly string[]): ReportBuilder {
  const run = new ReportBuilder({ "a.ts": texts[0] });
  for (const [index, text] of texts.slice(1).entries()) {
    const edit = { start: 0, end: texts[index]?.length ?? 0, text };
    run.add(`step-${index}`, { "a.ts": [edit] }, { state: "would-apply" });
  }
  return run;
}

describe("the fixes of sarif and rdjson, applied to the tree before the run, give the tree after it", () => {
  test.each<[title: string, texts: readonly string[]]>([
    ["one line", ["a\nb\nc\n", "a\nB\nc\n"]],
    ["two steps in one line", ["a\nb\nc\n", "a\nB\nc\n", "a\nX\nY\nc\n"]],
    ["CRLF", ["a\r\nb\r\nc\r\n", "a\r\nB😀\r\nc\r\n"]],
    ["CRLF that becomes LF", ["a\r\nb\r\nc\r\n", "a\r\nb\nc\r\n"]],
    ["no final line end", ["a\nb", "a\nB"]],
    ["a final line end that comes", ["a\né", "a\né\n"]],
    ["a final line end that goes", ["a\nb\n", "a\nb"]],
    ["lines at the end", ["a\n", "a\nb\nc\n"]],
    ["lines at the beginning", ["a\n", "x\na\n"]],
    ["a line that becomes empty", ["a\nb\nc\n", "a\n\nc\n"]],
    ["lines that go", ["a\nb\nc\n", "a\n"]],
    ["a file that is filled", ["", "a\n"]],
    ["a file that is emptied", ["a\nb", ""]],
    ["a byte order mark", ["\uFEFFa\nb\n", "\uFEFFA\nb\n"]],
    ["a byte order mark in a file of one line", ["\uFEFFa", "\uFEFFA\n"]],
    ["a change that is taken back", ["a\nb\n", "a\nB\n", "a\nb\n"]],
  ])("%s", (_title, texts) => {
    const run = chainOf(texts);
    const after = { "a.ts": texts.at(-1) };
    expect(fixedBy(run, { "a.ts": texts[0] })).toEqual({ sarif: after, rdjson: after });
  });

  it("tells new and deleted files without a fix, and a file that is as before not at all", () => {
    const run = new ReportBuilder({ "old.ts": "a\n", "same.ts": "a\n" });
    run.add("one", { "old.ts": undefined, "new.ts": "a\n", "same.ts": "b\n" }, {});
    run.add("two", { "same.ts": "a\n" }, {});
    const findings = [...findingsOf(run.report())];
    expect(findings.map(({ path, message, fix }) => [path, message, fix])).toEqual([
      ["old.ts", "applied: the file is deleted", undefined],
      ["new.ts", "applied: the file is new", undefined],
    ]);
  });

  it("leaves out a byte order mark that goes, which SARIF cannot say", () => {
    const run = chainOf(["\uFEFFa\n", "a\n"]);
    expect(textOf(createSarifReporter(STYLE), run)).not.toContain('"fixes"');
    const { diagnostics } = JSON.parse(textOf(createRdjsonReporter(STYLE), run));
    expect(withSuggestions(diagnostics, { "a.ts": "\uFEFFa\n" })).toEqual({ "a.ts": "a\n" });
  });
});

/** A text of whole tokens, so that no edit parts a pair of surrogates or a line end. */
const TOKENS = ["a", "b", "é", "😀", " ", "\n", "\r\n"] as const;
const tokens = fc.array(fc.constantFrom(...TOKENS), { maxLength: 24 });
const steps = fc.array(
  fc.record({
    isHeld: fc.boolean(),
    edits: fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), tokens), { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Each code unit of a text, with its place in the text before the run if it has one. */
type Unit = readonly [text: string, origin: number | undefined];

describe("a finding", () => {
  it("stands where its text was before the run, in UTF-16 and in bytes, unless an earlier step touched it", () => {
    let checked = 0;
    fc.assert(
      fc.property(fc.boolean(), tokens, steps, (hasBom, content, all) => {
        const original = (hasBom ? "\uFEFF" : "") + content.join("");
        const run = new ReportBuilder({ "a.ts": original });
        let units: readonly Unit[] = unitsOf(content, hasBom);
        const origins: (readonly Unit[])[] = [];
        for (const [index, { isHeld, edits }] of all.entries()) {
          const places = placesOf(units.length, hasBom, edits);
          if (places.length === 0) continue;
          origins.push(...places.map(({ from, to }) => units.slice(from, to)));
          const change = places.map(
            ({ from, to, text }): TextEdit => ({
              start: lengthOf(units.slice(0, from)),
              end: lengthOf(units.slice(0, to)),
              text,
            }),
          );
          const state = isHeld ? "held" : "applied";
          run.add(`${index}`, { "a.ts": change }, { state });
          if (!isHeld) units = spliced(units, places);
        }
        const now = run.tree["a.ts"];
        expect(fixedBy(run, { "a.ts": original })).toEqual({
          sarif: { "a.ts": now },
          rdjson: { "a.ts": now },
        });
        const findings = [...findingsOf(run.report())];
        if (findings.length !== origins.length) return; // A file that is as before in the end.
        for (const [index, { place }] of findings.entries()) {
          const replaced = origins[index] ?? [];
          const first = replaced[0]?.[1];
          const isWhole =
            first !== undefined &&
            replaced.every(([, at], step) => at === first + lengthOf(replaced.slice(0, step)));
          if (!isWhole || place === undefined) continue;
          checked += 1;
          const text = replaced.map(([unit]) => unit).join("");
          expect(textAt(original, place)).toBe(text);
          if (place.bytes !== undefined) expect(bytesAt(original, place)).toBe(text);
        }
      }),
      { numRuns: 25 },
    );
    expect(checked).toBeGreaterThan(5);
  });
});

function unitsOf(content: readonly string[], hasBom: boolean): readonly Unit[] {
  let at = 0;
  return [...(hasBom ? ["\uFEFF"] : []), ...content].map((text) => {
    at += text.length;
    return [text, at - text.length];
  });
}

function lengthOf(units: readonly Unit[]): number {
  return units.reduce((sum, [text]) => sum + text.length, 0);
}

function placesOf(
  length: number,
  hasBom: boolean,
  edits: readonly (readonly [number, number, readonly string[]])[],
) {
  const least = hasBom ? 1 : 0;
  const sorted = edits
    .map(([at, size, text]) => {
      const from = least + (at % (length - least + 1));
      return { from, to: Math.min(length, from + size), text: text.join("") };
    })
    .sort((a, b) => a.from - b.from);
  let end = -1;
  return sorted.filter(({ from, to }) => {
    const isFree = from > end;
    if (isFree) end = to;
    return isFree;
  });
}

function spliced(
  units: readonly Unit[],
  places: readonly { readonly from: number; readonly to: number; readonly text: string }[],
): readonly Unit[] {
  return [...places]
    .reverse()
    .reduce<readonly Unit[]>(
      (all, { from, to, text }) => [
        ...all.slice(0, from),
        ...(text.match(/\r\n|[\s\S]/gu) ?? []).map((one): Unit => [one, undefined]),
        ...all.slice(to),
      ],
      units,
    );
}

interface Place {
  readonly startLine: number;
  readonly startColumn?: number;
  readonly endLine: number;
  readonly endColumn?: number;
  readonly bytes?: { readonly start: number; readonly end: number };
}

/** Reads a region as SARIF defines it. */
function textAt(
  text: string,
  { startLine, startColumn = 0, endLine, endColumn = 0 }: Place,
): string {
  const content = text.replace(/^\uFEFF/, "");
  const lines = content.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const offset = (line: number, column: number) =>
    lines.slice(0, line - 1).join("").length + column - 1;
  return content.slice(offset(startLine, startColumn), offset(endLine, endColumn));
}

/** Reads a range as reviewdog defines it, of the bytes of the file. */
function bytesAt(
  text: string,
  { startLine, endLine, bytes = { start: 0, end: 0 } }: Place,
): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const offset = (line: number, column: number) =>
    Buffer.byteLength(lines.slice(0, line - 1).join("")) + column - 1;
  const all = Buffer.from(text);
  return all.subarray(offset(startLine, bytes.start), offset(endLine, bytes.end)).toString();
}
