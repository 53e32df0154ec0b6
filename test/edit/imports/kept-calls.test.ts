import { expect, it } from "vitest";
import { parseText } from "../../../src/edit/engine/engine.ts";
import { keptCalls } from "../../../src/edit/imports/kept-calls.ts";

const REMOVE = { from: "m", names: [], default: false, namespace: false, all: false };
const ALL = { ...REMOVE, all: true, ifUnused: false };
const NAMED = { ...REMOVE, names: ["a"], ifUnused: false };
const WHOLE = { ...REMOVE, default: true, ifUnused: false };

it.each([
  ["await import('m');", ALL, 1],
  ["const a = require('m').a;", ALL, 1],
  ["function f() { const a = require('m'); }", ALL, 1],
  ["const load = () => import('m').then((m) => m.a);", ALL, 1],
  ["const m = require('m');\nrequire('m');\nrequire('n'); required('m'); import('m' + b);", ALL, 0],
  ["await import('m');", { ...ALL, ifUnused: true }, 0],
  ["(await import('m')).a; require('m').a; require('m').b;", NAMED, 2],
  ["const { a } = await import('m'); { const { c: a, b } = require('m'); }", NAMED, 2],
  ["import('m').then(({ a }) => a, b); import('m').then(({ b }) => b);", NAMED, 1],
  ["{ const a = require('m'); } await import('m');", NAMED, 0],
  [
    "{ const a = require('m'); } (await import('m')).default; const b = await import('m');",
    WHOLE,
    2,
  ],
] as const)("L5 counts the calls that still load what an op removes: %s", (code, remove, count) => {
  expect(keptCalls(parseText(code, "javascript"), remove)).toHaveLength(count);
});
