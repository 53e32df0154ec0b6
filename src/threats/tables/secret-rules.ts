// Longer than 200 lines because it is one table.
// Made by scripts/secret-rules.mjs of @secretlint/secretlint-rule-preset-recommend@13.0.7:
// MIT License, Copyright (c) 2020 azu.

/** The patterns of secrets, each in parts. */
export const SECRET_RULES = [
  {
    name: "AWSAccessKeyID",
    parts: ["\\b(A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA)[A-Z0-9]{16}\\b"],
    flags: "g",
  },
  {
    name: "PrivateKeyJSON",
    parts: ["-----BEGIN\\s?(DSA|RSA|EC|PGP|OPENSSH)?\\s?PRIVATE KEY"],
    flags: "gm",
  },
  {
    name: "PackageJSON_xOauthToken",
    parts: ["https?:\\/\\/(.{1,256}):x-oauth-basic@github.com\\/"],
    flags: "g",
  },
  {
    name: "Npmrc_authToken",
    parts: ["_authToken=([^$].*)"],
    flags: "g",
  },
  {
    name: "NPM_ACCESS_TOKEN",
    parts: ["(?<!\\p{L})npm_[A-Za-z0-9_]{36}(?![A-Za-z0-9_])"],
    flags: "gu",
  },
  {
    name: "SLACK_TOKEN",
    parts: [
      "\\b(?:xoxb|xoxp|xapp|xoxa|xoxo|xoxr)-(?:\\d-)?(?:[a-zA-Z0-9]{1,40}-)+[a-zA-Z0-9]{1",
      ",40}\\b",
    ],
    flags: "g",
  },
  {
    name: "IncomingWebhook",
    parts: [
      "https:\\/\\/hooks\\.slack\\.com\\/services\\/T[a-zA-Z0-9]{1,40}\\/B[a-zA-Z0-9]{1,40}\\/[",
      "a-zA-Z0-9]{1,40}",
    ],
    flags: "gi",
  },
  {
    name: "BasicAuth",
    parts: [
      "(?<protocol>(?:https?|ftp|ftps)):\\/\\/(?<user>[-a-zA-Z0-9_]{1,256}):(?<password>[",
      "-a-zA-Z0-9_]{1,256})@[-a-zA-Z0-9%._+~#=]{1,256}\\.[a-zA-Z0-9()]{1,6}\\b",
    ],
    flags: "g",
  },
  {
    name: "OPENAI_TOKEN",
    parts: [
      "sk-(?:proj|svcacct|admin)-(?:[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58})T3BlbkFJ(?:[A-Z",
      "a-z0-9_-]{74}|[A-Za-z0-9_-]{58})\\b|sk-[a-zA-Z0-9]{20}T3BlbkFJ[a-zA-Z0-9]{20}",
    ],
    flags: "g",
  },
  {
    name: "ANTHROPIC_API_KEY",
    parts: ["(?<!\\p{L})sk-ant-api0\\d-[A-Za-z0-9_-]{90,128}AA(?![A-Za-z0-9_-])"],
    flags: "gu",
  },
  {
    name: "GROQ_API_KEY",
    parts: ["(?<!\\p{L})gsk_[a-zA-Z0-9]{52}(?![a-zA-Z0-9])"],
    flags: "gu",
  },
  {
    name: "HUGGINGFACE_USER_ACCESS_TOKEN",
    parts: ["(?<!\\p{L})hf_[a-zA-Z]{34}(?![a-zA-Z])"],
    flags: "gu",
  },
  {
    name: "LINEAR_API_TOKEN",
    parts: ["(?<!\\p{L})lin_api_[a-zA-Z0-9_]{32,128}(?![a-zA-Z0-9_])"],
    flags: "gu",
  },
  {
    name: "NOTION_INTEGRATION_TOKEN",
    parts: ["(?<!\\p{L})ntn_[0-9]{11}[A-Za-z0-9]{35}(?![A-Za-z0-9])"],
    flags: "gu",
  },
  {
    name: "PrivateKey",
    parts: [
      "-----BEGIN[ ]?(?:(?:RSA|DSA|EC|OPENSSH|PGP) )?PRIVATE KEY(?: BLOCK)?-----\\n?([A-",
      "Za-z0-9+/=\\s\\\\]{100,10000})\\n?-----END[ ]?(?:(?:RSA|DSA|EC|OPENSSH|PGP) )?PRIVAT",
      "E KEY(?: BLOCK)?-----",
    ],
    flags: "gm",
  },
  {
    name: "SENDGRID_KEY",
    parts: ["(?<!\\p{L})SG\\.\\w{1,128}\\.\\w{1,128}([-_]?)\\w{1,128}(?!\\w)"],
    flags: "gu",
  },
  {
    name: "SHOPIFY_KEY",
    parts: ["(?<!\\p{L})(shppa|shpca|shpat|shpss)_[a-zA-Z0-9]{32,64}(?![a-zA-Z0-9])"],
    flags: "gu",
  },
  {
    name: "STRIPE_SECRET_KEY_LIVE",
    parts: [
      "(?<!\\p{L})(?<prefix>sk_live|sk_test|rk_live|rk_test)_[a-zA-Z0-9]{24,99}(?![a-zA-",
      "Z0-9])",
    ],
    flags: "gu",
  },
  {
    name: "GITHUB_TOKEN",
    parts: ["(?<!\\p{L})(?<type>ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9_]{36}(?![A-Za-z0-9_])"],
    flags: "gu",
  },
  {
    name: "GITHUB_TOKEN",
    parts: ["(?<!\\p{L})(?<type>github_pat)_[A-Za-z0-9_]{82}(?![A-Za-z0-9_])"],
    flags: "gu",
  },
  {
    name: "GITHUB_TOKEN",
    parts: [
      "(?<!\\p{L})(?<type>ghs)_[0-9]{1,20}_[A-Za-z0-9_-]{1,1000}\\.[A-Za-z0-9_-]{1,10000}",
      "\\.[A-Za-z0-9_-]{1,1000}(?![A-Za-z0-9_-])",
    ],
    flags: "gu",
  },
  {
    name: "GITLAB_PERSONAL_ACCESS_TOKEN",
    parts: ["(?<!\\p{L})glpat-[A-Za-z0-9_-]{20,128}(?![A-Za-z0-9_-])"],
    flags: "gu",
  },
  {
    name: "GRAFANA_CLOUD_API_TOKEN",
    parts: ["(?<!\\p{L})glc_[A-Za-z0-9+/]{32,400}={0,2}(?![A-Za-z0-9+/=])"],
    flags: "gu",
  },
  {
    name: "GRAFANA_CLOUD_API_TOKEN",
    parts: ["(?<!\\p{L})glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}(?![A-Fa-f0-9])"],
    flags: "gu",
  },
  {
    name: "OPS_TOKEN",
    parts: ["(?<!\\p{L})ops_(ey[A-Za-z0-9+/=]{100,1280}fQ={0,2})(?![A-Za-z0-9+/=])"],
    flags: "gu",
  },
  {
    name: "MongoDBConnection",
    parts: [
      "mongodb(?:\\+srv)?:\\/\\/(?:(?<username>[^:\\/\\s]{1,100}):(?<password>[^@\\/\\s]{1,200",
      "})@)?(?<host>[^\\/\\s?]{1,100})(?:\\/(?<database>[^?\\s]{0,100}))?(?:\\?(?<options>[^",
      "\\s]{0,500}))?",
    ],
    flags: "gi",
  },
  {
    name: "MySQLConnection",
    parts: [
      "(?:jdbc:)?mysql(?:x)?:\\/\\/(?:(?<username>[^:\\/\\s]{1,100}):(?<password>[^@\\/\\s]{1",
      ",200})@)?(?<host>[^\\/\\s?]{1,100})(?:\\/(?<database>[^?\\s]{0,100}))?(?:\\?(?<option",
      "s>[^\\s]{0,500}))?",
    ],
    flags: "gi",
  },
  {
    name: "PostgreSQLConnection",
    parts: [
      "postgres(?:ql)?:\\/\\/(?:(?<username>[^:\\/\\s]{1,100}):(?<password>[^@\\/\\s]{1,200})",
      "@)?(?<host>[^\\/\\s?]{1,100})(?:\\/(?<database>[^?\\s]{0,100}))?(?:\\?(?<options>[^\\s",
      "]{0,500}))?",
    ],
    flags: "gi",
  },
  {
    name: "HASHICORP_VAULT_SERVICE_TOKEN",
    parts: ["(?<!\\p{L})hvs\\.[A-Za-z0-9_-]{90,120}(?![A-Za-z0-9_-])"],
    flags: "gu",
  },
  {
    name: "HASHICORP_VAULT_SERVICE_TOKEN",
    parts: ["(?<!\\p{L})hvb\\.[A-Za-z0-9_-]{138,300}(?![A-Za-z0-9_-])"],
    flags: "gu",
  },
  {
    name: "HASHICORP_VAULT_SERVICE_TOKEN",
    parts: ["(?<!\\p{L})hvr\\.[A-Za-z0-9_-]{90,120}(?![A-Za-z0-9_-])"],
    flags: "gu",
  },
  {
    name: "VERCEL_PERSONAL_ACCESS_TOKEN",
    parts: ["(?<!\\p{L})(?<prefix>vcp|vci|vca|vcr|vck)_[A-Za-z0-9]{20,60}(?![A-Za-z0-9])"],
    flags: "gu",
  },
  {
    name: "DATABRICKS_PERSONAL_ACCESS_TOKEN",
    parts: ["(?<!\\p{L})dapi[A-Fa-f0-9]{32}(?:-[0-9])?(?![A-Fa-f0-9])"],
    flags: "gu",
  },
  {
    name: "DOCKER_PERSONAL_ACCESS_TOKEN",
    parts: ["(?<!\\p{L})dckr_pat_[a-zA-Z0-9_-]{27}(?![a-zA-Z0-9_-])"],
    flags: "gu",
  },
  {
    name: "FIGMA_PERSONAL_ACCESS_TOKEN",
    parts: ["(?<!\\p{L})figd_[A-Za-z0-9_-]{40,200}(?![A-Za-z0-9_-])"],
    flags: "gu",
  },
  {
    name: "CLOUDFLARE_GLOBAL_API_KEY",
    parts: ["(?<!\\p{L})(?<prefix>cfk|cfut|cfat)_[A-Za-z0-9]{40}[0-9a-f]{8}(?![A-Za-z0-9])"],
    flags: "gu",
  },
  {
    name: "TAILSCALE_API_KEY",
    parts: [
      "(?<!\\p{L})tskey-(?<type>[a-z]{2,20})-[0-9A-Za-z_]{8,40}-[0-9A-Za-z_]{16,60}(?![0",
      "-9A-Za-z_])",
    ],
    flags: "gu",
  },
] as const;
