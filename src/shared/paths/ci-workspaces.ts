import { isAbsolute } from "node:path";

/** The variables by which CI systems name the folder of the checkout. */
const VARIABLES = [
  "GITHUB_WORKSPACE",
  "CI_PROJECT_DIR", // GitLab
  "BUILD_SOURCESDIRECTORY", // Azure Pipelines
  "BITBUCKET_CLONE_DIR",
  "BUILDKITE_BUILD_CHECKOUT_PATH",
  "CIRCLE_WORKING_DIRECTORY",
  "TRAVIS_BUILD_DIR",
  "WORKSPACE", // Jenkins
  "DRONE_WORKSPACE",
  "CI_WORKSPACE", // Woodpecker
  "CIRRUS_WORKING_DIR",
  "APPVEYOR_BUILD_FOLDER",
  "CODEBUILD_SRC_DIR",
  "BITRISE_SOURCE_DIR",
  "CM_BUILD_DIR", // Codemagic
  "CI_PRIMARY_REPOSITORY_PATH", // Xcode Cloud
] as const;

/** Returns the folders that a CI system names as the place of the checkout; absolute. */
export function ciWorkspaces(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return VARIABLES.map((name) => env[name] ?? "").filter((path) => isAbsolute(path));
}
