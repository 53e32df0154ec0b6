/** The length of the operands of one call, in characters. Windows allows 32,767 for a whole command. */
const MAX_LENGTH = 20_000;

/** Calls git with arguments. It is declared here to keep chains of imports short. */
export type Ask = (args: readonly string[]) => Promise<string>;

/**
 * Asks git about paths or objects, as many in one call as a command may name; `before` comes before each of them.
 * Returns the answers.
 */
export async function inBatches(
  git: Ask,
  question: readonly string[],
  operands: Iterable<string>,
  before: readonly string[] = [],
): Promise<readonly string[]> {
  const answers: string[] = [];
  let batch: string[] = [];
  let length = 0;
  const own = before.join("").length + before.length;
  const ask = async () => {
    if (batch.length > 0) answers.push(await git([...question, ...batch]));
    batch = [];
    length = 0;
  };
  for (const operand of operands) {
    if (length + operand.length > MAX_LENGTH) await ask();
    batch.push(...before, operand);
    length += operand.length + 1 + own;
  }
  await ask();
  return answers;
}
