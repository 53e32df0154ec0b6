import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { ComparisonPage } from "../../../model/page/comparison-page.ts";
import type { Bounded } from "../../../model/page/page-part.ts";
import { Empty, LineCounts, More, Path, Section, StateBadge, Text } from "../pieces/text.tsx";
import { counted, numberText } from "../pieces/words.ts";

type Compared = ComparisonPage["new"]["items"][number];

/** Two reports compared: what was decided differently, what is new, what is gone, and other files. */
export function ComparisonView({ data }: { readonly data: ComparisonPage }) {
  const [search, setSearch] = useState("");
  const { before, after, counts, moves, changed, files } = data;
  const isEqual = counts.changed + counts.new + counts.gone + counts.files === 0;
  return (
    <main class="page">
      <header>
        <h1>
          <span class="brand">Sluice</span> compared
        </h1>
        <Side title="Before" side={before} />
        <Side title="After" side={after} />
      </header>
      <p>
        {counted(counts.same, "action is", "actions are")} the same, {numberText(counts.changed)}{" "}
        decided differently, {numberText(counts.new)} new, {numberText(counts.gone)} gone;{" "}
        {counted(counts.files, "file")} with another change.
      </p>
      {moves.items.map(({ from, to, actions }) => (
        <p key={`${from} ${to}`} class="callout">
          {counted(actions, "action")}: <Text>{`${from} → ${to}`}</Text>
        </p>
      ))}
      {isEqual ? (
        <Empty>Nothing is different.</Empty>
      ) : (
        <input
          type="search"
          aria-label="Search"
          placeholder="Search paths, reasons, rules…"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <List title="Decided differently" list={changed} search={search}>
        {(one) => (
          <>
            <Place action={one.after} />
            {one.differs.includes("change") && <span class="faint"> with another change</span>}
            <End title="before" action={one.before} />
            <End title="after" action={one.after} />
          </>
        )}
      </List>
      <List title="New" list={data.new} search={search}>
        {(action) => (
          <>
            <Place action={action} />
            <End action={action} />
          </>
        )}
      </List>
      <List title="Gone" list={data.gone} search={search}>
        {(action) => (
          <>
            <Place action={action} />
            <End action={action} />
          </>
        )}
      </List>
      <List title="Files whose change is another" list={files} search={search}>
        {({ path, before: was, after: is }) => (
          <>
            <Path>{path}</Path> <Net net={was} /> → <Net net={is} />
          </>
        )}
      </List>
    </main>
  );
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

function Place({ action }: { readonly action: Compared }) {
  const { recipe, step, files, line, label } = action;
  const [first = label] = files;
  return (
    <>
      <Path>{line === undefined ? first : `${first}:${line}`}</Path>
      {files.length > 1 && <span class="faint"> and {counted(files.length - 1, "more file")}</span>}{" "}
      <span class="faint">
        <Text>{`${recipe} › ${step}`}</Text>
      </span>
    </>
  );
}

function End({ title, action }: { readonly title?: string; readonly action: Compared }) {
  const { state, ruleId, reason } = action;
  return (
    <p class="sub">
      {title !== undefined && `${title}: `}
      <StateBadge state={state} />{" "}
      {ruleId !== undefined && (
        <code>
          <Text>{ruleId}</Text>
        </code>
      )}{" "}
      <Text>{reason ?? ""}</Text>
    </p>
  );
}

function Net({ net }: { readonly net: ComparisonPage["files"]["items"][number]["before"] }) {
  if (net === undefined) return <span class="faint">no change</span>;
  return (
    <>
      {net.preHash === null && "new "}
      {net.postHash === null && "deleted "}
      <LineCounts {...net} />
    </>
  );
}

/** So many stand there at once; the others on demand. */
const SHOWN = 200;

function List<Item extends object>(props: {
  readonly title: string;
  readonly list: Bounded<Item>;
  readonly search: string;
  readonly children: (item: Item) => ComponentChildren;
}) {
  const { title, list, search, children } = props;
  const [most, setMost] = useState(SHOWN);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = list.items.filter((item) => {
    if (words.length === 0) return true;
    const text = JSON.stringify(item).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  if (found.length === 0) return null;
  return (
    <Section title={title} count={found.length + list.more}>
      <ul class="links">
        {found.slice(0, most).map((item, index) => (
          <li key={index}>{children(item)}</li>
        ))}
      </ul>
      {found.length > most && (
        <button type="button" class="wide" onClick={() => setMost(most + SHOWN)}>
          Show more of {numberText(found.length)}
        </button>
      )}
      <More more={list.more} noun="entry" />
    </Section>
  );
}
