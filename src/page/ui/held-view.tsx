import { useMemo, useState } from "preact/hooks";
import type { PageAction } from "../../model/page/page-action.ts";
import { NO_FILTERS } from "../view/filters.ts";
import { formatLocation } from "../view/location.ts";
import { type Choices, resolveCommands } from "../view/resolve-commands.ts";
import { CopyButton } from "./copy-button.tsx";
import { Empty, LineCounts, Text } from "./text.tsx";
import type { ViewProps } from "./view-props.ts";
import { counted } from "./words.ts";

/** So many are listed at once; the others on demand. */
const LISTED = 200;

/** The held actions as a checklist, and the commands that end them as it says. */
export function HeldView({ data }: ViewProps) {
  const held = useMemo(
    () => data.actions.items.filter(({ state }) => state === "held"),
    [data.actions],
  );
  const [choices, setChoices] = useState<Choices>(new Map());
  const [reason, setReason] = useState("");
  const [most, setMost] = useState(LISTED);
  if (held.length === 0) return <Empty>Nothing waits for a decision.</Empty>;
  const choose = (actions: readonly PageAction[], verdict: "apply" | "discard" | "wait") => {
    const next = new Map(choices);
    for (const { id, hasBytes } of actions)
      if (verdict === "wait" || (verdict === "apply" && !hasBytes)) next.delete(id);
      else next.set(id, verdict);
    setChoices(next);
  };
  const { option, isKept } = data.held;
  const commands = resolveCommands(data.run.id, held, choices, {
    reason,
    option,
    total: data.totals.held,
  });
  return (
    <div class="page">
      <h2>{counted(held.length, "action")} for you to decide</h2>
      {!isKept && (
        <p class="callout">
          This was a preview, which keeps nothing: run the recipe to hold these actions, and then
          decide.
        </p>
      )}
      <div class="bar">
        <span class="toggle">
          <button type="button" onClick={() => choose(held, "apply")}>
            Apply all
          </button>
          <button type="button" onClick={() => choose(held, "discard")}>
            Discard all
          </button>
          <button type="button" onClick={() => choose(held, "wait")}>
            Clear
          </button>
        </span>
      </div>
      <ul class="checklist">
        {held.slice(0, most).map((action) => (
          <Item
            key={action.id}
            action={action}
            choice={choices.get(action.id) ?? "wait"}
            onChoose={(verdict) => choose([action], verdict)}
          />
        ))}
      </ul>
      {held.length > most && (
        <button type="button" class="wide" onClick={() => setMost(most + LISTED)}>
          Show more of {counted(held.length, "action")}
        </button>
      )}
      <div class="commands">
        <label for="reason">Your reason</label>
        <input
          id="reason"
          value={reason}
          placeholder="Looked at it."
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Commands commands={isKept ? commands : []} isKept={isKept} />
      </div>
    </div>
  );
}

function Commands(props: { readonly commands: readonly string[]; readonly isKept: boolean }) {
  const { commands, isKept } = props;
  if (commands.length === 0)
    return isKept ? <p class="note">Choose, and the commands to run stand here.</p> : null;
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

const VERDICTS = [
  ["apply", "Apply"],
  ["discard", "Discard"],
  ["wait", "Later"],
] as const;

function Item(props: {
  readonly action: PageAction;
  readonly choice: "apply" | "discard" | "wait";
  readonly onChoose: (verdict: "apply" | "discard" | "wait") => void;
}) {
  const { action, choice, onChoose } = props;
  const { id, paths, fileCount, why, hasBytes } = action;
  const [path = action.label] = paths;
  return (
    <li class={`choice ${choice}`}>
      <div class="about">
        <a href={formatLocation({ view: "actions", filters: NO_FILTERS, action: id })}>
          <bdi>
            <Text>{path}</Text>
          </bdi>
          {fileCount > 1 && ` and ${counted(fileCount - 1, "more file")}`}
        </a>{" "}
        <LineCounts {...action} />
        <p class="faint">
          <Text>{why ?? action.label}</Text>
        </p>
        {!hasBytes && (
          <p class="faint">What its custom tool would write is not kept: run the recipe again.</p>
        )}
      </div>
      <fieldset class="radios">
        <legend class="offscreen">
          <Text>{path}</Text>
        </legend>
        {VERDICTS.map(([verdict, label]) => (
          <label key={verdict}>
            <input
              type="radio"
              name={`verdict-${id}`}
              checked={choice === verdict}
              disabled={verdict === "apply" && !hasBytes}
              onChange={() => onChoose(verdict)}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </li>
  );
}
