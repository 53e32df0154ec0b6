/**
 * A formatter for tests: it indents by brackets with two spaces, writes one space between words and one blank line
 * between lines, and parts the arguments of a call in a line of more than 30 characters. Certain words make it fail.
 */
export function tinyFormat(text: string): string {
  let depth = 0;
  const made: string[] = [];
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim().replace(/\s+/g, " ");
    if (line === "" && (made.at(-1) ?? "") === "") continue;
    if (/^[)}\]]/.test(line)) depth -= 1;
    const indent = "  ".repeat(Math.max(0, depth));
    const call = /^(.*?\()(.+)(\).*)$/.exec(line);
    if (call && indent.length + line.length > 30) {
      const [, head = "", args = "", tail = ""] = call;
      made.push(`${indent}${head}`);
      for (const argument of args.split(", ")) made.push(`${indent}  ${argument},`);
      made.push(`${indent}${tail}`);
    } else made.push(line === "" ? "" : indent + line);
    if (/[({[]$/.test(line)) depth += 1;
  }
  return `${made.join("\n").trimEnd()}\n`;
}

/** The same as a program: by standard input, or with `--write` and files. */
export const TINY = `const fs = require("node:fs");
${tinyFormat}
const format = (text) => {
  if (text.includes("FAIL")) { console.error("tiny: no thanks"); process.exit(2); }
  if (text.includes("EMPTY")) return "";
  if (text.includes("HANG")) for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (text.includes("ROGUE")) fs.writeFileSync("rogue.txt", "");
  return tinyFormat(text);
};
const [, , option, ...files] = process.argv;
if (option !== "--write") process.stdout.write(format(fs.readFileSync(0, "utf8")));
else for (const file of files) fs.writeFileSync(file, format(fs.readFileSync(file, "utf8")));
`;
