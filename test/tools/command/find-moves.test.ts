import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/shared/sha256.ts";
import { findMoves } from "../../../src/tools/command/find-moves.ts";
import type { ShadowChange } from "../../../src/tools/command/shadow.ts";

const LONG = "one\ntwo\nthree\nfour\n";

function textRead(text: string) {
  return { kind: "text", text, hash: sha256(text) } as const;
}

async function movesOf(deleted: Record<string, string>, added: Record<string, string>) {
  const changes: ShadowChange[] = [
    ...Object.keys(deleted).map((path) => ({ kind: "deleted", path }) as const),
    ...Object.entries(added).map(([path, text]): ShadowChange => {
      return { kind: "file", path, isNew: true, read: textRead(text) };
    }),
  ];
  const read = async (path: string) => textRead(deleted[path] ?? "");
  const moves = await findMoves(changes, { read });
  return moves.map(({ from, to }) => `${from} ${to}`);
}

describe("the moves of a command", () => {
  it("are deletions with a new file of the same text, of the same name first", async () => {
    expect(
      await movesOf({ "a/x.ts": LONG, "a/y.ts": LONG }, { "b/y.ts": LONG, "b/z.ts": LONG }),
    ).toEqual(["a/y.ts b/y.ts", "a/x.ts b/z.ts"]);
  });

  it("are deletions with a similar new file, the most similar first", async () => {
    const added = { "b.ts": "one\ntwo\nthree\n5\n", "c.ts": "one\ntwo\nthree\nfour\n5\n" };
    expect(await movesOf({ "a.ts": LONG }, added)).toEqual(["a.ts c.ts"]);
  });

  it("are not: another text, a much longer one, a file that was there", async () => {
    expect(await movesOf({ "a.ts": LONG }, { "b.ts": "1\n2\n3\n4\n" })).toEqual([]);
    expect(await movesOf({ "a.ts": LONG }, { "b.ts": LONG.repeat(3) })).toEqual([]);
    expect(await movesOf({ "a.ts": LONG }, {})).toEqual([]);
  });
});
