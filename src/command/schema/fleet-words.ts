import type { Words } from "./describe-schema.ts";

/** The meaning of the keys of a fleet file; docs/fleet.md says more. */
export const FLEET_WORDS: Words = {
  version: "The version of the format: 1.",
  recipes: "The recipes, in order: paths beside this file, `shipped:NAME`, `npm:…`, `git:…`.",
  policy:
    "The policy of the fleet: a file or a built-in one, as `safe`; `repository`: that of each repository.",
  inputs: "Values of the inputs of the recipes, by name.",
  publish:
    "`true`: the pull requests that the policy says; a map takes its place. Absent: nothing is published.",
  repositories: "Repositories, each as a path, an address or a map.",
  path: "A repository on this machine, relative to this file. Its commits count, uncommitted work does not.",
  url: "The address of a repository, without credentials: https, ssh, or `user@host:path`.",
  ref: "A branch, a tag or a whole commit. Default: the branch of `HEAD`.",
  "repositories.inputs": "Values that beat those of the fleet.",
  paths: "Only files that one of these globs matches, or below one of these folders.",
  forge: "The forge that lists repositories.",
  org: "Its organization, user or group.",
  topic: "Only repositories with this topic.",
  language: "Only repositories whose main language is this one.",
  exclude: "Globs of names of repositories that are left out.",
  archived: "`true`: archived repositories, too. Default: false.",
};
