import { resolve } from "node:path";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Report } from "../model/report/report.ts";
import { applyPlan as applyWhole } from "../plan/apply-plan.ts";
import type { PlannedRun } from "../plan/merge/planned-run.ts";
import { plan as planWhole } from "../plan/plan-recipes.ts";
import { type GivenObjects, OBJECT } from "../request/given-objects.ts";
import { APPLY_DEFAULTS, RUN_DEFAULTS } from "../request/options/request-fields.ts";
import type {
  ApplyRequest as WholeApplyRequest,
  RunRequest as WholeRunRequest,
} from "../request/request.ts";
import { executeRun } from "../run/execute-run.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { isRecord } from "../shared/is-record.ts";
import { copyObject } from "../shared/yaml/object-source.ts";
import { checkRequest, requestFault } from "./check-request.ts";
import { type GivenWorld, inWorld, withTimeout } from "./in-world.ts";
import { applyRequestSchema, runRequestSchema } from "./request-schema.ts";
import type { ApplyRequest, RunRequest } from "./requests.ts";

const NO_PLAN =
  "`plan` has no text: the run that was to make it failed. See `why` beside its report.";

/**
 * `sluice run`: previews every step, decides every pending action by the policy, applies what it says, and returns the
 * report. Paths are relative to the root, with `/`; offsets and columns count UTF-16 code units; times are
 * milliseconds. A fault of the request, a recipe or the policy never throws: the outcome is `invalid`, the exit code
 * 2, nothing was run, and `diagnostics` say why. A run without a policy is one. Serves A1–A24, R1–R34, X1, L1–L3.
 */
export function run(request: RunRequest, world?: GivenWorld): Promise<Report> {
  return runAs("run", request, world);
}

/**
 * `sluice preview`: the same on an overlay; writes nothing, not even state, but the cache (`cache: false` leaves it
 * out). Without a policy every action is `pending`. Serves A1, A20, A21.
 */
export function preview(request: RunRequest, world?: GivenWorld): Promise<Report> {
  return runAs("preview", request, world);
}

/**
 * `sluice plan`: previews and decides as {@link preview} does, and returns the text of the plan that
 * {@link applyPlan} writes. The same tree and request give the same text. It needs a policy, as {@link run} does. If
 * something is not in order there is no text, and `why` has the reasons.
 */
export function plan(request: RunRequest, world?: GivenWorld): Promise<PlannedRun> {
  return called("plan", request, world, planWhole);
}

function runAs(
  command: "run" | "preview",
  given: RunRequest,
  world: GivenWorld | undefined,
): Promise<Report> {
  return called(
    command,
    given,
    world,
    async (request, own) => (await executeRun(request, own)).report,
  );
}

/** Calls a use case with the whole request, in the whole world. */
function called<Outcome>(
  command: "run" | "preview" | "plan",
  given: RunRequest,
  world: GivenWorld | undefined,
  useCase: (...[request, world]: Parameters<typeof executeRun>) => Promise<Outcome>,
): Promise<Outcome> {
  return inWorld(world, (own, faults) => {
    const { request, timeout } = wholeRunRequest(command, given, own.cwd);
    const judged = { ...request, faults: [...faults, ...(request.faults ?? [])] };
    return useCase(judged, withTimeout(own, timeout));
  });
}

/**
 * `sluice apply`: writes exactly what a plan says, or nothing. The plan is read as a hostile file, and every file is
 * compared before the first write. The plan is derived again, unless `verify` is false, or is not given and this user
 * made the plan in the same root. Recipes and a policy that were objects must then be given again, in `recipes` and
 * `policy`. Never throws for an error of the request or the plan: the report says `invalid` (2) or `stale` (3). Serves
 * A18, A19, A22.
 */
export function applyPlan(request: ApplyRequest, world?: GivenWorld): Promise<Report> {
  return inWorld(world, (own, faults) => {
    const { request: whole, timeout } = wholeApplyRequest(request, own.cwd);
    const judged = { ...whole, faults: [...faults, ...(whole.faults ?? [])] };
    return applyWhole(judged, withTimeout(own, timeout));
  });
}

