import { resolve } from "node:path";
import type { Cassette } from "../../agent/cassette/cassette-player.ts";
import { Recorder } from "../../agent/cassette/cassette-recorder.ts";
import type { ModelPort } from "../../agent/model/model-port.ts";
import { secretKeepingPort } from "../../agent/model/secret-keeping-port.ts";
import { openModel } from "../../agent/provider/open-model.ts";
import { outputPathFault } from "../../apply/disk/check-output-path.ts";
import { linkFault, outputFolders } from "../../files/tree-link.ts";
import type { Allowance } from "../../model/allowance.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { ModelSettings, PromptStep } from "../../model/recipe/prompt-step.ts";
import { promptsOf, type Recipe } from "../../model/recipe/recipe.ts";
import type { RunRequest, RunWorld } from "../../request/request.ts";
import { redactor } from "../../shared/redact.ts";
import { refuseModel } from "../consent/model-consent.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { CassetteShelf } from "./cassette-shelf.ts";
import { packagePlaces } from "./package-places.ts";
import { NO_MODELS, nameOfModel, type PreparedModels } from "./prepared-models.ts";
import { RecordingFile } from "./recording-file.ts";

type World = Pick<RunWorld, "cwd" | "ownFolder" | "env" | "after" | "withhold"> & {
  readonly reader: ConfigReader;
};

/** The port that answers a step, or the reason why it is missing; undefined if the step asks no model. */
type OpenedPort =
  | { readonly kind: "port"; readonly port: ModelPort }
  | { readonly kind: "refused"; readonly diagnostic: Diagnostic }
  | undefined;

/**
 * Opens the models of all prompt steps, or the recordings that take their place. No model is asked yet. `allowance`:
 * the variables and servers that recipes may name.
 */
export async function prepareModels(
  recipes: readonly Recipe[],
  request: RunRequest,
  world: World,
  allowance: Allowance,
): Promise<{ readonly models: PreparedModels; readonly diagnostics: readonly Diagnostic[] }> {
  const diagnostics = await recordingFaults(request, world);
  const prompts = recipes.flatMap((recipe) => promptsOf(recipe).map((step) => ({ recipe, step })));
  const named = prompts.map(({ step }) => step.model);
  const { handsOff = false, replay } = request;
  const asked = replay === undefined && !handsOff ? named : [];
  const refused = asked.flatMap((model) => refuseModel(model, allowance));
  // Nothing is read from the environment for a recipe that names what it may not.
  if (refused.length > 0) return { models: NO_MODELS, diagnostics: [...diagnostics, ...refused] };
  const keys = takeKeys(named, allowance, world);
  const secrets = [...keys.values()].filter((key) => key !== "");
  const redact = redactor(secrets);
  const shelf = new CassetteShelf(world.reader);
  const recorder = recorderFor(request, world, redact);
  const ports = new Map<PromptStep, ModelPort>();
  for (const { recipe, step } of handsOff ? [] : prompts) {
    const who = { recipe: recipe.name, step: step.id, model: nameOfModel(step.model) };
    const opened =
      (await playedPort(step.model, who, request, world.reader, shelf)) ??
      (await openPort(step.model, keys, request, world));
    if (opened?.kind === "port") {
      const port = secretKeepingPort(opened.port, redact);
      const isPlayed = step.model.provider === "replay";
      ports.set(step, recorder === undefined || isPlayed ? port : recorder.wrap(port, who));
    }
    // A recording that several steps play is refused once.
    if (opened?.kind === "refused" && !diagnostics.includes(opened.diagnostic))
      diagnostics.push(opened.diagnostic);
  }
  diagnostics.push(...(await shelf.warnings()));
  const unplayed = unplayedTurns(await shelf.cassettes());
  return { models: { portOf: (step) => ports.get(step), secrets, unplayed }, diagnostics };
}

function unplayedTurns(cassettes: readonly Cassette[]): () => readonly string[] {
  return () =>
    cassettes
      .flatMap((cassette) => cassette.unused())
      .map(({ recipe, step, turn }) => `turn ${turn} of step ${step} (recipe ${recipe})`);
}

