#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes man pages, and completions for bash, zsh and fish, from what tools print for --help.

    make_shell.py --version VERSION --out FOLDER TOOL...

Writes FOLDER/man/man1/NAME.1, FOLDER/bash-completion/completions/NAME,
FOLDER/zsh/site-functions/_NAME and FOLDER/fish/vendor_completions.d/NAME.fish.

Options that every tool with LLVM in it has are left out of those of MLIR's tools: they are the ones
that chad-opt and chad-lsp-server share. Man pages name the passes of this project alone.
"""
import argparse
import os
import re
import subprocess

SUMMARIES = {
    "chad-opt": "transforms programs in MLIR, and differentiates them",
    "chad-run": "runs a function of an MLIR program, or its derivative",
    "chad-explain": "derives the derivative of a function, stage by stage",
    "chad-explore": "shows a program's derivatives on a page in the browser",
    "chad-bench": "measures programs and their derivatives",
    "chad-lsp-server": "serves programs in MLIR to editors",
    "chad-reduce": "makes a program smaller that shows an error",
    "chad-reproduce": "keeps a run in one file, and repeats it",
}

# What tells how a run ended: docs/Tools.md.
STATUS = {
    "chad-run": [("0", "All went well."),
                 ("1", "The command line, a file, or the program is wrong, or the program failed while it ran (an "
                       "assertion of its own, a check, or memory), which a message says."),
                 ("2", "With --grad-check: the derivatives differ.")],
    "chad-bench": [("0", "All programs ran, with right results."),
                   ("1", "A program failed, a result is wrong, or the command line is.")],
}
DEFAULT_STATUS = [("0", "All went well."), ("1", "Something is wrong, which a message says.")]

PROGRAMS = {"chad-opt", "chad-run", "chad-explain", "chad-explore", "chad-reduce", "chad-reproduce"}


class Option:
    def __init__(self, name, value, description):
        self.name, self.value, self.description = name, value, description
        self.values = []  # pairs of a value and what it means
        self.options = []  # those of a pass

    def takes_value(self):
        return bool(self.value) and not self.value.startswith("[")

    def flag(self):
        """The option as one types it, up to its value."""
        return self.name + ("=" if self.takes_value() and self.name.startswith("--") else "")


class Help:
    """What a tool prints for --help, taken apart."""

    def __init__(self, text):
        lines = text.split("\n")
        start = next((i for i, line in enumerate(lines) if line.startswith("USAGE:")), 0)
        self.overview = "\n".join(lines[:start])
        self.overview = re.sub(r"^OVERVIEW: ", "", self.overview).rstrip()
        self.usage = [line.split(None, 1)[1] for line in lines if line.startswith("USAGE:")]
        self.options, self.passes = [], []
        group = None
        for line in lines[start:]:
            found = re.match(r"( +)(--?[\w-]+)(\[?=<[^>]*>\]?| <[^>]*>)?\s+-\s*(.*)$", line)
            value = re.match(r" +=(\S+)\s+-\s*(.*)$", line)
            if re.match(r"\s*(Passes|Pass Pipelines):$", line):
                group = "passes"
            elif found and (group != "passes" or len(found[1]) == 2):
                group = "options"
                self.options.append(Option(found[2], (found[3] or "").strip(), found[4].strip()))
            elif found and len(found[1]) == 6:
                self.passes.append(Option(found[2], "", found[4].strip()))
            elif found and self.passes:
                self.passes[-1].options.append(Option(found[2], (found[3] or "").strip(), found[4].strip()))
            elif value and group == "options" and self.options:
                self.options[-1].values.append((value[1], value[2].strip()))
            elif value and self.passes and self.passes[-1].options:
                self.passes[-1].options[-1].values.append((value[1], value[2].strip()))


def read_help(path):
    done = subprocess.run([path, "--help"], stdout=subprocess.PIPE, universal_newlines=True, check=True)
    return Help(done.stdout)


# ---------------------------------------------------------------------------
# Man pages
# ---------------------------------------------------------------------------


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text)


def man_page(name, version, help_):
    lines = [f'.TH {name.upper()} 1 "" "chad {version}" "chad"', ".SH NAME",
             f"{roff(name)} \\- {roff(SUMMARIES.get(name, 'a tool of chad'))}", ".SH SYNOPSIS"]
    for usage in help_.usage or [f"{name} [options]"]:
        lines += [f".B {roff(usage.split(' ', 1)[0])}", roff(usage.partition(" ")[2])]
    lines.append(".SH DESCRIPTION")
    verbatim = False
    for line in help_.overview.split("\n"):
        if line.startswith("Available Dialects:"):
            continue
        if line.startswith("  ") != verbatim and line:
            verbatim = not verbatim
            lines.append(".nf" if verbatim else ".fi")
        lines.append(roff(line.rstrip()) or ".PP")
    if verbatim:
        lines.append(".fi")
    lines.append(".SH OPTIONS")
    for option in help_.options:
        lines += man_option(option)
    passes = [one for one in help_.passes if "chad" in one.name]
    if passes:
        lines += [".SH PASSES AND PIPELINES", "Those of MLIR are there, too; \\-\\-help lists them."]
        for one in passes:
            lines += man_option(one)
            for option in one.options:
                lines += [".RS"] + man_option(option) + [".RE"]
    lines.append(".SH EXIT STATUS")
    for code, meaning in STATUS.get(name, DEFAULT_STATUS):
        lines += [".TP", f".B {code}", roff(meaning)]
    others = ", ".join(f".BR {roff(other)} (1)" for other in sorted(SUMMARIES) if other != name)
    lines += [".SH SEE ALSO", others.replace(", ", " ,\n"), ".PP", "The pages in /usr/share/doc/chad/docs."]
    return "\n".join(lines) + "\n"


def man_option(option):
    lines = [".TP", f".B {roff(option.name + option.value)}".rstrip(), roff(option.description) or "\\ "]
    for value, meaning in option.values:
        lines += [".RS", ".TP", f".B {roff(value)}", roff(meaning) or "\\ ", ".RE"]
    return lines


# ---------------------------------------------------------------------------
# Completions
# ---------------------------------------------------------------------------


def function_name(name):
    return "_" + name.replace("-", "_")


def bash(name, help_):
    flags = sorted({option.flag() for option in help_.options + help_.passes})
    cases = [f"    {option.name}=*) words='{' '.join(value for value, _ in option.values)}' ;;"
             for option in help_.options if option.values]
    if name == "chad-run":
        cases.append("    --entry=*) words=$(_chad_functions) ;;")
    if name in ("chad-explain", "chad-explore"):
        cases.append("    @*) words=$(_chad_functions @) ;;")
    return f"""# Completion of {name} in bash, made from its --help.
