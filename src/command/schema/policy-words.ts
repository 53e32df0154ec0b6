import { FACT_ROWS } from "../../model/action/facts.ts";
import { CONDITION_KINDS, CONDITION_NAMES } from "../../model/policy/conditions.ts";
import type { Words } from "./describe-schema.ts";

/** The meaning of the conditions on facts, and of the facts of tests. */
const FACT_WORDS: Words = {
  ...Object.fromEntries(
    CONDITION_NAMES.flatMap((name) => {
      const { means } = CONDITION_KINDS[name];
      return means === undefined ? [] : [[`conditions.${name}`, means]];
    }),
  ),
  any: "One entry matches one of the globs.",
  all: "Each entry matches one of the globs.",
  none: "No entry matches one of the globs.",
  count: "The number of entries.",
  min: "At least this.",
  max: "At most this.",
  ...Object.fromEntries(Object.entries(FACT_ROWS).map(([name, { means }]) => [name, means])),
  ci: "The CI system.",
  "ci.event": "The event that started the job, such as `push`, `pull_request` or `none`.",
  "ci.branch": "The branch that is built; of a pull request its target.",
  "ci.fork": "The commits come from a fork.",
  "ci.author": "Who opened the pull request, by the name of the forge.",
  "ci.labels": "The labels of the pull request.",
  "ci.source": "The branch that the pull request comes from.",
  "ci.draft": "The pull request is a draft.",
  "ci.provider": "The CI system, such as `github_actions`, `gitlab` or `none`.",
};

