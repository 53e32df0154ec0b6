import type { ModelProvider } from "../../model/recipe/prompt-step.ts";
import type { PackagePlaces } from "../../shared/package-places.ts";
import {
  type LoadedPackage,
  loadPackage,
  type NeededPackage,
} from "../../shared/packages/load-package.ts";
import type { ProviderPackageName } from "./ai-sdk-majors.ts";
import type { SdkModel } from "./ai-sdk-types.ts";

/** A provider of the packages of the AI SDK. */
export type SdkProvider = Exclude<ModelProvider, "none" | "replay">;

/** The connection to a model of a provider. */
export interface SdkConnection {
  /** The provider's name of the model. */
  readonly name: string;
  /** The address of the server. */
  readonly baseURL: string;
  /** Empty: no key is sent, which only `openai-compatible` may do. */
  readonly apiKey: string;
  readonly fetch: typeof globalThis.fetch;
}

/** The package of one provider. */
export interface ProviderPackage {
  readonly needed: ProviderPackageName;
  /** The address of the provider; constant, so that no environment variable can change it. */
  readonly url?: string;
  /** Loads the function that makes a model, of that major version; never rejects. */
  load(
    major: number,
    places: PackagePlaces,
  ): Promise<LoadedPackage<(connection: SdkConnection) => SdkModel>>;
}

const COMPATIBLE = { name: "@ai-sdk/openai-compatible", column: "compatible" } as const;
const ANTHROPIC = { name: "@ai-sdk/anthropic", column: "providers" } as const;
const OPENAI = { name: "@ai-sdk/openai", column: "providers" } as const;
const GOOGLE = { name: "@ai-sdk/google", column: "providers" } as const;

/** The packages of all providers. The names are constants, so that a bundler finds them. */
export const PROVIDERS: Readonly<Record<SdkProvider, ProviderPackage>> = {
  "openai-compatible": {
    needed: COMPATIBLE,
    load: (major, places) =>
      using({ ...COMPATIBLE, major }, () => import("@ai-sdk/openai-compatible"), places).make(
        ({ createOpenAICompatible }, { name, ...connection }) =>
          // Only under this name does the package send back the signatures of Gemini's servers.
          createOpenAICompatible({ name: "google", ...connection }).chatModel(name),
      ),
  },
  anthropic: {
    needed: ANTHROPIC,
    url: "https://api.anthropic.com/v1",
    load: (major, places) =>
      using({ ...ANTHROPIC, major }, () => import("@ai-sdk/anthropic"), places).make(
        ({ createAnthropic }, { name, ...connection }) => createAnthropic(connection)(name),
      ),
  },
  openai: {
    needed: OPENAI,
    url: "https://api.openai.com/v1",
    load: (major, places) =>
      using({ ...OPENAI, major }, () => import("@ai-sdk/openai"), places).make(
        ({ createOpenAI }, { name, ...connection }) => createOpenAI(connection)(name),
      ),
  },
  google: {
    needed: GOOGLE,
    url: "https://generativelanguage.googleapis.com/v1beta",
    load: (major, places) =>
      using({ ...GOOGLE, major }, () => import("@ai-sdk/google"), places).make(
        ({ createGoogleGenerativeAI }, { name, ...connection }) =>
          createGoogleGenerativeAI(connection)(name),
      ),
  },
};

/** Joins the loading of a package with the function that makes a model of it. */
function using<Module>(needed: NeededPackage, own: () => Promise<Module>, places: PackagePlaces) {
  return {
    make: async (
      modelOf: (module: Module, connection: SdkConnection) => SdkModel,
    ): Promise<LoadedPackage<(connection: SdkConnection) => SdkModel>> => {
      const loaded = await loadPackage(needed, own, places);
      if (loaded.kind !== "loaded") return loaded;
      return { kind: "loaded", module: (connection) => modelOf(loaded.module, connection) };
    },
  };
}
