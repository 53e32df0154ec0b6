import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** The files that a page links to, relative to the root. */
function linksOf(page: string, text = read(page)): readonly string[] {
  return [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = ""]) =>
    join(dirname(page), link),
  );
}

describe("the pages for people who change Sluice", () => {
  it.each(["CONTRIBUTING.md", "src/README.md", "bench/README.md", "docs/design/README.md"])(
    "link only to files that are there (%s)",
    (page) => {
      expect(linksOf(page).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    },
  );

  it("have every room in the picture of the house", () => {
    const [, picture = ""] = /## The house.*?```text\n(.*?)```/s.exec(read("src/README.md")) ?? [];
    const named = picture.split("\n").flatMap((line) => line.slice(13, 31).trim().split(/\s+/));
    const rooms = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const expected = new Set([...rooms.map(({ name }) => name), "page"]);
    expect(named.filter(Boolean).sort()).toEqual([...expected].sort());
  });
});
