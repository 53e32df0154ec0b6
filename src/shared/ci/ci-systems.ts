// Longer than 200 lines because it is one table.
import { isAbsolute } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A condition on variables: one that is set (`NAME`), that has a value (`NAME=VALUE`), whose value has a part
 * (`NAME*=PART`), or several of which one is enough (`A|B`).
 */
type Condition = string;

/**
 * A CI system: how its jobs are recognized, and the variables by which they tell of themselves. The marks and the signs
 * of pull requests follow the package `ci-info`, the other variables the manual of the system.
 */
export interface CiSystem {
  /** The constant of `ci-info` in small letters: the fact `ci.provider`. */
  readonly id: string;
  /** Its name in messages. */
  readonly name: string;
  /** All of them hold in every job. */
  readonly marks: readonly Condition[];
  /**
   * Files of a repository by which it decides on the commands of a job, separated by blanks: names in small letters,
   * `begin*end`, `folder/`. A guard of every policy protects them; those of GitHub are in a group of their own.
   */
  readonly files?: string;
  /** Jobs for pull requests. Absent if nothing is known of them: then all facts but the id are unknown. */
  readonly pull?: CiPulls;
  /**
   * The variable that names the event, and its values in GitHub's words: `VALUE=EVENT`, or only the event if both are
   * the same. Without words each value is the event itself.
   */
  readonly event?: { readonly variable: string; readonly words?: string };
  /** Conditions that tell of an event, tried before `event`. */
  readonly signs?: readonly (readonly [condition: Condition, event: string])[];
  /** Variables that name the branch that is built, if it is no pull request; the better one first. */
  readonly branches?: readonly string[];
  /** The variable that names the commit that is checked out. */
  readonly commit?: string;
  /** The variable that names the repository that is built, and that pull requests are for: its owner and name. */
  readonly repository?: string;
  /** The variable that names the default branch, if the event does not. */
  readonly defaultBranch?: string;
  /** Holds if a tag is built, and no branch. */
  readonly tag?: Condition;
  /** The variable that names the folder of the checkout. */
  readonly workspace?: string;
  /** The variable that names a file with the event, in the form of GitHub. */
  readonly eventFile?: string;
  /**
   * The variables of a job that runs several times at once: the number of this one, which begins with `from`, and how
   * many there are.
   */
  readonly parallel?: CiParallel;
  /** The runner reads commands in the log: text of others must not look like one. */
  readonly takesCommands?: true;
}

/** The variables by which a job tells that it is one of several that do the same. */
export interface CiParallel {
  readonly index: string;
  readonly total: string;
  readonly from: 0 | 1;
}

/** The variables by which a CI system tells of a pull request. */
interface CiPulls {
  /** Marks that are enough beside a sign; all of them hold. Default: those of every job. */
  readonly marks?: readonly Condition[];
  /** One of them holds in a job for a pull request. Of a variable without a value, `false` and `0` do not count. */
  readonly signs: readonly Condition[];
  /** One of them holds in a job that may have checked out a pull request, and nothing tells. */
  readonly unclear?: readonly Condition[];
  /**
   * Values of the variable of the event with which a job never works on a pull request, whatever the event has in it.
   */
  readonly own?: readonly string[];
  /**
   * Variables that name the tip of the target, the better one first. Never the merge base, such as
   * `CI_MERGE_REQUEST_DIFF_BASE_SHA`: the author of the head chooses it, and may choose an old commit.
   */
  readonly commits?: readonly string[];
  /** The variable that names the head of the pull request, if the event does not. */
  readonly head?: string;
  /** The variable that names the commit from which the head parted: for `--since`, never for what is trusted. */
  readonly parted?: string;
  /** Variables that name the target branch, the better one first. */
  readonly branches?: readonly string[];
  /** Tells if the pull request comes from a fork. Absent if no variable does; the file of the event may. */
  readonly fork?: CiFork;
  /** Variables that name the source branch, the better one first. */
  readonly sources?: readonly string[];
  /** Tells the labels and the state of a pull request. Absent: they are not known. */
  readonly state?: CiPullState;
}

