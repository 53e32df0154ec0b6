import type { Conditions } from "../model/policy.ts";

/** A group of files that no policy lets change unless it lifts the group: one built-in guard. */
export interface ProtectedGroup {
  /** The id of the guard. A guard of a policy with the same id replaces it. */
  readonly id: string;
  /** A phrase for reasons. */
  readonly title: string;
  /** Globs in small letters, matched with folded paths (`foldedPath`). */
  readonly files: readonly string[];
  /** A fact that names more files. */
  readonly fact?: keyof Conditions & ("runFiles" | "packageScripts");
}

/** The files that lock dependencies. A structural edit in one is always a mistake. */
const LOCKFILES = [
  "**/package-lock.json",
  "**/npm-shrinkwrap.json",
  "**/yarn.lock",
  "**/pnpm-lock.yaml",
  "**/bun.lock",
  "**/bun.lockb",
  "**/deno.lock",
  "**/cargo.lock",
  "**/poetry.lock",
  "**/uv.lock",
  "**/pipfile.lock",
  "**/gemfile.lock",
  "**/composer.lock",
  "**/go.sum",
];

/** Settings by which package managers choose servers, or run commands. */
const PACKAGE_SETTINGS = [
  "**/.npmrc",
  "**/.yarnrc*",
  "**/.yarn/**",
  "**/.pnpmfile.*",
  "**/pnpm-workspace.yaml",
  "**/bunfig.toml",
  "**/.bunfig.toml",
  "**/pip.conf",
  "**/.pypirc",
  "**/.cargo/config*",
  "**/.bundle/config",
  "**/nuget.config",
  "**/.mvn/**",
  "**/gradle/wrapper/**",
];

/** Settings of git, and of the programs that start commands from its hooks. */
const GIT_SETTINGS = [
  "**/.gitattributes",
  "**/.gitmodules",
  "**/.gitconfig",
  "**/.githooks/**",
  "**/.husky/**",
  "**/.huskyrc*",
  "**/lefthook*",
  "**/.lefthook*",
  "**/.lefthook/**",
  "**/.lintstagedrc*",
  "**/lint-staged.config.*",
  "**/.pre-commit-config.y*ml",
  "**/.pre-commit-hooks.y*ml",
  "**/.simple-git-hooks.*",
  "**/simple-git-hooks.*",
  "**/.overcommit.yml",
];

/** Files by which CI systems other than GitHub Actions decide on the commands of a job, and actions themselves. */
const CI_FILES = [
  "**/action.y*ml",
  "**/*.gitlab-ci.y*ml",
  "**/.gitlab/**",
  "**/.gitea/**",
  "**/.forgejo/**",
  "**/.circleci/**",
  "**/azure-pipelines*.y*ml",
  "**/.azure-pipelines*.y*ml",
  "**/azure-pipelines/**",
  "**/.azure-pipelines/**",
  "**/jenkinsfile*",
  "**/*.jenkinsfile",
  "**/.travis.y*ml",
  "**/.buildkite/**",
  "**/bitbucket-pipelines.y*ml",
  "**/.drone.{y*ml,star,jsonnet}",
  "**/.woodpecker*",
  "**/.woodpecker/**",
  "**/appveyor.y*ml",
  "**/.appveyor.y*ml",
  "**/.cirrus.{y*ml,star}",
  "**/.semaphore/**",
  "**/.teamcity/**",
  "**/cloudbuild*.{y*ml,json}",
  "**/buildspec*.y*ml",
  "**/codefresh*.y*ml",
  "**/.codefresh/**",
  "**/.tekton/**",
  "**/.builds/**",
  "**/.build.yml",
  "**/wercker.yml",
  "**/screwdriver.yaml",
  "**/.screwdriver.yaml",
  "**/netlify.toml",
  "**/vercel.json",
];

/** Instructions and settings of coding agents, and of the editors in which they work. */
const AGENT_FILES = [
  "**/{agents,agent,claude,gemini,codex,warp,qwen}.md",
  "**/{agents,claude}.{local,override}.md",
  "**/copilot-instructions.md",
  "**/.{agents,claude,codex,gemini,cursor,windsurf,continue,roo,kiro,junie,augment,opencode,qwen}/**",
  "**/.{cursor,windsurf,cline,roo,goose,kilocode}{rules,ignore,modes,hints}*",
  "**/.{cline,roo,windsurf}rules*/**",
  "**/.aider*",
  "**/.goosehints",
  "**/.rules",
  "**/.mcp.json",
  "**/mcp.json",
  "**/opencode.json*",
  "**/.vscode/{mcp,tasks,settings}.json",
  "**/.devcontainer/**",
  "**/.devcontainer.json",
];

/** Every group, in the order of a trace. */
export const PROTECTED_GROUPS: readonly ProtectedGroup[] = [
  {
    id: "protected",
    title: ".github/** or a lockfile",
    files: [".github/**", "github~1/**", ...LOCKFILES],
  },
  { id: "protected-run", title: "files that configure this run", files: [], fact: "runFiles" },
  {
    id: "protected-settings",
    title: "settings of Sluice and ast-grep",
    files: ["**/sluice.y*ml", "**/sluice.policy.y*ml", "**/sgconfig.y*ml"],
  },
  {
    id: "protected-packages",
    title: "scripts, dependencies and settings of package managers",
    files: PACKAGE_SETTINGS,
    fact: "packageScripts",
  },
  { id: "protected-git", title: "settings of git and its hooks", files: GIT_SETTINGS },
  { id: "protected-env", title: "files of variables", files: ["**/.env*"] },
  { id: "protected-ci", title: "files of CI systems", files: CI_FILES },
  {
    id: "protected-owners",
    title: "owners of code",
    files: ["**/codeowners", "**/owners", "**/owners_aliases"],
  },
  {
    id: "protected-agents",
    title: "instructions and settings of agents and editors",
    files: AGENT_FILES,
  },
];
