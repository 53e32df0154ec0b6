// Takes the patterns of a maintained set of rules for secrets, that of secretlint, and writes them as data into
// src/threats/tables/secret-rules.ts: node scripts/secret-rules.mjs. It downloads the package with npm, checks its bytes,
// and reads it as a tree: none of its code is ever run. For a new version set both constants (`npm view NAME@VERSION
// dist.integrity`), and format the result.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

const PACKAGE = "@secretlint/secretlint-rule-preset-recommend@13.0.7";
const INTEGRITY =
  "sha512-hfdYra+ZB6RmviEApxeL/YCx4ovBtpj0d9c+uhlCZaCikObjb8Sb8yqBN6g8/9tt7qD7LXGE3k9RtVvGK1fNVw==";

/** The first rule of the module: helpers stand before it. Its last one is about comments of secretlint itself. */
const FIRST = "const AWSAccessKeyIDPattern";
const LAST = "const HTML_COMMENT_REGEXP";

/** Shorter ones take a text apart. */
const SHORTEST = 12;

const TARGET = new URL("../src/threats/tables/secret-rules.ts", import.meta.url);

const folder = mkdtempSync(join(tmpdir(), "secret-rules-"));
try {
  const rules = rulesIn(downloaded());
  writeFileSync(TARGET, textOf(rules));
  console.log(`${rules.length} patterns`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Returns the text of the package's module. */
function downloaded() {
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, PACKAGE]);
  const archive = readFileSync(join(folder, packed.toString().trim()));
  const found = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  if (found !== INTEGRITY) throw new Error(`${PACKAGE} has the bytes ${found}`);
  execFileSync("tar", ["xzf", "-", "-C", folder], { input: archive });
  return readFileSync(join(folder, "package/module/index.js"), "utf8");
}

/** Returns the global patterns of all rules, each with the name of the message that is reported of it. */
function rulesIn(text) {
  const [from, to] = [FIRST, LAST].map((begin) => text.indexOf(begin));
  const patterns = [];
  const reports = [];
  const messages = [];
  new Visitor({
    Literal({ start, regex }) {
      const isOne = regex?.flags.includes("g") && start > from && start < to;
      if (isOne && regex.pattern.length >= SHORTEST) patterns.push({ at: start, ...regex });
    },
    CallExpression({ start, callee, arguments: [name] }) {
      if (callee.name === "t") reports.push({ at: start, name: name?.value });
    },
    VariableDeclarator({ start, id, init }) {
      if (!id.name?.startsWith("messages")) return;
      messages.push({ at: start, names: init.properties.map(({ key }) => key.name) });
    },
  }).visit(parseSync("index.js", text).program);
  reports.sort((a, b) => a.at - b.at);
  messages.sort((a, b) => a.at - b.at);
  return patterns.map(({ at, pattern, flags }) => {
    const { names } = messages.findLast((message) => message.at < at);
    const reported = reports.find((report) => report.at > at)?.name;
    const name = names.includes(reported) ? reported : names[0];
    return { name, parts: pattern.match(/.{1,80}/gs), flags };
  });
}

function textOf(rules) {
  return `// Longer than 200 lines because it is one table.
// Made by scripts/secret-rules.mjs of ${PACKAGE}:
// MIT License, Copyright (c) 2020 azu.

/** The patterns of secrets, each in parts. */
export const SECRET_RULES = ${JSON.stringify(rules, null, 2)} as const;
`;
}
