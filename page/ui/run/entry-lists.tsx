import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { PageData } from "../../../src/model/page/page-data.ts";
import type { Bounded } from "../../../src/model/page/page-part.ts";
import { ShowMore } from "../pieces/show-more.tsx";
import { Table } from "../pieces/table.tsx";
import { More, Path, Section, Text } from "../pieces/text.tsx";
import { numberText } from "../pieces/words.ts";

/** So many rows stand there at once; the others on demand. */
const ROWS = 100;

/** The steps with their outcomes. */
export function Steps({ steps }: Pick<PageData, "steps">) {
  return (
    <EntryList title="Steps" list={steps} noun="step" head={["Step", "Outcome", ""]}>
      {({ recipe, step, outcome, when }) => [
        <Text>{`${recipe} › ${step}`}</Text>,
        outcome,
        when !== undefined && (
          <>
            <code>when</code> does not hold: <Text>{when}</Text>
          </>
        ),
      ]}
    </EntryList>
  );
}

/** The commits that were made, or would be. */
export function Commits({ commits }: Pick<PageData, "commits">) {
  return (
    <EntryList title="Commits" list={commits} noun="commit" head={["Commit", "Subject", "Files"]}>
      {({ sha, subject, files }) => [
        sha === undefined ? "would be made" : <code>{sha.slice(0, 10)}</code>,
        <Text>{subject}</Text>,
        numberText(files.length),
      ]}
    </EntryList>
  );
}

/** The files that were left alone, and why. */
export function Skipped({ skipped }: Pick<PageData, "skipped">) {
  return (
    <EntryList title="Skipped" list={skipped} noun="file" head={["File", "Reason", "Step"]}>
      {(file) => [
        <Path>{file.path}</Path>,
        <Text>{reasonOf(file)}</Text>,
        <Text>{file.step}</Text>,
      ]}
    </EntryList>
  );
}

/** The detail of a syntax error has its place, too. */
function reasonOf({ why, detail, issues = [] }: PageData["skipped"]["items"][number]): string {
  const [issue] = issues;
  if (detail !== undefined) return `${why}: ${detail}`;
  return issue === undefined ? why : `${why}, first at ${issue.line}:${issue.column}`;
}

/** The calls of tools. */
export function Calls({ calls }: Pick<PageData, "calls">) {
  return (
    <EntryList title="Calls" list={calls} noun="call" head={["Tool", "Outcome", "Step"]}>
      {({ tool, outcome, recipe, step }) => [
        <Text>{tool}</Text>,
        outcome,
        <Text>{`${recipe} › ${step}`}</Text>,
      ]}
    </EntryList>
  );
}

/** The files that configured the run. */
export function Sources({ sources }: Pick<PageData, "sources">) {
  return (
    <EntryList title="Sources" list={sources} noun="file" head={["File", "Role", "From", "Blob"]}>
      {({ path, role, origin, blobId }) => [
        <Path>{path}</Path>,
        role,
        origin,
        <code>{blobId.slice(0, 10)}</code>,
      ]}
    </EntryList>
  );
}

/** A table of one of the lists of the report; nothing if the list is empty. */
function EntryList<Item>(props: {
  readonly title: string;
  readonly list: Bounded<Item>;
  readonly noun: string;
  readonly head: readonly string[];
  readonly children: (item: Item) => readonly ComponentChildren[];
}) {
  const { title, list, noun, head, children } = props;
  const { items, more } = list;
  const [most, setMost] = useState(ROWS);
  if (items.length === 0) return null;
  return (
    <Section title={title} count={items.length + more}>
      <Table
        columns={head.map((name) => ({ title: name }))}
        items={items.slice(0, most)}
        cells={children}
      />
      <ShowMore
        shown={most}
        of={items.length}
        noun={noun}
        onMore={() => setMost(most + 5 * ROWS)}
      />
      <More more={more} noun={noun} />
    </Section>
  );
}
