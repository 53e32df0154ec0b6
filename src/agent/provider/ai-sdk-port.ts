import type { ToolChoice as SdkToolChoice, ToolSet } from "ai";
import { isForcing, type ToolChoice } from "../../model/tool-choice.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { ModelPort, ModelRequest, OfferedTool } from "../model/model-port.ts";
import { answerOf } from "./ai-sdk-answer.ts";
import { modelErrorOf } from "./ai-sdk-errors.ts";
import { AnswerMemory } from "./ai-sdk-memory.ts";
import { messagesOf } from "./ai-sdk-messages.ts";
import type { AiSdk, LoadedSdk, SdkAnswer } from "./ai-sdk-types.ts";

/** How a model is asked, the same in every turn. */
export interface AiSdkSettings {
  /** As a person knows it: `provider/name`. */
  readonly model: string;
  readonly apiKeyEnv?: string;
  readonly temperature?: number;
  /** Tokens of one answer, where a request does not say. */
  readonly maxOutputTokens?: number;
  /** The provider takes system messages anywhere, not only at the beginning. */
  readonly takesLateSystem: boolean;
  /** The provider is OpenAI itself, which else keeps what it is sent and rewrites schemas. */
  readonly isOpenAi: boolean;
  /** Takes keys out of what a server said. */
  readonly redact: (text: string) => string;
}

/** A model that is asked through the AI SDK: one request for one turn, without retries. */
export function aiSdkPort({ sdk, model }: LoadedSdk, settings: AiSdkSettings): ModelPort {
  const memory = new AnswerMemory();
  return {
    async generate(request) {
      let answer: SdkAnswer | undefined;
      const observed = sdk.wrapLanguageModel({
        model,
        middleware: {
          specificationVersion: "v3",
          wrapGenerate: async ({ doGenerate }) => {
            answer = await doGenerate();
            return answer;
          },
        },
      });
      try {
        await sdk.generateText({ model: observed, ...optionsOf(request, settings, sdk, memory) });
      } catch (error) {
        // It also throws where the model answered otherwise than it was made to, which is for us to judge (Q17).
        if (answer === undefined)
          throw modelErrorOf(error, {
            ...settings,
            isForced: request.toolChoice !== undefined && isForcing(request.toolChoice),
            signal: request.signal,
          });
      }
      if (answer === undefined) throw new Error("The AI SDK answered without asking the model.");
      memory.keep(request.items.at(-1), answer.content);
      return answerOf(answer, settings.model);
    },
  };
}

function optionsOf(
  request: ModelRequest,
  settings: AiSdkSettings,
  sdk: AiSdk,
  memory: AnswerMemory,
) {
  const { instructions, items, tools, toolChoice, signal } = request;
  const { takesLateSystem, isOpenAi, temperature } = settings;
  return definedOnly({
    system: instructions === "" ? undefined : instructions,
    messages: messagesOf(items, { takesLateSystem, memory }),
    allowSystemInMessages: true, // They are ours, or of the recipe.
    tools: tools.length === 0 ? undefined : toolSetOf(tools, isOpenAi, sdk),
    toolChoice: tools.length === 0 ? undefined : choiceOf(toolChoice),
    maxOutputTokens: request.maxOutputTokens ?? settings.maxOutputTokens,
    temperature,
    maxRetries: 0,
    abortSignal: signal,
    providerOptions: isOpenAi ? { openai: { store: false } } : undefined,
  });
}

/** Tools that the SDK can only offer: it runs none. */
function toolSetOf(tools: readonly OfferedTool[], isOpenAi: boolean, sdk: AiSdk): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      {
        description,
        inputSchema: sdk.jsonSchema(parameters),
        ...(isOpenAi && { strict: false }), // Else every optional parameter becomes required there.
      },
    ]),
  );
}

function choiceOf(choice: ToolChoice | undefined): SdkToolChoice<ToolSet> | undefined {
  return typeof choice === "object" ? { type: "tool", toolName: choice.name } : choice;
}
