import assert from "node:assert";
