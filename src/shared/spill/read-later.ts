const READERS = Symbol("readers");

/** Functions that return the values of fields, by name. */
type Readers<Fields> = { readonly [Key in keyof Fields]: () => Fields[Key] };

/** An object some of whose fields are read on demand. */
interface ReadLater {
  readonly [READERS]: Readers<Record<string, unknown>>;
}

/** A getter for each name: objects that share them cost little. */
const getters = new Map<string, (this: ReadLater) => unknown>();

/**
 * Gives fields of a fresh object to readers, which are called each time that a field is read; nothing is kept. The
 * fields stay in their order and count as its own: a copy, or JSON, has their values.
 */
export function readLater<Value extends object, Field extends keyof Value & string>(
  value: Value,
  fields: readonly Field[],
  readers: Readers<Pick<Value, Field>>,
): Value {
  Object.defineProperty(value, READERS, { value: readers });
  for (const field of fields)
    Object.defineProperty(value, field, { enumerable: true, get: getterOf(field) });
  return value;
}

/** True if some fields of an object are read on demand. */
export function isReadLater(value: object): boolean {
  return READERS in value;
}

function getterOf(field: string): (this: ReadLater) => unknown {
  const known = getters.get(field);
  if (known !== undefined) return known;
  const getter = function get(this: ReadLater): unknown {
    return this[READERS][field]?.();
  };
  getters.set(field, getter);
  return getter;
}
