// What the contenders are given: recipes and rules with the same edits, and codemods for the others.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Edits that few files need, that nothing can be filtered by, that every third file needs, and thousands of places. */
export const SELECTIVE = { pat: "setTimeout($$$A)", out: "later($$$A)" };
export const UNSELECTIVE = { pat: "$A ? $B : $B", out: "$B" };
export const FREQUENT = { pat: "if ($C) { $$$B }", out: "when ($C) { $$$B }" };
export const MANY = { pat: "throw new Error($$$A)", out: "throw new AppError($$$A)" };

/** An edit that the policy `safe` applies, but for a comment between the arguments. */
export const SAFE = { pat: "setTimeout($A, $B)", out: "globalThis.setTimeout($A, $B)" };

/** The edit of a file that consists of its matches. */
export const EACH = { pat: "console.log($$$A)", out: "logger.info($$$A)" };

/** Twenty edits of the kind that a codemod for a new version has. */
const TWENTY = [
  ...["setTimeout($$$A)", "setInterval($$$A)", "clearTimeout($A)", "clearInterval($A)"],
  ...["console.log($$$A)", "console.warn($$$A)", "console.error($$$A)", "JSON.parse($A)"],
  ...["JSON.stringify($$$A)", "Object.assign($$$A)", "Object.freeze($A)", "Array.isArray($A)"],
  ...["Number.isInteger($A)", "Math.floor($A)", "Math.random()", "Date.now()"],
  ...["process.exit($A)", "Promise.race($A)", "structuredClone($A)", "queueMicrotask($A)"],
].map((pat, index) => ({ pat, out: pat.replace(/^[\w.]+/, `renamed${index}`) }));

const LANGUAGES = ["typescript", "tsx"];

/** The files that the contenders need, below `folder`: their paths. */
export function writeInputs(folder) {
  mkdirSync(folder, { recursive: true });
  const write = (name, text) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const recipe = (name, ops, fields = []) => write(`${name}.yaml`, recipeText(name, ops, fields));
  return {
    selective: recipe("selective", [SELECTIVE]),
    named: recipe("named", [{ ...SELECTIVE, names: { setTimeout: "global" } }]),
    limited: recipe("limited", [SELECTIVE], ["maxFiles: 5000"]),
    unselective: recipe("unselective", [UNSELECTIVE]),
    frequent: recipe("frequent", [FREQUENT]),
    twenty: recipe("twenty", TWENTY),
    many: recipe("many", [MANY]),
    each: recipe("each", [EACH], ["per: match"]),
    safe: recipe("safe", [SAFE], ["per: file"]),
    biome: write("biome.json", "{}\n"), // Otherwise that of this repository counts, which ignores the trees.
    rules: write("rules.yml", rulesText()),
    jscodeshift: write("jscodeshift.js", JSCODESHIFT),
    codemod: write("codemod.ts", CODEMOD),
    transforms: write("transforms.yaml", transformText("./codemods/jscodeshift.js", PARSER)),
    jssg: write("jssg.yaml", transformText("./codemods/jssg.ts", ", api: jssg")),
  };
}

/** The rules that TypeScript projects begin with, which need no types. */
export const ESLINT = `import { configs } from "typescript-eslint";
export default configs.recommended;
`;

/** The codemods that run unchanged under Sluice, as files of a tree: those of a project are below its root. */
export const CODEMODS = () => ({
  "codemods/jscodeshift.js": JSCODESHIFT,
  "codemods/jssg.ts": CODEMOD,
  ".gitignore": "node_modules\n",
});

const PARSER = ", api: jscodeshift, params: { parser: tsx }";

function transformText(module, more) {
  const step = `{ transform: ${module}${more}, paths: ["**/*.ts", "**/*.tsx"], per: file }`;
  return `version: 1\nname: transforms\nsteps:\n  - ${step}\n`;
}

function recipeText(name, ops, fields) {
  const lines = ops.map((op) => `        - ${JSON.stringify(op)}`);
  const call = ['paths: ["**/*.ts", "**/*.tsx"]', ...fields, "ops:"].map((line) => `      ${line}`);
  const head = ["version: 1", `name: ${name}`, "steps:", "  - id: edit", "    ast_edit:"];
  return `${[...head, ...call, ...lines].join("\n")}\n`;
}

function rulesText() {
  const rules = TWENTY.flatMap(({ pat, out }, index) =>
    LANGUAGES.map((language) =>
      JSON.stringify({ id: `r${index}-${language}`, language, rule: { pattern: pat }, fix: out }),
    ),
  );
  return `${rules.join("\n---\n")}\n`;
}

const JSCODESHIFT = `module.exports = function (file, { jscodeshift: j }) {
  const root = j(file.source);
  const calls = root.find(j.CallExpression, { callee: { type: "Identifier", name: "setTimeout" } });
  if (calls.size() === 0) return undefined;
  calls.forEach((path) => { path.node.callee = j.identifier("later"); });
  return root.toSource();
};
`;

const CODEMOD = `export default async function transform(root) {
  const node = root.root();
  const edits = node
    .findAll({ rule: { pattern: "setTimeout($$$A)" } })
    .map((call) => call.replace(call.text().replace(/^setTimeout/, "later")));
  return edits.length === 0 ? null : node.commitEdits(edits);
}
`;
