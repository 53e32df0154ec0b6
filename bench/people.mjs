// The cases where people are: repositories of hundreds of files, hooks that look at one or three, and the start.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { place, reset } from "./cases.mjs";
import { git } from "./corpus.mjs";
import { SAFE } from "./inputs.mjs";

const ROUNDS = 7;

/** The exit code of a run that holds some of its actions. */
const HELD = 4;

/** A preview of a repository of one file, and the smallest command. */
export function startCases(tree, inputs, tools) {
  const { sluice, preview, from, cli } = placeHere(tree, inputs, tools);
  const nothing = from(NOTHING, NODE);
  return {
    "start-up: `preview` of one file": {
      rounds: 20,
      warmUp: preview(inputs.safe),
      contenders: [from("sluice", preview(inputs.safe)), cli(SAFE), nothing],
    },
    "start-up: `--version`": {
      rounds: 20,
      contenders: [from("sluice", sluice("--version")), nothing],
    },
  };
}

/** A preview and a run over a repository, with all that a job does: no cache, and a policy that asks for facts. */
export function repositoryCases(tree, inputs, tools) {
  const { sluice, preview, before, from } = placeHere(tree, inputs, tools);
  const others = [from("ast-grep run -U", update(tools, ["."])), from(NOTHING, NODE)];
  const against = (command) => ({
    rounds: ROUNDS,
    contenders: [{ ...from("sluice", command), statuses: [0, HELD] }, ...others].map((each) => ({
      ...each,
      before,
    })),
    after: before,
  });
  return {
    preview: against(preview(inputs.safe, "--no-cache")),
    "run, `--policy safe`": against(sluice("run", inputs.safe, "--policy", "safe", "--no-cache")),
  };
}

/** A hook with so many staged files, beside what other hooks do with the same files. */
export function hookCases(tree, counts, inputs, tools) {
  const { sluice, from } = placeHere(tree, inputs, tools);
  const all = git(tree, "ls-files", "-z", "*.ts").split("\0").filter(Boolean);
  const size = (git(tree, "ls-files").split("\n").length - 1).toLocaleString("en");
  const cases = counts.map((count) => {
    // All over the tree: git takes seconds to exchange the very first entry of a large index.
    const paths = Array.from(
      { length: count },
      (_, at) => all[Math.floor((all.length * (at + 1)) / (count + 1))],
    );
    const config = [`--config-path=${inputs.biome}`];
    const linted = { statuses: [0, 1] }; // They may find something.
    const contenders = [
      from("sluice", sluice("run", inputs.safe, "--staged", "--policy", "safe")),
      from("ast-grep run -U", update(tools, paths)),
      { ...from("biome check", [...tools.biome, ...config, ...paths]), ...linted },
      ...(tools.eslint ? [{ ...from("eslint", [...tools.eslint, ...paths]), ...linted }] : []),
      from(NOTHING, NODE),
    ];
    const before = (round) => stage(tree, paths, round);
    return [
      `hook: ${count} staged of ${size}`,
      {
        rounds: ROUNDS,
        contenders: contenders.map((each) => ({ ...each, before })),
        after: () => git(tree, "reset", "--quiet", "--hard"),
      },
    ];
  });
  return Object.fromEntries(cases);
}

const NOTHING = "node -e 0";
const NODE = [process.execPath, "-e", "0"];

function placeHere(tree, inputs, tools) {
  const { own, ...at } = place(tree, inputs, tools);
  return { ...at, from: own, before: () => reset(tree) };
}

function update({ astGrep }, paths) {
  const { pat, out } = SAFE;
  return [...astGrep, "run", "-p", pat, "-r", out, "-U", "--globs", "**/*.{ts,tsx}", ...paths];
}

/** Each file gets a match that was never there. */
function stage(tree, paths, round) {
  git(tree, "reset", "--quiet", "--hard");
  for (const path of paths)
    appendFileSync(join(tree, path), `\nsetTimeout(() => undefined, ${process.pid + round});\n`);
  git(tree, "add", "--", ...paths);
}
