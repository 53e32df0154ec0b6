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

/** An example of what a section adds. */
interface Example {
  readonly title: string;
  readonly example: string;
  /** The traces that it leaves in each file that it needs. */
  readonly trace: RegExp;
  /** The number of files that a section cannot name: where the example has its effect. */
  readonly effects: number;
}

const EXAMPLES: readonly Example[] = [
  {
    title: "a command",
    example: "doctor",
    trace: /\bdoctorCommand\b|^ *"doctor",$/m,
    effects: 0,
  },
  {
    title: "a step kind",
    example: "command",
    trace:
      /\bCommandStep\b|\brunCommandStep\b|\bcommand: COMMAND\b|kind [!=]== "command"|case "command"/,
    effects: 0,
  },
  {
    title: "a step kind",
    example: "transform",
    trace:
      /\bTransformStep\b|\brunTransform\b|\btransform: TRANSFORM\b|kind [!=]== "transform"|case "transform"/,
    effects: 0,
  },
  {
    title: "a tool",
    example: "ast-grep",
    trace: /\bcreateAstGrepTool\b|^ *"ast_grep",$/m,
    effects: 0,
  },
  { title: "an option", example: "requireClean", trace: /\brequireClean\b/, effects: 0 },
  {
    title: "a report format",
    example: "csv",
    trace: /\bcreateCsvReporter\b|^ +csv: \{/m,
    effects: 0,
  },
  // The one of the two files that does not compute it is named, too.
  {
    title: "a fact",
    example: "replacements",
    trace:
      /^ {2}replacements: \{$|^ {4}replacements: sum\(changes, countOfEdits\)|\.\.\.previewed,$/m,
    effects: 0,
  },
  { title: "a condition", example: "anyFile", trace: /\banyFile"?\??: /, effects: 0 },
  {
    title: "a CI system",
    example: "buildkite",
    trace: /"buildkite"|\bBUILDKITE|\.buildkite\//,
    effects: 0,
  },
  { title: "a language", example: "kotlin", trace: /\bkotlin\b/, effects: 0 },
];

describe("CONTRIBUTING.md", () => {
  it.each(EXAMPLES)("names all files for $title, and no other ($example)", (section) => {
    const touched = sources.filter(({ text }) => section.trace.test(text)).map(({ path }) => path);
    const named = filesOfSection(section.title, section.example);
    expect(touched).toEqual(expect.arrayContaining([...named]));
    const others = touched.filter((path) => !named.includes(path));
    expect(others, others.join(", ")).toHaveLength(section.effects);
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
