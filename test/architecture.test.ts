import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");

/** The import table of src/README.md: what each folder may import beside itself and npm packages. */
const LEAVES = ["model", "shared"];
const ROOMS = ["recipe", "policy", "files", "edit", "resolve", "git", "cache", "report"];
const TABLE: Readonly<Record<string, readonly string[]>> = {
  model: [],
  shared: ["model"],
  ...Object.fromEntries(ROOMS.map((room) => [room, LEAVES])),
  tools: [...LEAVES, "files", "edit", "resolve"],
  plan: [...LEAVES, ...ROOMS],
  apply: [...LEAVES, ...ROOMS, "plan"],
  agent: [...LEAVES, ...ROOMS, "tools", "plan", "apply"],
  // `run` emits events and never imports `report`.
  run: [...LEAVES, ...ROOMS.filter((room) => room !== "report"), "tools", "plan", "apply", "agent"],
  cli: [...LEAVES, ...ROOMS, "tools", "plan", "apply", "agent", "run"],
  action: [...LEAVES, ...ROOMS, "tools", "plan", "apply", "agent", "run"],
  "main.ts": [...LEAVES, "cli"],
  "index.ts": [...LEAVES, ...ROOMS, "tools", "plan", "apply", "agent", "run"],
};

interface Import {
  readonly from: string;
  readonly specifier: string;
}

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, text: readFileSync(join(SRC, name), "utf8") }))
  .map(({ name, text }) => ({
    name,
    text,
    code: text.replace(/\/\*.*?\*\/|(?<!:)\/\/.*$/gms, ""),
  }));

const imports: readonly Import[] = files.flatMap(({ name, text }) =>
  [...text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map((match) => ({
    from: name,
    specifier: match[1] ?? "",
  })),
);

function roomOf(file: string): string {
  return file.split("/")[0] ?? file;
}

function targetOf({ from, specifier }: Import): string {
  return relative(SRC, resolve(SRC, dirname(from), specifier));
}

describe("the import table", () => {
  it("lets every folder import only what stands left of it", () => {
    const violations = imports
      .filter(({ specifier }) => specifier.startsWith("."))
      .filter((entry) => {
        const room = roomOf(entry.from);
        const target = roomOf(targetOf(entry));
        return room !== target && !TABLE[room]?.includes(target);
      })
      .map((entry) => `${entry.from} imports ${targetOf(entry)}`);
    expect(violations).toEqual([]);
  });

  it("names every folder that there is", () => {
    expect(
      [...new Set(files.map(({ name }) => roomOf(name)))].filter((room) => !TABLE[room]),
    ).toEqual([]);
  });

  it("has no cycle between files", () => {
    const graph = new Map<string, string[]>();
    for (const entry of imports.filter(({ specifier }) => specifier.startsWith(".")))
      graph.set(entry.from, [...(graph.get(entry.from) ?? []), targetOf(entry)]);
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path, file].join(" → "));
      if (done.has(file) || path.includes(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
    expect(cycles).toEqual([]);
  });
});

describe("the rooms keep to themselves", () => {
  const importersOf = (pattern: RegExp) => [
    ...new Set(imports.filter(({ specifier }) => pattern.test(specifier)).map(({ from }) => from)),
  ];

  it("only git/ runs git, and one file any other process", () => {
    expect(
      importersOf(/^(node:child_process|simple-git|execa)$/).filter(
        (file) => roomOf(file) !== "git" && file !== "shared/process/run-command.ts",
      ),
    ).toEqual([]);
  });

  it("only apply/ writes files, and cache/ what can be found out again", () => {
    const writers =
      /\b(writeFile|appendFile|rename|unlink|rm|mkdir|copyFile|symlink|chmod|truncate|createWriteStream)(Sync)?\b/;
    const offenders = files
      .filter(({ name }) => !["apply", "cache"].includes(roomOf(name)))
      .filter(({ text }) =>
        [...text.matchAll(/import \{([^}]*)\} from "node:fs(?:\/promises)?"/g)].some((match) =>
          writers.test(match[1] ?? ""),
        ),
      )
      .map(({ name }) => name);
    expect(offenders).toEqual([]);
  });

  it("only the two main files touch the process", () => {
    const offenders = files
      .filter(({ name }) => !["main.ts", "action/main.ts"].includes(name))
      .filter(({ code }) =>
        /\bprocess\.(argv|env|cwd|exit|exitCode|stdout|stderr|stdin|on)\b|\bconsole\./.test(code),
      )
      .map(({ name }) => name);
    expect(offenders).toEqual([]);
  });

  it("only the main files read the clock or make random values that could reach a report", () => {
    const offenders = files
      .filter(({ name }) => !["main.ts", "action/main.ts"].includes(name))
      .filter(({ code }) =>
        /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandomBytes\b|\brandomUUID\b/.test(code),
      )
      .map(({ name }) => name);
    expect(offenders).toEqual([]);
  });
});

describe("the shape of files", () => {
  it("keeps files at 200 lines, or says at the top why not", () => {
    const long = files
      .filter(
        ({ text }) =>
          text.split("\n").length > 201 && !/^\/\/ Longer than 200 lines because/m.test(text),
      )
      .map(({ name }) => name);
    expect(long).toEqual([]);
  });

  it("names files in kebab-case", () => {
    expect(
      files.map(({ name }) => name).filter((name) => !/^([a-z0-9-]+\/)*[a-z0-9-]+\.ts$/.test(name)),
    ).toEqual([]);
  });
});
