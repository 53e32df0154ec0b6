/** A comment or a literal, as its language writes it. All parts are regular expressions without groups that capture. */
export interface LexedToken {
  /** `opaque` is skipped as a whole, and counts as code. */
  readonly kind: "comment" | "literal" | "opaque";
  readonly open: string;
  /** Its end, by how it begins. Without one, `open` is the whole token. */
  readonly close?: (open: string) => string;
  /** What does not end it. */
  readonly escape?: string;
  /** The beginning of code in it, that ends with a brace. */
  readonly hole?: string;
  /** Begins the same within it. */
  readonly nested?: string;
  /** True if it ends with its line, at the latest. */
  readonly inLine?: true;
}

const NOTHING = "(?!)";
const BACKSLASH = String.raw`\\[^]`;
const END_OF_LINE = String.raw`(?=[\r\n])`;

function comment(open: string, close: string, nested?: string): LexedToken {
  return { kind: "comment", open, close: () => close, ...(nested && { nested }) };
}

function literal(quote: string, rest: Partial<LexedToken> = {}): LexedToken {
  return { kind: "literal", open: quote, close: () => quote, escape: BACKSLASH, ...rest };
}

const LINE = comment("//", END_OF_LINE);
const BLOCK = comment(String.raw`/\*`, String.raw`\*/`);
const NESTED = comment(String.raw`/\*`, String.raw`\*/`, String.raw`/\*`);
const HASH = comment("#", END_OF_LINE);
const BRACED = String.raw`\$\{`;
const TRIPLE = literal('"""');
const DOUBLE = literal('"', { inLine: true });
const SINGLE = literal("'", { inLine: true });
const BACK = literal("`", { escape: NOTHING });
/** A character, which may be a quote. */
const CHARACTER: LexedToken = {
  kind: "opaque",
  open: String.raw`'(?:[^'\\\r\n]|\\[^\r\n][^'\r\n]{0,9})'`,
};

const F_STRING = {
  hole: String.raw`\{(?!\{)`,
  escape: String.raw`\\[^{]|\{\{`,
} as const;
const F_PREFIX = String.raw`(?<!\w)(?:[fFtT][rR]?|[rR][fFtT])`;

/** Returns the word that ends a text of several lines, from what begins it. */
const tagIn = (open: string) => /[A-Za-z_]\w*/.exec(open)?.[0] ?? "";
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** The end of a literal of Ruby by the sign that begins it. */
function closeOfPercent(open: string): string {
  const sign = open.at(-1) ?? "";
  return `\\${CLOSING[sign] ?? sign}`;
}

/** Signs after which a value begins. */
const WORDS = "if|unless|when|and|or|not|return|puts|in";
const OPERATOR = String.raw`(?=[/%])(?<=(?:^|[\n=(,~!|&;{[:?<>+*]|\b(?:${WORDS}))[ \t]{0,9})`;
const REGEX = String.raw`/(?![*/])(?:[^/\\\r\n[]|\\[^\r\n]|\[(?:[^\]\\\r\n]|\\[^\r\n]){0,100}\]){1,400}/`;

/** The tokens of the families of languages whose comments and literals have the same form. */
export const LEXED_FORMS = {
  slashes: [LINE, BLOCK, TRIPLE, DOUBLE, SINGLE, BACK],
  script: [
    LINE,
    BLOCK,
    { kind: "opaque", open: OPERATOR + REGEX },
    DOUBLE,
    SINGLE,
    literal("`", { hole: BRACED }),
  ],
  go: [LINE, BLOCK, CHARACTER, DOUBLE, BACK],
  java: [LINE, BLOCK, CHARACTER, TRIPLE, DOUBLE],
  templates: [
    LINE,
    NESTED,
    CHARACTER,
    literal('"""', { escape: NOTHING, hole: BRACED, close: () => '"""+' }),
    literal('"', { hole: BRACED, inLine: true }),
  ],
  csharp: [
    LINE,
    BLOCK,
    CHARACTER,
    {
      kind: "opaque",
      open: String.raw`\$*"""+`,
      close: (open) => open.replace(/^\$*/, ""),
    },
    {
      ...literal('"', { escape: String.raw`""|\{\{`, hole: String.raw`\{` }),
      open: String.raw`(?:\$@|@\$)"`,
    },
    { ...literal('"', { escape: '""' }), open: '@"' },
    {
      ...literal('"', { ...F_STRING, inLine: true }),
      open: String.raw`\$"`,
    },
    DOUBLE,
  ],
  rust: [
    LINE,
    NESTED,
    CHARACTER,
    {
      kind: "literal",
      open: String.raw`(?<!\w)[bc]?r#*"`,
      close: (open) => `"${open.replace(/[^#]/g, "")}`,
    },
    literal('"'),
  ],
  python: [
    HASH,
    ...['"""', "'''"].map((quote) => ({ ...literal(quote, F_STRING), open: F_PREFIX + quote })),
    literal('"""'),
    literal("'''"),
    ...['"', "'"].map((quote) => ({
      ...literal(quote, { ...F_STRING, inLine: true }),
      open: F_PREFIX + quote,
    })),
    DOUBLE,
    SINGLE,
  ],
  ruby: [
    comment(String.raw`(?<=^|\n)=begin\b`, String.raw`\n=end\b`),
    { kind: "opaque", open: String.raw`(?<![\w)\]}"'])\?["'\x60#/%]` },
    { kind: "opaque", open: OPERATOR + REGEX },
    {
      kind: "opaque",
      open: String.raw`<<[~-]?["'\x60]?[A-Z_a-z]\w*["'\x60]?`,
      close: (open) => String.raw`(?<=\n)[ \t]*${tagIn(open)}(?=[\r\n]|$)`,
    },
    {
      kind: "opaque",
      open: String.raw`%[qQwWiIrsx][^\w\s]|${OPERATOR}%[^\w\s=]`,
      close: closeOfPercent,
      escape: BACKSLASH,
    },
    HASH,
    literal('"', { hole: String.raw`#\{` }),
    literal("'"),
    { ...literal("`", { hole: String.raw`#\{` }), kind: "opaque" },
  ],
  php: [
    { kind: "literal", open: String.raw`\?>`, close: () => String.raw`<\?(?:[pP][hH][pP]\b|=)` },
    comment("//|#(?!\\[)", String.raw`(?=[\r\n]|\?>)`),
    BLOCK,
    {
      kind: "opaque",
      open: String.raw`<<<[ \t]*["']?[A-Z_a-z]\w*["']?\r?\n`,
      close: (open) => String.raw`(?<=\n)[ \t]*${tagIn(open)}\b`,
    },
    literal('"', { hole: String.raw`\{(?=\$)|\$\{` }),
    literal("'"),
    literal("`", { hole: String.raw`\{(?=\$)|\$\{` }),
  ],
  hash: [
    { kind: "opaque", open: BACKSLASH },
    // Not after a white space that is escaped, which is a part of a word.
    comment(String.raw`(?<![^\s;|&(]|\\[\s;|&(])#`, END_OF_LINE),
    { ...BACK, kind: "opaque", escape: BACKSLASH },
    { ...literal("'"), open: String.raw`\$'` },
    literal('"'),
    literal("'", { escape: NOTHING }),
  ],
  yaml: [
    comment(String.raw`(?<!\S)#`, END_OF_LINE),
    DOUBLE,
    {
      kind: "literal",
      open: String.raw`(?<![^\s:,[{(-])'`,
      close: () => "'",
      inLine: true,
    },
  ],
} satisfies Readonly<Record<string, readonly LexedToken[]>>;