/** A request with all its fields, and the time limit of its call. */
export interface Whole<Request> {
  readonly request: Request;
  /** Milliseconds. */
  readonly timeout: number | undefined;
}

/** Returns a request of `run`, `preview` or `plan` with all its fields; `faults` has what is wrong with it. */
export function wholeRunRequest(
  command: WholeRunRequest["command"],
  given: unknown,
  cwd: string,
): Whole<WholeRunRequest> {
  const checked = checkRequest(runRequestSchema, given);
  if ("faults" in checked) {
    const request = { command, ...RUN_DEFAULTS, root: cwd, recipes: [], faults: checked.faults };
    return { request, timeout: undefined };
  }
  const { root, timeout, recipes, policy, inputs, ...rest } = checked.request;
  const named = nameObjects({ recipes, policy, inputs });
  const fields = { ...RUN_DEFAULTS, ...definedOnly(rest) };
  return { request: { command, ...fields, ...named, root: resolve(cwd, root) }, timeout };
}

/** Returns a request of `applyPlan` with all its fields; `faults` has what is wrong with it. */
export function wholeApplyRequest(given: unknown, cwd: string): Whole<WholeApplyRequest> {
  const checked = checkRequest(applyRequestSchema, given);
  if ("faults" in checked) return { request: invalid(cwd, checked.faults), timeout: undefined };
  const { root, timeout, plan, recipes, policy, inputs, ...rest } = checked.request;
  const { faults, ...named } = nameObjects({ recipes, policy, inputs });
  const planned = planOf(plan);
  if ("fault" in planned) return { request: invalid(cwd, [...faults, planned.fault]), timeout };
  const request = {
    ...APPLY_DEFAULTS,
    ...definedOnly(rest),
    ...named,
    ...planned,
    root: resolve(cwd, root),
    faults,
  };
  return { request, timeout };
}

function invalid(cwd: string, faults: readonly Diagnostic[]): WholeApplyRequest {
  return { ...APPLY_DEFAULTS, root: cwd, plan: "", faults };
}

/** Returns the plan of a request: a file, or the text that `plan` returned. */
export function planOf(
  plan: string | object,
): Pick<WholeApplyRequest, "plan" | "planText"> | { readonly fault: Diagnostic } {
  if (typeof plan === "string") return { plan };
  const text = Object.getOwnPropertyDescriptor(plan, "text")?.value as unknown;
  return typeof text === "string"
    ? { plan: "the plan", planText: text }
    : { fault: requestFault(NO_PLAN) };
}

/** The parts of a request that may be objects. */
interface Written {
  readonly recipes?: readonly (string | object)[] | undefined;
  readonly policy?: string | object | undefined;
  readonly inputs?: Readonly<Record<string, unknown>> | undefined;
}

/** The same as names of objects; `inputs` are a copy. */
interface NamedObjects {
  readonly recipes: readonly string[];
  readonly policy: string | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly objects: GivenObjects;
  readonly faults: readonly Diagnostic[];
}

/**
 * Copies every object of a request once, before anything is done: what the program changes later has no effect. Each
 * gets a name in the request and in messages.
 */
export function nameObjects({ recipes = [], policy, inputs = {} }: Written): NamedObjects {
  const objects = new Map<string, object>();
  const faults: Diagnostic[] = [];
  const copyOf = (given: object, name: string): object => {
    const copied = copyObject(given, name);
    if ("fault" in copied) faults.push(copied.fault);
    return "fault" in copied ? {} : Object(copied.value);
  };
  const nameOf = (given: string | object, key: string): string => {
    if (typeof given === "string") return given;
    const name = `${OBJECT}${key}`;
    objects.set(name, copyOf(given, name));
    return name;
  };
  const given = copyOf(inputs, `${OBJECT}inputs`);
  return {
    recipes: recipes.map((recipe, index) => nameOf(recipe, `recipes[${index}]`)),
    policy: policy === undefined ? undefined : nameOf(policy, "policy"),
    inputs: isRecord(given) ? given : {},
    objects,
    faults,
  };
}
