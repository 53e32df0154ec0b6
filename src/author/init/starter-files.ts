import { modeline } from "../../shared/schema/schema-names.ts";

/** A file that `sluice init` makes. */
export interface StarterFile {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
}

/** The version of Sluice that files name. */
type Version = string | undefined;

/** The examples, by the language that most files of a tree have. Each changes little, and only for the better. */
const EXAMPLES = {
  javascript: {
    name: "no-debugger",
    about: "Remove `debugger` statements that were forgotten.",
    languages: "[javascript, typescript, tsx]",
    ops: [`{ rule: { kind: debugger_statement }, out: "" } # With a semicolon, and without.`],
  },
  python: {
    name: "is-none",
    about: "Compare with None by `is`, as PEP 8 wants it.",
    languages: "[python]",
    ops: [
      `{ pat: "$A == None", out: "$A is None" }`,
      `{ pat: "$A != None", out: "$A is not None" }`,
    ],
  },
} as const;

/** The languages that have an example. */
export type ExampleLanguage = keyof typeof EXAMPLES;

/** Returns a first recipe, and its name. */
export function exampleRecipe(
  language: ExampleLanguage,
  version: Version,
): StarterFile & { readonly name: string } {
  const { name, about, languages, ops } = EXAMPLES[language];
  const text = `${modeline("recipe", version)}version: 1
name: ${name}
description: ${about}
languages: ${languages}
parens: auto # Parentheses where a replacement needs them to keep its meaning.
steps:
  - id: edit
    ast_edit:
      per: file # Each file is an action of its own, which the policy decides.
      ops:
${ops.map((op) => `        - ${op}\n`).join("")}`;
  return { name, path: `recipes/${name}.yaml`, text };
}

const EXTENDED = {
  safe: "Applies what loses no code and touches no protected path; a person decides the rest.",
  "safe-for-agents":
    "Applies what brings nothing foreign and weakens nothing; a person decides the rest.",
};

/** Returns a first policy, which extends a built-in one. */
export function starterPolicy(extended: keyof typeof EXTENDED, version: Version): StarterFile {
  const text = `${modeline("policy", version)}# Decides what becomes of each change that a recipe proposes.
version: 1
extends: ${extended} # ${EXTENDED[extended]}
limits: { maxFiles: 200, onExceed: hold }
tests:
  - { name: a change that loses nothing, facts: { files: [src/a.ts] }, verdict: apply }
  - { name: a change of a workflow, facts: { files: [.github/workflows/ci.yml] }, verdict: discard }
`;
  return { path: "sluice.policy.yaml", text };
}

/** Returns the project file that runs some recipes. */
export function starterProject(recipes: readonly string[], version: Version): StarterFile {
  const head = modeline("project", version);
  const text = `${head}# What \`sluice preview\`, \`sluice run\` and \`sluice plan\` do if no recipe is named.
version: 1
recipes:
${recipes.map((name) => `  - ${JSON.stringify(name)}\n`).join("")}policy: sluice.policy.yaml
`;
  return { path: "sluice.yaml", text };
}

/** Returns a workflow of GitHub that previews each pull request. */
export function githubWorkflow(recipes: readonly string[], version: Version): StarterFile {
  const text = `# Previews each pull request. Recipes and policy are those of its base, never of its head.
name: sluice
on: pull_request
permissions:
  contents: read # A preview writes nothing.
jobs:
  preview:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          fetch-depth: 0 # The base commit is needed, too.
          persist-credentials: false
      - uses: sluice/sluice@${version === undefined ? "main" : `v${version}`}
        with:
          recipes: |
${recipes.map((name) => `            ${name}\n`).join("")}          mode: preview
          args: --check
`;
  return { path: ".github/workflows/sluice.yml", text };
}

/** Returns a job of GitLab that previews each merge request, and the file that includes it. */
export function gitlabFiles(version: Version): readonly StarterFile[] {
  const sluice = version === undefined ? "sluice" : `sluice@${version}`;
  const job = `# Previews each merge request. Recipes and policy are those of its base, never of its head.
sluice:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  variables:
    GIT_DEPTH: "0" # The base commit is needed, too.
  script:
    - npx --yes ${sluice} preview --check
`;
  return [
    { path: GITLAB_JOB, text: job },
    { path: GITLAB_FILE, text: `include:\n  - local: ${GITLAB_JOB}\n` },
  ];
}

export const GITLAB_FILE = ".gitlab-ci.yml";
export const GITLAB_JOB = ".gitlab/sluice.yml";

/** Returns the settings of pre-commit, for the recipes of the project file. */
export function preCommitConfig(version: Version): StarterFile {
  return { path: PRE_COMMIT_FILE, text: `repos:\n${preCommitEntry(version)}` };
}

export const PRE_COMMIT_FILE = ".pre-commit-config.yaml";

/** Returns the entry of Sluice in the settings of pre-commit. */
export function preCommitEntry(version: Version): string {
  return `  - repo: https://github.com/sluice/sluice-pre-commit
    rev: v${version ?? "0.1.0"}
    hooks:
      - id: sluice-preview
      - id: sluice-validate
`;
}
