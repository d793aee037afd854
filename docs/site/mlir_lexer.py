# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How MLIR is highlighted."""
from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text


class MLIRLexer(RegexLexer):
    name = "MLIR"
    aliases = ("mlir",)
    filenames = ("*.mlir",)
    tokens = {  # noqa: RUF012
        "root": [
            (r"//.*$", Comment.Single),
            (r'"(\\.|[^"\\])*"', String),
            (r"%[\w$.-]+(#\d+)?(:\d+)?", Name.Variable),
            (r"@[\w$.-]+", Name.Function),
            (r"\^[\w$.-]*", Name.Label),
            (r"#[\w$.-]+", Name.Decorator),
            (r"![\w$.]+", Keyword.Type),
            (r"\b(tensor|memref|vector|index|lin|lfun|none|[su]?i\d+|bf16|f(16|32|64|80|128))\b", Keyword.Type),
            (r"(?<=[<x])(\d+|\?)x?", Number.Integer),
            (r"\b(true|false|dense|unit)\b", Keyword.Constant),
            (r"-?\d+\.\d*([eE][-+]?\d+)?|0x[0-9a-fA-F]+|-?\d+", Number),
            (r"\b[a-z_]\w*(\.[\w$]+)+", Name.Builtin),
            (r"\b(return|module|to|in|from|wrt|of|private|public|step|else|loc|attributes)\b", Keyword),
            (r"->|[=:*+]", Operator),
            (r"[\[\](){}<>,]", Punctuation),
            (r"[\w$.-]+", Name),
            (r"\s+", Text),
            (r".", Text),
        ]
    }
