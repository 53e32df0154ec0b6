import { CopyButton } from "./copy-button.tsx";
import { Text } from "./text.tsx";

/** A command to copy, after the sentence that says what it does. */
export function CommandLine(props: { readonly lead: string; readonly command: string }) {
  return (
    <p class="note">
      {props.lead}{" "}
      <code>
        <Text>{props.command}</Text>
      </code>{" "}
      <CopyButton text={`${props.command}\n`} label="Copy" />
    </p>
  );
}
