import { messageOf } from "../../shared/message-of.ts";
import type { PackagePlaces } from "../../shared/package-places.ts";
import { type LoadedPackage, loadPackage } from "./ai-sdk-packages.ts";
import { PROVIDERS, type SdkConnection, type SdkProvider } from "./ai-sdk-providers.ts";
import type { AiSdk, LoadedSdk } from "./ai-sdk-types.ts";

/** The version of the interface between `ai` 6 and the packages of providers. */
const INTERFACE = "v3";
const AI = { name: "ai", major: 6 };

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
  const { needed, load } = PROVIDERS[provider];
  const names = [AI, needed].map(({ name, major }) => `${name}@^${major}`);
  const [sdk, maker] = await Promise.all([
    loadPackage<AiSdk>(AI, () => import("ai"), places),
    load(places),
  ]);
  if (sdk.kind !== "loaded" || maker.kind !== "loaded")
    return { fault: notLoaded(provider, names, [sdk, maker]) };
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