/** The variables that tell of the labels and the state of a pull request. */
export interface CiPullState {
  /** Never empty if the other two tell of a pull request. Its beginning tells of drafts, too. */
  readonly title: string;
  /** The names, separated by commas; not set without any. */
  readonly labels: string;
  /** `true` or `false`; not set by older versions. */
  readonly draft: string;
}

/**
 * `same`: two variables with ids, names or addresses of repositories; of several pairs none may differ. `flag`: it
 * says so. `sign`: it is set for forks only. `by-pull`: it depends on which variable tells of the pull request; the
 * first that is set counts.
 */
export type CiFork =
  | { readonly kind: "same"; readonly variables: readonly (readonly [string, string])[] }
  | { readonly kind: "flag"; readonly variable: string }
  | { readonly kind: "sign"; readonly variable: string }
  | { readonly kind: "by-pull"; readonly ways: readonly (readonly [pull: string, CiFork])[] };

/** The words of most systems. */
const WORDS =
  "push tag=push pull_request cron=schedule schedule manual=workflow_dispatch api=repository_dispatch";

function same(one: string, other: string): CiFork {
  return { kind: "same", variables: [[one, other]] };
}

/** The events of GitHub whose file has a `pull_request`. The tree of a merge queue was accepted already. */
const GITHUB_PULLS = [
  "pull_request",
  "pull_request_target",
  "pull_request_review",
  "pull_request_review_comment",
];

/** The events of GitHub whose jobs have the rights of the repository, and often check out a pull request. */
const GITHUB_UNCLEAR = [
  ...["workflow_run", "issue_comment", "pull_request_comment"],
  ...["check_run", "check_suite", "status", "deployment_status"],
];

/**
 * The events of GitHub that no pull request takes part in: what they build was accepted, or is named by its starter.
 */
const GITHUB_OWN = ["push", "schedule", "workflow_dispatch", "merge_group"];

/** The columns of GitHub, whose variables Gitea and Forgejo set, too. */
const GITHUB = {
  name: "GitHub",
  event: { variable: "GITHUB_EVENT_NAME" },
  branches: ["GITHUB_REF"],
  commit: "GITHUB_SHA",
  repository: "GITHUB_REPOSITORY",
  workspace: "GITHUB_WORKSPACE",
  eventFile: "GITHUB_EVENT_PATH",
  takesCommands: true,
} as const;

const PULLS_OF_GITHUB: CiPulls = {
  signs: GITHUB_PULLS.map((event) => `GITHUB_EVENT_NAME=${event}`),
  unclear: GITHUB_UNCLEAR.map((event) => `GITHUB_EVENT_NAME=${event}`),
  own: GITHUB_OWN,
  branches: ["GITHUB_BASE_REF"],
};

/**
 * Every CI system, in the order in which they are looked for. Those whose jobs can be unclear come first: if two rows
 * fit a job, the stricter one counts.
 */
