/** The functions of the package `ai` that Sluice uses. */
export type AiSdk = Pick<typeof import("ai"), "generateText" | "jsonSchema" | "wrapLanguageModel">;

/** A model of one of the provider packages. */
export type SdkModel = Parameters<AiSdk["wrapLanguageModel"]>[0]["model"];

/** The answer of a provider, before `ai` changes it. */
export type SdkAnswer = Awaited<ReturnType<SdkModel["doGenerate"]>>;

/** The packages that ask one model. */
export interface LoadedSdk {
  readonly sdk: AiSdk;
  readonly model: SdkModel;
}
