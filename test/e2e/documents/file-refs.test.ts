import { existsSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempRepository, tempTree } from "../../support/temp-tree.ts";
import { sluice } from "./support/sluice.ts";

const { parseFileRefs, resolveFileRef, OUTPUT_CAP } = sluice;

/** The bytes that this process has read so far; 0 where the system does not count them. */
function bytesRead(): number {
  const counters = "/proc/self/io";
  const text = existsSync(counters) ? readFileSync(counters, "utf8") : "";
  return Number(/^rchar: (\d+)/.exec(text)?.[1] ?? 0);
}

/** The paths that a text refers to. */
function paths(text: string): string[] {
  return parseFileRefs(text).flatMap((segment) => (segment.kind === "ref" ? [segment.path] : []));
}

describe("parseFileRefs", () => {
  it.each([
    ["at the start", "@a.md is it", ["a.md"]],
    ["after white space", "see @a.md\n@b.md\t@c.md", ["a.md", "b.md", "c.md"]],
    ["after an opening mark", "(@a.md [@b.md {@c.md <@d.md", ["a.md", "b.md", "c.md", "d.md"]],
    ["after a mark", ",@a.md ;@b.md \"@c.md\" '@d.md'", ["a.md", "b.md", "c.md", "d.md"]],
    ["not inside of words", "me@example.org pkg@1.2 https://x.org/@me/a.md", []],
    ["with quotes", '@"a file.md" @"b.md"', ["a file.md", "b.md"]],
    ["with an escaped space", "@a\\ file.md", ["a file.md"]],
    ["not after a backslash", "\\@a.md", []],
    ["not inside of code", "`@a.md` ``@b.md``\n```\n@c.md\n```\n~~~\n@d.md\n~~~\n", []],
  ])("F16 finds references %s", (_, text, expected) => {
    expect(paths(text)).toEqual(expected);
  });

  it.each([...".,;:!?)]}>'\""])("F16 leaves a trailing %s out of the path", (mark) => {
    expect(paths(`see @docs/a.md${mark}`)).toEqual(["docs/a.md"]);
    expect(paths(`see @docs/a.md${mark}${mark} and`)).toEqual(["docs/a.md"]);
  });

  it("F16 keeps a leading dot in the path", () => {
    expect(paths("@.eslintrc @./a.md @../b.md.")).toEqual([".eslintrc", "./a.md", "../b.md"]);
  });

  it("F16 makes an escaped @ a plain one", () => {
    const shown = parseFileRefs("a \\@b.md c").map(({ kind, ...rest }) =>
      kind === "ref" ? rest : (rest as { readonly text: string }).text,
    );
    expect(shown.join("")).toBe("a @b.md c");
  });

  it("F17 takes only what looks like a path, and marks names of packages", () => {
    expect(paths("@alice @Component @Get() @me")).toEqual([]);
    expect(paths("@a/b/c @a.md @.env")).toEqual(["a/b/c", "a.md", ".env"]);
    const [segment] = parseFileRefs("@types/node");
    expect(segment).toMatchObject({ kind: "ref", isPackageName: true });
  });

  it("F18 finds nothing in the ranges of values", () => {
    const text = "Use @a.md here, not @b.md.";
    const start = text.indexOf("here");
    expect(paths(text)).toEqual(["a.md", "b.md"]);
    const found = parseFileRefs(text, [{ start, end: text.length }]);
    expect(found.flatMap((segment) => (segment.kind === "ref" ? [segment.path] : []))).toEqual([
      "a.md",
    ]);
  });

  it.each([
    ["emphasis", "**@a.md** _@b.md_ *@c.md* ~~@d.md~~", ["a.md", "b.md", "c.md", "d.md"]],
    ["table bars", "|@a.md|@b.md|", ["a.md", "b.md"]],
    ["typographic quotes", "“@a.md” ‘@b.md’ «@c.md»", ["a.md", "b.md", "c.md"]],
    ["a colon before", "See:@a.md", ["a.md"]],
  ])("F20 is not misled by %s", (_, text, expected) => {
    expect(paths(text)).toEqual(expected);
  });
});

