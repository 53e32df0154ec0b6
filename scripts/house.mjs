// Counts the shape of the code: folders, chains of imports, functions, comments. `npm run house [-- DIR]`, where DIR is
// another checkout to compare with. It judges nothing; test/architecture.test.ts does.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";

const root = resolve(process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url)));
const src = join(root, "src");
const MAX_FUNCTION_LINES = 40;
const MAX_COLUMNS = 120;

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .sort()
  .map((name) => readSource(name, readFileSync(join(src, name), "utf8")));
const names = new Set(files.map(({ name }) => name));

const folders = countBy(files, ({ name }) => dirname(name));
const largest = [...folders].sort(([, a], [, b]) => b - a).slice(0, 8);
const chains = longestChains();
const chain = longestOf([...chains.values()]);
const lines = files.map(({ text }) => text.split("\n").length - 1).sort((a, b) => a - b);
const functions = files.flatMap((file) => file.functions);
const comments = files.flatMap((file) => file.comments);
const spreads = files.flatMap((file) => file.spreads);

print("files", files.length);
print("lines", sum(lines));
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
