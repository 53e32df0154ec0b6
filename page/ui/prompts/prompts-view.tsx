import { useState } from "preact/hooks";
import type { PageItem, PageTranscript } from "../../../src/model/page/page-data.ts";
import { type Column, Table } from "../pieces/table.tsx";
import { Block, Empty, More, Path, Text } from "../pieces/text.tsx";
import { counted, numberText } from "../pieces/words.ts";
import { readTranscript } from "../read-data.ts";
import type { ViewProps } from "../view-props.ts";

/** The conversations of prompt steps, with their attached files and their cost. */
export function PromptsView({ data: { transcripts } }: ViewProps) {
  if (transcripts.items.length === 0) return <Empty>No step of this run asked a model.</Empty>;
  return (
    <div class="page">
      {transcripts.items.map((transcript, index) => (
        <Conversation key={index} transcript={transcript} isOpen={transcripts.items.length < 3} />
      ))}
      <More more={transcripts.more} noun="conversation" />
    </div>
  );
}

function Conversation(props: { readonly transcript: PageTranscript; readonly isOpen: boolean }) {
  const { transcript } = props;
  const { recipe, step, model, outcome, vacuous, turns } = transcript;
  const [isOpen, setOpen] = useState(props.isOpen);
  const sum = (of: "inputTokens" | "outputTokens") =>
    turns.reduce((total, turn) => total + (turn[of] ?? 0), 0);
  return (
    <section class="card">
      <h2>
        <Text>{`${recipe} › ${step}`}</Text>
      </h2>
      <p class="sub">
        <Text>{model}</Text> · {outcome}
        {vacuous === true && ", and nothing came of it"} · {counted(turns.length, "turn")} ·{" "}
        {numberText(sum("inputTokens"))} tokens in, {numberText(sum("outputTokens"))} out
      </p>
      <Attached transcript={transcript} />
      <Turns transcript={transcript} />
      <button type="button" class="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Hide the conversation" : "Show the conversation"}
      </button>
      {isOpen && <Items transcript={transcript} />}
    </section>
  );
}

const FILE_COLUMNS: readonly Column[] = [
  { title: "Reference" },
  { title: "File" },
  { title: "Outcome" },
  { title: "Bytes sent", isNumber: true },
];

function Attached({ transcript: { fileRefs } }: { readonly transcript: PageTranscript }) {
  if (fileRefs.items.length === 0) return null;
  return (
    <details>
      <summary>{counted(fileRefs.items.length + fileRefs.more, "attached file")}</summary>
      <Table
        columns={FILE_COLUMNS}
        items={fileRefs.items}
        cells={(ref) => [
          <Text>{ref.token}</Text>,
          <Path>{ref.path}</Path>,
          <>
            {ref.outcome} {ref.message !== undefined && <Text>{ref.message}</Text>}
          </>,
          bytesOf(ref),
        ]}
      />
      <More more={fileRefs.more} noun="file" />
    </details>
  );
}

function bytesOf({ bytes, bytesSent }: PageTranscript["fileRefs"]["items"][number]): string {
  if (bytesSent === undefined) return "–";
  const isCut = bytes !== undefined && bytes !== bytesSent;
  return isCut ? `${numberText(bytesSent)} of ${numberText(bytes)}` : numberText(bytesSent);
}

const TURN_COLUMNS: readonly Column[] = [
  ...["Turn", "Calls", "Requests", "Tokens in", "Tokens out"].map((title) => ({
    title,
    isNumber: true,
  })),
  { title: "Forced tool" },
];

function Turns({ transcript: { turns } }: { readonly transcript: PageTranscript }) {
  if (turns.length === 0) return null;
  return (
    <details>
      <summary>Cost by turn</summary>
      <Table
        columns={TURN_COLUMNS}
        items={turns}
        cells={({ turn, calls, attempts, inputTokens, outputTokens, choice = "" }) => [
          ...[turn, calls, attempts, inputTokens, outputTokens].map((value) =>
            value === undefined ? "–" : numberText(value),
          ),
          <Text>{choice}</Text>,
        ]}
      />
    </details>
  );
}

const ROLES: Readonly<Record<PageItem["role"], string>> = {
  user: "Prompt",
  system: "Sluice",
  assistant: "Model",
  "tool-call": "Calls",
  "tool-result": "Result of",
};

function Items({ transcript }: { readonly transcript: PageTranscript }) {
  const { items, output } = readTranscript(transcript);
  return (
    <>
      <ol class="talk">
        {items.items.map(({ role, about, text, isError }, index) => (
          <li key={index} class={`r-${role} ${isError === true ? "is-error" : ""}`}>
            <p class="who">
              {ROLES[role]} {about !== undefined && <Text>{about}</Text>}
              {isError === true && " (error)"}
            </p>
            <Block of={text} />
          </li>
        ))}
      </ol>
      <More more={items.more} noun="item" />
      {output !== undefined && (
        <>
          <h3>Output</h3>
          <Block of={output} />
        </>
      )}
    </>
  );
}
