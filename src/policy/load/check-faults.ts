import type { Diagnostic } from "../../model/diagnostic.ts";
import { verdictOf } from "../../model/policy/verdict.ts";
import type { Policy } from "../../model/policy.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { pathFault } from "../../shared/paths/posix-path.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import type { WrittenCheck, WrittenPolicy } from "./policy-schema.ts";

/** Returns the faults of the checks that one file describes. */
export function faultyChecks(
  { checks = {} }: Pick<WrittenPolicy, "checks">,
  source: YamlSource,
): readonly Diagnostic[] {
  return Object.entries(checks).flatMap(([name, check]) =>
    faultsOf(check).map(({ key, message, hint }) =>
      diagnosticAt(
        source.placeOf(["checks", name, key]),
        "invalid-value",
        message,
        definedOnly({ hint }),
      ),
    ),
  );
}

/** A fault of a check, at one of its keys. */
interface CheckFault {
  readonly key: keyof WrittenCheck;
  readonly message: string;
  readonly hint?: string;
}

function faultsOf(check: WrittenCheck): readonly CheckFault[] {
  const { run, shell = false, cwd, count, sarif, removed } = check;
  const outside = cwd === undefined ? undefined : pathFault(cwd);
  const file = sarif === undefined ? undefined : pathFault(sarif);
  const texts = typeof run === "string" ? [run] : run;
  const isList = typeof run !== "string";
  const faults: (CheckFault | false | undefined)[] = [
    !isList && !shell && { key: "run", message: "A text needs a shell.", hint: LIST },
    isList &&
      shell && { key: "run", message: "A shell takes one text, not a list.", hint: NO_SHELL },
    (texts[0] ?? "").trim() === "" && { key: "run", message: "The program has no name." },
    texts.some((part) => part.includes("\0")) && {
      key: "run",
      message: "A command has no NUL characters.",
    },
    outside !== undefined && { key: "cwd", message: `The folder \`${cwd}\` ${outside}.` },
    count !== undefined &&
      sarif !== undefined && { key: "count", message: "A check has `count` or `sarif`, not both." },
    removed !== undefined &&
      sarif === undefined && { key: "removed", message: "Only findings of `sarif` are removed." },
    file !== undefined && { key: "sarif", message: `The file \`${sarif}\` ${file}.` },
  ];
  return faults.filter((fault) => typeof fault === "object");
}

const LIST = 'Write a list, such as `["npm", "test"]`, or add `shell: true`.';
const NO_SHELL = "Leave `shell` out, or write the command as one text.";

/** The parts of a policy file that name checks. */
interface NamingFile {
  readonly written: WrittenPolicy;
  readonly source: YamlSource;
}

/** Returns the faults of what rules say of checks; `policy` is put together from the files. */
export function faultyNames(
  files: readonly NamingFile[],
  { checks = [], transaction }: Pick<Policy, "checks" | "transaction">,
): readonly Diagnostic[] {
  const names = checks.map(({ name }) => name);
  return files.flatMap(({ written, source }) =>
    (["guards", "rules"] as const).flatMap((list) =>
      (written[list] ?? []).flatMap((rule, index) =>
        faultsOfRule(rule, names, transaction).map(({ at, message, hint }) =>
          diagnosticAt(
            source.placeOf([list, index, ...at]),
            "invalid-value",
            message,
            definedOnly({ hint }),
          ),
        ),
      ),
    ),
  );
}

type WrittenRule = NonNullable<WrittenPolicy["rules"]>[number];

/** A fault of what a rule says of its checks. */
interface RuleFault {
  readonly at: readonly (string | number)[];
  readonly message: string;
  readonly hint?: string | undefined;
}

function faultsOfRule(
  { checks, onCheckFailure, verdict }: WrittenRule,
  names: readonly string[],
  transaction: Policy["transaction"],
): readonly RuleFault[] {
  const onFailure = ["onCheckFailure"];
  const refused = `A rule that says \`${verdict}\` has no result to check.`;
  const faults: (RuleFault | false)[] = [
    checks !== undefined &&
      verdictOf(verdict).verdict !== "apply" && { at: ["checks"], message: refused },
    onCheckFailure !== undefined &&
      checks === undefined && { at: onFailure, message: "The rule names no checks." },
    onCheckFailure === "bisect" && transaction === "run" && { at: onFailure, message: WHOLE },
  ];
  return [...faultsOfNames(checks ?? [], names), ...faults.filter((fault) => fault !== false)];
}

function faultsOfNames(checks: readonly string[], names: readonly string[]): readonly RuleFault[] {
  return checks.flatMap((name, index): readonly RuleFault[] => {
    const at = ["checks", index];
    if (checks.indexOf(name) !== index) return [{ at, message: `\`${name}\` stands twice.` }];
    if (names.includes(name)) return [];
    const hint = didYouMean(name, names) || "Describe it under `checks:`.";
    return [{ at, message: `There is no check \`${name}\`.`, hint }];
  });
}

const WHOLE =
  "A run that is one transaction (transaction: run) keeps all or nothing: it cannot bisect.";
