// Stands in for the `assert` of Node in yargs, which asks it for two comparisons.

/** Throws unless two values are the same. */
export function strictEqual(actual, expected, message = "The values differ.") {
  if (!Object.is(actual, expected)) throw new Error(message);
}

/** Throws if two values are the same. */
export function notStrictEqual(actual, expected, message = "The values are the same.") {
  if (Object.is(actual, expected)) throw new Error(message);
}
