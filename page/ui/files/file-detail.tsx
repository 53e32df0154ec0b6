import { useMemo } from "preact/hooks";
import type { PageAction } from "../../../src/model/page/page-action.ts";
import type { PageData } from "../../../src/model/page/page-data.ts";
import type { PageDiff, PageFile } from "../../../src/model/page/page-file.ts";
import { NO_FILTERS } from "../../view/filters.ts";
import { formatLocation } from "../../view/location.ts";
import { DiffToggle } from "../diff/diff-toggle.tsx";
import { DiffView } from "../diff/diff-view.tsx";
import type { Look } from "../look.ts";
import { Empty, LineCounts, More, Path, StateBadge, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";
import { readAction, readFile } from "../read-data.ts";

interface FileProps {
  readonly file: PageFile;
  readonly look: Look;
  /** The listed ones of its actions, in the order of the run. */
  readonly actions: readonly PageAction[];
}

/** The net change of a file, and its actions. */
export function FileDetail(props: { readonly data: PageData } & Pick<FileProps, "file" | "look">) {
  const { file, data, look } = props;
  const actions = useMemo(() => findActions(file, data), [file, data]);
  return (
    <article>
      <header>
        <h2>
          <Path>{file.path}</Path>
        </h2>
        <p class="sub">
          <Text>{file.steps.join(", ")}</Text>
        </p>
      </header>
      <NetChange file={file} actions={actions} look={look} />
      <h3>{counted(file.actionCount, "action")}</h3>
      <ul class="links">
        {actions.map((action) => (
          <ActionLink key={action.id} action={action} />
        ))}
      </ul>
      <More more={file.actionCount - actions.length} noun="action" />
    </article>
  );
}

function NetChange({ file, actions, look }: FileProps) {
  const change = useMemo(() => findNetChange(file, actions), [file, actions]);
  return (
    <>
      <div class="bar">
        <h3>Net change {file.net !== undefined && <LineCounts {...file.net} />}</h3>
        <DiffToggle look={look} />
      </div>
      {file.net === undefined ? (
        <Empty>Nothing is written to this file: it stays as it was.</Empty>
      ) : change === undefined ? (
        <Empty>The changes of its actions cannot be added up. Each is shown with its action.</Empty>
      ) : (
        <DiffView diff={change.diff} language={change.language} style={look.diff} />
      )}
    </>
  );
}

function ActionLink({ action: { id, state, label, why } }: { readonly action: PageAction }) {
  return (
    <li>
      <a href={formatLocation({ view: "actions", filters: NO_FILTERS, action: id })}>
        <StateBadge state={state} /> <Text>{label}</Text>
      </a>
      {why !== undefined && (
        <span class="faint">
          {" "}
          <Text>{why}</Text>
        </span>
      )}
    </li>
  );
}

function findActions(file: PageFile, data: PageData): readonly PageAction[] {
  const ids = new Set(file.actions);
  return data.actions.items.filter(({ id }) => ids.has(id)).sort((a, b) => a.order - b.order);
}

/** Returns the net change of a file: its own, or the change of the only action that writes the file. */
function findNetChange(
  file: PageFile,
  actions: readonly PageAction[],
): { readonly diff: PageDiff; readonly language: string } | undefined {
  const { diff } = readFile(file);
  const changes = actions
    .filter(({ state }) => !["discarded", "held"].includes(state))
    .flatMap((action) => readAction(action).files.filter(({ path }) => path === file.path));
  const [first] = changes;
  if (diff !== undefined) return { diff, language: first?.language ?? "" };
  return changes.length === 1 ? first : undefined;
}
