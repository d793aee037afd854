#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packs the extension for Visual Studio Code: package.py OUTPUT.vsix

A .vsix is a zip archive with the files of the extension and two files that describe it. They are made from
package.json, with the version that CMakeLists.txt has.
"""
import json
import os
import re
import sys
import zipfile
from xml.sax.saxutils import quoteattr, escape

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
TYPES = {".json": "application/json", ".js": "application/javascript", ".md": "text/markdown", ".txt": "text/plain",
         ".vsixmanifest": "text/xml"}


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def main():
    package = json.loads(read(HERE, "package.json"))
    package["version"] = re.search(r"project\(CHAD VERSION ([0-9.]+)", read(ROOT, "CMakeLists.txt"))[1]
    files = {"package.json": json.dumps(package, indent=2), "LICENSE.txt": read(ROOT, "LICENSE"), "README.md": read(HERE, "README.md")}
    for name in ("extension.js", "client.js", "language-configuration.json", "syntaxes/mlir.tmLanguage.json", "syntaxes/markdown.json"):
        files[name] = read(HERE, name)
    manifest = f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={quoteattr(package["name"])} Version={quoteattr(package["version"])} Publisher={quoteattr(package["publisher"])}/>
    <DisplayName>{escape(package["displayName"])}</DisplayName>
    <Description xml:space="preserve">{escape(package["description"])}</Description>
    <Categories>{escape(",".join(package["categories"]))}</Categories>
    <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(package["engines"]["vscode"])}/></Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""
    types = "".join(f'<Default Extension="{name}" ContentType="{type_}"/>' for name, type_ in TYPES.items())
    content = ('<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
               f"{types}</Types>\n")
    with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
        entries = {"extension.vsixmanifest": manifest, "[Content_Types].xml": content,
                   **{"extension/" + name: text for name, text in files.items()}}
        for name, text in entries.items():
            # The same bytes each time.
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    main()
