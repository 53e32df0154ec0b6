import type { ModelCall, ModelPort } from "./model-port.ts";

const FAULT = "The parameters have the key of the model in them.";

/**
 * Returns a port whose answers have no secret: a secret that a server echoes must not reach a transcript, a recording
 * or a file. A call with a secret in its parameters gets a fault; `redact` returns the same object if it has none.
 */
export function secretKeepingPort(
  port: ModelPort,
  redact: <Value>(value: Value) => Value,
): ModelPort {
  const withoutSecrets = (call: ModelCall): ModelCall => {
    const shown = redact(call);
    return shown === call ? call : { ...shown, fault: shown.fault ?? FAULT };
  };
  return {
    async generate(request) {
      const answer = await port.generate(request);
      return { ...answer, text: redact(answer.text), calls: answer.calls.map(withoutSecrets) };
    },
  };
}
