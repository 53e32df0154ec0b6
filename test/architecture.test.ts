import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");
const SRC = join(ROOT, "src");

/** The folders of the program of the HTML report have its name before them: it is a room beside those of `src/`. */
const PAGE = "page";

/** The import table of src/README.md: what each folder may import beside itself and npm packages. */
const LEAVES = ["model", "shared"];
const ROOMS = ["recipe", "policy", "files", "edit", "resolve", "git", "cache", "report"];
const UPPER = ["request", "tree", "past", "config", "run"];
// A run emits events: nothing up to it imports `report`.
const BELOW_REQUEST = [
  ...[...LEAVES, ...ROOMS.filter((room) => room !== "report")],
  ...["explain", "findings", "patch", "threats", "tools", "plan-file", "apply", "agent"],
];
const BELOW_COMMAND = [...BELOW_REQUEST, "report", ...UPPER, "plan", "author"];
const TABLE: Readonly<Record<string, readonly string[]>> = {
  model: [],
  shared: ["model"],
  ...Object.fromEntries(ROOMS.map((room) => [room, LEAVES])),
  syntax: LEAVES,
  names: [...LEAVES, "syntax"],
  edit: [...LEAVES, "syntax", "names"],
  threats: [...LEAVES, "edit"],
  // Of what runs and reports, only `command` asks a server for pull requests.
  forge: LEAVES,
  explain: [...LEAVES, "edit"],
  findings: [...LEAVES, "edit"],
  patch: [...LEAVES, "edit", "findings"],
  tools: [...LEAVES, "files", "names", "edit", "resolve", "patch", "findings", "threats"],
  "plan-file": [...LEAVES, ...ROOMS],
  apply: [...LEAVES, ...ROOMS, "plan-file"],
  agent: [...LEAVES, ...ROOMS, "tools", "plan-file", "apply"],
  ...Object.fromEntries(UPPER.map((room, at) => [room, [...BELOW_REQUEST, ...UPPER.slice(0, at)]])),
  plan: [...BELOW_REQUEST, ...UPPER],
  verify: [...BELOW_REQUEST, ...UPPER, "plan"],
  author: [...BELOW_REQUEST, ...UPPER, "forge"],
  landing: [...BELOW_COMMAND, "forge"],
  publish: [...BELOW_COMMAND, "forge", "landing"],
  decide: [...BELOW_COMMAND, "forge", "landing"],
  fleet: [...BELOW_COMMAND, "forge", "landing", "publish", "decide"],
  command: [...BELOW_COMMAND, "forge", "publish", "decide", "fleet", "verify"],
  hook: [...BELOW_COMMAND, "command"],
  mcp: [...BELOW_COMMAND, "command"],
  cli: [...BELOW_COMMAND, "publish", "command", "fleet", "hook", "mcp"],
  // Of `action`, only its main file takes the process.
  action: [...BELOW_COMMAND, "command", "process-world.ts"],
  // Of `api`, only one file takes the process.
  api: [...BELOW_COMMAND, "process-world.ts"],
  "process-world.ts": LEAVES,
  "main.ts": [...LEAVES, "cli", "process-world.ts"],
  "index.ts": [...BELOW_COMMAND, "api"],
  // A program of its own, for browsers: no code of `report` is in it, and none of it is in `report`.
  page: LEAVES,
};

/** The rooms of a folder, in order: each may import only rooms that stand before it. `.` is the folder itself, the last. */
const ROOM_ORDER: Readonly<Record<string, readonly string[]>> = {
  recipe: ["schema", "inputs", "steps", "."],
  edit: [
    "text",
    "replacement",
    "language",
    "engine",
    "exports",
    "compile",
    "match",
    "grouping",
    "imports",
    "naming",
    "loss",
    "passes",
    "leftovers",
    "telling",
  ],
  apply: ["disk", "state", "transaction", "past"],
  agent: ["model", "provider", "cassette", "conversation", "prompt"],
  page: ["view", "ui", "."],
  "tools/ast-edit": ["facts", "search", "preview", "."],
  tree: [".", "write", "staged", "base"],
  past: ["record", "."],
  config: ["sources", "project", "surroundings", "selection", "shards", "consent", "prepare"],
  plan: ["judge", "merge", "."],
  author: ["policy", "trust", "matching", "doctor", "init", "testing", "."],
  threats: ["code", "tables", "finders", "."],
  hook: ["call", "judge", "entries", "."],
  fleet: ["file", "ledger", "mirror", "job", "queue", "merge", "publish", "."],
  run: [
    ...["checks", "why", "state", "proof", "decide", "calls", "prompt"],
    ...["plan-content", "commits", "steps"],
    ".",
  ],
};

