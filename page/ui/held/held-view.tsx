import { useMemo } from "preact/hooks";
import type { PageAction } from "../../../src/model/page/page-action.ts";
import type { PageData } from "../../../src/model/page/page-data.ts";
import { groupAlike } from "../../view/alike.ts";
import { NO_FILTERS, NONE } from "../../view/filters.ts";
import { formatLocation } from "../../view/location.ts";
import { resolveCommands } from "../../view/resolve-commands.ts";
import { visibleText } from "../../view/visible-text.ts";
import { CopyButton } from "../pieces/copy-button.tsx";
import { Fold } from "../pieces/fold.tsx";
import { ShowMore } from "../pieces/show-more.tsx";
import { Empty, LineCounts, Path, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";
import type { ViewProps } from "../view-props.ts";
import { ChoiceRadios } from "./choice-radios.tsx";
import type { Decisions } from "./use-decisions.ts";

const ALL = [
  ["apply", "Apply all"],
  ["discard", "Discard all"],
  ["wait", "Clear"],
] as const;

/** The held actions as a checklist, and the commands that end them as it says. */
export function HeldView({ data, decisions }: ViewProps) {
  const { items } = data.actions;
  const held = useMemo(() => items.filter(({ state }) => state === "held"), [items]);
  const groups = useMemo(() => groupAlike(held), [held]);
  if (held.length === 0) return <Empty>Nothing waits for a decision.</Empty>;
  const { listed, listMore } = decisions;
  const { isKept } = data.held;
  return (
    <div class="page">
      <h2>{counted(data.totals.held, "action")} for you to decide</h2>
      {!isKept && <Preview />}
      {data.totals.held > held.length && (
        <p class="callout">
          This page lists {counted(held.length, "held action")}: the commands name these, and no
          others. All are in <code>--report json</code>.
        </p>
      )}
      {isKept && <ChooseAll actions={held} words={ALL} decisions={decisions} />}
      <ul class="checklist">
        {groups.slice(0, listed).map(({ key, actions }) => (
          <HeldGroup key={key} actions={actions} canEnd={isKept} decisions={decisions} />
        ))}
      </ul>
      <ShowMore shown={listed} of={groups.length} noun="group" onMore={listMore} />
      {isKept && <ResolveBox data={data} held={held} decisions={decisions} />}
    </div>
  );
}

const ALIKE = [
  ["apply", "Apply these"],
  ["discard", "Discard these"],
  ["wait", "Clear"],
] as const;

/** Buttons that choose the same for several actions. */
function ChooseAll(props: {
  readonly actions: readonly PageAction[];
  readonly words: typeof ALL | typeof ALIKE;
  readonly decisions: Decisions;
}) {
  const { actions, words, decisions } = props;
  return (
    <div class="toggle">
      {words.map(([choice, label]) => (
        <button type="button" key={choice} onClick={() => decisions.choose(actions, choice)}>
          {label}
        </button>
      ))}
    </div>
  );
}

/** Held actions that are alike: the first one, and the others on demand. */
function HeldGroup(props: {
  readonly actions: readonly PageAction[];
  readonly canEnd: boolean;
  readonly decisions: Decisions;
}) {
  const { actions, ...more } = props;
  const [first, ...others] = actions;
  if (first === undefined) return null;
  return (
    <>
      <HeldItem action={first} {...more} />
      {others.length > 0 && (
        <li class="alike">
          <Fold head={headOf(first, others.length)} isOpen={false}>
            {() => (
              <ul class="checklist">
                {others.map((action) => (
                  <HeldItem key={action.id} action={action} {...more} />
                ))}
              </ul>
            )}
          </Fold>
          {more.canEnd && <ChooseAll actions={actions} words={ALIKE} decisions={more.decisions} />}
        </li>
      )}
    </>
  );
}

function headOf({ rule = NONE, kinds = [] }: PageAction, others: number): string {
  const why = [`rule ${visibleText(rule)}`, visibleText(kinds.join(", "))].join(", ");
  return `${counted(others, "more action")} like it: ${why}`;
}

function Preview() {
  return (
    <p class="callout">
      This was a preview, which keeps nothing to decide: run the recipe to hold these actions, and
      then decide.
    </p>
  );
}

/** A held action in the checklist. `canEnd` is false if no run keeps it, so that no command ends it. */
function HeldItem(props: {
  readonly action: PageAction;
  readonly canEnd: boolean;
  readonly decisions: Decisions;
}) {
  const { action, canEnd, decisions } = props;
  const { id, label, paths, fileCount, why, hasBytes } = action;
  return (
    <li class={`choice ${decisions.choices.get(id) ?? "wait"}`}>
      <div class="about">
        <a href={formatLocation({ view: "actions", filters: NO_FILTERS, action: id })}>
          <Path>{paths[0] ?? label}</Path>
          {fileCount > 1 && ` and ${counted(fileCount - 1, "more file")}`}
        </a>{" "}
        <LineCounts {...action} />
        <p class="faint">
          <Text>{why ?? label}</Text>
        </p>
        {canEnd && !hasBytes && (
          <p class="faint">What its custom tool would write is not kept: run the recipe again.</p>
        )}
      </div>
      {canEnd && <ChoiceRadios action={action} decisions={decisions} />}
    </li>
  );
}

/** The reason, and the commands that end held actions as they were chosen. */
function ResolveBox(props: {
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
