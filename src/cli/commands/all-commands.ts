import { applyCommand } from "./apply-command.ts";
import type { Command } from "./command.ts";
import { commentCommand } from "./comment-command.ts";
import { completionCommand } from "./completion-command.ts";
import { doctorCommand } from "./doctor-command.ts";
import { explainMatchCommand } from "./explain-match-command.ts";
import { initCommand } from "./init-command.ts";
import { listCommand } from "./list-command.ts";
import { planCommand } from "./plan-command.ts";
import { policyExplainCommand } from "./policy/policy-explain-command.ts";
import { policyLintCommand } from "./policy/policy-lint-command.ts";
import { policyShowCommand } from "./policy/policy-show-command.ts";
import { policyTestCommand } from "./policy/policy-test-command.ts";
import { recoverCommand } from "./recover-command.ts";
import { reportCommand } from "./report-command.ts";
import { resolveCommand } from "./resolve-command.ts";
import { previewCommand, runCommand } from "./run-command.ts";
import { runsCommand } from "./runs-command.ts";
import { schemaCommand } from "./schema-command.ts";
import { showCommand } from "./show-command.ts";
import { testCommand } from "./test-command.ts";
import { undoCommand } from "./undo-command.ts";
import { validateCommand } from "./validate-command.ts";

/** Every command, in the order of `--help`. */
export const COMMANDS: readonly Command[] = [
  runCommand,
  previewCommand,
  planCommand,
  applyCommand,
  resolveCommand,
  runsCommand,
  reportCommand,
  undoCommand,
  recoverCommand,
  validateCommand,
  testCommand,
  listCommand,
  showCommand,
  explainMatchCommand,
  schemaCommand,
  initCommand,
  doctorCommand,
  completionCommand(() => COMMANDS),
  commentCommand,
  policyShowCommand,
  policyTestCommand,
  policyExplainCommand,
  policyLintCommand,
];
