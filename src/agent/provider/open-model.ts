import type { ModelSettings } from "../../model/recipe/prompt-step.ts";
import type { PackagePlaces } from "../../shared/package-places.ts";
import { redactor } from "../../shared/redact.ts";
import type { ModelPort } from "../model/model-port.ts";
import { retrying } from "../model/retry.ts";
import { loadAiSdk } from "./ai-sdk.ts";
import { fetchJson } from "./ai-sdk-fetch.ts";
import type { SystemForm } from "./ai-sdk-messages.ts";
import { aiSdkPort } from "./ai-sdk-port.ts";
import { PROVIDERS, type SdkProvider } from "./ai-sdk-providers.ts";

/** The form of late system items, by provider; the chat templates behind compatible servers are the strictest (M3). */
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
