import { counted } from "./words.ts";

/** The way to the entries of a list that are not rendered yet; nothing if all are. */
export function ShowMore(props: {
  readonly shown: number;
  readonly of: number;
  readonly noun: string;
  readonly onMore: () => void;
}) {
  const { shown, of, noun, onMore } = props;
  if (of <= shown) return null;
  return (
    <button type="button" class="wide" onClick={onMore}>
      Show more of {counted(of, noun)}
    </button>
  );
}
