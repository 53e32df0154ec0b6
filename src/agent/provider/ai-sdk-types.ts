import type { SdkMajors } from "./ai-sdk-majors.ts";

/** The functions of the package `ai` that Sluice uses. The types are those of `ai` 6; 7 takes and gives the same. */
export type AiSdk = Pick<typeof import("ai"), "generateText" | "jsonSchema" | "wrapLanguageModel">;

/** A model of one of the provider packages. */
export type SdkModel = Parameters<AiSdk["wrapLanguageModel"]>[0]["model"];

/** The answer of a provider, before `ai` changes it. */
export type SdkAnswer = Awaited<ReturnType<SdkModel["doGenerate"]>>;

/** The packages that ask one model. */
export interface LoadedSdk {
  readonly sdk: AiSdk;
  readonly model: SdkModel;
  readonly interface: SdkMajors["interface"];
}
