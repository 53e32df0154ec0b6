import type { ModelCall, ModelPort } from "./model-port.ts";

const FAULT = "The parameters have the key of the model in them.";

/**
 * A port whose answers have no secret in them: what a server echoes goes into no transcript, no recording and no file.
 * A call with one in its parameters cannot be made. `redact` answers the same object where there is none.
 */
export function secretKeepingPort(
  port: ModelPort,
  redact: <Value>(value: Value) => Value,
): ModelPort {
  const withoutSecrets = (call: ModelCall): ModelCall => {
    const shown = redact(call);
    return shown === call ? call : { fault: FAULT, ...shown };
  };
  return {
    async generate(request) {
      const answer = await port.generate(request);
      return { ...answer, text: redact(answer.text), calls: answer.calls.map(withoutSecrets) };
    },
  };
}
