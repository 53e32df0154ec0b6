// Longer than 200 lines because it is one table.
/**
 * A CI system as the facts of CI name it: its marks are those of the package `ci-info`, its words those of its manual.
 */
export interface CiProvider {
  /** The constant of `ci-info` in small letters. */
  readonly id: string;
  /** All of them hold: a variable that is set, `NAME=VALUE`, `NAME*=PART`, or several of which one is enough, `A|B`. */
  readonly marks: readonly string[];
  /** The variable that names the event, and its values: `VALUE=EVENT`, or only the event if both are the same. */
  readonly event?: readonly [variable: string, values: string];
  /** Variables that tell of an event by being set, tried before `event`, and the event if none of them is. */
  readonly signs?: readonly (readonly [condition: string, event: string])[];
  /** The variables that name the branch that is built, if it is no pull request; the better one first. */
  readonly branches?: readonly string[];
  /** A variable that is set when a tag is built, and no branch. */
  readonly tag?: string;
  /** Tells if a pull request comes from a fork. */
  readonly fork?: CiFork;
}

/**
 * `same`: two variables with names or addresses of repositories. `flag`: it says so. `sign`: it is set for forks only.
 * `by-pull`: it depends on which variable tells of the pull request; the first that is set counts.
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

/**
 * The systems that tell more than that they run, in the order in which they are looked for. GitHub has its own file.
 */
const TELLING: readonly CiProvider[] = [
  {
    id: "gitlab",
    marks: ["GITLAB_CI"],
    event: [
      "CI_PIPELINE_SOURCE",
      "push schedule web=workflow_dispatch api=repository_dispatch trigger=repository_dispatch " +
        "pipeline=workflow_call parent_pipeline=workflow_call",
    ],
    branches: ["CI_COMMIT_BRANCH"],
    fork: {
      kind: "same",
      variables: [
        ["CI_MERGE_REQUEST_SOURCE_PROJECT_PATH", "CI_MERGE_REQUEST_PROJECT_PATH"],
        [
          "CI_EXTERNAL_PULL_REQUEST_SOURCE_REPOSITORY",
          "CI_EXTERNAL_PULL_REQUEST_TARGET_REPOSITORY",
        ],
      ],
    },
  },
  {
    id: "azure_pipelines",
    marks: ["TF_BUILD"],
    event: [
      "BUILD_REASON",
      "IndividualCI=push BatchedCI=push Schedule=schedule Manual=workflow_dispatch " +
        "BuildCompletion=workflow_run ResourceTrigger=workflow_run",
    ],
    branches: ["BUILD_SOURCEBRANCH"],
    fork: { kind: "flag", variable: "SYSTEM_PULLREQUEST_ISFORK" },
  },
  { id: "bitbucket", marks: ["BITBUCKET_COMMIT"], branches: ["BITBUCKET_BRANCH"] },
  {
    id: "buildkite",
    marks: ["BUILDKITE"],
    event: [
      "BUILDKITE_SOURCE",
      "webhook=push schedule ui=workflow_dispatch api=repository_dispatch trigger_job=workflow_call",
    ],
    branches: ["BUILDKITE_BRANCH"],
    tag: "BUILDKITE_TAG",
    fork: same("BUILDKITE_PULL_REQUEST_REPO", "BUILDKITE_REPO"),
  },
  {
    id: "circle",
    marks: ["CIRCLECI"],
    branches: ["CIRCLE_BRANCH"],
    fork: { kind: "sign", variable: "CIRCLE_PR_REPONAME" },
  },
  {
    id: "travis",
    marks: ["TRAVIS"],
    event: ["TRAVIS_EVENT_TYPE", WORDS],
    branches: ["TRAVIS_BRANCH"],
    tag: "TRAVIS_TAG",
    fork: same("TRAVIS_PULL_REQUEST_SLUG", "TRAVIS_REPO_SLUG"),
  },
  {
    id: "jenkins",
    marks: ["JENKINS_URL", "BUILD_ID"],
    branches: ["BRANCH_NAME", "GIT_BRANCH"],
    tag: "TAG_NAME",
    fork: {
      kind: "by-pull",
      ways: [
        ["CHANGE_ID", { kind: "sign", variable: "CHANGE_FORK" }],
        ["ghprbPullId", same("ghprbAuthorRepoGitUrl", "ghprbGhRepository")],
        ["gitlabMergeRequestIid", same("gitlabSourceRepoHttpUrl", "gitlabTargetRepoHttpUrl")],
      ],
    },
  },
  {
    id: "drone",
    marks: ["DRONE"],
    event: ["DRONE_BUILD_EVENT", `${WORDS} custom=workflow_dispatch promote=deployment`],
    branches: ["DRONE_BRANCH"],
    tag: "DRONE_TAG",
  },
  {
    id: "woodpecker",
    marks: ["CI=woodpecker|CI_SYSTEM_NAME=woodpecker"],
    event: ["CI_PIPELINE_EVENT", `${WORDS} deployment release`],
    branches: ["CI_COMMIT_BRANCH"],
    tag: "CI_COMMIT_TAG",
  },
  {
    id: "cirrus",
    marks: ["CIRRUS_CI"],
    signs: [
      ["CIRRUS_CRON", "schedule"],
      ["CIRRUS_BRANCH", "push"],
      ["CIRRUS_TAG", "push"],
    ],
    branches: ["CIRRUS_BRANCH"],
    tag: "CIRRUS_TAG",
  },
  {
    id: "appveyor",
    marks: ["APPVEYOR"],
    signs: [
      ["APPVEYOR_SCHEDULED_BUILD", "schedule"],
      ["APPVEYOR_FORCED_BUILD", "workflow_dispatch"],
      ["APPVEYOR_REPO_BRANCH", "push"],
    ],
    branches: ["APPVEYOR_REPO_BRANCH"],
    tag: "APPVEYOR_REPO_TAG",
    fork: same("APPVEYOR_PULL_REQUEST_HEAD_REPO_NAME", "APPVEYOR_REPO_NAME"),
  },
  {
    id: "codefresh",
    marks: ["CF_BUILD_ID"],
    branches: ["CF_BRANCH"],
    fork: { kind: "flag", variable: "CF_PULL_REQUEST_IS_FORK" },
  },
  {
    id: "codebuild",
    marks: ["CODEBUILD_BUILD_ARN"],
    event: ["CODEBUILD_WEBHOOK_EVENT", "PUSH=push"],
    branches: ["CODEBUILD_WEBHOOK_HEAD_REF"],
  },
  {
    id: "bitrise",
    marks: ["BITRISE_IO"],
    branches: ["BITRISE_GIT_BRANCH"],
    tag: "BITRISE_GIT_TAG",
  },
  { id: "codemagic", marks: ["CM_BUILD_ID"], branches: ["CM_BRANCH"], tag: "CM_TAG" },
  {
    id: "vela",
    marks: ["VELA"],
    event: ["VELA_BUILD_EVENT", `${WORDS} deployment comment=issue_comment`],
    branches: ["VELA_BUILD_BRANCH"],
  },
  { id: "xcode_cloud", marks: ["CI_XCODE_PROJECT"], branches: ["CI_BRANCH"], tag: "CI_TAG" },
  {
    id: "prow",
    marks: ["PROW_JOB_ID"],
    event: ["JOB_TYPE", "presubmit=pull_request postsubmit=push periodic=schedule"],
    branches: ["PULL_BASE_REF"],
  },
  {
    id: "semaphore",
    marks: ["SEMAPHORE"],
    event: ["SEMAPHORE_GIT_REF_TYPE", "branch=push tag=push"],
    branches: ["SEMAPHORE_GIT_BRANCH"],
    tag: "SEMAPHORE_GIT_TAG_NAME",
    fork: same("SEMAPHORE_GIT_PR_SLUG", "SEMAPHORE_GIT_REPO_SLUG"),
  },
];

