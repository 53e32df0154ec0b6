import type { ComparisonPage } from "../../../src/model/page/comparison-page.ts";
import type { Look } from "../look.ts";
import { More, Text } from "../pieces/text.tsx";
import { counted, numberText, STATE_WORDS } from "../pieces/words.ts";
import { ThemeButton } from "../theme-button.tsx";

/** The two reports, and how many differences there are. */
export function ComparisonHead(props: { readonly data: ComparisonPage; readonly look: Look }) {
  const { data, look } = props;
  const { before, after, counts, moves } = data;
  return (
    <>
      <header class="bar">
        <h1>
          <span class="brand">Sluice</span> compared
        </h1>
        <ThemeButton look={look} />
      </header>
      <div>
        <Side title="Before" side={before} />
        <Side title="After" side={after} />
      </div>
      <p>
        {counted(counts.same, "action is", "actions are")} the same, {numberText(counts.changed)}{" "}
        decided differently, {numberText(counts.new)} new, {numberText(counts.gone)} gone;{" "}
        {counted(counts.files, "file")} with another change.
      </p>
      {moves.items.map(({ from, to, actions }) => (
        <p key={`${from} ${to}`} class="callout">
          {counted(actions, "action")}: <Text>{`${wordsOf(from)} → ${wordsOf(to)}`}</Text>
        </p>
      ))}
      <More more={moves.more} noun="change" />
    </>
  );
}

/** States of reports that other versions wrote may be others. */
function wordsOf(state: string): string {
  return STATE_WORDS[state as keyof typeof STATE_WORDS] ?? state;
}

function Side(props: { readonly title: string; readonly side: ComparisonPage["before"] }) {
  const { kind, name, command, outcome, exitCode } = props.side;
  return (
    <p class="sub">
      {props.title}: {kind} <Text>{name}</Text>
      {kind !== "plan" && `, ${command}`} · {outcome} · exit code {exitCode}
    </p>
  );
}
