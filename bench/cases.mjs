// What is measured: for each case, Sluice and those that it is compared with, on the same tree.
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { git } from "./corpus.mjs";
import { EACH, FREQUENT, MANY, SELECTIVE, UNSELECTIVE } from "./inputs.mjs";

export { writeInputs } from "./inputs.mjs";

/** The cases over one tree. `tools` has the commands. */
export function casesFor(tree, inputs, tools) {
  const at = place(tree, inputs, tools);
  return { ...coldCases(at), ...warmCases(at), ...writingCases(at), ...otherTools(at) };
}

/** The cases over a file of `count` matches, each an action of its own. */
export function eachCases(tree, count, inputs, tools) {
  const { own, sluice, search, update, before } = place(tree, inputs, tools);
  const name = `per: match, ${count.toLocaleString("en")} matches in one file`;
  const preview = sluice("preview", inputs.each, "--format", "json", "--no-cache");
  const run = sluice("run", inputs.each, "--policy", "apply-all", "--no-cache");
  return {
    [`${name}, preview`]: {
      rounds: 1,
      contenders: [own("sluice", preview), own("ast-grep", search(EACH))],
    },
    [`${name}, run`]: {
      rounds: 1,
      contenders: [own("sluice", run, before), own("ast-grep", update(EACH), before)],
      after: before,
    },
  };
}

const DECIDE = fileURLToPath(new URL("decide.mjs", import.meta.url));

/** Deciding alone, against a process of Node that does nothing. */
export function decideCases(tree) {
  const contender = (name, ...args) => ({ name, command: [process.execPath, ...args], cwd: tree });
  return {
    "100,000 actions decided by 50 rules": {
      rounds: 3,
      contenders: [contender("sluice", DECIDE), contender("node -e 0", "-e", "0")],
    },
  };
}

/** The commands over one tree, and what readies it. */
export function place(tree, inputs, tools) {
  const sluice = (...args) => [...tools.sluice, ...args];
  const preview = (recipe, ...more) => sluice("preview", recipe, "--format", "json", ...more);
  const astGrep = ({ pat, out }, ...more) => [
    ...tools.astGrep,
    "run",
    "-p",
    pat,
    "-r",
    out,
    ...more,
    ".",
  ];
  const own = (name, command, before) => ({ name, command, cwd: tree, before });
  const search = (op) => astGrep(op, "--json=stream");
  const forget = () => rmSync(join(tree, ".sluice"), { recursive: true, force: true });
  return {
    ...{ tree, inputs, tools, sluice, preview, own, search, forget },
    update: (op) => astGrep(op, "-U"),
    scan: own("ast-grep", [...tools.astGrep, "scan", "-r", inputs.rules, "--json=stream", "."]),
    cold: (recipe, ...more) => own("sluice", preview(recipe, "--no-cache", ...more)),
    cli: (op) => own("ast-grep", search(op)),
    before: () => reset(tree),
  };
}

function coldCases({ inputs, cold, cli, scan }) {
  const safe = ["--policy", "safe"];
  return {
    cold: { contenders: [cold(inputs.selective), cli(SELECTIVE)] },
    "cold, with `names`": {
      contenders: [cold(inputs.named), { ...cold(inputs.selective), name: "sluice, by text" }],
    },
    "unselective, few matches": { contenders: [cold(inputs.unselective), cli(UNSELECTIVE)] },
    "20 ops": { rounds: 3, contenders: [cold(inputs.twenty), scan] },
    "20 ops, `--policy safe`": { rounds: 3, contenders: [cold(inputs.twenty, ...safe), scan] },
    "every third file changes": { rounds: 3, contenders: [cold(inputs.frequent), cli(FREQUENT)] },
    "every third file changes, `--policy safe`": {
      rounds: 3,
      contenders: [cold(inputs.frequent, ...safe), cli(FREQUENT)],
    },
  };
}

