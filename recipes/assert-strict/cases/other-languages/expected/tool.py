require("assert")
