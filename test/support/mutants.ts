const TOKENS = /[A-Za-z_$][\w$]*|\d+|\s+|=>|\.\.\.|[^\w\s]/g;

/** Pieces that make a parser look for the token that should follow. */
const PIECES =
  `( ) { } [ ] < > , ; : ? ?. . = => new import import. new. unique typeof as is yield async public
  override static get readonly \` ' " / /> </ <a \${ @ # ! ++ * ... class function enum declare abstract case default
  export asserts infer keyof {| |} \\ &x; 0 extends implements satisfies namespace do`.split(/\s+/);

/** Returns texts that differ from `text` by one to three tokens: removed, doubled, swapped, put in, or cut off there. */
export function* mutantsOf(
  text: string,
  { count, seed }: { readonly count: number; readonly seed: number },
): Generator<string> {
  const below = randomBelow(seed);
  for (let made = 0; made < count; made += 1) {
    let tokens: string[] = text.match(TOKENS) ?? [];
    for (let changes = 1 + below(3); changes > 0; changes -= 1) tokens = mutate(tokens, below);
    yield tokens.join("");
  }
}

function mutate(tokens: string[], below: (end: number) => number): string[] {
  const [at, other] = [below(tokens.length), below(tokens.length)];
  const piece = PIECES[below(PIECES.length)] ?? "";
  switch (below(6)) {
    case 0:
      return tokens.toSpliced(at, 1);
    case 1:
      return tokens.toSpliced(at, 0, tokens[at] ?? "");
    case 2:
      return tokens.with(at, tokens[other] ?? "").with(other, tokens[at] ?? "");
    case 3:
      return tokens.toSpliced(at, 0, piece, " ");
    case 4:
      return tokens.slice(0, at + 1);
    default:
      return tokens.toSpliced(at, 1 + below(4), piece);
  }
}

/** Returns a generator of whole numbers below an end, the same ones for the same seed. */
function randomBelow(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}