function warmCases({ tree, inputs, preview, own, cli, forget }) {
  const warm = (recipe, op, before, after) => ({
    prepare: forget,
    warmUp: preview(recipe),
    contenders: [own("sluice", preview(recipe), before), cli(op)],
    after,
  });
  const touch = (round) => touchOneInHundred(tree, round);
  return {
    warm: warm(inputs.selective, SELECTIVE),
    "warm, with `maxFiles`": warm(inputs.limited, SELECTIVE),
    "warm, every third file changes": { rounds: 3, ...warm(inputs.frequent, FREQUENT) },
    "warm, 1 % changed": warm(inputs.selective, SELECTIVE, touch, () => reset(tree)),
  };
}

function writingCases({ inputs, sluice, own, search, update, before, forget }) {
  const saved = join(inputs.many, "..", "many.plan.json");
  const all = ["--policy", "apply-all"];
  const plan = sluice("plan", inputs.many, ...all, "-o", saved);
  const cli = own("ast-grep", update(MANY), before);
  return {
    "thousands of edits applied": {
      rounds: 3,
      contenders: [own("sluice", sluice("run", inputs.many, ...all, "--no-cache"), before), cli],
      after: before,
    },
    "the same as a plan: `plan`": {
      rounds: 3,
      prepare: forget,
      contenders: [own("sluice", plan, forget), own("ast-grep", search(MANY))],
    },
    "the same as a plan: `apply`": {
      rounds: 3,
      prepare: forget,
      warmUp: plan,
      contenders: [own("sluice", sluice("apply", saved, "--recipe", inputs.many), before), cli],
      after: before,
    },
  };
}

function otherTools({ tree, inputs, tools: { jscodeshift, codemod }, cold, own }) {
  const against = (name, rounds, command) => ({
    contenders: [cold(inputs.selective), { ...own(name, command), rounds }],
  });
  const transform = ["--parser=tsx", "-t", inputs.jscodeshift];
  const target = ["--language", "tsx", "--target", tree];
  return {
    ...(jscodeshift && {
      "against jscodeshift": against("jscodeshift", 1, [
        ...[...jscodeshift, "--dry", "--silent", "--extensions=ts,tsx", ...transform, "."],
      ]),
    }),
    ...(codemod && {
      "against the codemod CLI": against("codemod", 3, [
        ...[...codemod, "jssg", "run", inputs.codemod, ...target],
        ...["--dry-run", "--no-interactive", "--allow-dirty"],
      ]),
    }),
  };
}

/** The same codemods under Sluice and under their own commands, over a tree that has them. */
export function transformCases(tree, inputs, tools) {
  if (!tools.jscodeshift) return {}; // With `--quick`.
  const { own, preview } = place(tree, inputs, tools);
  const mine = (recipe) => ({
    ...own("sluice", preview(recipe, "--allow-code")),
    statuses: [0, 1], // A file that jscodeshift cannot parse is told, here and there.
  });
  const options = ["--dry", "--silent", "--cpus=2", "--extensions=ts,tsx", "--parser=tsx"];
  const jssg = ["jssg", "run", join(tree, "codemods/jssg.ts"), "--language", "tsx"];
  return {
    "a transform of jscodeshift": {
      rounds: 3,
      contenders: [
        mine(inputs.transforms),
        own("jscodeshift", [
          ...tools.jscodeshift,
          ...options,
          "-t",
          "codemods/jscodeshift.js",
          ".",
        ]),
      ],
    },
    "a transform of jssg": {
      rounds: 3,
      contenders: [
        mine(inputs.jssg),
        own("codemod", [
          ...[...tools.codemod, ...jssg, "--target", tree],
          ...["--dry-run", "--no-interactive", "--allow-dirty"],
        ]),
      ],
    },
  };
}

/** Files that differ from the index, with a content that was never there. */
function touchOneInHundred(tree, round) {
  reset(tree);
  const files = git(tree, "ls-files", "-z").split("\0").filter(Boolean);
  for (let index = 0; index < files.length; index += 100)
    appendFileSync(join(tree, files[index]), `\n// ${round} ${process.pid} ${index}\n`);
}

export function reset(tree) {
  git(tree, "checkout", "--quiet", "--", ".");
}
