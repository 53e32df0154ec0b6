/** Returns the first names of a list, and how many others there are: `a, b and 3 more`. */
export function boundedList(names: readonly string[], most: number, between = ", "): string {
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return `${names.slice(0, most).join(between)}${more}`;
}
