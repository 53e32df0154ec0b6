/** `inputs.name` or `inputs["name"]`. What follows a name may be a part of it, or a minus. */
const NAMED = /(?<![\w.])inputs\s*(?:\.\s*(?=([\w-]+))|\[\s*(?:"([^"\n]*)"|'([^'\n]*)')\s*\])/g;

/** Which of the declared inputs a condition (`when`) names, of which nothing else is looked at here. */
export function inputsInCondition(condition: string, names: readonly string[]): readonly string[] {
  const written = [...condition.matchAll(NAMED)].map(([, plain, double, single]) => ({
    plain,
    quoted: double ?? single,
  }));
  return names.filter((name) =>
    written.some(
      ({ plain, quoted }) => quoted === name || plain === name || plain?.startsWith(`${name}-`),
    ),
  );
}