describe("resolveFileRef", () => {
  it("F2 F3 drops the rest over the cap of 16384 bytes, and says how large the file is", async () => {
    const root = tempTree({ "a.txt": "x".repeat(20_000), "b.txt": "y".repeat(OUTPUT_CAP) });
    expect(OUTPUT_CAP).toBe(16384);
    const note = "[...truncated, 20000 bytes total — use read_file for the rest]";
    const cut = await resolveFileRef("a.txt", { root });
    expect(cut).toMatchObject({ kind: "file", bytesSent: 16384 });
    expect("text" in cut && cut.text.endsWith(note)).toBe(true);
    expect("text" in cut && cut.text.startsWith(`${"x".repeat(16384)}`)).toBe(true);
    const whole = await resolveFileRef("b.txt", { root });
    expect(whole).toMatchObject({ text: "y".repeat(OUTPUT_CAP), bytesSent: OUTPUT_CAP });
  });

  it.each([1, 2, 3, 4])(
    "F4 F8 cuts on a character boundary, and the cut is not binary: cap %i",
    async (more) => {
      const root = tempTree({ "a.txt": "𝄞é".repeat(100) });
      const cut = await resolveFileRef("a.txt", { root, maxBytes: 60 + more });
      if (cut.kind !== "file") throw new Error(JSON.stringify(cut));
      expect(cut.text).not.toContain("\uFFFD");
      expect(cut.bytesSent).toBe(more === 4 ? 64 : 60);
    },
  );

  it.each([
    ["a NUL byte", new Uint8Array([65, 0, 66])],
    ["invalid UTF-8", new Uint8Array([65, 0xff, 0xfe, 66])],
  ])("F8 calls a file with %s binary", async (_, bytes) => {
    const root = tempTree({ "a.bin": bytes });
    expect(await resolveFileRef("a.bin", { root })).toMatchObject({
      kind: "refused",
      why: "binary",
    });
  });

  it("F8 reads of a file of 10 GB the cap only", async () => {
    const root = tempTree({ "large.txt": "text ".repeat(4000) });
    truncateSync(join(root, "large.txt"), 10 * 1024 ** 3);
    const before = process.memoryUsage().rss;
    const bytes = bytesRead();
    const cut = await resolveFileRef("large.txt", { root });
    expect(cut).toMatchObject({ kind: "file", bytesSent: 16384 });
    expect(bytesRead() - bytes).toBeLessThan(1024 ** 2);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 ** 2);
  });

  it("F5 has four kinds of refusals, each with the path and a reason in a sentence", async () => {
    const root = tempTree({ "a.bin": new Uint8Array([0]), "secret/a.md": "x" });
    const scope = { exclude: ["secret/**"] };
    for (const [path, why] of [
      ["secret/a.md", "out-of-scope"],
      ["none.md", "not-found"],
      ["a.bin", "binary"],
    ] as const) {
      const refused = await resolveFileRef(path, { root, scope });
      expect(refused).toMatchObject({ kind: "refused", why });
      expect("message" in refused && refused.message).toMatch(new RegExp(`^.*${path}.* .*\\.$`));
    }
  });

  it("F7 lists a folder: folders first, links with @, at most 100 entries, totals, without denied ones", async () => {
    const root = tempTree({ "d/b.md": "", "d/sub/x.md": "", "d/denied.md": "", "d/a.md": "" });
    symlinkSync("a.md", join(root, "d/link.md"));
    const scope = { exclude: ["d/denied.md"] };
    const listed = await resolveFileRef("d", { root, scope });
    if (listed.kind !== "folder") throw new Error(JSON.stringify(listed));
    expect(listed.text.split("\n").slice(0, 4)).toEqual(["sub/", "a.md", "b.md", "link.md@"]);
    expect(listed.text).not.toContain("denied");
    const many = Object.fromEntries(
      Array.from({ length: 130 }, (_, n) => [`m/${1000 + n}.md`, ""]),
    );
    const more = await resolveFileRef("m", { root: tempTree(many) });
    if (more.kind !== "folder") throw new Error(JSON.stringify(more));
    expect(more.text.match(/^\d{4}\.md$/gm)).toHaveLength(100);
    expect(more.text).toContain("130");
  });

  it("F9 lets deny beat allow, a deny of writes stay readable, and a plain folder cover its files", async () => {
    const root = tempTree({ "a/b.md": "x", "a/c/d.md": "x", "r.md": "x", "o.md": "x" });
    const kind = async (path: string, scope: object) =>
      (await resolveFileRef(path, { root, scope })).kind;
    expect(await kind("a/b.md", { include: ["a/**"], exclude: ["a/b.md"] })).toBe("refused");
    expect(await kind("a/c/d.md", { include: ["a/**"], exclude: ["a/b.md"] })).toBe("file");
    expect(await kind("r.md", { include: ["a/**"], readonly: ["r.md"] })).toBe("file");
    expect(await kind("o.md", { include: ["a/**"], readonly: ["r.md"] })).toBe("refused");
    expect(await kind("a/b.md", { include: ["a/*"] })).toBe("file");
    expect(await kind("a/c/d.md", { include: ["a/*"] })).toBe("refused");
  });

  it("F10 refuses .., absolute paths, backslashes, links out of scope and broken links, each in words of its own", async () => {
    const outside = tempTree({ "out.md": "x" });
    const root = tempTree({ "a.md": "x", "d/x.md": "x" });
    symlinkSync(join(outside, "out.md"), join(root, "leads-out.md"));
    symlinkSync("nowhere.md", join(root, "broken.md"));
    const messages = new Set<string>();
    for (const path of [
      "../x.md",
      "d/../../x.md",
      join(root, "a.md"),
      "d\\x.md",
      "leads-out.md",
      "broken.md",
    ]) {
      const refused = await resolveFileRef(path, { root });
      expect(refused).toMatchObject({ kind: "refused", why: "out-of-scope" });
      if ("message" in refused) messages.add(refused.message.replaceAll(/`[^`]*`/g, "_"));
    }
    expect([...messages].length).toBeGreaterThanOrEqual(5);
  });

  it("F21 reads neither what git ignores nor what looks like a secret, unless the scope names it", async () => {
    const root = tempRepository({ ".gitignore": "*.log\n", ".env.local": "T=1", "key.pem": "x" });
    writeFileSync(join(root, "debug.log"), "token");
    for (const path of [".env.local", "key.pem", "debug.log"]) {
      expect(await resolveFileRef(path, { root })).toMatchObject({ why: "withheld" });
      const scope = { readonly: [path] };
      expect(await resolveFileRef(path, { root, scope })).toMatchObject({ kind: "file" });
    }
  });
});