export const CI_SYSTEMS: readonly CiSystem[] = [
  {
    ...GITHUB,
    id: "gitea_actions",
    marks: ["GITEA_ACTIONS"],
    files: ".gitea/ .forgejo/",
    pull: PULLS_OF_GITHUB,
  },
  {
    ...GITHUB,
    id: "github_actions",
    marks: ["GITHUB_ACTIONS"],
    pull: { ...PULLS_OF_GITHUB, marks: ["GITHUB_EVENT_NAME"] },
  },
  {
    id: "teamcity",
    name: "TeamCity",
    marks: ["TEAMCITY_VERSION"],
    files: ".teamcity/",
    // It sets no variable for pull requests.
    pull: { signs: [], unclear: ["TEAMCITY_VERSION"] },
    takesCommands: true,
  },
  {
    id: "gitlab",
    name: "GitLab CI",
    marks: ["GITLAB_CI"],
    files: "*.gitlab-ci.yml *.gitlab-ci.yaml .gitlab/ .gitlab-ci.d/ .gitlab-ci/",
    pull: {
      signs: ["CI_MERGE_REQUEST_ID", "CI_MERGE_REQUEST_IID", "CI_EXTERNAL_PULL_REQUEST_IID"],
      commits: ["CI_MERGE_REQUEST_TARGET_BRANCH_SHA", "CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_SHA"],
      branches: [
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
        "CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME",
      ],
      head: "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA",
      parted: "CI_MERGE_REQUEST_DIFF_BASE_SHA",
      fork: {
        kind: "same",
        variables: [
          ["CI_MERGE_REQUEST_SOURCE_PROJECT_ID", "CI_MERGE_REQUEST_PROJECT_ID"],
          ["CI_MERGE_REQUEST_SOURCE_PROJECT_PATH", "CI_MERGE_REQUEST_PROJECT_PATH"],
          [
            "CI_EXTERNAL_PULL_REQUEST_SOURCE_REPOSITORY",
            "CI_EXTERNAL_PULL_REQUEST_TARGET_REPOSITORY",
          ],
        ],
      },
      // No variable names the author: GITLAB_USER_LOGIN is who started the pipeline, and a commit may claim any author.
      sources: [
        "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME",
        "CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_NAME",
      ],
      state: {
        title: "CI_MERGE_REQUEST_TITLE",
        labels: "CI_MERGE_REQUEST_LABELS",
        draft: "CI_MERGE_REQUEST_DRAFT",
      },
    },
    event: {
      variable: "CI_PIPELINE_SOURCE",
      words:
        "push schedule web=workflow_dispatch api=repository_dispatch trigger=repository_dispatch " +
        "pipeline=workflow_call parent_pipeline=workflow_call",
    },
    branches: ["CI_COMMIT_BRANCH"],
    commit: "CI_COMMIT_SHA",
    defaultBranch: "CI_DEFAULT_BRANCH",
    parallel: { index: "CI_NODE_INDEX", total: "CI_NODE_TOTAL", from: 1 },
    workspace: "CI_PROJECT_DIR",
  },
  {
    id: "azure_pipelines",
    name: "Azure Pipelines",
    marks: ["TF_BUILD"],
    files:
      "azure-pipelines*.yml azure-pipelines*.yaml .azure-pipelines*.yml " +
      ".azure-pipelines*.yaml azure-pipelines/ .azure-pipelines/ .azuredevops/",
    pull: {
      signs: ["BUILD_REASON=PullRequest"],
      branches: ["SYSTEM_PULLREQUEST_TARGETBRANCH"],
      head: "SYSTEM_PULLREQUEST_SOURCECOMMITID",
      fork: { kind: "flag", variable: "SYSTEM_PULLREQUEST_ISFORK" },
    },
    event: {
      variable: "BUILD_REASON",
      words:
        "IndividualCI=push BatchedCI=push Schedule=schedule Manual=workflow_dispatch " +
        "BuildCompletion=workflow_run ResourceTrigger=workflow_run",
    },
    branches: ["BUILD_SOURCEBRANCH"],
    commit: "BUILD_SOURCEVERSION",
    parallel: { index: "SYSTEM_JOBPOSITIONINPHASE", total: "SYSTEM_TOTALJOBSINPHASE", from: 1 },
    workspace: "BUILD_SOURCESDIRECTORY",
    takesCommands: true,
  },
  {
    id: "bitbucket",
    name: "Bitbucket Pipelines",
    marks: ["BITBUCKET_COMMIT"],
    files: "bitbucket-pipelines.yml bitbucket-pipelines.yaml",
    pull: {
      signs: ["BITBUCKET_PR_ID"],
      commits: ["BITBUCKET_PR_DESTINATION_COMMIT"],
      branches: ["BITBUCKET_PR_DESTINATION_BRANCH"],
    },
    branches: ["BITBUCKET_BRANCH"],
    workspace: "BITBUCKET_CLONE_DIR",
  },
  {
    id: "buildkite",
    name: "Buildkite",
    marks: ["BUILDKITE"],
    files: ".buildkite/",
    pull: {
      signs: ["BUILDKITE_PULL_REQUEST"],
      branches: ["BUILDKITE_PULL_REQUEST_BASE_BRANCH"],
      fork: same("BUILDKITE_PULL_REQUEST_REPO", "BUILDKITE_REPO"),
    },
    event: {
      variable: "BUILDKITE_SOURCE",
      words:
        "webhook=push schedule ui=workflow_dispatch api=repository_dispatch trigger_job=workflow_call",
    },
    branches: ["BUILDKITE_BRANCH"],
    tag: "BUILDKITE_TAG",
    parallel: { index: "BUILDKITE_PARALLEL_JOB", total: "BUILDKITE_PARALLEL_JOB_COUNT", from: 0 },
    workspace: "BUILDKITE_BUILD_CHECKOUT_PATH",
  },
  {
    id: "circle",
    name: "CircleCI",
    marks: ["CIRCLECI"],
    files: ".circleci/",
    pull: {
      signs: ["CIRCLE_PULL_REQUEST", "CIRCLE_PULL_REQUESTS", "CIRCLE_PR_NUMBER"],
      fork: { kind: "sign", variable: "CIRCLE_PR_REPONAME" },
    },
    branches: ["CIRCLE_BRANCH"],
    parallel: { index: "CIRCLE_NODE_INDEX", total: "CIRCLE_NODE_TOTAL", from: 0 },
    workspace: "CIRCLE_WORKING_DIRECTORY",
  },
  {
    id: "travis",
    name: "Travis CI",
    marks: ["TRAVIS"],
    files: ".travis.yml .travis.yaml",
    pull: {
      signs: ["TRAVIS_PULL_REQUEST", "TRAVIS_EVENT_TYPE=pull_request"],
      branches: ["TRAVIS_BRANCH"],
      head: "TRAVIS_PULL_REQUEST_SHA",
      fork: same("TRAVIS_PULL_REQUEST_SLUG", "TRAVIS_REPO_SLUG"),
    },
    event: { variable: "TRAVIS_EVENT_TYPE", words: WORDS },
    branches: ["TRAVIS_BRANCH"],
    commit: "TRAVIS_COMMIT",
    tag: "TRAVIS_TAG",
    workspace: "TRAVIS_BUILD_DIR",
  },
  {
    id: "jenkins",
    name: "Jenkins",
    marks: ["JENKINS_URL", "BUILD_ID"],
    files: "jenkinsfile* *.jenkinsfile",
    pull: {
      marks: ["JENKINS_URL|BUILD_ID"],
      // Of multibranch jobs; of the plugins for pull requests of GitHub and for GitLab.
      signs: ["CHANGE_ID", "ghprbPullId", "gitlabMergeRequestIid"],
      branches: ["CHANGE_TARGET", "ghprbTargetBranch", "gitlabTargetBranch"],
      fork: {
        kind: "by-pull",
        ways: [
          ["CHANGE_ID", { kind: "sign", variable: "CHANGE_FORK" }],
          ["ghprbPullId", same("ghprbAuthorRepoGitUrl", "ghprbGhRepository")],
          ["gitlabMergeRequestIid", same("gitlabSourceRepoHttpUrl", "gitlabTargetRepoHttpUrl")],
        ],
      },
    },
    branches: ["BRANCH_NAME", "GIT_BRANCH"],
    tag: "TAG_NAME",
    workspace: "WORKSPACE",
  },
  {
    id: "drone",
    name: "Drone",
    marks: ["DRONE"],
    files: ".drone.yml .drone.yaml .drone.star .drone.jsonnet",
    pull: { signs: ["DRONE_BUILD_EVENT=pull_request"], branches: ["DRONE_TARGET_BRANCH"] },
    event: {
      variable: "DRONE_BUILD_EVENT",
      words: `${WORDS} custom=workflow_dispatch promote=deployment`,
    },
    branches: ["DRONE_BRANCH"],
    tag: "DRONE_TAG",
    workspace: "DRONE_WORKSPACE",
  },
  {
    id: "woodpecker",
    name: "Woodpecker",
    marks: ["CI=woodpecker|CI_SYSTEM_NAME=woodpecker"],
    files: ".woodpecker* .woodpecker/",
    pull: {
      signs: ["CI_PIPELINE_EVENT=pull_request", "CI_BUILD_EVENT=pull_request"],
      branches: ["CI_COMMIT_TARGET_BRANCH"],
    },
    event: { variable: "CI_PIPELINE_EVENT", words: `${WORDS} deployment release` },
    branches: ["CI_COMMIT_BRANCH"],
    tag: "CI_COMMIT_TAG",
    workspace: "CI_WORKSPACE",
  },
  {
    id: "cirrus",
    name: "Cirrus CI",
    marks: ["CIRRUS_CI"],
    files: ".cirrus.yml .cirrus.yaml .cirrus.star",
    pull: { signs: ["CIRRUS_PR"], commits: ["CIRRUS_BASE_SHA"], branches: ["CIRRUS_BASE_BRANCH"] },
    signs: [
      ["CIRRUS_CRON", "schedule"],
      ["CIRRUS_BRANCH", "push"],
      ["CIRRUS_TAG", "push"],
    ],
    branches: ["CIRRUS_BRANCH"],
    tag: "CIRRUS_TAG",
    workspace: "CIRRUS_WORKING_DIR",
  },
  {
    id: "appveyor",
    name: "AppVeyor",
    marks: ["APPVEYOR"],
    files: "appveyor.yml appveyor.yaml .appveyor.yml .appveyor.yaml",
    pull: {
      signs: ["APPVEYOR_PULL_REQUEST_NUMBER"],
      branches: ["APPVEYOR_REPO_BRANCH"],
      fork: same("APPVEYOR_PULL_REQUEST_HEAD_REPO_NAME", "APPVEYOR_REPO_NAME"),
    },
    signs: [
      ["APPVEYOR_SCHEDULED_BUILD", "schedule"],
      ["APPVEYOR_FORCED_BUILD", "workflow_dispatch"],
      ["APPVEYOR_REPO_BRANCH", "push"],
    ],
    branches: ["APPVEYOR_REPO_BRANCH"],
    tag: "APPVEYOR_REPO_TAG",
    workspace: "APPVEYOR_BUILD_FOLDER",
  },
  {
    id: "codefresh",
    name: "Codefresh",
    marks: ["CF_BUILD_ID"],
    files: "codefresh*.yml codefresh*.yaml .codefresh/",
    pull: {
      signs: ["CF_PULL_REQUEST_NUMBER", "CF_PULL_REQUEST_ID"],
      branches: ["CF_PULL_REQUEST_TARGET"],
      fork: { kind: "flag", variable: "CF_PULL_REQUEST_IS_FORK" },
    },
    branches: ["CF_BRANCH"],
  },
  {
    id: "codebuild",
    name: "AWS CodeBuild",
    marks: ["CODEBUILD_BUILD_ARN"],
    files: "buildspec*.yml buildspec*.yaml",
    pull: {
      signs: [
        "CODEBUILD_WEBHOOK_EVENT=PULL_REQUEST_CREATED",
        "CODEBUILD_WEBHOOK_EVENT=PULL_REQUEST_UPDATED",
        "CODEBUILD_WEBHOOK_EVENT=PULL_REQUEST_REOPENED",
      ],
      branches: ["CODEBUILD_WEBHOOK_BASE_REF"],
    },
    event: { variable: "CODEBUILD_WEBHOOK_EVENT", words: "PUSH=push" },
    branches: ["CODEBUILD_WEBHOOK_HEAD_REF"],
    workspace: "CODEBUILD_SRC_DIR",
  },
  {
    id: "bitrise",
    name: "Bitrise",
    marks: ["BITRISE_IO"],
    files: "bitrise.yml bitrise.yaml .bitrise.yml",
    pull: { signs: ["BITRISE_PULL_REQUEST"], branches: ["BITRISEIO_GIT_BRANCH_DEST"] },
    branches: ["BITRISE_GIT_BRANCH"],
    tag: "BITRISE_GIT_TAG",
    workspace: "BITRISE_SOURCE_DIR",
  },
  {
    id: "codemagic",
    name: "Codemagic",
    marks: ["CM_BUILD_ID"],
    pull: { signs: ["CM_PULL_REQUEST"], branches: ["CM_PULL_REQUEST_DEST"] },
    branches: ["CM_BRANCH"],
    tag: "CM_TAG",
    workspace: "CM_BUILD_DIR",
  },
  {
    id: "vela",
    name: "Vela",
    marks: ["VELA"],
    pull: {
      signs: ["VELA_PULL_REQUEST", "VELA_BUILD_EVENT=pull_request"],
      branches: ["VELA_PULL_REQUEST_TARGET"],
    },
    event: { variable: "VELA_BUILD_EVENT", words: `${WORDS} deployment comment=issue_comment` },
    branches: ["VELA_BUILD_BRANCH"],
  },
  {
    id: "xcode_cloud",
    name: "Xcode Cloud",
    marks: ["CI_XCODE_PROJECT"],
    pull: {
      signs: ["CI_PULL_REQUEST_NUMBER"],
      commits: ["CI_PULL_REQUEST_TARGET_COMMIT"],
      branches: ["CI_PULL_REQUEST_TARGET_BRANCH"],
    },
    branches: ["CI_BRANCH"],
    tag: "CI_TAG",
    workspace: "CI_PRIMARY_REPOSITORY_PATH",
  },
  {
    id: "prow",
    name: "Prow",
    marks: ["PROW_JOB_ID"],
    files: ".prow.yaml .prow.yml .prow/",
    pull: { signs: ["PULL_NUMBER", "JOB_TYPE=presubmit"], commits: ["PULL_BASE_SHA"] },
    event: {
      variable: "JOB_TYPE",
      words: "presubmit=pull_request postsubmit=push periodic=schedule",
    },
    branches: ["PULL_BASE_REF"],
  },
  {
    id: "semaphore",
    name: "Semaphore",
    marks: ["SEMAPHORE"],
    files: ".semaphore/",
    pull: {
      signs: ["SEMAPHORE_GIT_PR_NUMBER", "PULL_REQUEST_NUMBER"],
      branches: ["SEMAPHORE_GIT_BRANCH"],
      fork: same("SEMAPHORE_GIT_PR_SLUG", "SEMAPHORE_GIT_REPO_SLUG"),
    },
    event: { variable: "SEMAPHORE_GIT_REF_TYPE", words: "branch=push tag=push" },
    branches: ["SEMAPHORE_GIT_BRANCH"],
    tag: "SEMAPHORE_GIT_TAG_NAME",
  },
  {
    id: "agola",
    name: "Agola CI",
    marks: ["AGOLA_GIT_REF"],
    pull: { signs: ["AGOLA_PULL_REQUEST_ID"] },
  },
  { id: "alpic", name: "Alpic", marks: ["ALPIC_HOST"] },
  { id: "appcenter", name: "Visual Studio App Center", marks: ["APPCENTER_BUILD_ID"] },
  { id: "appcircle", name: "Appcircle", marks: ["AC_APPCIRCLE"], pull: { signs: ["AC_GIT_PR"] } },
  { id: "bamboo", name: "Bamboo", marks: ["bamboo_planKey"] },
  {
    id: "buddy",
    name: "Buddy",
    marks: ["BUDDY_WORKSPACE_ID"],
    pull: { signs: ["BUDDY_EXECUTION_PULL_REQUEST_ID"] },
  },
  { id: "capawesome_cloud", name: "Capawesome Cloud", marks: ["CAPAWESOME_CLOUD"] },
  { id: "cloudflare_pages", name: "Cloudflare Pages", marks: ["CF_PAGES"] },
  { id: "cloudflare_workers", name: "Cloudflare Workers", marks: ["WORKERS_CI"] },
  { id: "codeship", name: "Codeship", marks: ["CI_NAME=codeship"] },
  { id: "dsari", name: "dsari", marks: ["DSARI"] },
  { id: "earthly", name: "Earthly CI", marks: ["EARTHLY_CI"] },
  { id: "eas", name: "Expo Application Services", marks: ["EAS_BUILD"] },
  { id: "gerrit", name: "Gerrit", marks: ["GERRIT_PROJECT"] },
  { id: "gocd", name: "GoCD", marks: ["GO_PIPELINE_LABEL"] },
  {
    id: "google_cloud_build",
    name: "Google Cloud Build",
    marks: ["BUILDER_OUTPUT"],
    files: "cloudbuild*.yaml cloudbuild*.yml cloudbuild*.json",
  },
  { id: "harness", name: "Harness CI", marks: ["HARNESS_BUILD_ID"] },
  { id: "heroku", name: "Heroku", marks: ["NODE*=/app/.heroku/node/bin/node"] },
  { id: "hudson", name: "Hudson", marks: ["HUDSON_URL"] },
  { id: "layerci", name: "LayerCI", marks: ["LAYERCI"], pull: { signs: ["LAYERCI_PULL_REQUEST"] } },
  { id: "magnum", name: "Magnum CI", marks: ["MAGNUM"] },
  {
    id: "netlify",
    name: "Netlify CI",
    marks: ["NETLIFY"],
    files: "netlify.toml",
    pull: { signs: ["PULL_REQUEST"] },
  },
  {
    id: "nevercode",
    name: "Nevercode",
    marks: ["NEVERCODE"],
    pull: { signs: ["NEVERCODE_PULL_REQUEST"] },
  },
  { id: "releasehub", name: "ReleaseHub", marks: ["RELEASE_BUILD_ID"] },
  { id: "render", name: "Render", marks: ["RENDER"], pull: { signs: ["IS_PULL_REQUEST"] } },
  { id: "rwx", name: "RWX", marks: ["RWX"] },
  { id: "sail", name: "Sail CI", marks: ["SAILCI"], pull: { signs: ["SAIL_PULL_REQUEST_NUMBER"] } },
  {
    id: "screwdriver",
    name: "Screwdriver",
    marks: ["SCREWDRIVER"],
    files: "screwdriver.yaml .screwdriver.yaml",
    pull: { signs: ["SD_PULL_REQUEST"] },
  },
  {
    id: "sourcehut",
    name: "sourcehut",
    marks: ["CI_NAME=sourcehut"],
    files: ".builds/ .build.yml",
  },
  { id: "strider", name: "Strider CD", marks: ["STRIDER"] },
  { id: "taskcluster", name: "TaskCluster", marks: ["TASK_ID", "RUN_ID"] },
  {
    id: "vercel",
    name: "Vercel",
    marks: ["NOW_BUILDER|VERCEL"],
    files: "vercel.json",
    pull: { signs: ["VERCEL_GIT_PULL_REQUEST_ID"] },
  },
  { id: "xcode_server", name: "Xcode Server", marks: ["XCS"] },
];

/** Returns the folders that CI systems name as their checkouts; absolute. */
export function ciWorkspaces(env: Environment): readonly string[] {
  const named = CI_SYSTEMS.flatMap(({ workspace = "" }) => env[workspace] ?? []);
  return [...new Set(named)].filter((path) => isAbsolute(path));
}

/** True if the log is read by a runner that takes commands from it: GitHub and its kin, Azure, TeamCity. */
export function isRunnerLog(env: Environment): boolean {
  const marks = CI_SYSTEMS.flatMap((system) => (system.takesCommands ? system.marks : []));
  return marks.some((mark) => !["", "false"].includes(env[mark] ?? ""));
}