/** The systems of which only the name is known, or also if they build a pull request: `id mark mark …`. */
const NAMED = `
  gitea_actions GITEA_ACTIONS
  github_actions GITHUB_ACTIONS
  agola AGOLA_GIT_REF
  alpic ALPIC_HOST
  appcenter APPCENTER_BUILD_ID
  appcircle AC_APPCIRCLE
  bamboo bamboo_planKey
  buddy BUDDY_WORKSPACE_ID
  capawesome_cloud CAPAWESOME_CLOUD
  cloudflare_pages CF_PAGES
  cloudflare_workers WORKERS_CI
  codeship CI_NAME=codeship
  dsari DSARI
  earthly EARTHLY_CI
  eas EAS_BUILD
  gerrit GERRIT_PROJECT
  gocd GO_PIPELINE_LABEL
  google_cloud_build BUILDER_OUTPUT
  harness HARNESS_BUILD_ID
  heroku NODE*=/app/.heroku/node/bin/node
  hudson HUDSON_URL
  layerci LAYERCI
  magnum MAGNUM
  netlify NETLIFY
  nevercode NEVERCODE
  releasehub RELEASE_BUILD_ID
  render RENDER
  rwx RWX
  sail SAILCI
  screwdriver SCREWDRIVER
  sourcehut CI_NAME=sourcehut
  strider STRIDER
  taskcluster TASK_ID RUN_ID
  teamcity TEAMCITY_VERSION
  vercel NOW_BUILDER|VERCEL
  xcode_server XCS
`;

/** Every CI system, in the order in which they are looked for. */
export const CI_PROVIDERS: readonly CiProvider[] = [
  ...TELLING,
  ...NAMED.trim()
    .split("\n")
    .map((line) => {
      const [id = "", ...marks] = line.trim().split(" ");
      return { id, marks };
    }),
];
