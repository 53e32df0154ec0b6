import assert from "node:assert/strict";
