/** The tokens of a grammar that its parser can make up. */
export interface TokenList {
  /** Named kinds of nodes that a made-up token can have. */
  readonly kinds: readonly string[];
  /** Unnamed tokens that the engine finds by a pattern of their text alone. */
  readonly tokens: readonly string[];
  /** Kinds of nodes that every other made-up token is a child of. */
  readonly holders: readonly string[];
  /**
   * Unnamed tokens that the parser never makes up, have one spelling, and are missing in most files. Those that most
   * files have, such as `=>` and `if`, would take time and leave out little.
   */
  readonly certain: readonly string[];
}

/** The version of the engine whose grammars the lists are made from. */
export const LISTED_ENGINE = "0.51.1";

const NAMES = [
  "identifier",
  "property_identifier",
  "shorthand_property_identifier",
  "shorthand_property_identifier_pattern",
  "statement_identifier",
];
// The parser may also read a pattern without text, in code that it cannot read.
const LEAVES = ["regex_flags", "regex_pattern", "number", "this"];
const TOKENS = [",", "}", ";", ")", ":", "yield", "]", ">", '"', "'", "++", "`", "/"];

const OPERATORS =
  "!= !== ${ %= && &&= &= **= *= += -= ... /= << <<= <= == === >= >> >>= >>> >>>= ?? ??= ^= |= || ||=";
const WORDS =
  "break case catch continue debugger delete else extends finally instanceof switch throw try typeof using while";
const TYPE_WORDS =
  "abstract accessor asserts await enum implements infer interface keyof satisfies";

const TYPESCRIPT: TokenList = {
  kinds: [...NAMES, "type_identifier", ...LEAVES, "this_type", "super", "undefined"],
  tokens: [...TOKENS, "*", "import", "const", "!", "void", "?", "|}"],
  holders: [
    "accessibility_modifier",
    "import",
    "meta_property",
    "optional_chain",
    "override_modifier",
    "predefined_type",
  ],
  certain: `${OPERATORS} ${WORDS} ${TYPE_WORDS}`.split(" "),
};

/** By language, what `scripts/token-lists.mjs` has found in the parse tables. */
export const TOKEN_LISTS: Readonly<Record<string, TokenList>> = {
  javascript: {
    kinds: [...NAMES, ...LEAVES],
    tokens: TOKENS,
    holders: ["jsx_self_closing_element", "meta_property"],
    certain: `${OPERATORS} ${WORDS}`.split(" "),
  },
  tsx: { ...TYPESCRIPT, holders: [...TYPESCRIPT.holders, "jsx_self_closing_element"] },
  typescript: TYPESCRIPT,
};