/** They run the commands of others: started, with all of the output, and with its tail. */
const COMMANDS = ["find-spawn", "run-command", "run-for-tail"].map(
  (name) => `shared/process/${name}.ts`,
);

/** It starts none, and changes how the code of a transform does. */
const STARTS_OF_OTHERS = "tools/transform/children-output.ts";

/** They start a process; the rest of the program gets it as a world. */
const MAIN_FILES = ["main.ts", "action/main.ts"];

interface Import {
  readonly from: string;
  readonly specifier: string;
  /** The names that are imported; `*` for all of them. Empty for a side effect. */
  readonly names: readonly string[];
}

const files = [...namesBelow(SRC), ...namesBelow(join(ROOT, PAGE)).map((name) => join(PAGE, name))]
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => {
    const text = readFileSync(pathOf(name), "utf8");
    const { comments, module: parsed } = parseSync(name, text);
    return { name, text, code: withoutComments(text, comments), parsed };
  });

const imports: readonly Import[] = files.flatMap(({ name, text, parsed }) => [
  ...parsed.staticImports.map(({ moduleRequest, entries }) => ({
    from: name,
    specifier: moduleRequest.value,
    names: entries.map(({ importName }) => importName.name ?? "*"),
  })),
  ...parsed.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName }) =>
      moduleRequest
        ? [{ from: name, specifier: moduleRequest.value, names: [importName.name ?? "*"] }]
        : [],
    ),
  ),
  ...parsed.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    from: name,
    specifier: text.slice(start, end).replace(/^"(.*)"$/, "$1"),
    names: ["*"],
  })),
]);

function namesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" });
}

function pathOf(name: string): string {
  return join(isBelow(name, PAGE) ? ROOT : SRC, name);
}

function withoutComments(
  text: string,
  comments: readonly { start: number; end: number }[],
): string {
  let code = "";
  let from = 0;
  for (const { start, end } of comments) {
    code += text.slice(from, start);
    from = end;
  }
  return code + text.slice(from);
}

