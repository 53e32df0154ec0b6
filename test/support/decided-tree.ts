import { recipeOf } from "./yaml.ts";

/** A recipe and a policy that applies what is in `src`, discards what is in `no`, and holds the rest. */
export const DECIDED_TREE = {
  "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: file"),
  "p.yaml": `version: 1
default: { verdict: hold, reason: Look. }
rules:
  - { id: src, when: { allFiles: ["src/**"] }, verdict: apply, reason: In src. }
  - { id: no, when: { allFiles: ["no/**"] }, verdict: discard, reason: Not here. }
`,
  "src/a.ts": "old(1);\nold('é🙂');\n",
  "lib/b.ts": "old(3);\n",
  "no/c.ts": "old(4);\n",
  "src/broken.ts": "old(4);\nconst = 1;\n",
};
