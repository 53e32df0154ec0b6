/** A small source of one language, and edits that are made to it. */
export interface LanguageCase {
  readonly language: string;
  /** File name with the extension of the language. */
  readonly file: string;
  readonly text: string;
  /** Each changes the text. */
  readonly edits: readonly (readonly [pat: string, out: string])[];
}

/** Sources of every language that ast-grep has built in and that is published as a package. */
export const languageCases: readonly LanguageCase[] = [
  {
    language: "bash",
    file: "deploy.sh",
    text: `#!/usr/bin/env bash
set -euo pipefail
target="\${1:-staging}"
if [ -z "$target" ]; then
  echo "usage: $0 <target>"
  exit 1
fi
for host in a b; do
    ssh "$host" \\
      sudo systemctl restart "$target"
    rm -rf build dist
done
cat <<EOF
$target
EOF
`,
    edits: [
      ["echo $A", "printf '%s\\n' $A"],
      ["rm -rf $$$A", "trash \\\n  $$$A"],
      ["ssh $HOST $$$REST", "remote \\\n  $HOST -- $$$REST"],
      ["for host in a b; do $$$B; done", "each host\n$$$B"],
      ["exit $N", ""],
    ],
  },
  {
    language: "c",
    file: "list.c",
    text: `#include <stdio.h>

static int total(const int *values, size_t count) {
    int sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += values[i];
    }
    if (sum > 100) {
        printf("%d\\n",
               sum);
        free(buffer);
    }
    return sum;
}
`,
    edits: [
      ["$A += $B", "$A = $A + $B"],
      ["return $A;", "done:\n    return ($A);"],
      ["if ($C) { $$$B }", "when ($C) {\n  $$$B\n}"],
      ["int $A = $B;", "long $A = $B;"],
      ["$A[$B]", "*($A + $B)"],
    ],
  },
  {
    language: "cpp",
    file: "shape.cpp",
    text: `#include <memory>
namespace shapes {
template <typename T>
class Box : public Shape {
 public:
  explicit Box(T width) : width_(width) {}
  auto area() const -> double override {
    auto text = R"(a "b")";
    std::vector<int> values = std::vector<int>(
        3,
          4);
    return std::max(width_, 0.0) * NULL;
  }
};
}  // namespace shapes
`,
    edits: [
      ["std::max($A, $B)", "std::clamp($A, $B, limit)"],
      ["NULL", "nullptr"],
      ["std::vector<int> $A = $B;", "auto $A =\n  $B;"],
      ["auto $A = $B;", "const auto $A = $B;"],
      ["return $A;", ""],
    ],
  },
  {
    language: "csharp",
    file: "Shop.cs",
    text: `using System;
namespace Shop
{
    public class Cart
    {
        public int Count { get; set; }
        public void Add(string name)
        {
            Console.WriteLine($"added {name}");
            Console.WriteLine(
                "count",
                    Count);
            if (name == null) { throw new ArgumentNullException("name"); }
        }
    }
}
`,
    edits: [
      ["Console.WriteLine($$$A)", "Log.Info($$$A)"],
      ["$A == null", "$A is null"],
      ["throw new ArgumentNullException($A);", "Guard(\n    $A);"],
      ['$"added {name}"', '"added " + name'],
      ["throw $A;", "{\n    throw $A;\n}"],
    ],
  },
  {
    language: "dart",
    file: "app.dart",
    text: `import 'dart:io';

class App {
  final String name;
  App(this.name);
  void run(List<String> args) {
    var count = args.length;
    if (count > 1) {
      print('many \${args.first}');
    }
    print(
        'end $name',
    );
  }
}
`,
    edits: [["import 'dart:io';", "import 'dart:io' as io;"]],
  },
  {
    language: "elixir",
    file: "shop.ex",
    text: `defmodule Shop do
  @doc "Adds"
  def add(cart, item) do
    IO.puts("added #{item}")
    cart
    |> Map.put(:item, item)
    |> Enum.map(fn {k, v} ->
      {k, v}
    end)
  end

  def count(cart), do: length(cart)
end
`,
    edits: [
      ["IO.puts($A)", "Logger.info(\n  $A\n)"],
      ["Map.put($A, $B)", "Map.replace($A, $B)"],
      ["def $F($$$A) do $$$B end", "defp $F($$$A) do\n  $$$B\nend"],
      ["Enum.map($A)", "Stream.map($A)"],
      ["length($A)", "Enum.count($A)"],
    ],
  },
  {
    language: "go",
    file: "main.go",
    text: `package main

import (
	"fmt"
	"os"
)

type Cart struct {
	items []string
}

func (c *Cart) Add(name string) error {
	if name == "" {
		return fmt.Errorf("no name: $1 %s", name)
	}
	c.items = append(c.items, name)
	go func() {
		fmt.Println(
			"added",
				name,
		)
	}()
	defer os.Exit(1)
	return nil
}
`,
    edits: [
      ["append($A, $$$B)", "push($$$B, $A)"],
      ['if $A == "" { $$$B }', "if len($A) == 0 { $$$B }"],
      ['fmt.Errorf("no name: $1 %s", $A)', "errNoName($A)"],
      ["func ($R $T) $F($$$P) error { $$$B }", "func $F($R $T, $$$P) error {\n\t$$$B\n}"],
      ["defer $A", ""],
      ["$A = $B", "$A := $B"],
    ],
  },
  {
    language: "haskell",
    file: "Main.hs",
    text: `module Main (main) where

import Data.List (sort)

area :: Double -> Double -> Double
area w h = w * h

main :: IO ()
main = do
  let xs = sort [3, 1, 2]
  print $ sum xs
  mapM_ print xs
  putStrLn "done"
`,
    edits: [
      ["print $ $A", "putStrLn (show ($A))"],
      ["sort $A", "sortOn id $A"],
      ["putStrLn $A", "putStr\n  $A"],
      ["$A * $B", "$B * $A"],
    ],
  },
  {
    language: "java",
    file: "Cart.java",
    text: `package shop;

import java.util.List;

public class Cart {
    private final List<String> items = new ArrayList<>();

    public int add(String name) throws Exception {
        if (name == null) {
            throw new IllegalArgumentException("name");
        }
        System.out.println(
            String.format("added %s",
                name));
        items.stream().map(x -> x + 1).forEach(this::add);
        return items.size();
    }
}
`,
    edits: [
      ["System.out.println($A)", "log.info($A)"],
      ["System.out.println($A)", "log.info(\n    $A\n)"],
      ["String.format($A, $$$B)", "$A.formatted($$$B)"],
      ["if ($A == null) { $$$B }", "require($A);\n{\n  $$$B\n}"],
      ["new ArrayList<>()", "List.of()"],
      ["return $A;", ""],
    ],
  },
  {
    language: "json",
    file: "settings.json",
    text: `{
  "name": "shop",
  "private": true,
  "scripts": {
    "build": "tsc",
    "test": "vitest $1"
  },
  "files": [
    "dist", 1, null
  ]
}
`,
    edits: [
      ["true", "false"],
      ['"dist"', '"lib"'],
      ["[$$$A]", "[\n  $$$A, 2\n]"],
      ["{ $$$A }", "{ $$$A }\n"],
    ],
  },
  {
    language: "kotlin",
    file: "Cart.kt",
    text: `package shop

import kotlin.math.max

class Cart(private val name: String) {
    val items = mutableListOf<String>()

    fun add(item: String): Int {
        if (item == null) {
            println("none for $name")
        }
        println(
            "added \${item.length}"
        )
        items.forEach { println(it) }
        return max(items.size, 1)
    }
}
`,
    edits: [
      ["println($A)", "log.info($A)"],
      ["println($A)", "log.info(\n    $A\n)"],
      ["max($A, $B)", "min($B, $A)"],
      ["if ($A) { $$$B }", "when {\n    $A -> { $$$B }\n}"],
      ['"none for $name"', '"none"'],
    ],
  },
  {
    language: "lua",
    file: "cart.lua",
    text: `local M = {}

function M.add(items, name)
  if name == nil then
    error("no name")
  end
  table.insert(items, {
    name = name,
      count = 1,
  })
  for i, v in ipairs(items) do
    print(i, v)
  end
  return #items
end

return M
`,
    edits: [
      ["print($$$A)", "log($$$A)"],
      ["table.insert($A, $B)", "push(\n  $A,\n  $B)"],
      ["if $A == nil then $$$B end", "assert($A)\n$$$B"],
      ["local $A = {}", "local $A = new()"],
      ["error($A)", ""],
    ],
  },
  {
    language: "markdown",
    file: "README.md",
    text: `# Shop

Some *text* with \`code\`.

- one
- two

  more of two
  - nested

> a quote
> goes on

\`\`\`js
const a = 1;

\`\`\`

## Use
`,
    edits: [
      ["# $TITLE\n", "# The $TITLE\n"],
      ["## $TITLE\n", "### $TITLE\n"],
      ["- one\n", "- 1\n"],
    ],
  },
  {
    language: "php",
    file: "cart.php",
    text: `<?php
namespace Shop;

class Cart
{
    public function add($name)
    {
        if (is_null($name)) {
            throw new \\Exception("no $name");
        }
        $this->items[] = array($name, 1);
        echo sprintf(
            "%s",
                $name
        );
        return count($this->items);
    }
}
`,
    edits: [
      ["is_null($A)", "$A === null"],
      ["array($$$A)", "[$$$A]"],
      ["sprintf($A, $$$B)", "format(\n    $$$B, $A\n)"],
      ["if ($C) { $$$B }", "if (!$C) {\n    $$$B\n}"],
      ["throw new $E($M);", "fail($M);"],
      ["return $A;", ""],
      ["$name", "$item"],
      ["$this->items[] = $A", "$this->items->push($A)"],
    ],
  },
  {
    language: "python",
    file: "cart.py",
    text: `"""A cart."""
import os
from typing import List


class Cart:
    def __init__(self, name: str) -> None:
        self.name = name
        self.items: List[str] = []

    async def add(self, item, *rest, **options):
        if item == None:
            raise ValueError("$1 no item")
        print("added %s" % item,
              rest,
                options)
        with open("log") as log:
            for each in self.items:
                log.write(each)

            return len(self.items)
        return f"{item!r} {self.name}"
`,
    edits: [
      ["print($$$A)", "logger.info($$$A)"],
      ["$A == None", "$A is None"],
      ["print($A, $$$B)", "log(\n    $$$B,\n    $A,\n)"],
      ["for $A in $B: $$$C", "for ($A) in iter($B):\n    $$$C"],
      ["with open($A) as $B: $$$C", "$B = open($A)\n$$$C"],
      ['raise ValueError("$1 no item")', "raise NoItem()"],
      ["raise $A", "pass"],
      ["def $F($$$A): $$$B", "def $F($$$A):\n    $$$B"],
      ["import $A", ""],
    ],
  },
  {
    language: "ruby",
    file: "cart.rb",
    text: `require "json"

module Shop
  class Cart
    attr_reader :items

    def add(name, *rest)
      raise ArgumentError, "no name" if name.nil?
      puts "added #{name}"
      $stdout.puts(name)
      @items.each do |item|
        puts(
          item,
            name
        )
      end
      rest.map { |x| x.to_s }
      <<~TEXT
        text
      TEXT
    end
  end
end
`,
    edits: [
      ["puts $A", "log $A"],
      ["$stdout.puts($A)", "$stderr.puts($A)"],
      ["puts($A, $B)", "log(\n  $B, $A\n)"],
      ["raise $A, $B if $C", "if $C\n  raise $A, $B\nend"],
      ["$A.map { |$X| $X.to_s }", "$A.map(&:to_s)"],
      ["$A.each do |$I| $$$B end", "for $I in $A do\n  $$$B\nend"],
    ],
  },
  {
    language: "rust",
    file: "cart.rs",
    text: `use std::collections::HashMap;

macro_rules! add { ($a:expr) => { $a + 1 }; }

pub struct Cart<'a> {
    items: Vec<&'a str>,
}

impl<'a> Cart<'a> {
    pub fn add(&mut self, name: &'a str) -> Result<usize, String> {
        if name.is_empty() {
            return Err(format!("no name {}", name));
        }
        self.items.push(name);
        let total = self.items.iter().map(|x| x.len()).sum::<usize>();
        println!(
            "added {}",
            total
        );
        match total { 0 => Ok(0), _ => Ok(add!(total)) }
    }
}
`,
    edits: [
      ["$A.push($B)", "$A.insert(\n    0,\n    $B,\n)"],
      ["if $A.is_empty() { $$$B }", "if $A.len() == 0 {\n    $$$B\n}"],
      ["return Err($A);", "bail!($A);"],
      ["let $A = $B;", "let $A: usize = $B;"],
      ["println!($$$A)", "info!($$$A)"],
      ["Ok($A)", "Some($A)"],
      ["|$X| $X.len()", "str::len"],
    ],
  },
  {
    language: "scala",
    file: "Cart.scala",
    text: `package shop

import scala.collection.mutable

class Cart(name: String) {
  val items = mutable.Buffer[String]()

  def add(item: String): Int = {
    if (item == null) {
      println(s"none for $name")
    }
    println(
      "added"
    )
    items.map(x => x + 1).size
  }
}
`,
    edits: [
      ["println($A)", "log.info($A)"],
      ["println($A)", "log.info(\n  $A\n)"],
      ["val $A = $B", "lazy val $A = $B"],
      ["if ($A) { $$$B }", "when($A) {\n  $$$B\n}"],
      ["$A == null", "$A.isEmpty"],
    ],
  },
  {
    language: "swift",
    file: "Cart.swift",
    text: `import Foundation

class Cart {
    var items: [String] = []

    func add(_ name: String?) -> Int {
        guard let name = name else { return 0 }
        print("added \\(name)")
        print(
            "count",
                items.count
        )
        items.map { $0 + "a" }.forEach { print($0) }
        return max(items.count, 1)
    }
}
`,
    edits: [
      ["print($$$A)", "log($$$A)"],
      ["max($A, $B)", "min(\n    $B, $A)"],
      ["$A.count", "$A.size"],
      ["guard let $A = $B else { $$$C }", "if let $A = $B {\n    $$$C\n}"],
      ["$0 + $A", "join($A)"],
    ],
  },
  {
    language: "yaml",
    file: "ci.yml",
    text: `name: ci
on: [push, pull_request]
env:
  EMPTY:
  TEXT: |
    a

    b
jobs:
  build:
    runs-on: ubuntu-22.04
    steps:
      - uses: actions/checkout@v3
      - run: npm ci
        env:
          A: "1"
`,
    edits: [
      ["runs-on: $A", "runs-on: ubuntu-latest"],
      ["uses: actions/checkout@v3", "uses: actions/checkout@v4"],
      ["run: $A", "run: |\n  set -e\n  $A"],
      ["env: $A", "variables: $A"],
      ["on: [$$$A]", "on:\n  $$$A"],
    ],
  },
];