/** The meaning of the keys of a policy; docs/policies.md says more. */
export const POLICY_WORDS: Words = {
  version: "The version of the format: 1.",
  extends: "Policies that this one builds on: files, built-in ones or those of packages.",
  default: "What becomes of an action that no guard and no rule covers.",
  verdict:
    "`apply` writes the action, `warn` too and is told first, `discard` ends it, `hold` leaves it to a person.",
  reason: "Why; never blank. `${{ facts.files }}` and the like insert facts.",
  limits: "The most that one run may change. An action that does not fit is never cut in two.",
  "limits.onExceed": "What becomes of actions that do not fit. Default: `hold`.",
  "limits.each": "Limits for every recipe, rule, owner or package by itself.",
  "each.recipe": "For every recipe.",
  "each.rule": "For every rule that applies.",
  "each.owner": "For every owner of files.",
  "each.package": "For every package that files belong to.",
  maxFiles: "At most this many different files.",
  maxReplacements: "At most this many replacements.",
  maxLines: "At most this many lines added and removed.",
  onApplyError: "What becomes of an action whose apply fails. Default: `hold`.",
  order:
    "The order in which the pending actions of a batch are decided: from the first (`queue`, " +
    "the default), or from the last.",
  transaction: "`run` makes everything that a run applies one transaction. Default: `action`.",
  lift: "Ids of protecting guards that do not count.",
  allow: "What recipes may name.",
  "allow.env": "Environment variables that recipes may name.",
  "allow.hosts": "Servers that recipes may name, as HOST or HOST:PORT.",
  checks: "Commands that must succeed on the result, by name; rules name them.",
  run: "A list of a program and its arguments; with `shell: true` one text.",
  shell: "A shell reads `run`.",
  timeout: "The most time of one run, such as `5m`. Default: `10m`.",
  cwd: "A folder below the root. Default: the root.",
  env: "Further environment variables that the check gets.",
  after: "When the check runs: after each action (default), after a rule's, or once at the end.",
  maxCheckRuns: "The most runs of checks in one run. Default: 50.",
  parsers:
    "Language → program that tells if results are valid code, for `newSyntaxErrors`; beats that of a recipe. Needs `--allow-code`.",
  "parsers.run":
    "The program and its arguments, which gets the text by standard input; no shell reads them.",
  "parsers.timeout": "The most time for one text. Default: `30s`.",
  "parsers.env": "More environment variables of the program. Each must be allowed by the caller.",
  "parsers.ok": "The exit codes that say that the text is valid. Default: 0.",
  "checks.ok": "The exit codes that are in order. Default: 0.",
  "checks.count":
    "A text: there must not be more lines with it in the output than before the changes.",
  "checks.sarif":
    "The findings of a scanner: a file that it writes, or `-` for its standard output. None may be new.",
  "checks.removed": "Globs of ids of rules of `sarif`: of each a finding must be gone.",
  commits: "Commits of what a run has written.",
  "commits.per": "What one commit holds. Default: the whole run.",
  "commits.message": "The message, in which `${{ … }}` inserts facts.",
  "commits.trailers": "Trailers of the message, by name.",
  "commits.branch": "The branch that gets the commits. Default: the one that is checked out.",
  "commits.author":
    "The author and committer, as `Name <mail>`. Default: `user.name` and `user.email` of git.",
  "commits.sign":
    "True signs commits, or makes none. Default: `commit.gpgSign` of git. Counts only if the policy is trusted.",
  publish: "The pull requests that `sluice publish` keeps. Counts only if the policy is trusted.",
  "publish.per": "What one pull request holds. Default: the whole plan, `run`.",
  "publish.branch": "The branch of each, with `${{ group }}` and `${{ recipes }}`.",
  "publish.title": "The title, in which `${{ … }}` inserts facts.",
  "publish.body": "Markdown before the table of decisions, in which `${{ … }}` inserts facts.",
  "publish.base": "The branch that pull requests are for. Default: that of the forge.",
  "publish.draft": "When a pull request is a draft. Default: `never`.",
  "publish.labels": "Labels of each pull request.",
  "publish.reviewers":
    "Who is asked: the `owners` of the changed files, or people and teams (`octocat`, `org/team`).",
  "publish.maxOpen": "The most pull requests that are open at a time.",
  "publish.perHour": "The most pull requests that are opened within an hour.",
  "publish.closeEmpty": "A pull request of which nothing is left is closed. Default: true.",
  "publish.autoMerge":
    "`whenGreen` asks the forge to merge as soon as all is there that the base requires. Default: `never`.",
  approvals:
    "Who may end a hold on the forge. On a guard or rule it takes the place of that of the policy, as a whole.",
  "approvals.by":
    "The `owners` of all files of the action, whoever may push (`write`), or people and teams (`octocat`, `org/team`).",
  "approvals.count": "The number of different people who must approve. Default: 1.",
  "approvals.notAuthor": "The author of the pull request does not count. Default: true.",
  "approvals.expires": "The longest time until an approval, such as `7d`. Default: without end.",
  guards: "Looked at before the rules; any hit wins, the strictest first.",
  rules: "Looked at in order; the first hit wins.",
  id: "The name of the rule in reports.",
  when: "The conditions, all of which must hold. Without them every action is a hit.",
  from: "The guard or rule counts from this time on: `2026-12-20T08:00Z`, `… Europe/Berlin` or a date.",
  until: "The first time at which it no longer counts.",
  now: "The time of the test. Without it no window is open.",
  "guards.checks": "Names of checks that must succeed on the result.",
  "rules.checks": "Names of checks that must succeed on the result.",
  onCheckFailure:
    "What becomes of the actions if a check fails: they are taken back (default), those that " +
    "pass alone are kept, or the run fails.",
  "guards.tests": "Facts for which the guard must hit, or must not.",
  "rules.tests": "Facts for which the rule must hit, or must not.",
  match: "Facts of actions for which it is a hit.",
  notMatch: "Facts of actions for which it is none.",
  tests: "Facts of actions, and what must become of them; `sluice policy test` decides them.",
  "tests.name": "The name of the test.",
  "tests.facts": "The facts of an action. A fact that is left out is as in an ordinary action.",
  "tests.verdict": "The verdict that the policy must give.",
  "tests.rule": "The guard or rule that must decide.",
  unknown: "Names of facts that are not known.",
  ...FACT_WORDS,
};
