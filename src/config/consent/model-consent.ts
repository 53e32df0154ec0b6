import { PROVIDERS } from "../../agent/provider/ai-sdk-providers.ts";
import type { Allowance } from "../../model/allowance.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { ModelSettings } from "../../model/recipe/prompt-step.ts";
import { isServerAllowed, serverOf } from "../../shared/server-name.ts";
import { waysToAllow } from "./command-consent.ts";

/**
 * Reports each variable and each server that a model's settings name without consent. A recipe that chose both freely
 * could send any variable anywhere.
 */
export function refuseModel(model: ModelSettings, allowance: Allowance): readonly Diagnostic[] {
  if (model.provider === "none" || model.provider === "replay") return [];
  return [...refuseVariable(model, allowance), ...refuseServer(model, allowance)];
}

function refuseVariable(
  { apiKeyEnv, place }: ModelSettings,
  allowance: Allowance,
): readonly Diagnostic[] {
  if (apiKeyEnv === undefined || allowance.env.includes(apiKeyEnv)) return [];
  return [
    {
      code: "env-not-allowed",
      severity: "error",
      message: `The recipe names the environment variable ${apiKeyEnv}, and the caller has not allowed it.`,
      hint:
        "If it may be sent to the model's server, " +
        waysToAllow(`--allow-env ${apiKeyEnv}`, "env", allowance),
      ...place,
    },
  ];
}

function refuseServer(
  { provider, baseUrl, place }: ModelSettings,
  allowance: Allowance,
): readonly Diagnostic[] {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return []; // Reported when the model is opened.
  const url = new URL(baseUrl);
  const own = provider === "none" || provider === "replay" ? undefined : PROVIDERS[provider].url;
  const known = own === undefined ? [] : [serverOf(new URL(own))];
  if (isServerAllowed(url, [...known, ...allowance.hosts])) return [];
  const server = serverOf(url);
  return [
    {
      code: "host-not-allowed",
      severity: "error",
      message: `The recipe names the server ${server}, and the caller has not allowed it.`,
      hint:
        "If files and keys may be sent there, " +
        waysToAllow(`--allow-host ${server}`, "hosts", allowance),
      ...place,
    },
  ];
}
