/** A promise that a test settles by hand. */
export function deferred<T = void>() {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    settle = done;
  });
  return { promise, settle };
}
