import type { PolicyApprovals } from "../model/policy/approvals.ts";
import type { CheckMeasure, PolicyCheck } from "../model/policy/checks.ts";
import type { Conditions } from "../model/policy/conditions.ts";
import type { PolicyLimits } from "../model/policy/limits.ts";
import type { PolicyPublish } from "../model/policy/publish.ts";
import type { RuleWindow } from "../model/policy/rule-window.ts";
import { type Decided, writtenVerdict } from "../model/policy/verdict.ts";
import type { Policy, PolicyRule } from "../model/policy.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { PROTECTED_IDS } from "./protected-guards.ts";

/**
 * Returns a policy as it could be written in one file that extends no other. Loading it gives the same decisions; only
 * the places of rules are other ones.
 */
export function writtenOf(policy: Policy): Readonly<Record<string, unknown>> {
  const { default: otherwise, order, transaction, allow, limits, guards, rules, protects } = policy;
  const { commits, publish, approvals, checks, parsers, maxCheckRuns, onApplyError } = policy;
  const writtenRules = (list: readonly PolicyRule[]) =>
    list.map(({ onApplyError: own, ...rule }) =>
      writtenRule({ ...rule, ...(own === undefined ? {} : { onApplyError: own }) }),
    );
  const replaced = guards.map(({ id }) => id);
  const lift = PROTECTED_IDS.filter((id) => !protects.includes(id) && !replaced.includes(id));
  return {
    version: 1,
    default: writtenDecision(otherwise),
    ...(limits === undefined ? {} : { limits: writtenLimits(limits) }),
    ...(onApplyError === undefined ? {} : { onApplyError }),
    ...(order === "queue" ? {} : { order }),
    ...(transaction === "action" ? {} : { transaction }),
    ...(lift.length === 0 ? {} : { lift }),
    ...(allow === undefined ? {} : { allow: writtenAllowance(allow) }),
    ...(checks === undefined ? {} : { checks: Object.fromEntries(checks.map(writtenCheck)) }),
    ...(parsers === undefined ? {} : { parsers: writtenParsers(parsers) }),
    ...(maxCheckRuns === undefined ? {} : { maxCheckRuns }),
    ...(commits === undefined ? {} : { commits: writtenCommits(commits) }),
    ...(publish === undefined ? {} : { publish: writtenPublish(publish) }),
    ...(approvals === undefined ? {} : { approvals: writtenApprovals(approvals) }),
    ...(guards.length === 0 ? {} : { guards: writtenRules(guards) }),
    ...(rules.length === 0 ? {} : { rules: writtenRules(rules) }),
  };
}

function writtenAllowance({ env, hosts }: NonNullable<Policy["allow"]>): object {
  return { ...(env.length === 0 ? {} : { env }), ...(hosts.length === 0 ? {} : { hosts }) };
}

function writtenLimits({ each, onExceed, ...amounts }: PolicyLimits): object {
  const own = Object.keys(each).length === 0 ? {} : { each };
  return { ...amounts, ...own, ...(onExceed === "hold" ? {} : { onExceed }) };
}

function writtenCommits({ trailers, author, ...rest }: NonNullable<Policy["commits"]>): object {
  return {
    ...rest,
    ...(Object.keys(trailers).length === 0 ? {} : { trailers }),
    ...(author === undefined ? {} : { author: `${author.name} <${author.email}>` }),
  };
}

/** Empty lists and what is switched off are left out. */
function writtenPublish({
  labels,
  reviewers,
  closeEmpty,
  draft,
  autoMerge,
  ...rest
}: PolicyPublish) {
  return {
    ...rest,
    ...(draft === "never" ? {} : { draft }),
    ...(labels.length === 0 ? {} : { labels }),
    ...(reviewers.length === 0 ? {} : { reviewers }),
    ...(closeEmpty ? {} : { closeEmpty }),
    ...(autoMerge === "never" ? {} : { autoMerge }),
  };
}

/** Returns approvals as they are written, with every default. */
export function writtenApprovals({ expires, ...rest }: PolicyApprovals) {
  return { ...rest, ...(expires === undefined ? {} : { expires: ageText(expires) }) };
}

const [HOUR, DAY] = [3_600_000, 24 * 3_600_000];

function ageText(milliseconds: number): string {
  return milliseconds % DAY === 0 ? `${milliseconds / DAY}d` : `${milliseconds / HOUR}h`;
}

function writtenCheck({ name, run, shell, timeout, cwd, env, after, ok, measure }: PolicyCheck) {
  const written = {
    run: shell ? run[0] : run,
    ...(shell ? { shell } : {}),
    timeout: `${timeout}ms`,
    ...(cwd === "" ? {} : { cwd }),
    ...(env.length === 0 ? {} : { env }),
    after,
    ...definedOnly({ ok }),
    ...(measure === undefined ? {} : writtenMeasure(measure)),
  };
  return [name, written] as const;
}

function writtenMeasure(measure: CheckMeasure): object {
  if (measure.kind === "lines") return { count: measure.text };
  const { from, removed } = measure;
  return { sarif: from, ...(removed.length === 0 ? {} : { removed }) };
}

/** Of several for a language, the first counts. */
function writtenParsers(parsers: NonNullable<Policy["parsers"]>): object {
  const written = new Map<string, object>();
  for (const { language, run, env, ok, timeout } of parsers)
    if (!written.has(language)) written.set(language, { run, timeout: `${timeout}ms`, env, ok });
  return Object.fromEntries(written);
}

/** Returns the edges of a window as they are written. */
function writtenWindow({ from, until }: RuleWindow = {}) {
  return definedOnly({ from: from?.written, until: until?.written });
}

function writtenDecision({ verdict, warned, ...rest }: Decided): object {
  return { verdict: writtenVerdict({ verdict, warned }), ...rest };
}

function writtenRule({ id, when, window, place: _place, approvals, ...rest }: PolicyRule): object {
  return {
    id,
    ...writtenWindow(window),
    ...(Object.keys(when).length === 0 ? {} : { when: writtenConditions(when) }),
    ...writtenDecision(rest),
    ...(approvals === undefined ? {} : { approvals: writtenApprovals(approvals) }),
  };
}

/** Returns conditions as they are written: an expression is its source. */
export function writtenConditions({
  any,
  all,
  not,
  expr,
  percent,
  ...plain
}: Conditions): Readonly<Record<string, unknown>> {
  return {
    ...plain,
    ...(any === undefined ? {} : { any: any.map(writtenConditions) }),
    ...(all === undefined ? {} : { all: all.map(writtenConditions) }),
    ...(not === undefined ? {} : { not: writtenConditions(not) }),
    ...(expr === undefined ? {} : { expr: expr.source }),
    ...(percent === undefined ? {} : { percent: percent.percent }),
  };
}
