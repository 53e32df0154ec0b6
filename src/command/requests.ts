import { resolve } from "node:path";
import type { GivenPatch } from "../model/patch/patch.ts";
import type { OptionsOf, RunOptions } from "../request/options/read-options.ts";
import { type FieldsOf, fieldsOf, RUN_DEFAULTS } from "../request/options/request-fields.ts";
import type {
  ApplyRequest,
  DecideRequest,
  MergeRequest,
  PublishRequest,
  RunRequest,
  VerifyRequest,
} from "../request/request.ts";

/** The words of a command line that runs recipes. */
interface RunWords {
  readonly recipes: readonly string[];
  /** The words after `--`; undefined without a `--`. */
  readonly files?: readonly string[] | undefined;
}

/** Makes the request of a command that runs recipes. Paths are relative to `cwd`. */
export function runRequest(
  command: RunRequest["command"],
  options: RunOptions,
  { recipes, files: words }: RunWords,
  cwd: string,
): RunRequest {
  const { files = [], ...fields } = fieldsOf("run", options);
  return {
    ...fields,
    command,
    root: resolve(cwd, options.root ?? "."),
    recipes,
    files: words || options.files ? [...files, ...(words ?? [])] : undefined,
    shownFacts: shownFacts(options),
  };
}

/** The name of the recipe of a proposal, in messages and in reports. */
const PROPOSAL = "<proposal>";

/** Makes the request of `propose`: a recipe with the proposal, a file or `-` or its text, as its only step. */
export function proposeRequest(
  command: RunRequest["command"],
  options: OptionsOf<"propose">,
  proposal: string | GivenPatch,
  cwd: string,
): RunRequest {
  const { as, per, by } = options;
  const keys = [as === undefined ? "" : `, as: ${as}`, per === undefined ? "" : `, per: ${per}`];
  return {
    ...proposalRequest(fieldsOf("propose", options), { cwd, options, keys: keys.join("") }),
    command,
    proposal: typeof proposal === "string" ? { file: proposal, by } : proposal,
  };
}

interface ProposalSetting {
  readonly cwd: string;
  readonly options: Pick<RunOptions, "root" | "group-by">;
  /** More keys of the step, as YAML. */
  readonly keys: string;
}

/** A request whose recipe has a proposal as its only step. */
function proposalRequest(
  fields: Partial<FieldsOf<"run">>,
  { cwd, options, keys }: ProposalSetting,
): Omit<RunRequest, "command" | "proposal"> {
  const recipe = `version: 1\nname: propose\nsteps:\n  - { id: patch, patch: "-"${keys} }\n`;
  return {
    ...RUN_DEFAULTS,
    ...fields,
    root: resolve(cwd, options.root ?? "."),
    project: "policy",
    recipes: [PROPOSAL],
    objects: new Map([[PROPOSAL, recipe]]),
    shownFacts: shownFacts(options),
  };
}

/** Makes the request of `verify`: that of a proposal of a model, without the proposal. */
export function verifyRequest(options: OptionsOf<"verify">, cwd: string): VerifyRequest {
  const { recipes: recipeFiles, ...fields } = fieldsOf("verify", options);
  const request = proposalRequest(fields, { cwd, options, keys: "" });
  return { ...request, ...fields, command: "verify", recipeFiles };
}

/** The facts that the report groups by. */
function shownFacts({
  "group-by": groupBy,
}: Pick<RunOptions, "group-by">): RunRequest["shownFacts"] {
  if (groupBy === "owner") return ["owners"];
  return groupBy === "package" ? ["packages"] : undefined;
}

/** Makes the request of `apply`. Paths are relative to `cwd`. */
export function applyRequest(options: OptionsOf<"apply">, plan: string, cwd: string): ApplyRequest {
  return { ...fieldsOf("apply", options), root: resolve(cwd, options.root ?? "."), plan };
}

/** Makes the request of `merge`. Paths are relative to `cwd`. */
export function mergeRequest(
  options: OptionsOf<"merge">,
  plans: readonly string[],
  cwd: string,
): MergeRequest {
  return { ...fieldsOf("merge", options), root: resolve(cwd, options.root ?? "."), plans };
}

/** Makes the request of `publish`. Paths are relative to `cwd`. */
export function publishRequest(
  options: OptionsOf<"publish">,
  plan: string,
  cwd: string,
): PublishRequest {
  return { ...fieldsOf("publish", options), root: resolve(cwd, options.root ?? "."), plan };
}

/** Makes the request of `decide`. Paths are relative to `cwd`. */
export function decideRequest(
  options: OptionsOf<"decide">,
  plan: string,
  cwd: string,
): DecideRequest {
  return { ...fieldsOf("decide", options), root: resolve(cwd, options.root ?? "."), plan };
}
