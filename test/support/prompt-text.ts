import { edit } from "./prompt-run.ts";

export const RECIPE = `version: 1
name: r
scope: { include: ["src/**"], readonly: ["docs/**"] }
steps:
  - id: ask
    prompt: Follow @docs/how.md and rewrite old().
    attach: ["docs/style.md"]
    model: MODEL
    tools: [ast_grep, ast_edit, read_file]
`;

export const FILES = {
  "src/keep/c.ts": "old(3);\n",
  "docs/how.md": "old(x) becomes fresh(x).\n",
  "docs/style.md": "No semicolons lost.\n",
};

export const MIGRATION = [
  { calls: [{ name: "ast_grep", arguments: { pat: "old($A)" } }] },
  { text: "Three edits.", calls: ["src/a.ts", "src/b.ts", "src/keep/c.ts"].map(edit) },
  { text: "Two are done; src/keep stays." },
];
