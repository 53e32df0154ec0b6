import { messageOf } from "../../shared/message-of.ts";
import type { PackagePlaces } from "../../shared/package-places.ts";
import { loadPackage } from "./ai-sdk-packages.ts";
import { PROVIDERS, type SdkConnection, type SdkProvider } from "./ai-sdk-providers.ts";
import type { AiSdk, LoadedSdk } from "./ai-sdk-types.ts";

/** The version of the interface between `ai` 6 and the packages of providers. */
const INTERFACE = "v3";

/**
 * Loads the packages of a provider, and makes its model; never rejects. They are optional, and are loaded only here
 * because they take longer than a run without a model. A fault names the missing packages and the command that
 * installs them.
 */
export async function loadAiSdk(
  provider: SdkProvider,
  connection: SdkConnection,
  places: PackagePlaces,
): Promise<LoadedSdk | { readonly fault: string }> {
  const { package: name, range, load } = PROVIDERS[provider];
  const names = ["ai@^6", `${name}@${range}`];
  const [sdk, maker] = await Promise.all([
    loadPackage<AiSdk>("ai", () => import("ai"), places),
    load(places),
  ]);
  if (sdk.kind === "broken") return { fault: sdk.fault };
  if (maker.kind === "broken") return { fault: maker.fault };
  if (sdk.kind === "missing" || maker.kind === "missing") {
    const missing = names.filter((_, index) => [sdk, maker][index]?.kind === "missing");
    return {
      fault: `The provider ${provider} needs packages that are not installed. ${install(missing)}`,
    };
  }
  const unusable = (why: string) => ({
    fault: `The packages for the provider ${provider} cannot be used: ${why}. ${install(names)}`,
  });
  try {
    const model = maker.module(connection);
    if (model.specificationVersion !== INTERFACE) return unusable("their version does not fit");
    if (!isSdk(sdk.module)) return unusable("the version of `ai` does not fit");
    silenceWarnings();
    return { sdk: sdk.module, model };
  } catch (error) {
    return unusable(messageOf(error));
  }
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
