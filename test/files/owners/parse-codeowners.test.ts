import { describe, expect, it } from "vitest";
import { parseCodeOwners } from "../../../src/files/owners/parse-codeowners.ts";

type Row = readonly [lines: string, path: string, owners: string];

const ownersOf = (lines: string, path: string, at: string) =>
  parseCodeOwners(lines, at).ownersOf(path).join(" ");

describe("CODEOWNERS of GitHub", () => {
  const last = "* @all\n*.js @js\n/src/ @src";
  it.each<Row>([
    [last, "README.md", "@all"],
    [last, "lib/deep/a.js", "@js"],
    [last, "src/a.js", "@src"],
    ["* @all\n/dist/", "dist/a.js", ""],
    ["* @all\n/dist/ # made by hand", "dist/a.js", ""],
    ["*.js @js @acme/web mail@acme.example", "a.js", "@js @acme/web mail@acme.example"],
    ["*.js @js # @other", "a.js", "@js"],
    ["# *.js @js", "a.js", ""],
    ["docs/* @d", "docs/a.md", "@d"],
    ["docs/* @d", "docs/deep/a.md", ""],
    ["docs/** @d", "docs/deep/a.md", "@d"],
    ["docs/** @d", "docs", ""],
    ["docs/ @d", "src/docs/a.md", "@d"],
    ["docs/ @d", "docs", ""],
    ["/docs/ @d", "src/docs/a.md", ""],
    ["/docs @d", "docs", "@d"],
    ["/docs @d", "docs/deep/a.md", "@d"],
    ["docs @d", "src/docs/a.md", "@d"],
    ["apps/web @w", "apps/web/a.js", "@w"],
    ["apps/web @w", "x/apps/web/a.js", ""],
    ["**/logs @l", "a/b/logs/x.log", "@l"],
    ["**/logs @l", "logs", "@l"],
    ["a/**/z @z", "a/z", "@z"],
    ["a/**/z @z", "a/b/c/z", "@z"],
    ["a/**/z @z", "b/a/z", ""],
    ["/* @top", "a.js", "@top"],
    ["/* @top", "src/a.js", ""],
    ["** @all", "a/b/c", "@all"],
    ["/ @nothing", "a", ""],
    ["a?.js @a", "ab.js", "@a"],
    ["a?.js @a", "a.js", ""],
    ["?.js @a", "x/\u{1F600}.js", "@a"],
    ["my\\ file.md @m", "my file.md", "@m"],
    ["[id].tsx @next", "app/[id].tsx", "@next"],
    ["[id].tsx @next", "app/i.tsx", ""],
    ["A.JS @a", "a.js", ""],
    ["\uFEFFa.js @a\r\nb.js @b\r\n", "a.js", "@a"],
    [".github/ @ops", ".github/x.yml", "@ops"],
    ["src/*/test/*.js @t", "src/a/test/x.js", "@t"],
    ["src/*/test/*.js @t", "src/a/b/test/x.js", ""],
  ])("%j gives %s to %j", (lines, path, owners) => {
    expect(ownersOf(lines, path, ".github/CODEOWNERS")).toBe(owners);
  });

  it("leaves out lines with faults, and says where they are", () => {
    const { ownersOf: of, faults } = parseCodeOwners(
      "* @all\n!a.js @a\n***.js @a\n*.js team\n*.js @ok oops\n/a.js a@b\n",
      "CODEOWNERS",
    );
    expect([of("x.js"), of("a.js")]).toEqual([["@all"], ["a@b"]]);
    expect(faults.map(({ line, message }) => `${line} ${message}`)).toEqual([
      "2 The pattern `!a.js` begins with `!`, which has no meaning here: GitHub leaves this line out.",
      "3 The pattern `***.js` has three `*` in a row: GitHub leaves this line out.",
      "4 `team` is no owner: GitHub leaves this line out.",
      "5 `oops` is no owner: GitHub leaves this line out.",
    ]);
  });

  it("matches in a time that grows with the lengths only", () => {
    const pattern = `${"*a".repeat(1000)}b`;
    const deep = `/${"**/a/".repeat(400)}b`;
    const of = parseCodeOwners(`${pattern} @a\n${deep} @b\n`, "CODEOWNERS").ownersOf;
    const path = `${"a/".repeat(500)}${"a".repeat(4000)}`;
    expect(of(path)).toEqual([]); // With backtracking this test would never end.
  });
});

describe("CODEOWNERS of GitLab", () => {
  const sections = "* @all\n[Docs] @writers\ndocs/\n*.md @md\n^[Web][2] @web\n*.js\nkeep.js @keep";
  it.each<Row>([
    [sections, "x.c", "@all"],
    [sections, "docs/a.txt", "@all @writers"],
    [sections, "docs/a.md", "@all @md"],
    [sections, "docs/a.js", "@all @writers @web"],
    [sections, "src/keep.js", "@all @keep"],
    ["[A]\n*.js @a\n[B]\n*.ts @b\n[a]\nx.js @last", "x.js", "@last"],
    ["[A]\n* @a\n!x.js\nx.js @again", "x.js", ""],
    ["[A]\n* @a\n!x.js\n[B]\n* @b", "x.js", "@b"],
    ["[A]\ndocs @d", "docs/a.md", ""],
    ["[A]\ndocs/ @d", "src/docs/deep/a.md", "@d"],
    ["[A]\n/docs/* @d", "docs/a.md", "@d"],
    ["[A]\n/docs/* @d", "docs/deep/a.md", ""],
    ["[A]\n/docs/** @d", "docs/deep/a.md", ""],
    ["[A]\n/docs/**/*.md @d", "docs/deep/a.md", "@d"],
    ["[A]\n/docs/**/*.md @d", "docs/a.md", "@d"],
    ["[A]\n[ab].js @set\n", "a.js", "@set"],
    ["[A]\n[!ab].js @set\n", "c.js", "@set"],
    ["[A]\n[a-c].js @set\n", "b.js", "@set"],
    ["[A]\n\\#x @hash", "#x", "@hash"],
    ["[A]\nmy\\ file @m", "my file", "@m"],
    ["[A]\n* @group/sub/deep @@maintainer word", "x", "@group/sub/deep @@maintainer"],
    ["* @a\n*.js @b @a", "x.js", "@b @a"],
  ])("%j gives %s to %j", (lines, path, owners) => {
    expect(ownersOf(lines, path, ".gitlab/CODEOWNERS")).toBe(owners);
  });

  it("is what a file with a section is, in any place", () => {
    expect(ownersOf(sections, "docs/a.js", "CODEOWNERS")).toBe("@all @writers @web");
    expect(ownersOf("[ab].js @x", "[ab].js", "CODEOWNERS")).toBe("@x");
  });

  it("says which lines have faults", () => {
    const { faults } = parseCodeOwners("* word\n[Docs] writers\nx.js\n", ".gitlab/CODEOWNERS");
    expect(faults.map(({ line, message }) => `${line} ${message}`)).toEqual([
      "1 `word` is no owner: GitLab leaves it out.",
      "1 This line names no owner, and its section has none.",
      "2 `writers` is no owner: GitLab leaves it out.",
      "3 This line names no owner, and its section has none.",
    ]);
  });
});
