import type { ModelSettings } from "../../model/prompt-step.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { redactor } from "../../shared/redact.ts";
import type { ModelPort } from "../model/model-port.ts";
import { retrying } from "../model/retry.ts";
import { loadAiSdk } from "./ai-sdk.ts";
import { fetchJson } from "./ai-sdk-fetch.ts";
import { aiSdkPort } from "./ai-sdk-port.ts";
import { PROVIDERS } from "./ai-sdk-providers.ts";

/** What a model is opened with, beside its settings. */
export interface ModelWorld {
  /** The value of `apiKeyEnv`; absent or empty where the environment has none. */
  readonly key?: string;
  /** Folders in which the optional packages are looked for, after Sluice's own place; their code is run. */
  readonly places: readonly string[];
  /** Fires after so many milliseconds. */
  readonly after: (milliseconds: number) => AbortSignal;
}

/**
 * The model that a prompt step asks, with its retries. The packages that the provider needs are loaded here; the
 * server is not asked. A fault is one line that says what to do and never has the key. For `none` and `replay`
 * there is nothing to open.
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
  const portSettings = definedOnly({
    model: `${provider}/${name}`,
    apiKeyEnv,
    temperature,
    maxOutputTokens,
    takesLateSystem: provider === "openai-compatible" || provider === "openai",
    isOpenAi: provider === "openai",
    redact: redactor([key]),
  });
  const port = aiSdkPort(loaded, portSettings);
  return { port: retrying(port, { retries, timeout, after }) };
}

function urlFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return "`baseUrl` is no address that begins with https:// or http://.";
  if (url.username !== "" || url.password !== "")
    return "`baseUrl` has a user or a password in it: put a key into the variable that `apiKeyEnv` names.";
  return undefined;
}

function keyFault(key: string, { provider, apiKeyEnv }: ModelSettings): string | undefined {
  if (key === "") {
    if (provider === "openai-compatible" && apiKeyEnv === undefined) return undefined;
    return apiKeyEnv === undefined
      ? `The provider ${provider} needs a key: name the variable that has it in \`apiKeyEnv\`.`
      : `The key of the model is not there: set the variable ${apiKeyEnv}.`;
  }
  // A header cannot have anything else in it, and the error of who tries shows the key.
  if (/^[\x21-\x7e]+$/.test(key)) return undefined;
  return `The variable ${apiKeyEnv} is no key: it has white space or other characters that no key has.`;
}
