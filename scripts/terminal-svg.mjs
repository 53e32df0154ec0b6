// Draws docs/images/terminal.svg: what `sluice preview` prints for a small tree, in its colors, as a picture that looks
// the same on light and dark pages. The same bytes each time. Needs a build: node scripts/terminal-svg.mjs
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const checkout = fileURLToPath(new URL("..", import.meta.url));
const FILES = {
  "strict.yaml": `version: 1
name: strict
steps:
  - id: equal
    ast_edit:
      per: file
      ops: [{ pat: "assert.equal($A, $B)", out: "assert.strictEqual($A, $B)" }]
`,
  "sluice.policy.yaml": `version: 1
default: { verdict: hold, reason: A person looks at it. }
rules:
  - { id: tests, when: { allFiles: ["test/**"] }, verdict: apply, reason: Only tests. }
  - { id: vendored, when: { anyFile: ["vendor/**"] }, verdict: discard, reason: Vendored code stays. }
`,
  "test/price.test.js": "assert.equal(price(2), 20);\nassert.equal(name, 'two');\n",
  "src/check.js": "export const check = (a) => assert.equal(a, 1);\n",
  "vendor/old.js": "assert.equal(old, true);\n",
};
const COMMAND = "sluice preview strict.yaml";
const COLORS = { 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 36: "#79c0ff" };
const [INK, DIM, PAPER, LINE, CELL] = ["#e6edf3", "#8b949e", "#0d1117", 19, 8.4];

/** Runs the command in a tree of its own. */
function recorded() {
  const root = mkdtempSync(join(tmpdir(), "sluice-svg-"));
  try {
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    execFileSync("git", ["init", "-q"], { cwd: root });
    const [, ...words] = COMMAND.split(" ");
    const argv = [join(checkout, "bin/sluice.mjs"), ...words, "--color=always"];
    const { stdout, status } = spawnSync(process.execPath, argv, { cwd: root, encoding: "utf8" });
    if (status !== 0) throw new Error(`${COMMAND} ended with ${status}.`);
    return stdout.trimEnd();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Returns the style after some codes of a terminal. */
function styled(style, codes) {
  const next = { ...style };
  for (const code of codes.split(";").map(Number)) {
    if (code === 0) Object.assign(next, { color: INK, bold: false, dim: false, inverse: false });
    else if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 22) Object.assign(next, { bold: false, dim: false });
    else if (code === 7 || code === 27) next.inverse = code === 7;
    else if (code === 39) next.color = INK;
    else if (COLORS[code]) next.color = COLORS[code];
  }
  return next;
}

/** Returns the elements of a line, and the style behind it. */
function drawn(line, row, before) {
  let [style, column] = [before, 0];
  const parts = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of a terminal begin with it
  for (const [index, piece] of line.split(/\x1b\[([\d;]*)m/).entries()) {
    if (index % 2 === 1) style = styled(style, piece);
    else if (piece !== "") {
      const [x, y] = [24 + column * CELL, 58 + row * LINE];
      const width = [...piece].length * CELL;
      const color = style.dim ? DIM : style.color;
      if (style.inverse)
        parts.push(
          `<rect x="${x.toFixed(1)}" y="${y - 14}" width="${width.toFixed(1)}" height="${LINE - 1}" fill="${color}"/>`,
        );
      parts.push(
        `<text x="${x.toFixed(1)}" y="${y}" fill="${style.inverse ? PAPER : color}"${style.bold ? ' font-weight="bold"' : ""} textLength="${width.toFixed(1)}" xml:space="preserve">${escaped(piece)}</text>`,
      );
      column += [...piece].length;
    }
  }
  return { parts, style };
}

const lines = [`\x1b[2m$\x1b[22m ${COMMAND}`, ...recorded().split("\n")];
let style = { color: INK, bold: false, dim: false, inverse: false };
const body = lines.flatMap((line, row) => {
  const { parts, style: after } = drawn(line, row, style);
  style = after;
  return parts;
});
// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of a terminal begin with it
const longest = Math.max(...lines.map((line) => [...line.replace(/\x1b\[[\d;]*m/g, "")].length));
const [width, height] = [Math.ceil(48 + longest * CELL), 58 + lines.length * LINE];
const dots = ["#ff5f57", "#febc2e", "#28c840"].map(
  (color, at) => `<circle cx="${24 + at * 18}" cy="22" r="6" fill="${color}"/>`,
);
const svg = [
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${COMMAND}, in a terminal" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">`,
  `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" fill="${PAPER}" stroke="#30363d"/>`,
  ...dots,
  ...body,
  "</svg>",
  "",
].join("\n");
mkdirSync(join(checkout, "docs/images"), { recursive: true });
writeFileSync(join(checkout, "docs/images/terminal.svg"), svg);
