import { expect, it } from "vitest";
import { runParser } from "../../../src/tools/parsers/run-parser.ts";
import { tempTree } from "../../support/temp-tree.ts";

/** Runs a script of Node as a parser. */
function parse(script: string, more: { ok?: number[]; run?: string[]; timeout?: number } = {}) {
  const { run = [process.execPath, "-e", script], ok = [0], timeout = 60_000 } = more;
  const params = { language: "python", run, env: [], ok, timeout, place: { path: "r.yaml" } };
  return runParser("text", params, {
    folder: tempTree({}),
    shadows: { environmentOf: () => ({ PATH: process.env.PATH ?? "" }) },
    mark: "test",
    signal: new AbortController().signal,
  });
}

it("takes the exit code as the verdict on the text that it gives by standard input", async () => {
  const read = "require('fs').readFileSync(0, 'utf8') === 'text'";
  expect(await parse(`process.exit(${read} ? 0 : 1)`)).toEqual({ kind: "good" });
  expect(await parse(`process.exit(${read} ? 1 : 0)`)).toEqual({ kind: "bad" });
  expect(await parse("process.exit(3)", { ok: [0, 3] })).toEqual({ kind: "good" });
});

it("does not know the verdict of a parser that is missing, takes too long or is killed", async () => {
  const why = async (...args: Parameters<typeof parse>) => {
    const verdict = await parse(...args);
    return verdict.kind === "unknown" ? verdict.why.replace(/`[^`]*`/, "P") : verdict.kind;
  };
  expect(await why("", { run: ["no-such-parser"] })).toBe(
    "The parser of python, P, was not found: install it.",
  );
  expect(await why("setInterval(() => {}, 1e6)", { timeout: 1 })).toBe(
    "The parser of python, P, took longer than 0.001 s, and was ended.",
  );
  expect(await why("process.kill(process.pid, 'SIGKILL')")).toBe(
    "The parser of python, P, was ended by SIGKILL.",
  );
  const folder = process.platform === "win32" ? "was not found: install it" : "cannot be started";
  expect(await why("", { run: ["/"] })).toContain(folder);
});
