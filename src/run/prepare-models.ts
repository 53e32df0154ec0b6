import { resolve } from "node:path";
import { MAX_CASSETTE_LENGTH, parseCassette } from "../agent/cassette.ts";
import type { Cassette } from "../agent/cassette-player.ts";
import { Recorder } from "../agent/cassette-recorder.ts";
import type { ModelPort } from "../agent/model-port.ts";
import { openModel } from "../agent/open-model.ts";
import { outputPathFault } from "../apply/check-output-path.ts";
import { readConfigFile } from "../files/read-config-file.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { PlaceInText } from "../model/place-in-text.ts";
import type { ModelSettings, PromptStep } from "../model/prompt-step.ts";
import { promptsOf, type Recipe } from "../model/recipe.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { redactor } from "../shared/redact.ts";
import { nameOfModel, type PreparedModels } from "./prepared-models.ts";
import { recordingPort } from "./recording-port.ts";
import type { RunRequest, RunSurroundings } from "./request.ts";
import { shownPath } from "./shown-path.ts";

type World = Pick<RunSurroundings, "cwd" | "ownFolder" | "environment" | "after" | "withhold">;

/** Opens the models of all prompt steps, or what plays their answers. Nobody is asked anything yet. */
export async function prepareModels(
  recipes: readonly Recipe[],
  request: RunRequest,
  world: World,
): Promise<{ readonly models: PreparedModels; readonly diagnostics: readonly Diagnostic[] }> {
  const diagnostics = await recordingFaults(request, world.cwd);
  const ports = new Map<PromptStep, ModelPort>();
  const cassettes = new Map<string, ReturnType<typeof loadCassette>>();
  const prompts = recipes.flatMap((recipe) => promptsOf(recipe).map((step) => ({ recipe, step })));
  const names = prompts.flatMap(({ step: { model } }) => model.apiKeyEnv ?? []);
  const keys = new Map(names.map((name) => [name, world.environment?.[name] ?? ""]));
  world.withhold?.([...keys.keys()]);
  const secrets = [...keys.values()].filter((key) => key !== "");
  const load = (file: string, place?: PlaceInText) => {
    const loading = cassettes.get(file) ?? loadCassette(file, request.root, place);
    cassettes.set(file, loading); // One file is one recording, whoever plays it.
    return loading;
  };
  const replayed = request.replay && (await load(resolve(world.cwd, request.replay)));
  if (replayed && "diagnostic" in replayed) diagnostics.push(replayed.diagnostic);
  const recorder = request.record === undefined ? undefined : new Recorder(redactor(secrets));
  for (const { recipe, step } of prompts) {
    const { model } = step;
    if (model.provider === "none") continue;
    const who = { recipe: recipe.name, step: step.id, model: nameOfModel(model) };
    if (replayed) {
      if ("cassette" in replayed) ports.set(step, replayed.cassette.port(who));
      continue;
    }
    if (model.provider === "replay") {
      const own = await load(resolve(request.root, model.cassette ?? ""), model.place);
      if ("diagnostic" in own) diagnostics.push(own.diagnostic);
      else ports.set(step, own.cassette.port({ recipe: recipe.name, step: step.id }));
      continue;
    }
    const opened = await open(model, keys, request, world);
    if ("diagnostic" in opened) diagnostics.push(opened.diagnostic);
    else if (recorder === undefined || request.record === undefined) ports.set(step, opened.port);
    else {
      const file = { folder: world.cwd, path: request.record };
      ports.set(step, recordingPort(recorder.wrap(opened.port, who), recorder, file));
    }
  }
  const loaded = await Promise.all(cassettes.values());
  const played = loaded.flatMap((one) => ("cassette" in one ? [one.cassette] : []));
  const models: PreparedModels = {
    portOf: (step) => ports.get(step),
    secrets,
    unplayed: () =>
      played
        .flatMap((cassette) => cassette.unused())
        .map(({ recipe, step, turn }) => `Turn ${turn} of step ${step} (recipe ${recipe})`),
  };
  return { models, diagnostics };
}

/** Before anybody is asked: afterwards it would be too late. */
async function recordingFaults(
  { record, replay, recipes, policy, inputsFile }: RunRequest,
  cwd: string,
): Promise<Diagnostic[]> {
  if (record === undefined) return [];
  const refuse = (message: string): Diagnostic[] => [
    { code: "invalid-option", severity: "error", message },
  ];
  if (replay !== undefined)
    return refuse("--record and --replay: what is played is recorded already. Leave one out.");
  const given = [...recipes, policy, inputsFile].filter((file) => file !== undefined);
  const fault = await outputPathFault(cwd, record, "cassette", given);
  return fault === undefined ? [] : refuse(`--record: ${record} ${fault}.`);
}

async function open(
  model: ModelSettings,
  keys: ReadonlyMap<string, string>,
  { root, allowCustomTools }: RunRequest,
  { ownFolder, after }: World,
): Promise<{ readonly port: ModelPort } | { readonly diagnostic: Diagnostic }> {
  const { apiKeyEnv, place } = model;
  const key = apiKeyEnv === undefined ? "" : (keys.get(apiKeyEnv) ?? "");
  if (apiKeyEnv !== undefined && key === "") {
    const message = `The environment variable ${apiKeyEnv}, which has the key of the model, is not set.`;
    const hint = "Set it, play a recording with --replay FILE, or use `provider: none`.";
    return {
      diagnostic: { code: "missing-api-key", severity: "error", message, hint, ...place },
    };
  }
  const opened = await openModel(model, {
    ...(key === "" ? {} : { key }),
    // Their code runs in the process that has the key: what the root brings is not taken without a word.
    places: [...(ownFolder === undefined ? [] : [ownFolder]), ...(allowCustomTools ? [root] : [])],
    after,
  });
  if ("port" in opened) return opened;
  const { fault: message } = opened;
  return { diagnostic: { code: "model-unavailable", severity: "error", message, ...place } };
}

async function loadCassette(
  file: string,
  root: string,
  place: PlaceInText | undefined,
): Promise<{ readonly cassette: Cassette } | { readonly diagnostic: Diagnostic }> {
  const shown = shownPath(file, root);
  const read = await readConfigFile(file, shown, MAX_CASSETTE_LENGTH);
  if ("diagnostic" in read) return read;
  const parsed = parseCassette(read.text);
  if ("cassette" in parsed) return parsed;
  const message = `${shown} is no recording of a model's answers: ${parsed.fault}`;
  const where = definedOnly({ ...(place ?? { path: shown }) });
  return { diagnostic: { code: "invalid-cassette", severity: "error", message, ...where } };
}