function recorderFor(
  { record, root }: RunRequest,
  { cwd, env }: World,
  redact: <T>(value: T) => T,
): Recorder | undefined {
  if (record === undefined) return undefined;
  return new Recorder(new RecordingFile(outputFolders(cwd, root, env), record), redact);
}

/** Checked before any model is asked: afterwards it would be too late. */
async function recordingFaults(
  { root, record, replay, handsOff, recipes, policy, inputsFile }: RunRequest,
  { cwd, env }: World,
): Promise<Diagnostic[]> {
  const refuse = (message: string): Diagnostic[] => [
    { code: "invalid-option", severity: "error", message },
  ];
  if (handsOff && (record ?? replay) !== undefined)
    return refuse("--handoff asks no model: leave --record and --replay out.");
  if (record === undefined) return [];
  if (replay !== undefined)
    return refuse(
      "--record and --replay cannot be combined: a replayed answer is already recorded. Leave one out.",
    );
  const given = [...recipes, policy, inputsFile].filter((file) => file !== undefined);
  const fault =
    (await outputPathFault(outputFolders(cwd, root, env), record, "cassette", given)) ??
    (await linkFault(resolve(cwd, record)));
  return fault === undefined ? [] : refuse(`--record: ${record} ${fault}.`);
}

/**
 * Returns the values of the allowed variables that models name, empty without any, and removes them from the
 * environment of everything else.
 */
function takeKeys(
  models: readonly ModelSettings[],
  allowance: Allowance,
  { env, withhold }: World,
): ReadonlyMap<string, string> {
  const named = models.flatMap(({ apiKeyEnv }) => apiKeyEnv ?? []);
  const names = named.filter((name) => allowance.env.includes(name));
  const keys = new Map(names.map((name) => [name, env?.[name] ?? ""]));
  withhold?.([...keys.keys()]);
  return keys;
}

/** Opens a recording: of --replay, or the one that the recipe names, for any model that it was made with. */
async function playedPort(
  model: ModelSettings,
  who: { readonly recipe: string; readonly step: string; readonly model: string },
  { replay }: RunRequest,
  reader: ConfigReader,
  shelf: CassetteShelf,
): Promise<OpenedPort> {
  if (model.provider === "none") return undefined;
  if (replay !== undefined) {
    const loaded = await shelf.load(reader.placeOf(replay));
    return loaded.kind === "refused" ? loaded : { kind: "port", port: loaded.cassette.port(who) };
  }
  if (model.provider !== "replay") return undefined;
  const loaded = await shelf.load({ origin: "tree", path: model.cassette ?? "" }, model.place);
  const { recipe, step } = who;
  if (loaded.kind === "refused") return loaded;
  return { kind: "port", port: loaded.cassette.port({ recipe, step }) };
}

async function openPort(
  model: ModelSettings,
  keys: ReadonlyMap<string, string>,
  request: RunRequest,
  world: World,
): Promise<OpenedPort> {
  const { provider, apiKeyEnv, place } = model;
  if (provider === "none") return undefined;
  const refused = (diagnostic: Pick<Diagnostic, "code" | "message" | "hint">) =>
    ({ kind: "refused", diagnostic: { severity: "error", ...diagnostic, ...place } }) as const;
  const key = apiKeyEnv === undefined ? "" : (keys.get(apiKeyEnv) ?? "");
  if (apiKeyEnv !== undefined && key === "") {
    const message = `The environment variable ${apiKeyEnv}, which has the key of the model, is not set.`;
    const hint = "Set it, play a recording with --replay FILE, or use `provider: none`.";
    return refused({ code: "missing-api-key", message, hint });
  }
  const opened = await openModel(model, {
    ...(key === "" ? {} : { key }),
    // Packages run in the process that has the key: those of the root need the caller's consent.
    places: packagePlaces(request, world.reader.trust, world),
    after: world.after,
  });
  if ("port" in opened) return { kind: "port", port: opened.port };
  return refused({ code: "model-unavailable", message: opened.fault });
}
