import { resolve } from "node:path";
import type { Diagnostic } from "../model/diagnostic.ts";
import { type GivenObjects, OBJECT } from "../request/given-objects.ts";
import { APPLY_DEFAULTS, RUN_DEFAULTS } from "../request/options/request-fields.ts";
import type {
  ApplyRequest as WholeApplyRequest,
  RunRequest as WholeRunRequest,
} from "../request/request.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { isRecord } from "../shared/is-record.ts";
import { copyObject } from "../shared/yaml/object-source.ts";
import { checkRequest, requestFault } from "./check-request.ts";
import { applyRequestSchema, runRequestSchema } from "./request-schema.ts";

/** A request with all its fields, and the time limit of its call. */
interface Whole<Request> {
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

const NO_PLAN =
  "`plan` has no text: the run that was to make it failed. See `why` beside its report.";

/** Returns the plan of a request: a file, or the text that `plan` returned. */
function planOf(
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
function nameObjects({ recipes = [], policy, inputs = {} }: Written): NamedObjects {
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
