import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Report } from "../../src/model/report/report.ts";
import { bindToBare } from "./forge/bind-to-bare.ts";
import { type ForgeServer, startForge } from "./forge/forge-server.ts";
import { addRepository, type StoredRepository } from "./forge/forge-state.ts";
import { githubFace } from "./forge/github.ts";
import { gitlabFace } from "./forge/gitlab.ts";
import { TOKEN } from "./forge/hasty-port.ts";
import { cli } from "./run-cli.ts";
import { git, tempTree } from "./temp-tree.ts";

/** A checkout of a repository on a forge, whose branches are in a bare repository. */
export interface CampaignTree {
  readonly root: string;
  readonly bare: string;
  /** The address of the bare repository for jobs. */
  readonly remote: string;
  readonly forge: ForgeServer;
  readonly demo: StoredRepository;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970: the clock of the job and of the forge. */
  now: number;
}

const RECIPE = `version: 1
name: swap
steps:
  - id: f
    ast_edit: { paths: ["**/*.ts"], per: file, ops: [{ pat: "f($A)", out: "g($A)" }] }
`;

/** A policy that applies everything but what is below a folder \`held\`. */
export function publishPolicy(publish: string, rest = ""): string {
  return `version: 1
default: { verdict: apply, reason: Swapped. }
publish: ${publish}
guards:
  - { id: careful, when: { anyFile: ["**/held/**"] }, verdict: hold, reason: A person looks. }
${rest}`;
}

/** Makes the files, commits them and pushes them to the bare repository of octo/demo. */
export async function campaignTree(
  files: Readonly<Record<string, string>>,
  on: "github" | "gitlab" = "github",
): Promise<CampaignTree> {
  const root = await tempTree({
    "recipes/swap.yaml": RECIPE,
    ".gitignore": ".sluice/\n",
    ...files,
  });
  const bare = await tempTree({});
  git(bare, "init", "--quiet", "--bare", "--initial-branch=main");
  git(root, "init", "--quiet", "--initial-branch=main");
  git(root, "add", "--all");
  git(root, "commit", "--quiet", "-m", "Start");
  git(root, "push", "--quiet", bare, "main");
  const forge = await startForge(on === "github" ? githubFace : gitlabFace);
  const demo = addRepository(forge.state, "octo/demo");
  bindToBare(demo, bare);
  const env = {
    PATH: process.env.PATH,
    ...campaignJob(on, forge.url),
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  return { root, bare, remote: bare, forge, demo, env, now: forge.state.now };
}

/** The variables of a job of octo/demo on a forge. */
export function campaignJob(on: "github" | "gitlab", url: string) {
  return on === "github" ? githubJob(url) : gitlabJob(url);
}

function githubJob(url: string) {
  return {
    GITHUB_ACTIONS: "true",
    GITHUB_REPOSITORY: "octo/demo",
    GITHUB_API_URL: url,
    GITHUB_TOKEN: TOKEN,
    GITHUB_EVENT_NAME: "schedule",
    GITHUB_REF: "refs/heads/main",
    GITHUB_REF_NAME: "main",
    GITHUB_REF_TYPE: "branch",
  };
}

function gitlabJob(url: string) {
  return {
    GITLAB_CI: "true",
    CI_API_V4_URL: `${url}/api/v4`,
    CI_PROJECT_ID: "octo/demo",
    CI_PROJECT_URL: `${url}/octo/demo`,
    CI_SERVER_URL: url,
    CI_DEFAULT_BRANCH: "main",
    CI_PIPELINE_ID: "77",
    GITLAB_TOKEN: TOKEN,
  };
}

/** Lets jobs reach the bare repository by http, on the server of the forge. */
export function overHttp<Tree extends CampaignTree>(tree: Tree): Tree {
  const { bare, forge } = tree;
  git(bare, "config", "http.receivepack", "true");
  forge.bare = bare;
  return { ...tree, remote: `${forge.url}/git` };
}

/** Plans and publishes, as a job of one day does. */
export async function publishDay(
  tree: CampaignTree,
  ...options: readonly string[]
): Promise<{ readonly report: Report; readonly stderr: string; readonly exitCode: number }> {
  const { root, bare, remote } = tree;
  const env = { ...tree.env, GITHUB_SHA: git(root, "rev-parse", "HEAD").trim() };
  const more = { env, now: () => tree.now, after: hasty };
  const plan = join(bare, "plan.json");
  const planned = await cli(root, ["plan", "recipes/swap.yaml", "-o", plan], more);
  if (planned.exitCode !== 0) throw new Error(planned.stderr + planned.stdout);
  const argv = ["publish", plan, "--remote", remote, "--format", "json", ...options];
  const { stdout, ...rest } = await cli(root, argv, more);
  return { report: JSON.parse(stdout) as Report, ...rest };
}

/** Waits of a second between writes are over at once; limits of time are never reached. */
export function hasty(milliseconds: number): AbortSignal {
  return milliseconds <= 1000 ? AbortSignal.abort() : new AbortController().signal;
}

/** Changes files of the base as a person does, and pushes them. */
export function changeBase(
  { root, bare }: CampaignTree,
  files: Readonly<Record<string, string>>,
): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  git(root, "add", "--all");
  git(root, "commit", "--quiet", "-m", "Change the base");
  git(root, "push", "--quiet", bare, "main");
}

/** Pushes a commit of somebody else to a branch. */
export function pushAsPerson(
  { root, bare }: CampaignTree,
  branch: string,
  files: Readonly<Record<string, string>>,
  { message = "By hand", email = "person@example.test" } = {},
): void {
  git(root, "fetch", "--quiet", bare, branch);
  git(root, "checkout", "--quiet", "--detach", "FETCH_HEAD");
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  git(root, "-c", `user.email=${email}`, "commit", "--quiet", "--all", "-m", message);
  git(root, "push", "--quiet", bare, `HEAD:refs/heads/${branch}`);
  git(root, "checkout", "--quiet", "main");
}

/** Merges a pull request as the forge does, and brings the base here. */
export function mergePull({ root, bare, demo }: CampaignTree, branch: string): void {
  git(root, "fetch", "--quiet", bare, branch);
  git(root, "merge", "--quiet", "--no-edit", "FETCH_HEAD");
  git(root, "push", "--quiet", bare, "main");
  const pull = demo.pulls.find((one) => one.branch === branch && one.state === "open");
  if (pull === undefined) throw new Error(`There is no open pull request of ${branch}.`);
  pull.state = "merged";
}
