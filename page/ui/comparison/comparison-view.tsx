import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type {
  ChangedEntry,
  ComparedEntry,
  ComparedFile,
  ComparisonPage,
} from "../../../src/model/page/comparison-page.ts";
import type { Bounded } from "../../../src/model/page/page-part.ts";
import { hasWords } from "../../view/search.ts";
import { DiffToggle } from "../diff/diff-toggle.tsx";
import { type Look, useLook } from "../look.ts";
import { ShowMore } from "../pieces/show-more.tsx";
import { Empty, More, Path, Section, StateBadge, Text } from "../pieces/text.tsx";
import { counted } from "../pieces/words.ts";
import { ComparedFileFold } from "./compared-file.tsx";
import { ComparisonHead } from "./comparison-head.tsx";

/** So many stand there at once; the others on demand. */
const SHOWN = 200;

/** Two reports compared: what was decided differently, what is new, what is gone, and other files. */
export function ComparisonView({ data }: { readonly data: ComparisonPage }) {
  const [search, setSearch] = useState("");
  const look = useLook();
  const { counts } = data;
  const isEqual = counts.changed + counts.new + counts.gone + counts.files === 0;
  return (
    <main class="page">
      <ComparisonHead data={data} look={look} />
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
      <Lists data={data} search={search} look={look} />
    </main>
  );
}

function Lists(props: {
  readonly data: ComparisonPage;
  readonly search: string;
  readonly look: Look;
}) {
  const { data, search, look } = props;
  const { changed, new: fresh, gone, files } = data;
  return (
    <>
      <ComparedList
        title="Decided differently"
        noun="action"
        list={changed}
        search={search}
        textOf={({ before, after }) => `${textOf(before)}\n${textOf(after)}`}
      >
        {(one) => <ChangedAction of={one} />}
      </ComparedList>
      <ComparedList title="New" noun="action" list={fresh} search={search} textOf={textOf}>
        {(action) => <ComparedAction action={action} />}
      </ComparedList>
      <ComparedList title="Gone" noun="action" list={gone} search={search} textOf={textOf}>
        {(action) => <ComparedAction action={action} />}
      </ComparedList>
      {files.items.length > 0 && <DiffToggle look={look} />}
      <ComparedList
        title="Files whose change is another"
        noun="file"
        list={files}
        search={search}
        textOf={({ path }: ComparedFile) => path}
      >
        {(file) => <ComparedFileFold file={file} style={look.diff} />}
      </ComparedList>
    </>
  );
}

/** Everything of an action that is searched. */
function textOf({ recipe, step, label, state, paths, rule = "", reason = "" }: ComparedEntry) {
  return [recipe, step, label, state, rule, reason, ...paths].join("\n");
}

/** An action that only one of the two reports has. */
function ComparedAction({ action }: { readonly action: ComparedEntry }) {
  return (
    <>
      <Place action={action} />
      <End action={action} />
    </>
  );
}

/** An action that both have, before and after. */
function ChangedAction({ of: { differs, before, after } }: { readonly of: ChangedEntry }) {
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

/** The items of a list of differences that have the words of the search; nothing if no item has them. */
function ComparedList<Item extends object>(props: {
  readonly title: string;
  readonly noun: string;
  readonly list: Bounded<Item>;
  readonly search: string;
  readonly textOf: (item: Item) => string;
  readonly children: (item: Item) => ComponentChildren;
}) {
  const { title, noun, list, search, textOf, children } = props;
  const [most, setMost] = useState(SHOWN);
  const foundItems = list.items.flatMap((item, at) =>
    hasWords(textOf(item), search) ? [{ item, at }] : [],
  );
  if (foundItems.length === 0) return null;
  return (
    <Section title={title} count={foundItems.length + (search === "" ? list.more : 0)}>
      <ul class="links">
        {foundItems.slice(0, most).map(({ item, at }) => (
          <li key={at}>{children(item)}</li>
        ))}
      </ul>
      <ShowMore
        shown={most}
        of={foundItems.length}
        noun={noun}
        onMore={() => setMost(most + SHOWN)}
      />
      <More more={list.more} noun={noun} />
    </Section>
  );
}