function isBelow(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`);
}

/** `run/tree/a.ts` in `run` → `tree`; `run/undo.ts` → `.`. */
function roomIn(folder: string, file: string): string {
  const [room = "", ...rest] = file.slice(folder.length + 1).split("/");
  return rest.length === 0 ? "." : room;
}

function roomOf(file: string): string {
  return file.split("/")[0] ?? file;
}

function targetOf({ from, specifier }: Import): string {
  const target = resolve(dirname(pathOf(from)), specifier);
  return relative(target.startsWith(join(ROOT, PAGE)) ? ROOT : SRC, target);
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

  it.each(Object.entries(ROOM_ORDER))(
    "lets every room of %s import only rooms that stand before it",
    (folder, order) => {
      const inside = imports.filter(
        (entry) => isBelow(entry.from, folder) && isBelow(targetOf(entry), folder),
      );
      const violations = inside
        .filter((entry) => {
          const rank = order.indexOf(roomIn(folder, entry.from));
          return order.indexOf(roomIn(folder, targetOf(entry))) > rank;
        })
        .map((entry) => `${entry.from} imports ${targetOf(entry)}`);
      expect(violations).toEqual([]);
      const rooms = new Set(
        files.filter(({ name }) => isBelow(name, folder)).map(({ name }) => roomIn(folder, name)),
      );
      expect([...rooms].filter((room) => !order.includes(room))).toEqual([]);
    },
  );

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

  it("has no chain of imports of more than 25 files", () => {
    const chains = new Map<string, readonly string[]>();
    const longestFrom = (file: string): readonly string[] => {
      const known = chains.get(file);
      if (known) return known;
      const rest = imports
        .filter((entry) => entry.from === file && entry.specifier.startsWith("."))
        .map((entry) => longestFrom(targetOf(entry)));
      const chain = [file, ...rest.reduce((a, b) => (b.length > a.length ? b : a), [])];
      chains.set(file, chain);
      return chain;
    };
    const longest = files.map(({ name }) => longestFrom(name));
    expect(longest.filter((chain) => chain.length > 25)).toEqual([]);
  });
});

describe("the rooms keep to themselves", () => {
  const importersOf = (pattern: RegExp) => [
    ...new Set(imports.filter(({ specifier }) => pattern.test(specifier)).map(({ from }) => from)),
  ];

  it("only git/ runs git, and three files any other process", () => {
    expect(
      importersOf(/^(node:child_process|simple-git|execa)$/).filter(
        (file) => roomOf(file) !== "git" && !COMMANDS.includes(file) && file !== STARTS_OF_OTHERS,
      ),
    ).toEqual([]);
  });

  it("only git/ inherits the environment of the process, and only if it is given none", () => {
    expect(importersOf(/^(node:)?process$/)).toEqual(["git/git-environment.ts"]);
  });

  it("only apply/ writes files, cache/ what can be found out again, and one file what has no name", () => {
    const writers =
      /\b(writeFile|appendFile|rename|unlink|rm|mkdir|copyFile|symlink|chmod|truncate|createWriteStream)(Sync)?\b/;
    const offenders = imports
      .filter(({ from }) => !["apply", "cache"].includes(roomOf(from)))
      .filter(({ from }) => from !== "shared/spill/spill-file.ts")
      .filter(({ specifier }) => /^node:fs(?:\/promises)?$/.test(specifier))
      .filter(({ names }) => names.some((name) => name === "*" || writers.test(name)));
    expect(offenders).toEqual([]);
  });

  it("only the two main files touch the process, and they and the library make a world of it", () => {
    const offenders = files
      .filter(({ name }) => !MAIN_FILES.includes(name))
      .filter(({ code }) =>
        /\bprocess\.(argv|env|cwd|exit|exitCode|stdout|stderr|stdin|on)\b|\bconsole\./.test(code),
      )
      .map(({ name }) => name);
    expect(offenders).toEqual([]);
    expect(importersOf(/process-world\.ts$/).sort()).toEqual(
      [...MAIN_FILES, "api/in-world.ts"].sort(),
    );
  });

  it("only the world of the process has a clock and random values", () => {
    const offenders = files
      .filter(({ name }) => name !== "process-world.ts")
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

  it("keeps folders at 30 files", () => {
    const sizes = new Map<string, number>();
    for (const { name } of files) sizes.set(dirname(name), (sizes.get(dirname(name)) ?? 0) + 1);
    const large = [...sizes].filter(([, size]) => size > 30);
    expect(large).toEqual([]);
  });

  it("looks at the kind of a preview nowhere by its class, and casts nothing by force", () => {
    const offenders = files
      .filter(({ code }) => /instanceof \w*Preview\b|\bas unknown as\b/.test(code))
      .map(({ name }) => name);
    expect(offenders).toEqual([]);
  });

  it("says of every folder in src/README.md, or page/README.md, what lives there", () => {
    const maps = [SRC, join(ROOT, PAGE)].map((home) =>
      readFileSync(join(home, "README.md"), "utf8"),
    );
    const folders = new Set(files.map(({ name }) => dirname(name)).filter((name) => name !== "."));
    expect(
      [...folders].filter((name) => !maps.some((map) => map.includes(`| \`${name}/\` | `))),
    ).toEqual([]);
  });

  it("names files in kebab-case", () => {
    expect(
      files
        .map(({ name }) => name)
        .filter((name) => !/^([a-z0-9-]+\/)*[a-z0-9-]+(\.d)?\.tsx?$/.test(name)),
    ).toEqual([]);
  });
});
