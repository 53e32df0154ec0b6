import type { Diagnostic } from "../../model/diagnostic.ts";
import type { PolicyCheck } from "../../model/policy/checks.ts";
import { verdictOf } from "../../model/policy/verdict.ts";
import type { Policy } from "../../model/policy.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import { protectsOf } from "../protected-guards.ts";
import { normalizeApprovals } from "./approvals-schema.ts";
import { faultyNames } from "./check-faults.ts";
import { normalizeCommits } from "./commits-schema.ts";
import { normalizeLimits } from "./limits-schema.ts";
import { diagnosticOfRule, type PolicyFile } from "./policy-file.ts";
import type { WrittenPolicy } from "./policy-schema.ts";
import { branchesTwice } from "./publish-faults.ts";
import { normalizePublish } from "./publish-schema.ts";

const WHOLE =
  "`onApplyError` has no effect with `transaction: run`: a run that fails writes nothing.";

/**
 * Puts a policy together with those that it extends; `files` has the policy itself first. Guards add up, rules of the
 * extending file come first, and of what can stand only once the nearest file counts.
 */
export function composePolicy(
  files: readonly PolicyFile[],
): { readonly policy: Policy } | { readonly diagnostics: readonly Diagnostic[] } {
  const [own, ...extended] = files;
  if (own === undefined) throw new Error("A policy has at least one file.");
  const otherwise = nearest(files, "default");
  const checks = checksOf(files);
  const parsers = files.flatMap((file) => file.parsers); // The first for a language counts.
  const transaction = nearest(files, "transaction") ?? "action";
  const diagnostics = [
    ...repeatedIds(files),
    ...faultyNames(files, { checks, transaction }),
    ...idleApplyErrors(files, transaction),
    ...branchesTwice(files),
  ];
  if (otherwise === undefined) diagnostics.push(missingDefault(own, extended.length > 0));
  if (diagnostics.length > 0 || otherwise === undefined) return { diagnostics };
  const guards = files.flatMap((file) => file.guards);
  const policy: Policy = {
    source: own.path,
    default: { ...otherwise, ...verdictOf(otherwise.verdict) },
    order: nearest(files, "order") ?? "queue",
    transaction,
    protects: protectsOf(
      guards,
      files.flatMap(({ written }) => written.lift ?? []),
    ),
    guards,
    rules: files.flatMap((file) => file.rules),
    ...optionalParts(files),
    ...(checks.length > 0 ? { checks } : {}),
    ...(parsers.length > 0 ? { parsers } : {}),
    ...(extended.length > 0 ? { extended: extended.map(({ path }) => path) } : {}),
  };
  return { policy };
}

/** Returns a part of the first file that has it. */
function nearest<Key extends keyof Written>(
  files: readonly PolicyFile[],
  key: Key,
): Written[Key] | undefined {
  return files.map(({ written }) => written[key]).find((part) => part !== undefined);
}

type Written = PolicyFile["written"];

/** Returns the parts that a policy may lack. */
function optionalParts(files: readonly PolicyFile[]) {
  const limits = nearest(files, "limits");
  const commits = nearest(files, "commits");
  const publish = nearest(files, "publish");
  const approvals = nearest(files, "approvals");
  return definedOnly({
    allow: allowanceOf(files),
    limits: limits && normalizeLimits(limits),
    onApplyError: nearest(files, "onApplyError"),
    maxCheckRuns: nearest(files, "maxCheckRuns"),
    commits: commits && normalizeCommits(commits),
    publish: publish && normalizePublish(publish),
    approvals: approvals && normalizeApprovals(approvals),
  });
}

function missingDefault({ source }: PolicyFile, extendsOthers: boolean): Diagnostic {
  const message = extendsOthers ? "No file that it extends has one." : "";
  const text = `Missing key \`default\`. ${message}`.trim();
  return diagnosticAt(source.placeOf([]), "missing-key", text);
}

/** An id stands for one rule in traces and reports, also across files. */
function repeatedIds(files: readonly PolicyFile[]): Diagnostic[] {
  const seen = new Map<string, string>();
  return files.flatMap((file) =>
    (["guards", "rules"] as const).flatMap((list) =>
      file[list].flatMap(({ id }) => {
        const other = seen.get(id);
        if (other === undefined) seen.set(id, file.path);
        if (other === undefined || other === file.path) return [];
        const message = `Two rules have the id \`${id}\`: the other one is in ${other}.`;
        return [diagnosticOfRule(file, list, id, message)];
      }),
    ),
  );
}

/** Of checks with the same name that of the nearest file counts. */
function checksOf(files: readonly PolicyFile[]): readonly PolicyCheck[] {
  const byName = new Map<string, PolicyCheck>();
  for (const { checks } of files)
    for (const check of checks) if (!byName.has(check.name)) byName.set(check.name, check);
  return [...byName.values()];
}

function allowanceOf(files: readonly PolicyFile[]): Policy["allow"] {
  const allowances = files.flatMap(({ written }) => written.allow ?? []);
  if (allowances.length === 0) return undefined;
  return {
    env: [...new Set(allowances.flatMap(({ env = [] }) => env))],
    hosts: [...new Set(allowances.flatMap(({ hosts = [] }) => hosts))],
  };
}

/** The parts of a policy file that say what becomes of an apply that fails. */
interface WrittenFile {
  readonly written: WrittenPolicy;
  readonly source: YamlSource;
}

/**
 * Reports `onApplyError` where nothing is applied by itself: it would have no effect. The transaction is that of the
 * policy that is put together from the files.
 */
function idleApplyErrors(
  files: readonly WrittenFile[],
  transaction: Policy["transaction"],
): readonly Diagnostic[] {
  return files.flatMap((file) => faultsOf(file, transaction === "run"));
}

function faultsOf({ written, source }: WrittenFile, isWhole: boolean): readonly Diagnostic[] {
  const report = (at: YamlPath, message: string) =>
    diagnosticAt(source.placeOf([...at, "onApplyError"]), "invalid-value", message);
  const own = isWhole && written.onApplyError !== undefined ? [report([], WHOLE)] : [];
  const ofRules = (["guards", "rules"] as const).flatMap((list) =>
    (written[list] ?? []).flatMap(({ verdict, onApplyError }, index) => {
      if (onApplyError === undefined) return [];
      if (isWhole) return [report([list, index], WHOLE)];
      if (verdictOf(verdict).verdict === "apply") return [];
      return [report([list, index], `\`onApplyError\` has no effect: the verdict is ${verdict}.`)];
    }),
  );
  return [...own, ...ofRules];
}
