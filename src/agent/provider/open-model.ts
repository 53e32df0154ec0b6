import type { ModelSettings } from "../../model/recipe/prompt-step.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { PackagePlaces } from "../../shared/package-places.ts";
import { type LoadedPackage, loadPackage } from "../../shared/packages/load-package.ts";
import { redactor } from "../../shared/redact.ts";
import type { ModelPort } from "../model/model-port.ts";
import { retrying } from "../model/retry.ts";
import { fetchJson } from "./ai-sdk-fetch.ts";
import { neededPackages } from "./ai-sdk-majors.ts";
import type { SystemForm } from "./ai-sdk-messages.ts";
import { aiSdkPort } from "./ai-sdk-port.ts";
import { PROVIDERS, type SdkConnection, type SdkProvider } from "./ai-sdk-providers.ts";
import type { AiSdk, LoadedSdk } from "./ai-sdk-types.ts";

/** The form of late system items, by provider; the chat templates of compatible servers are the strictest (M3). */
const SYSTEM_FORMS: Readonly<Record<SdkProvider, SystemForm>> = {
  openai: "system",
  anthropic: "user",
  google: "user",
  "openai-compatible": "folded",
};

/** The surroundings in which a model is opened. */
export interface ModelWorld {
  /** The value of `apiKeyEnv`; absent or empty if the environment has none. */
  readonly key?: string;
  /** The places of the optional packages; their code is run. */
  readonly places: PackagePlaces;
  /** Returns a signal that fires after so many milliseconds. */
  readonly after: (milliseconds: number) => AbortSignal;
}

/**
 * Opens the model of a prompt step, with its retries: loads the packages of the provider, and sends no request. A fault
 * is one line that says what to do and never has the key; the providers `none` and `replay` are faults.
 */
export async function openModel(
  settings: ModelSettings,
  { key = "", places, after }: ModelWorld,
): Promise<{ readonly port: ModelPort } | { readonly fault: string }> {
  const { provider, name, apiKeyEnv, temperature, maxOutputTokens, timeout, retries } = settings;
  if (provider === "none" || provider === "replay")
    return { fault: `The provider ${provider} asks no model.` };
  const baseURL = settings.baseUrl ?? PROVIDERS[provider].url;
  if (baseURL === undefined) return { fault: `The provider ${provider} needs a \`baseUrl\`.` };
  const fault = urlFault(baseURL) ?? keyFault(key, settings);
  if (fault !== undefined) return { fault };
  const loaded = await loadAiSdk(
    provider,
    { name, baseURL, apiKey: key, fetch: fetchJson },
    places,
  );
  if ("fault" in loaded) return loaded;
  const port = aiSdkPort(loaded, {
    model: `${provider}/${name}`,
    apiKeyEnv,
    temperature,
    maxOutputTokens,
    systemForm: SYSTEM_FORMS[provider],
    isOpenAi: provider === "openai",
    redact: redactor([key]),
  });
  return { port: retrying(port, { retries, timeout, after }) };
}

function urlFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return "Invalid `baseUrl`. Use an address that begins with https:// or http://.";
  if (url.username !== "" || url.password !== "")
    return "Invalid `baseUrl`: it has a user or a password. Put a key into the variable that `apiKeyEnv` names.";
  return undefined;
}

function keyFault(key: string, { provider, apiKeyEnv }: ModelSettings): string | undefined {
  if (key === "") {
    if (provider === "openai-compatible" && apiKeyEnv === undefined) return undefined;
    return apiKeyEnv === undefined
      ? `The provider ${provider} needs a key: name the variable that has it in \`apiKeyEnv\`.`
      : `The key of the model is missing. Set the variable ${apiKeyEnv}.`;
  }
  // A header takes no other characters, and the error of `fetch` would show the key.
  if (/^[\x21-\x7e]+$/.test(key)) return undefined;
  return `Invalid key in the variable ${apiKeyEnv}: it has white space or characters that no key can have.`;
}

/**
 * Loads the packages of a provider, and makes its model; never rejects. They are optional, and are loaded only here
 * because they take longer than a run without a model. A fault names the missing packages and the command that
 * installs them.
 */
async function loadAiSdk(
  provider: SdkProvider,
  connection: SdkConnection,
  places: PackagePlaces,
): Promise<LoadedSdk | { readonly fault: string }> {
  const { needed, load } = PROVIDERS[provider];
  const packages = neededPackages(needed, places);
  const names = [packages.ai, packages.provider].map(({ name, major }) => `${name}@^${major}`);
  const [sdk, maker] = await Promise.all([
    loadPackage<AiSdk>(packages.ai, () => import("ai"), places),
    load(packages.provider.major, places),
  ]);
  if (sdk.kind !== "loaded" || maker.kind !== "loaded")
    return { fault: notLoaded(provider, names, [sdk, maker]) };
  const unusable = (why: string) => ({
    fault: `The packages for the provider ${provider} cannot be used: ${why}. ${install(names)}`,
  });
  try {
    const model = maker.module(connection);
    const spoken: string = model.specificationVersion;
    if (spoken !== packages.interface) return unusable("their version does not fit");
    if (!isSdk(sdk.module)) return unusable("the version of `ai` does not fit");
    silenceWarnings();
    return { sdk: sdk.module, model, interface: packages.interface };
  } catch (error) {
    return unusable(messageOf(error));
  }
}

/** Returns the fault of packages of which one at least is not loaded. `names` are theirs, with their versions. */
function notLoaded(
  provider: SdkProvider,
  names: readonly string[],
  loaded: readonly LoadedPackage<unknown>[],
): string {
  for (const each of loaded) if (each.kind === "broken") return each.fault;
  const unfit = loaded.flatMap((each, index) =>
    each.kind === "unfit" ? [`${(names[index] ?? "").replace(/@\^\d+$/, "")} ${each.version}`] : [],
  );
  if (unfit.length === 0) {
    const missing = names.filter((_, index) => loaded[index]?.kind === "missing");
    return `The provider ${provider} needs packages that are not installed. ${install(missing)}`;
  }
  // The project may need these versions: a folder of their own keeps them apart.
  const apart = `npm install --prefix DIR ${names.join(" ")}`;
  const needed = `The provider ${provider} needs other versions than ${unfit.join(" and ")}.`;
  return `${needed} ${install(names)}. If the project needs those: ${apart} and --packages DIR`;
}

function install(packages: readonly string[]): string {
  return `Install them: npm install --save-dev ${packages.join(" ")}`;
}

/** Checks the exports: another version of the package may have other ones. */
function isSdk({ generateText, jsonSchema, wrapLanguageModel }: AiSdk): boolean {
  return [generateText, jsonSchema, wrapLanguageModel].every((each) => typeof each === "function");
}

/** Stops the packages from printing on the console, which belongs to the report. */
function silenceWarnings(): void {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
}
