import type { PageAction } from "../../../model/page/page-action.ts";
import type { PageData } from "../../../model/page/page-data.ts";
import { resolveCommands } from "../../view/resolve-commands.ts";
import { CopyButton } from "../pieces/copy-button.tsx";
import { Text } from "../pieces/text.tsx";
import type { Decisions } from "./use-decisions.ts";

/** The reason, and the commands that end held actions as they were chosen. */
export function ResolveBox(props: {
  readonly data: PageData;
  readonly held: readonly PageAction[];
  readonly decisions: Decisions;
}) {
  const { data, held, decisions } = props;
  const { reason, choices, giveReason } = decisions;
  const { option } = data.held;
  const commands = resolveCommands(data.run.id, held, choices, {
    reason,
    option,
    total: data.totals.held,
  });
  return (
    <div class="commands">
      <label for="reason">Your reason</label>
      <input
        id="reason"
        value={reason}
        placeholder="Looked at it."
        onInput={({ currentTarget }) => giveReason(currentTarget.value)}
      />
      <Commands commands={commands} />
      {commands.length > 0 && reason.trim() === "" && (
        <p class="note">
          Give a reason: without <code>--reason</code> these commands are refused.
        </p>
      )}
    </div>
  );
}

function Commands({ commands }: { readonly commands: readonly string[] }) {
  if (commands.length === 0) return <p class="note">Choose, and the commands to run stand here.</p>;
  const text = commands.join("\n");
  return (
    <>
      <pre class="block" id="commands">
        <Text>{text}</Text>
      </pre>
      <CopyButton
        text={`${text}\n`}
        label={commands.length === 1 ? "Copy command" : "Copy commands"}
      />
    </>
  );
}
