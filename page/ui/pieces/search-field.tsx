/** The search of a view, which a key of the page leads to. */
export function SearchField(props: {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onSearch: (value: string) => void;
}) {
  const { label, hint, value, onSearch } = props;
  return (
    <input
      id="search"
      type="search"
      placeholder={hint}
      aria-label={label}
      value={value}
      onInput={({ currentTarget }) => onSearch(currentTarget.value)}
    />
  );
}
