// What is measured: for each case, Sluice and those that it is compared with, on the same tree.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { git } from "./corpus.mjs";

/** One edit that few files need, and one that nothing can be filtered by. */
const SELECTIVE = { pat: "setTimeout($$$A)", out: "later($$$A)" };
const UNSELECTIVE = { pat: "$A ? $B : $B", out: "$B" };
const FREQUENT = { pat: "if ($C) { $$$B }", out: "when ($C) { $$$B }" };

/** Twenty edits of the kind that a codemod for a new version has. */
const TWENTY = [
  ...["setTimeout($$$A)", "setInterval($$$A)", "clearTimeout($A)", "clearInterval($A)"],
  ...["console.log($$$A)", "console.warn($$$A)", "console.error($$$A)", "JSON.parse($A)"],
  ...["JSON.stringify($$$A)", "Object.assign($$$A)", "Object.freeze($A)", "Array.isArray($A)"],
  ...["Number.isInteger($A)", "Math.floor($A)", "Math.random()", "Date.now()"],
  ...["process.exit($A)", "Promise.race($A)", "structuredClone($A)", "queueMicrotask($A)"],
].map((pat, index) => ({ pat, out: pat.replace(/^[\w.]+/, `renamed${index}`) }));

/** Roughly 5,000 places in 10,000 files. */
const MANY = { pat: "throw new Error($$$A)", out: "throw new AppError($$$A)" };

const LANGUAGES = ["typescript", "tsx"];

/** The files that the contenders need, below `folder`. */
export function writeInputs(folder) {
  mkdirSync(folder, { recursive: true });
  const paths = '["**/*.ts", "**/*.tsx"]';
  const recipe = (name, ops) => {
    const lines = ops.map(({ pat, out }) => `        - ${JSON.stringify({ pat, out })}`);
    const head = `version: 1\nname: ${name}\nsteps:\n  - id: edit\n    ast_edit:\n      paths: ${paths}\n      ops:\n`;
    writeFileSync(join(folder, `${name}.yaml`), `${head}${lines.join("\n")}\n`);
    return join(folder, `${name}.yaml`);
  };
  const rules = TWENTY.flatMap(({ pat, out }, index) =>
    LANGUAGES.map((language) =>
      JSON.stringify({ id: `r${index}-${language}`, language, rule: { pattern: pat }, fix: out }),
    ),
  );
  writeFileSync(join(folder, "rules.yml"), `${rules.join("\n---\n")}\n`);
  writeFileSync(join(folder, "jscodeshift.js"), JSCODESHIFT);
  writeFileSync(join(folder, "codemod.ts"), CODEMOD);
  return {
    selective: recipe("selective", [SELECTIVE]),
    unselective: recipe("unselective", [UNSELECTIVE]),
    frequent: recipe("frequent", [FREQUENT]),
    twenty: recipe("twenty", TWENTY),
    many: recipe("many", [MANY]),
    rules: join(folder, "rules.yml"),
    jscodeshift: join(folder, "jscodeshift.js"),
    codemod: join(folder, "codemod.ts"),
  };
}

/** The cases over one tree. `tools` has the commands. */
export function casesFor(tree, inputs, { sluice, astGrep, jscodeshift, codemod }) {
  const preview = (recipe, ...more) => [...sluice, "preview", recipe, "--format", "json", ...more];
  const search = ({ pat, out }) => [...astGrep, "run", "-p", pat, "-r", out, "--json=stream", "."];
  const own = (name, command, before) => ({
    name,
    command,
    cwd: tree,
    ...(before ? { before } : {}),
  });
  const cli = (op) => own("ast-grep", search(op));
  const cold = (recipe) => own("sluice", preview(recipe, "--no-cache"));
  const forget = () => rmSync(join(tree, ".sluice"), { recursive: true, force: true });
  return {
    cold: { contenders: [cold(inputs.selective), cli(SELECTIVE)] },
    warm: {
      prepare: forget,
      warmUp: preview(inputs.selective),
      contenders: [own("sluice", preview(inputs.selective)), cli(SELECTIVE)],
    },
    "warm, 1 % changed": {
      prepare: forget,
      warmUp: preview(inputs.selective),
      contenders: [
        own("sluice", preview(inputs.selective), (round) => touchOneInHundred(tree, round)),
        cli(SELECTIVE),
      ],
      after: () => reset(tree),
    },
    "20 ops, cold": {
      contenders: [
        cold(inputs.twenty),
        own("ast-grep", [...astGrep, "scan", "-r", inputs.rules, "--json=stream", "."]),
      ],
    },
    unselective: { contenders: [cold(inputs.unselective), cli(UNSELECTIVE)] },
    "unselective, every third file matches": { contenders: [cold(inputs.frequent), cli(FREQUENT)] },
    "apply of thousands of replacements": {
      contenders: [
        own("sluice", [...sluice, "run", inputs.many, "--policy", "apply-all", "--no-cache"], () =>
          reset(tree),
        ),
        own("ast-grep", [...astGrep, "run", "-p", MANY.pat, "-r", MANY.out, "-U", "."], () =>
          reset(tree),
        ),
      ],
      after: () => reset(tree),
    },
    ...(jscodeshift && {
      "against jscodeshift": {
        contenders: [
          cold(inputs.selective),
          {
            ...own("jscodeshift", [
              ...jscodeshift,
              ...[
                "--dry",
                "--silent",
                "--extensions=ts,tsx",
                "--parser=tsx",
                "-t",
                inputs.jscodeshift,
                ".",
              ],
            ]),
            rounds: 1,
          },
        ],
      },
    }),
    ...(codemod && {
      "against the codemod CLI": {
        contenders: [
          cold(inputs.selective),
          {
            ...own("codemod", [
              ...codemod,
              ...["jssg", "run", inputs.codemod, "--language", "tsx", "--target", tree],
              ...["--dry-run", "--no-interactive", "--allow-dirty"],
            ]),
            rounds: 3,
          },
        ],
      },
    }),
  };
}

/** Files that differ from the index, with a content that was never there. */
function touchOneInHundred(tree, round) {
  reset(tree);
  const files = git(tree, "ls-files", "-z").split("\0").filter(Boolean);
  for (let index = 0; index < files.length; index += 100)
    appendFileSync(join(tree, files[index]), `\n// ${round} ${process.pid} ${index}\n`);
}

function reset(tree) {
  git(tree, "checkout", "--quiet", "--", ".");
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
