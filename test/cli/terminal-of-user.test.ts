import { describe, expect, it } from "vitest";
import { pagerOf } from "../../src/cli/pager-of.ts";
import { showsUnicode } from "../../src/cli/run-cli.ts";
import { createProgress } from "../../src/command/progress.ts";

describe("the pager", () => {
  const of = (env: Record<string, string>, isTerminal = true, isWanted = true) =>
    pagerOf(isWanted, {
      env: { TERM: "xterm", ...env },
      stdout: { write() {}, isTerminal, columns: 80 },
    });

  it("is that of the user, and none without a terminal, in CI, or if none is wanted", () => {
    expect(of({})).toBe("less");
    expect(of({ PAGER: "more" })).toBe("more");
    expect(of({ PAGER: "more", SLUICE_PAGER: "less -S" })).toBe("less -S");
    expect([of({ PAGER: "cat" }), of({ SLUICE_PAGER: "" })]).toEqual([undefined, undefined]);
    expect([of({ CI: "true" }), of({ TERM: "dumb" })]).toEqual([undefined, undefined]);
    expect([of({}, false), of({}, true, false)]).toEqual([undefined, undefined]);
  });
});

it("shows ASCII alone where the locale or the terminal has no more", () => {
  expect(showsUnicode({ TERM: "xterm" }, false)).toBe(true);
  expect(showsUnicode({ LANG: "C", LC_ALL: "de_DE.UTF-8" }, false)).toBe(true);
  expect(showsUnicode({ LANG: "C" }, false)).toBe(false);
  expect(showsUnicode({ TERM: "dumb", LANG: "C.UTF-8" }, false)).toBe(false);
  expect(showsUnicode({}, true)).toBe(false);
  expect(showsUnicode({ WT_SESSION: "1" }, true)).toBe(true);
});

it("redraws the bar at most ten times a second, with the time left", () => {
  let [now, text] = [0, ""];
  const sink = { write: (part: string) => (text += part), isTerminal: true, columns: 80 };
  const progress = createProgress(sink as never, {
    now: () => now,
    after: () => new AbortController().signal,
    env: {},
  });
  for (; now < 4000; now += 10)
    progress.onEvent({
      ...{ type: "progress", recipe: "r", step: "s", callId: "1" },
      ...{ done: now, total: 8000 },
    });
  expect(text.split("\r\x1b[K").length).toBeLessThanOrEqual(41);
  expect(text).toMatch(/r › s: 39\d0 of 8000 files, [45] s left$/);
  progress.clear();
  expect(text.endsWith("\r\x1b[K")).toBe(true);
});
