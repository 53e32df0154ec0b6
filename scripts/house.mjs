// Counts the shape of the code: rooms, folders, imports, functions, comments, the way of a plain run, and the files that
// one change touches. `npm run house [-- DIR]`, where DIR is another checkout to compare with. It judges nothing;
// test/architecture.test.ts and test/way.test.ts do.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { measureWay } from "./way/measure-way.mjs";

const root = resolve(process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url)));
const src = join(root, "src");
/** The program of the page is beside `src/`; in an older checkout it is in it. */
const HOMES = ["src", "page"].filter((home) => existsSync(join(root, home)));
const MAX_FUNCTION_LINES = 40;
const MAX_COLUMNS = 120;

const files = HOMES.flatMap((home) =>
  readdirSync(join(root, home), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("node_modules"))
    .map((name) => relative(src, join(root, home, name)))
    .sort(),
).map((name) => readSource(name, readFileSync(join(src, name), "utf8")));
const names = new Set(files.map(({ name }) => name));

const folders = countBy(files, ({ name }) => dirname(name));
const largest = [...folders].sort(([, a], [, b]) => b - a).slice(0, 8);
const chains = longestChains();
const chain = longestOf([...chains.values()]);
const lines = files.map(({ text }) => text.split("\n").length - 1).sort((a, b) => a - b);
const functions = files.flatMap((file) => file.functions);
const comments = files.flatMap((file) => file.comments);
const spreads = files.flatMap((file) => file.spreads);

const way = measureWay(root);
const rooms = roomSizes();

print("files of src/ and page/", files.length);
print("lines of src/ and page/", sum(lines));
print("largest room", `${rooms[0].name} ${rooms[0].share} %`);
print("rooms in run/", roomsIn("run"));
print("frames to the first match", `${way.match.length} in ${filesOnWay(way.match)} files`);
print("frames to the first rename", `${way.rename.length} in ${filesOnWay(way.rename)} files`);
print("modules of a plain run", way.modules.length);
print("lines of these modules", way.lines);
print(
  "imports a file",
  (sum(files.map(({ imports }) => imports.length)) / files.length).toFixed(1),
);
for (const thing of ["an option", "a fact", "a CI system", "a step kind"])
  print(`files of src/ for ${thing}`, filesToTouch(thing));
print("median lines of a file", lines[Math.floor(lines.length / 2)]);
print("folders", folders.size);
print("largest folders", largest.map(([name, count]) => `${name} ${count}`).join(", "));
print("longest import chain", chain.length);
print("functions", functions.length);
print(`functions over ${MAX_FUNCTION_LINES} lines`, over(functions, MAX_FUNCTION_LINES));
print("casts `as unknown as`", sum(files.map(({ text }) => count(text, /\bas unknown as\b/g))));
print("spreads of object literals", spreads.filter((kind) => kind === "literal").length);
print("conditional spreads", spreads.filter((kind) => kind === "conditional").length);
for (const word of ["What", "Whether", "Where"])
  print(`comments that begin with "${word}"`, comments.filter(begins(word)).length);
for (const word of ["whoever", "nobody", "somebody"])
  print(
    `comments with "${word}"`,
    comments.filter((text) => new RegExp(word, "i").test(text)).length,
  );
print(`lines over ${MAX_COLUMNS} columns`, sum(files.map(longLines)));
console.log(`\nthe longest chain:\n  ${chain.join("\n  ")}`);
console.log("\neach folder: files, and the longest chain that begins there:");
for (const [name, amount] of [...folders].sort()) {
  const begin = [...chains].filter(([file]) => dirname(file) === name).map(([, each]) => each);
  const length = longestOf(begin).length;
  console.log(`  ${String(amount).padStart(3)}  ${String(length).padStart(3)}  ${name}`);
}
const long = functions.filter((each) => each.lines > MAX_FUNCTION_LINES);
console.log(`\nfunctions over ${MAX_FUNCTION_LINES} lines:`);
for (const { where, lines: length } of long.sort((a, b) => b.lines - a.lines))
  console.log(`  ${String(length).padStart(3)}  ${where}`);

