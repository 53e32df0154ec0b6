import type { PageStepWhy } from "../../../src/model/page/page-data.ts";
import { Text } from "../pieces/text.tsx";

/** Sentences about a step or an op, each with its advice. */
export function Notes({ notes }: Pick<PageStepWhy, "notes">) {
  return notes.map(({ code, part, message, hint }, index) => (
    <p key={`${code} ${index}`} class="note">
      {part !== undefined && (
        <>
          <code>
            <Text>{part}</Text>
          </code>
          :{" "}
        </>
      )}
      <Text>{message}</Text>
      {hint !== undefined && (
        <>
          {" "}
          <Text>{hint}</Text>
        </>
      )}
    </p>
  ));
}
