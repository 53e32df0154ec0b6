import type { ModelPort, ModelRequest } from "../../src/agent/model/model-port.ts";
import { openModel } from "../../src/agent/provider/open-model.ts";
import type { ModelSettings } from "../../src/model/recipe/prompt-step.ts";
import { OWN_PACKAGES } from "./grammar-packages.ts";

/** The settings of a model on this server; a test changes what it is about. */
export function modelSettings(
  baseUrl: string,
  changed: Partial<ModelSettings> = {},
): ModelSettings {
  return {
    provider: "openai-compatible",
    name: "scripted",
    baseUrl,
    timeout: 20_000,
    retries: 0,
    toolChoice: "named",
    place: { path: "recipes/a.yaml", line: 1, column: 1, frame: "" },
    ...changed,
  };
}

/** Opens a model and notes how long it waited, without waiting: time limits of attempts never fire. */
export async function openedModel(
  settings: ModelSettings,
  key?: string,
): Promise<{ readonly port: ModelPort; readonly waits: readonly number[] }> {
  const waits: number[] = [];
  const after = (milliseconds: number) => {
    if (milliseconds === settings.timeout) return new AbortController().signal;
    waits.push(milliseconds);
    return AbortSignal.abort();
  };
  const opened = await openModel(settings, {
    places: OWN_PACKAGES,
    after,
    ...(key !== undefined && { key }),
  });
  if ("fault" in opened) throw new Error(opened.fault);
  return { port: opened.port, waits };
}

/** What a model is asked in one turn; a test changes what it is about. */
export function modelRequest(changed: Partial<ModelRequest> = {}): ModelRequest {
  return {
    instructions: "You edit code.",
    items: [{ role: "user", text: "Rename a to b." }],
    tools: ["look", "resolve"].map((name) => ({
      name,
      description: `Tool ${name}.`,
      parameters: { type: "object", properties: { path: { type: "string" } } },
    })),
    signal: new AbortController().signal,
    ...changed,
  };
}
