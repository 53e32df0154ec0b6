import type { DiagnosticCode } from "../../model/diagnostic-code.ts";
import type { PolicyRule } from "../../model/policy.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";

/** A finding about a guard or a rule. */
export interface RuleFinding {
  readonly rule: string;
  /** The path in the rule. */
  readonly at: YamlPath;
  readonly code: DiagnosticCode;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint: string;
}

/** A guard or a rule among all of a policy. */
export interface RuleInOrder {
  readonly rule: PolicyRule;
  readonly kind: "guard" | "rule";
}
