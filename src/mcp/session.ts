import type { EmitEvent, RunEvent } from "../model/events.ts";
import type { TrustInUse } from "../model/source-file.ts";
import { type AgentToolResult, DIRECT_CALL } from "../model/tool.ts";
import { ToolError } from "../model/tool-error.ts";
import type { World } from "../model/world.ts";
import type { OptionsOf } from "../request/options/read-options.ts";
import { APPLY_DEFAULTS, fieldsOf, RUN_DEFAULTS } from "../request/options/request-fields.ts";
import type { Client, RunRequest, RunWorld } from "../request/request.ts";
import { createSession } from "../resolve/session.ts";
import { once } from "../shared/once.ts";
import { CallSlots } from "./call-slots.ts";
import { type KeptPlan, KeptPlans } from "./kept-plans.ts";
import type { McpUseCases, ReadingTools } from "./use-cases.ts";

/** What the person who starts the server fixes for every client. */
export type McpOptions = OptionsOf<"mcp">;

interface FixedByCaller {
  /** Absolute. */
  readonly root: string;
  readonly options: McpOptions;
  readonly trust: TrustInUse["mode"];
}

interface SessionWorld {
  readonly world: World;
  readonly useCases: McpUseCases;
  /** Gets what the person who started the server is told of runs. */
  readonly log: EmitEvent;
}

/** A call of a client. */
export interface Call {
  /** Fires when the client cancels the call, or is gone. */
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/** The parts of the requests of a client that do not come from it. */
type FixedFields = Omit<RunRequest, "command" | "recipes">;

/** One client: what it may do, and what it has done. */
export class McpSession {
  readonly root: string;
  readonly options: McpOptions;
  readonly world: World;
  readonly useCases: McpUseCases;
  readonly client: Client;
  readonly slots = new CallSlots();
  readonly plans = new KeptPlans();
  /** The ids of the runs that this session has made. */
  readonly ownRuns = new Set<string>();
  /** The runs of this session that hold something, by the digest of their plan, and what a person types. */
  readonly waiting = new Map<
    string,
    { readonly run: string; readonly resolve: readonly string[] }
  >();
  readonly #isTreeTrusted: boolean;
  readonly #log: EmitEvent;

  constructor({ root, options, trust }: FixedByCaller, { world, useCases, log }: SessionWorld) {
    this.root = root;
    this.options = options;
    this.#isTreeTrusted = trust === "all";
    this.world = world;
    this.useCases = useCases;
    this.#log = log;
    this.client = { paths: options.paths, exclude: options.exclude };
  }

  /** The fields of a request of `run` or `plan`. The scope of the client chooses the files. */
  get runFields(): FixedFields {
    const { root, client } = this;
    const fields = { ...RUN_DEFAULTS, ...fieldsOf("mcp", this.options), paths: [], exclude: [] };
    return { ...fields, root, client, project: "policy" };
  }

  /** The fields of a request about a plan of the session. */
  get planFields() {
    const { root, client } = this;
    const { policy: _policy, ...fields } = fieldsOf("mcp", this.options);
    return { ...APPLY_DEFAULTS, ...fields, root, client };
  }

  /** Returns the world of one call. */
  worldOf({ signal, onProgress }: Call): RunWorld {
    const { world } = this;
    const { timeout } = this.options;
    return {
      ...world,
      interrupted: AbortSignal.any([world.interrupted, signal]),
      timedOut: timeout === undefined ? new AbortController().signal : world.after(timeout),
      emit: (event) => {
        const message = progressOf(event);
        if (message === undefined) this.#log(event);
        else onProgress(message);
      },
    };
  }

  /** Returns a signal that ends a call without a report: the client's, the process's, or the time limit. */
  signalOf(call: Call): AbortSignal {
    const { interrupted, timedOut } = this.worldOf(call);
    return AbortSignal.any([interrupted, timedOut]);
  }

  /** The tools that only read, in the scope of the client. */
  readonly tooling = once((): Promise<ReadingTools> => {
    const { root } = this;
    const { packages, "allow-code": isAllowed } = this.options;
    const { paths, exclude } = this.client;
    const scope = { exclude, ...(paths.length > 0 ? { include: paths } : {}) };
    const options = {
      ...{ session: createSession(), root, scope, packages, isDryRun: true },
      allowCode: isAllowed && this.#isTreeTrusted,
    };
    const idle = { signal: new AbortController().signal, onProgress: () => undefined };
    return this.useCases.openTooling(options, this.worldOf(idle));
  });

  /** Calls a built-in tool that only reads. */
  async read(name: "read_file" | "ast_grep", params: object, call: Call): Promise<AgentToolResult> {
    const tooling = await this.tooling();
    return tooling.call(name, params, DIRECT_CALL, this.signalOf(call));
  }

  /** Returns a plan of this session by its digest. Throws a `ToolError` for any other. */
  planOf(digest: string): KeptPlan {
    const plan = this.plans.find(digest);
    if (plan !== undefined) return plan;
    throw new ToolError(
      "This session has no plan with that digest: a plan counts only in the session that made it, and " +
        "only the newest are kept. Make it again.",
    );
  }
}

/** Returns a message about how far a run is; undefined for other events. */
function progressOf(event: RunEvent): string | undefined {
  if (event.type === "progress")
    return `${event.recipe} › ${event.step}: ${event.done} of ${event.total} files`;
  if (event.type === "writing") return `writing: ${event.done} of ${event.total} files`;
  if (event.type === "check-started") return `check ${event.name}`;
  return event.type === "turn-started" ? `turn ${event.turn} of the model` : undefined;
}
