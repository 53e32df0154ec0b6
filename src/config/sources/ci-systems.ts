/** A CI system, and the variables by which it tells of pull requests; the data follow the package `ci-info`. */
export interface CiSystem {
  readonly name: string;
  /** As `ci-info` names it. */
  readonly id: string;
  /** It sets one of these in every job; with a value, to that value. */
  readonly marks: readonly string[];
  /** In a job for a pull request one of these is set, and neither `false` nor `0`; with a value, it has that value. */
  readonly pulls: readonly string[];
  /**
   * The variables that name the tip of the target, the better one first. Never those of the merge base, such as
   * `CI_MERGE_REQUEST_DIFF_BASE_SHA`: the author of the head chooses it, and may choose an old commit.
   */
  readonly commits?: readonly string[];
  /** The variables that name the target branch. */
  readonly branches?: readonly string[];
}

/** `NAME=VALUE` asks for a value. GitHub, whose base stands in a file, is not among them. */
export const CI_SYSTEMS: readonly CiSystem[] = [
  {
    name: "GitLab CI",
    id: "gitlab",
    marks: ["GITLAB_CI"],
    pulls: ["CI_MERGE_REQUEST_ID", "CI_MERGE_REQUEST_IID", "CI_EXTERNAL_PULL_REQUEST_IID"],
    commits: ["CI_MERGE_REQUEST_TARGET_BRANCH_SHA", "CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_SHA"],
    branches: [
      "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
      "CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME",
    ],
  },
  {
    name: "Azure Pipelines",
    id: "azure_pipelines",
    marks: ["TF_BUILD"],
    pulls: ["BUILD_REASON=PullRequest"],
    branches: ["SYSTEM_PULLREQUEST_TARGETBRANCH"],
  },
  {
    name: "Bitbucket Pipelines",
    id: "bitbucket",
    marks: ["BITBUCKET_COMMIT"],
    pulls: ["BITBUCKET_PR_ID"],
    commits: ["BITBUCKET_PR_DESTINATION_COMMIT"],
    branches: ["BITBUCKET_PR_DESTINATION_BRANCH"],
  },
  {
    name: "Buildkite",
    id: "buildkite",
    marks: ["BUILDKITE"],
    pulls: ["BUILDKITE_PULL_REQUEST"],
    branches: ["BUILDKITE_PULL_REQUEST_BASE_BRANCH"],
  },
  {
    name: "CircleCI",
    id: "circle",
    marks: ["CIRCLECI"],
    pulls: ["CIRCLE_PULL_REQUEST", "CIRCLE_PULL_REQUESTS", "CIRCLE_PR_NUMBER"],
  },
  {
    name: "Travis CI",
    id: "travis",
    marks: ["TRAVIS"],
    pulls: ["TRAVIS_PULL_REQUEST"],
    branches: ["TRAVIS_BRANCH"],
  },
  {
    name: "Jenkins",
    id: "jenkins",
    marks: ["JENKINS_URL", "BUILD_ID"],
    // Of multibranch jobs; of the plugins for pull requests of GitHub and for GitLab.
    pulls: ["CHANGE_ID", "ghprbPullId", "gitlabMergeRequestIid"],
    branches: ["CHANGE_TARGET", "ghprbTargetBranch", "gitlabTargetBranch"],
  },
  {
    name: "Drone",
    id: "drone",
    marks: ["DRONE"],
    pulls: ["DRONE_BUILD_EVENT=pull_request"],
    branches: ["DRONE_TARGET_BRANCH"],
  },
  {
    name: "Woodpecker",
    id: "woodpecker",
    marks: ["CI=woodpecker", "CI_SYSTEM_NAME=woodpecker"],
    pulls: ["CI_PIPELINE_EVENT=pull_request", "CI_BUILD_EVENT=pull_request"],
    branches: ["CI_COMMIT_TARGET_BRANCH"],
  },
  {
    name: "Cirrus CI",
    id: "cirrus",
    marks: ["CIRRUS_CI"],
    pulls: ["CIRRUS_PR"],
    commits: ["CIRRUS_BASE_SHA"],
    branches: ["CIRRUS_BASE_BRANCH"],
  },
  {
    name: "AppVeyor",
    id: "appveyor",
    marks: ["APPVEYOR"],
    pulls: ["APPVEYOR_PULL_REQUEST_NUMBER"],
    branches: ["APPVEYOR_REPO_BRANCH"],
  },
  {
    name: "Codefresh",
    id: "codefresh",
    marks: ["CF_BUILD_ID"],
    pulls: ["CF_PULL_REQUEST_NUMBER", "CF_PULL_REQUEST_ID"],
    branches: ["CF_PULL_REQUEST_TARGET"],
  },
  {
    name: "AWS CodeBuild",
    id: "codebuild",
    marks: ["CODEBUILD_BUILD_ARN"],
    pulls: [
      "CODEBUILD_WEBHOOK_EVENT=PULL_REQUEST_CREATED",
      "CODEBUILD_WEBHOOK_EVENT=PULL_REQUEST_UPDATED",
      "CODEBUILD_WEBHOOK_EVENT=PULL_REQUEST_REOPENED",
    ],
    branches: ["CODEBUILD_WEBHOOK_BASE_REF"],
  },
  {
    name: "Bitrise",
    id: "bitrise",
    marks: ["BITRISE_IO"],
    pulls: ["BITRISE_PULL_REQUEST"],
    branches: ["BITRISEIO_GIT_BRANCH_DEST"],
  },
  {
    name: "Codemagic",
    id: "codemagic",
    marks: ["CM_BUILD_ID"],
    pulls: ["CM_PULL_REQUEST"],
    branches: ["CM_PULL_REQUEST_DEST"],
  },
  {
    name: "Vela",
    id: "vela",
    marks: ["VELA"],
    pulls: ["VELA_PULL_REQUEST"],
    branches: ["VELA_PULL_REQUEST_TARGET"],
  },
  {
    name: "Xcode Cloud",
    id: "xcode_cloud",
    marks: ["CI_XCODE_PROJECT"],
    pulls: ["CI_PULL_REQUEST_NUMBER"],
    commits: ["CI_PULL_REQUEST_TARGET_COMMIT"],
    branches: ["CI_PULL_REQUEST_TARGET_BRANCH"],
  },
  {
    name: "Prow",
    id: "prow",
    marks: ["PROW_JOB_ID"],
    pulls: ["PULL_NUMBER"],
    commits: ["PULL_BASE_SHA"],
  },
  {
    name: "Semaphore",
    id: "semaphore",
    marks: ["SEMAPHORE"],
    pulls: ["SEMAPHORE_GIT_PR_NUMBER", "PULL_REQUEST_NUMBER"],
    branches: ["SEMAPHORE_GIT_BRANCH"],
  },
  { name: "Agola CI", id: "agola", marks: ["AGOLA_GIT_REF"], pulls: ["AGOLA_PULL_REQUEST_ID"] },
  { name: "Appcircle", id: "appcircle", marks: ["AC_APPCIRCLE"], pulls: ["AC_GIT_PR"] },
  {
    name: "Buddy",
    id: "buddy",
    marks: ["BUDDY_WORKSPACE_ID"],
    pulls: ["BUDDY_EXECUTION_PULL_REQUEST_ID"],
  },
  { name: "LayerCI", id: "layerci", marks: ["LAYERCI"], pulls: ["LAYERCI_PULL_REQUEST"] },
  { name: "Netlify CI", id: "netlify", marks: ["NETLIFY"], pulls: ["PULL_REQUEST"] },
  { name: "Nevercode", id: "nevercode", marks: ["NEVERCODE"], pulls: ["NEVERCODE_PULL_REQUEST"] },
  { name: "Render", id: "render", marks: ["RENDER"], pulls: ["IS_PULL_REQUEST"] },
  { name: "Sail CI", id: "sail", marks: ["SAILCI"], pulls: ["SAIL_PULL_REQUEST_NUMBER"] },
  { name: "Screwdriver", id: "screwdriver", marks: ["SCREWDRIVER"], pulls: ["SD_PULL_REQUEST"] },
  {
    name: "Vercel",
    id: "vercel",
    marks: ["VERCEL", "NOW_BUILDER"],
    pulls: ["VERCEL_GIT_PULL_REQUEST_ID"],
  },
];
