import type { ChangedEntry, ComparedEntry } from "../../../model/page/comparison-page.ts";
import { Path, StateBadge, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";

/** An action that only one of the two reports has. */
export function ComparedAction({ action }: { readonly action: ComparedEntry }) {
  return (
    <>
      <Place action={action} />
      <End action={action} />
    </>
  );
}

/** An action that both have, before and after. */
export function ChangedAction({ of: { differs, before, after } }: { readonly of: ChangedEntry }) {
  return (
    <>
      <Place action={after} />
      {differs.includes("change") && <span class="faint"> with another change</span>}
      <End title="before" action={before} />
      <End title="after" action={after} />
    </>
  );
}

function Place({ action }: { readonly action: ComparedEntry }) {
  const { recipe, step, paths, fileCount, line, label } = action;
  const [first = label] = paths;
  return (
    <>
      <Path>{line === undefined ? first : `${first}:${line}`}</Path>
      {fileCount > 1 && <span class="faint"> and {counted(fileCount - 1, "more file")}</span>}{" "}
      <span class="faint">
        <Text>{`${recipe} › ${step}`}</Text>
      </span>
    </>
  );
}

function End({ title, action }: { readonly title?: string; readonly action: ComparedEntry }) {
  const { state, rule, reason } = action;
  return (
    <p class="sub">
      {title !== undefined && `${title}: `}
      <StateBadge state={state} />{" "}
      {rule !== undefined && (
        <code>
          <Text>{rule}</Text>
        </code>
      )}{" "}
      <Text>{reason ?? ""}</Text>
    </p>
  );
}