/** The rooms of the house by their share of all lines, the largest first. */
function roomSizes() {
  const sizes = new Map();
  for (const { name, text } of files) {
    const room = name.startsWith("../") ? "page" : name.split("/")[0];
    sizes.set(room, (sizes.get(room) ?? 0) + text.split("\n").length - 1);
  }
  return [...sizes]
    .map(([name, size]) => ({ name, share: Math.round((1000 * size) / sum(lines)) / 10 }))
    .sort((a, b) => b.share - a.share);
}

function roomsIn(room) {
  const inside = files.filter(({ name }) => name.startsWith(`${room}/`));
  return new Set(inside.map(({ name }) => name.split("/").slice(1, -1)[0])).size - 1;
}

function filesOnWay(frames) {
  return new Set(frames.map((frame) => frame.split(" ")[0])).size;
}

/** The files that the numbered steps of CONTRIBUTING name. A test holds that they are all of them. */
function filesToTouch(thing) {
  const text = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  const section =
    text.split("\n## ").find((each) => each.startsWith(`How to add ${thing}\n`)) ?? "";
  const steps = section.split("\n").filter((line) => /^(?:\d+\. | {3})/.test(line));
  return new Set(steps.join("\n").match(/(?<=[(`])src\/[^)`]*[\w>]\.tsx?/g)).size;
}

function print(name, value) {
  console.log(`${name.padEnd(36)} ${value}`);
}

function readSource(name, text) {
  const parsed = parseSync(name, text);
  const source = { name, text, functions: [], spreads: [] };
  const lineAt = lineFinder(text);
  visit(parsed.program, (node) => {
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
      const line = lineAt(node.start);
      source.functions.push({ where: `${name}:${line}`, lines: lineAt(node.end) - line + 1 });
    }
    if (node.type === "SpreadElement") source.spreads.push(spreadKind(node.argument));
  });
  return {
    ...source,
    comments: parsed.comments.map(({ value }) => value.replace(/^[\s*]+/, "")),
    imports: importsOf(parsed.module, text)
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => relative(src, resolve(src, dirname(name), specifier))),
  };
}

/** All of them: side effects, types, and those that are loaded when they are needed. */
function importsOf({ staticImports, staticExports, dynamicImports }, text) {
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) =>
      [...text.slice(start, end).matchAll(/^"([^"]+)"$/g)].map(([, specifier]) => specifier),
    ),
  ];
}

function spreadKind(argument) {
  if (argument.type === "ParenthesizedExpression") return spreadKind(argument.expression);
  if (argument.type === "ObjectExpression") return "literal";
  return argument.type === "ConditionalExpression" ? "conditional" : "other";
}

function visit(node, enter) {
  if (Array.isArray(node)) for (const each of node) visit(each, enter);
  else if (node !== null && typeof node === "object") {
    if (typeof node.type === "string") enter(node);
    for (const value of Object.values(node)) visit(value, enter);
  }
}

/** For each file, the longest way from file to file along imports: there are no cycles. */
function longestChains() {
  const imports = new Map(
    files.map((file) => [file.name, file.imports.filter((to) => names.has(to))]),
  );
  const known = new Map();
  const longestFrom = (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const longest = [name, ...longestOf((imports.get(name) ?? []).map(longestFrom))];
    known.set(name, longest);
    return longest;
  };
  for (const name of names) longestFrom(name);
  return known;
}

function longestOf(lists) {
  return lists.reduce((a, b) => (b.length > a.length ? b : a), []);
}

function lineFinder(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

function countBy(values, keyOf) {
  const counts = new Map();
  for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
  return counts;
}

function begins(word) {
  return (text) => new RegExp(`^${word}\\b`).test(text);
}

function over(functionList, limit) {
  return functionList.filter((each) => each.lines > limit).length;
}

function longLines({ text }) {
  return text.split("\n").filter((line) => line.length > MAX_COLUMNS).length;
}

function count(text, pattern) {
  return [...text.matchAll(pattern)].length;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
