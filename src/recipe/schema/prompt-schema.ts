import { z } from "zod";
import { isVariableName } from "../../model/allowance.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { MODEL_PROVIDERS, type ModelProvider } from "../../model/recipe/prompt-step.ts";
import { count, duration, glob, map, text } from "../../shared/schema/schema-parts.ts";

/** The providers that require a key. */
const WITH_KEY: readonly ModelProvider[] = ["anthropic", "openai", "google"];

const baseUrl = text.superRefine((written, context) => {
  const report = (message: string) => context.addIssue({ code: "custom", message });
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    report("must be an address that begins with `http://` or `https://`");
  else if (hasCredentials(url))
    report(
      "must not contain a user name or a password; name the variable with the key in `apiKeyEnv`",
    );
});

/** The name of a variable. A key that stands there by mistake is refused, and no message repeats it. */
const apiKeyEnv = text.refine(
  isVariableName,
  "must be the name of an environment variable, with capital letters, digits and `_`; " +
    "a recipe must not contain the key itself",
);

const writtenModelSchema = z
  .strictObject({
    provider: z.enum(MODEL_PROVIDERS),
    name: text.optional(),
    apiKeyEnv: apiKeyEnv.optional(),
    baseUrl: baseUrl.optional(),
    temperature: z.number().min(0).max(2).optional(),
    maxOutputTokens: count.optional(),
    timeout: duration.optional(),
    retries: z.int().min(0).max(100).optional(),
    toolChoice: z.enum(["named", "none"]).optional(),
    cassette: glob.optional(),
  })
  .superRefine((model, context) => {
    const { provider } = model;
    const report = (message: string, ...path: string[]) =>
      context.addIssue({ code: "custom", message, path });
    const require = (key: "name" | "apiKeyEnv" | "baseUrl" | "cassette", meaning: string) => {
      if (model[key] === undefined)
        report(`must have \`${key}\` when \`provider\` is \`${provider}\`: ${meaning}`);
    };
    if (provider === "openai-compatible") require("baseUrl", "the address of the server");
    if (provider === "openai-compatible" || WITH_KEY.includes(provider))
      require("name", "the model, by the name that the provider gives it");
    if (WITH_KEY.includes(provider)) require("apiKeyEnv", "the environment variable with the key");
    if (provider === "replay") require("cassette", "the file with the recorded answers");
    else if (model.cassette !== undefined) report("belongs to the provider `replay`", "cassette");
  });

/** A prompt, as written. */
export const promptText = z
  .string()
  .refine((written) => written.trim() !== "", "must not be empty")
  .max(INPUT_LIMITS.promptLength);

/** The keys that only a prompt step can have, as written. */
export const promptKeys = {
  attach: z.array(glob).max(INPUT_LIMITS.attachments).optional(),
  model: writtenModelSchema.optional(),
  tools: z.array(text).max(INPUT_LIMITS.attachments).optional(),
  resolve: z.enum(["policy", "model"]).optional(),
  maxTurns: z.int().min(1).max(1000).optional(),
  maxTokens: count.optional(),
  response: z.strictObject({ schema: map }).optional(),
} as const;

/** The keys of `model`. */
export const MODEL_KEYS: readonly string[] = Object.keys(writtenModelSchema.shape);

/** True if an address contains a user name or a password. */
export function hasCredentials({ username, password }: URL): boolean {
  return username !== "" || password !== "";
}

/** A step with a `prompt`, as written; without its `id` and `when`. */
export type WrittenPrompt = z.infer<z.ZodObject<typeof promptKeys>> & {
  readonly timeout?: string | undefined;
};
export type WrittenModel = z.infer<typeof writtenModelSchema>;
