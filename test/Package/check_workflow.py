"""Checks the workflow, the container files, and the files for contributors: check_workflow.py REPOSITORY

The steps of the workflow are not run. Checked is that jobs on which others depend exist, that scripts parse,
and that files that scripts and containers name are in the repository.
"""
import json
import os
import re
import shutil
import subprocess
import sys

import yaml

FILES = ["LICENSE", "CITATION.cff", "CONTRIBUTING.md", "CHANGELOG.md", "README.md", ".github/CODE_OF_CONDUCT.md", ".github/SECURITY.md",
         ".github/ISSUE_TEMPLATE/crash.md", ".github/ISSUE_TEMPLATE/wrong-gradient.md", ".github/ISSUE_TEMPLATE/idea.md"]
#: Folders whose files a script may name; those of build/ it makes.
FOLDERS = r"(?:\.ci|\.devcontainer|docs|python|test|tools)"
#: The inputs of the actions that the workflow uses; an action ignores an input of another name.
INPUTS = {"actions/checkout": {"fetch-depth", "persist-credentials", "ref"},
          "actions/upload-artifact": {"if-no-files-found", "name", "path", "retention-days"},
          "actions/download-artifact": {"name", "path"}}


def main():
    root, bad = sys.argv[1], []

    def check(condition, message):
        if not condition:
            bad.append(message)

    def check_paths(where, script):
        for path in re.findall(rf"(?<![\w/.$-])({FOLDERS}/[\w./-]*\w)", script):
            check(os.path.exists(os.path.join(root, path)), f"{where}: '{path}' is not in the repository")

    for name in FILES:
        path = os.path.join(root, name)
        check(os.path.isfile(path) and os.path.getsize(path) > 100, f"{name} is missing, or empty")
    for name in sorted(os.listdir(os.path.join(root, ".github/ISSUE_TEMPLATE"))):
        with open(os.path.join(root, ".github/ISSUE_TEMPLATE", name), encoding="utf-8") as file:
            head = yaml.safe_load(file.read().split("---\n")[1])
        check(head.get("name") and head.get("about"), f"{name}: a template has a name, and says what it is about")

    with open(os.path.join(root, ".github/workflows/ci.yml"), encoding="utf-8") as file:
        workflow = yaml.safe_load(file)
    jobs, artifacts = workflow["jobs"], set()
    for title, job in jobs.items():
        needs = job.get("needs", [])
        for other in [needs] if isinstance(needs, str) else needs:
            check(other in jobs, f"{title}: there is no job '{other}'")
        if "container" in job:
            check(workflow.get("defaults", {}).get("run", {}).get("shell") == "bash", f"{title}: steps in a container run by sh")
        for step in job["steps"]:
            check(("run" in step) != ("uses" in step), f"{title}: a step runs a script or uses an action: {step}")
            if "run" in step:
                parsed = subprocess.run(["bash", "-n"], input=step["run"], text=True, capture_output=True)
                check(parsed.returncode == 0, f"{title}: {parsed.stderr}")
                check_paths(title, step["run"])
                if shutil.which("shellcheck"):
                    # Scripts run with -e; expressions are replaced before the shell sees them.
                    script = "set -e\n" + re.sub(r"\$\{\{.*?\}\}", "expression", step["run"])
                    found = subprocess.run(["shellcheck", "--shell=bash", "--format=gcc", "-"], input=script, text=True, capture_output=True)
                    check(found.returncode == 0, f"{title}, {step.get('name')}: {found.stdout}")
            else:
                unread = set(step.get("with", {})) - INPUTS.get(step["uses"].partition("@")[0], set())
                check(not unread, f"{title}: {step['uses']} does not take {unread}")
                check(re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"]), f"{title}: {step['uses']} has no version")
                if "upload" in step["uses"]:
                    artifacts.add(step["with"]["name"])
                if "download" in step["uses"]:
                    check(step["with"]["name"] in artifacts, f"{title}: nothing uploads {step['with']['name']}")

    for path in ("tools/Containerfile", ".devcontainer/Containerfile"):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            lines = [line for line in file.read().replace("\\\n", "").split("\n") if line and not line.startswith("#")]
        check(lines[0].startswith("FROM debian:12"), f"{path} begins with Debian 12")
        for line in lines:
            word, _, rest = line.partition(" ")
            check(word in ("FROM", "COPY", "RUN", "USER", "CMD", "ENV"), f"{path}: '{word}'")
            if word == "COPY":
                check_paths(path, rest)
    with open(os.path.join(root, ".devcontainer/devcontainer.json"), encoding="utf-8") as file:
        devcontainer = json.load(file)
    check(os.path.exists(os.path.join(root, ".devcontainer", devcontainer["build"]["dockerfile"])), "devcontainer.json")
    check_paths("devcontainer.json", devcontainer["postCreateCommand"])

    for message in bad:
        print(message, file=sys.stderr)
    print(f"checked {len(jobs)} jobs and {len(FILES)} files")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
