import type { Grammars } from "../edit/language/grammars.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Explanation } from "../model/policy/explanation.ts";
import type { ScopeRules } from "../model/recipe/scope-rules.ts";
import type { Report } from "../model/report/report.ts";
import type { AgentToolResult, ToolExecutionContext } from "../model/tool.ts";
import type { World } from "../model/world.ts";
import type { ApplyRequest, RunRequest, RunWorld } from "../request/request.ts";
import type { Session } from "../resolve/session.ts";

/** The use cases behind the tools that load nearly all of Sluice: they are given, and loaded at the first call. */
export interface McpUseCases {
  plan(request: Omit<RunRequest, "command">, world: RunWorld): Promise<PlanOutcome>;
  apply(request: ApplyRequest, world: RunWorld): Promise<Report>;
  explain(request: ExplainRequest, world: World, signal: AbortSignal): Promise<ExplainOutcome>;
  openTooling(options: ToolingOptions, world: RunWorld): Promise<ReadingTools>;
}

interface PlanOutcome {
  readonly report: Report;
  readonly plan?: { readonly digest: string; pieces(): Iterable<string> };
  /** The reasons for which there is no plan. */
  readonly why: readonly string[];
}

/** A record to explain: a run, or the text of a plan. */
interface ExplainRequest
  extends Pick<RunRequest, "root" | "trust" | "base" | "packages" | "policy"> {
  readonly policy: string | undefined;
  readonly part: {
    readonly kind: "record";
    readonly record: string;
    readonly text?: string;
    readonly about: string | undefined;
    readonly isWhyNot: boolean;
  };
}

type ExplainOutcome =
  | { readonly kind: "explained"; readonly explanation: Explanation }
  | { readonly kind: "none"; readonly problems: readonly string[] }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "replayed" | "stopped" };

interface ToolingOptions {
  readonly session: Session;
  readonly root: string;
  readonly scope: Partial<ScopeRules>;
  readonly isDryRun: boolean;
  readonly packages: readonly string[];
  readonly allowCode: boolean;
}

/** The tools of a session that only read. */
export interface ReadingTools {
  readonly grammars: Grammars;
  call(
    name: string,
    params: unknown,
    context: ToolExecutionContext,
    signal: AbortSignal,
  ): Promise<AgentToolResult>;
  readText(path: string, most: number): Promise<{ readonly path: string; readonly text: string }>;
}
