import type { PublishPlan } from "../../fleet/publish/publish-one.ts";
import type { McpUseCases } from "../../mcp/use-cases.ts";
import type { CommandName } from "../../request/options/option-spec.ts";
import type { Command } from "./command.ts";

/** The loader of every command, in the order of `--help`. Most command lines need one of them. */
const LOADERS: Readonly<Record<CommandName, () => Promise<Command>>> = {
  run: async () => (await import("./run-command.ts")).runCommand,
  preview: async () => (await import("./run-command.ts")).previewCommand,
  plan: async () => (await import("./plans/plan-command.ts")).planCommand,
  propose: async () => (await import("./plans/propose-command.ts")).proposeCommand,
  merge: async () => (await import("./plans/merge-command.ts")).mergeCommand,
  apply: async () => (await import("./plans/apply-command.ts")).applyCommand,
  verify: async () => (await import("./plans/verify-command.ts")).verifyCommand,
  publish: async () => (await import("./plans/publish-command.ts")).publishCommand,
  decide: async () => (await import("./plans/decide-command.ts")).decideCommand,
  resolve: async () => (await import("./resolve-command.ts")).resolveCommand,
  runs: async () => (await import("./runs-command.ts")).runsCommand,
  report: async () => (await import("./report-command.ts")).reportCommand,
  undo: async () => (await import("./undo-command.ts")).undoCommand,
  recover: async () => (await import("./recover-command.ts")).recoverCommand,
  validate: async () => (await import("./validate-command.ts")).validateCommand,
  test: async () => (await import("./test-command.ts")).testCommand,
  list: async () => (await import("./list-command.ts")).listCommand,
  show: async () => (await import("./show-command.ts")).showCommand,
  "explain-match": async () => (await import("./explain-match-command.ts")).explainMatchCommand,
  schema: async () => (await import("./schema-command.ts")).schemaCommand,
  init: async () => (await import("./init-command.ts")).initCommand(loadRun),
  doctor: async () => (await import("./doctor-command.ts")).doctorCommand,
  completion: async () =>
    (await import("./completion-command.ts")).completionCommand(loadAllCommands),
  mcp: async () => (await import("./mcp-command.ts")).mcpCommand(MCP_USE_CASES),
  comment: async () => (await import("./comment-command.ts")).commentCommand,
  hook: async () => (await import("./hook-command.ts")).hookCommand(loadRun),
  "policy show": async () => (await import("./policy/policy-show-command.ts")).policyShowCommand,
  "policy test": async () => (await import("./policy/policy-test-command.ts")).policyTestCommand,
  "policy explain": async () =>
    (await import("./policy/policy-explain-command.ts")).policyExplainCommand,
  "policy lint": async () => (await import("./policy/policy-lint-command.ts")).policyLintCommand,
  "trust accept": async () => (await import("./trust/trust-accept-command.ts")).trustAcceptCommand,
  "trust forget": async () => (await import("./trust/trust-forget-command.ts")).trustForgetCommand,
  "trust list": async () => (await import("./trust/trust-list-command.ts")).trustListCommand,
  "fleet run": async () =>
    (await import("./fleet/fleet-run-command.ts")).fleetRunCommand(loadPlan, publishPlan),
  "fleet list": async () => (await import("./fleet/fleet-list-command.ts")).fleetListCommand,
  "fleet status": async () => (await import("./fleet/fleet-status-command.ts")).fleetStatusCommand,
  "fleet merge": async () => (await import("./fleet/fleet-merge-command.ts")).fleetMergeCommand,
  "fleet worker": async () =>
    (await import("./fleet/fleet-worker-command.ts")).fleetWorkerCommand(loadPlan),
  "fleet report": async () => (await import("./fleet/fleet-report-command.ts")).fleetReportCommand,
};

/** Loads what publishes only for a fleet that wants it. */
const publishPlan: PublishPlan = async (...of) =>
  (await import("../../publish/publish-plan.ts")).publishPlan(...of);

const loadRun = async () => (await import("../../run/execute-run.ts")).executeRun;

/** Each is loaded when a client first needs it. */
export const MCP_USE_CASES: McpUseCases = {
  plan: async (...of) => (await import("../../plan/plan-recipes.ts")).planRecipes(...of),
  apply: async (...of) => (await import("../../plan/apply-plan.ts")).applyPlan(...of),
  explain: async (...of) => (await import("../../author/policy/explain/explain.ts")).explain(...of),
  async openTooling(...of) {
    const { SessionTooling } = await import("../../run/calls/session-tooling.ts");
    return new SessionTooling(...of);
  },
};

const loadPlan = async () => (await import("../../plan/plan-recipes.ts")).plan;

/** Loads every command, in the order of `--help`. */
export function loadAllCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(LOADERS).map((load) => load()));
}

/** Loads the command that a command line begins with; all of them if it begins otherwise. */
export async function loadCommands([first = "", second = ""]: readonly string[]): Promise<
  readonly Command[]
> {
  const load = loaderOf(first) ?? loaderOf(`${first} ${second}`);
  return load === undefined ? loadAllCommands() : [await load()];
}

function loaderOf(name: string): (() => Promise<Command>) | undefined {
  return Object.hasOwn(LOADERS, name) ? LOADERS[name as CommandName] : undefined; // It is one of the keys.
}
