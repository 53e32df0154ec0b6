import { describe, expect, it } from "vitest";
import { javascriptNames } from "../../src/names/javascript/javascript-names.ts";
import { isExport, meansExport } from "../../src/names/means-export.ts";

/** Judges the last name of a text: if it is an export whatever its module is, or only if that is CommonJS. */
function judged(code: string, exported: string) {
  const last = code.slice(code.lastIndexOf("\n") + 1);
  const start = code.length - last.length;
  const resolved = javascriptNames(code, "ts")?.resolve({ start, end: code.length });
  if (resolved?.kind !== "module") return "none";
  const meant = { from: [resolved.origin.module], export: exported };
  if (isExport(resolved.origin, meant)) return "export";
  return meansExport(resolved.origin, meant) ? "if CommonJS" : "no";
}

describe("an origin is an export", () => {
  it.each([
    ["import { a } from 'm';\na", "a", "export"],
    ["import * as m from 'm';\nm.a", "a", "export"],
    ["import m from 'm';\nm", "default", "export"],
    ["import * as m from 'm';\nm.default", "default", "export"],
    ["import fs from 'fs';\nfs.readFile", "readFile", "export"],
    ["import fs from 'node:fs';\nfs", "*", "export"],
    ["import fs from 'fs';\nfs", "default", "export"],
    ["import * as fs from 'fs';\nfs", "default", "export"],
    ["const m = require('./m');\nm", "default", "export"],
    ["const m = require('m');\nm.a", "a", "export"],
    ["import m = require('m');\nm", "default", "export"],
  ])("whatever its module is: %j is %s", (code, exported, found) => {
    expect(judged(code, exported)).toBe(found);
  });

  it.each([
    ["import m from 'm';\nm.a", "a", "if CommonJS"],
    ["import m from './m.cjs';\nm.a", "a", "if CommonJS"],
    ["import * as m from 'm';\nm", "default", "if CommonJS"],
    ["import * as assert from 'node:assert';\nassert", "default", "if CommonJS"],
    ["import m from 'm';\nm", "*", "no"],
    ["const d = require('fs').default;\nd", "*", "no"],
    ["import m from './m.js';\nm.a", "a", "no"],
    ["import m from '@/m';\nm.a", "a", "no"],
    ["import * as m from './m.js';\nm", "default", "no"],
    ["const m = await import('./m.js');\nm", "default", "no"],
  ])("or only if that is CommonJS: %j is %s: %s", (code, exported, found) => {
    expect(judged(code, exported)).toBe(found);
  });
});
