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

/** The files of the program, with their texts. */
const sources = ["src", "page"]
  .filter((folder) => existsSync(join(ROOT, folder)))
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes("node_modules"))
      .map((name) => join(folder, name)),
  )
  .map((path) => ({ path, text: read(path) }));

/** The files of the program that the numbered steps of a section name, with the name of an example put in. */
function filesOfSection(title: string, example: string): readonly string[] {
  const [, section = ""] =
    new RegExp(`^## How to add ${title}\\n([^]*?)^## `, "m").exec(read("CONTRIBUTING.md")) ?? [];
  const steps = [...section.matchAll(/^\d+\. [\s\S]*?(?=\n\n|\n\d+\. )/gm)].join("\n");
  const paths = [...steps.matchAll(/(?:\]\(|`)((?:src|page)\/[\w/.<>-]+\.tsx?)/g)];
  return [...new Set(paths.map(([, path = ""]) => path.replaceAll("<name>", example)))].sort();
}

/** An example of what a section adds, and the traces that it leaves in each file that it needs. */
const EXAMPLES: readonly (readonly [title: string, example: string, trace: RegExp])[] = [
  ["a command", "doctor", /\bdoctorCommand\b|^ *"doctor",$/m],
  ["a report format", "csv", /\bcreateCsvReporter\b|^ +csv: \{/m],
  [
    "a condition",
    "anyFile",
    /\banyFile\?: NameCondition|\banyFile: (globs\(|\{ kind)|"conditions\.anyFile"/,
  ],
  ["a CI system", "buildkite", /"buildkite"|\bBUILDKITE/],
  ["a language", "kotlin", /\bkotlin\b/],
];

describe("CONTRIBUTING.md", () => {
  it.each(EXAMPLES)("names all files for %s, and no other (%s)", (title, example, trace) => {
    const touched = sources.filter(({ text }) => trace.test(text)).map(({ path }) => path);
    expect(filesOfSection(title, example)).toEqual(touched.sort());
  });

  it("names only files and folders that are there", () => {
    const paths = [...read("CONTRIBUTING.md").matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)]
      .map(([, path = ""]) => path)
      .filter((path) => /^(src|page|test|docs|scripts|schema|recipes|mirror)\/./.test(path));
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

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
