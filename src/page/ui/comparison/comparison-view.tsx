import { useState } from "preact/hooks";
import type {
  ComparedEntry,
  ComparedFile,
  ComparisonPage,
} from "../../../model/page/comparison-page.ts";
import { DiffToggle } from "../diff/diff-toggle.tsx";
import { type Look, useLook } from "../look.ts";
import { Empty } from "../pieces/text.tsx";
import { ChangedAction, ComparedAction } from "./compared-action.tsx";
import { ComparedFileFold } from "./compared-file.tsx";
import { ComparedList } from "./compared-list.tsx";
import { ComparisonHead } from "./comparison-head.tsx";

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