_chad_functions() {{ # the functions of the programs on the command line
  local file
  for file in "${{COMP_WORDS[@]}}"; do
    [[ $file == *.mlir && -r $file ]] && sed -n "s/.*func\\.func \\(private \\|public \\)\\{{0,1\\}}@\\([A-Za-z0-9_.$]*\\).*/$1\\2/p" "$file"
  done
}}
{function_name(name)}() {{
  local line=${{COMP_LINE:0:COMP_POINT}} word value words=
  word=${{line##*[[:space:]]}}
  value=${{word#*=}}
  compopt +o nospace 2>/dev/null
  case $word in
{chr(10).join(cases)}
    *=*) COMPREPLY=($(compgen -f -- "$value")); return ;;
    -*)
      COMPREPLY=($(compgen -W '{' '.join(flags)}' -- "$word"))
      [[ ${{COMPREPLY[0]-}} == *= ]] && compopt -o nospace 2>/dev/null
      return ;;
    *) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$value"))
}}
complete -o filenames -F {function_name(name)} {name}
"""


def escape(text):
    """A word whose characters mean nothing to a shell."""
    return re.sub(r"([^\w.,/=+-])", r"\\\1", text)


def zsh_quote(text):
    return re.sub(r"([\[\]:\\])", r"\\\1", text).replace("'", "'\\''")


def zsh(name, help_):
    lines = [f"#compdef {name}", f"# Completion of {name} in zsh, made from its --help.", "_arguments \\"]
    for option in help_.options + help_.passes:
        description = f"[{zsh_quote(option.description)}]"
        if option.values:
            values = " ".join(f'{escape(value)}\\:"{zsh_quote(meaning).replace(chr(34), "")}"' for value, meaning in option.values)
            action = f":value:(({values}))"
        elif option.takes_value():
            action = f":{zsh_quote(option.value.strip('=[]<> ') or 'value')}:_files"
        else:
            action = ""
        lines.append(f"  '{'*' if option.takes_value() else ''}{option.flag()}{description}{action}' \\")
    lines.append("  '*:file:_files'")
    return "\n".join(lines) + "\n"


def fish_quote(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_value(value, meaning):
    """A value with its meaning, as the shell reads it where it completes."""
    return escape(value) + (f'\\t"{re.sub(chr(34), "", meaning)}"' if meaning else "")


def fish(name, help_):
    lines = [f"# Completion of {name} in fish, made from its --help."]
    for option in help_.options + help_.passes:
        bare = option.name.lstrip("-")
        kind = "-s" if len(bare) == 1 else "-l"
        line = f"complete -c {name} {kind} {bare} -d {fish_quote(option.description)}"
        if option.values:
            line += " -x -a " + fish_quote(" ".join(fish_value(*pair) for pair in option.values))
        elif option.takes_value():
            line += " -r"
        lines.append(line)
    if name in PROGRAMS:
        lines.append(f"complete -c {name} -k -x -a '(__fish_complete_suffix .mlir)'")
    return "\n".join(lines) + "\n"


def write(folder, path, text):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("tools", nargs="+", help="paths of the tools")
    arguments = parser.parse_args()
    helps = {os.path.basename(path): read_help(path) for path in arguments.tools}
    if "chad-opt" in helps and "chad-lsp-server" in helps:
        first, second = helps["chad-opt"], helps["chad-lsp-server"]
        shared = {o.name for o in first.options} & {o.name for o in second.options}
        shared -= {"--help", "--version", "--color"}
        for help_ in (first, second):
            help_.options = [option for option in help_.options if option.name not in shared]
    for name, help_ in helps.items():
        write(arguments.out, f"man/man1/{name}.1", man_page(name, arguments.version, help_))
        write(arguments.out, f"bash-completion/completions/{name}", bash(name, help_))
        write(arguments.out, f"zsh/site-functions/_{name}", zsh(name, help_))
        write(arguments.out, f"fish/vendor_completions.d/{name}.fish", fish(name, help_))


if __name__ == "__main__":
    main()
