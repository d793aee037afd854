"""Parses what chad-bench has written. Arguments: the JSON, the SVG, timed or checked."""

import json
import sys
import xml.etree.ElementTree

path, picture, kind = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    data = json.load(file)
rows = data["rows"]
assert rows and data["machine"]["repeat"] >= 5
for row in rows:
    assert row["checked"] and row["peak_bytes"] > 0 and row["compile"]["total_s"] > 0, row
    assert all(extent > 0 for extent in row["size"].values())
    assert ("gradient_s" in row) == (kind == "timed"), row
    assert kind != "timed" or (row["primal_s"] > 0 and row["cpp_gradient_s"] > 0), row
svg = "{http://www.w3.org/2000/svg}"
root = xml.etree.ElementTree.parse(picture).getroot()
assert root.tag == svg + "svg", root.tag
bars = root.findall(svg + "rect")
assert len(bars) == (len(rows) if kind == "timed" else 0), len(bars)
