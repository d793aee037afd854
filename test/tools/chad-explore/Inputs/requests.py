"""Sends requests to the explorer that it must refuse, and some that it must answer: requests.py"""
import http.client
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.parse

from programs import ENDLESS

PROGRAM = "func.func @f(%x: f64, %t: tensor<2x?xf32>) -> f64 {\n  %y = arith.mulf %x, %x : f64\n  return %y : f64\n}\n"

# The result takes eight bytes for each of n elements.
LARGE = """func.func @large(%x: f64, %n: index) -> tensor<?xf64> {
  %xs = chad.build %i < %n -> tensor<?xf64> {
    chad.yield %x : f64
  }
  return %xs : tensor<?xf64>
}
"""

# Functions of two dialects, and arguments that literals of several forms fit.
RAISED = """ml_program.global private @weight(2.0 : f64) : f64
ml_program.func @layer(%x: f64) -> f64 {
  %w = ml_program.global_load_const @weight : f64
  %y = arith.mulf %w, %x : f64
  ml_program.return %y : f64
}
func.func @shapes(%s: !shape.shape, %n: !shape.size, %m: memref<2xf64>, %k: tensor<2xui8>) -> !shape.shape {
  return %s : !shape.shape
}
"""

VECTOR = """func.func @vector(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y = math.sin %x : tensor<2xf64>
  return %y : tensor<2xf64>
}
"""


def send(url, method, path, body=None, **headers):
    """The status, the headers and the body of the answer; a name with _ is one with -."""
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=60)
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, headers)
    reply = connection.getresponse()
    return reply.status, dict(reply.getheaders()), reply.read()


def without_graphviz():
    """What the explorer says about a graph if Graphviz is not on the PATH."""
    server = subprocess.Popen([sys.executable, shutil.which("chad-explore")], stdout=subprocess.PIPE, text=True,
                              env={**os.environ, "PATH": "/nowhere"})
    try:
        url = urllib.parse.urlsplit(server.stdout.readline().strip())
        request = json.dumps({"view": "graph", "program": PROGRAM, "function": "f", "stage": "function"})
        return json.loads(send(url, "POST", url.path + "run", request, Content_Type="application/json")[2])
    finally:
        server.terminate()
        server.wait()


def main():
    server = subprocess.Popen(["chad-explore", "--seconds=5", "--memory=1024"], stdout=subprocess.PIPE, text=True)
    bad = 0

    def expect(what, found, wanted):
        nonlocal bad
        if found != wanted:
            print(f"{what}: {found}, not {wanted}")
            bad = 1

    try:
        url = urllib.parse.urlsplit(server.stdout.readline().strip())
        expect("the host", url.hostname, "127.0.0.1")
        page, run = url.path, url.path + "run"
        json_type = {"Content_Type": "application/json"}

        def ask(view, **more):
            status, _, body = send(url, "POST", run, json.dumps({"view": view, "program": PROGRAM, **more}), **json_type)
            return status, json.loads(body)

        status, headers, body = send(url, "GET", page)
        expect("the page", status, 200)
        policy = headers["Content-Security-Policy"]
        for part in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"):
            expect(part, part in policy, True)
        expect("unsafe", "unsafe" in policy, False)
        expect("sniffing", headers["X-Content-Type-Options"], "nosniff")
        expect("inline code", b"<script>" in body or b" style=" in body or b" onclick" in body, False)
        expect("another host", b"http://" in body or b"https://" in body, False)
        expect("no token", send(url, "GET", "/")[0], 403)
        expect("a wrong token", send(url, "GET", "/" + "x" * 24 + "/")[0], 403)
        expect("a name that leads here", send(url, "GET", page, Host="example.com")[0], 403)
        expect("another page", send(url, "POST", run, "{}", Origin="https://example.com", **json_type)[0], 403)
        expect("a file that is not of the page", send(url, "GET", page + "../../etc/passwd")[0], 404)
        expect("a form", send(url, "POST", run, "a=b", Content_Type="text/plain")[0], 415)
        expect("too large", send(url, "POST", run, b"", Content_Length=str(1 << 30), **json_type)[0], 413)
        expect("no JSON", send(url, "POST", run, "{", **json_type)[0], 400)
        expect("no object", send(url, "POST", run, "[]", **json_type)[0], 400)
        expect("no such view", ask("nothing")[0], 400)
        expect("a private method", ask("__init__")[0], 400)
        expect("an option as function", ask("loops", function="f --load=x")[0], 400)
        expect("a file as argument", ask("values", function="f", arguments=["/etc/passwd.npy"])[0], 400)
        expect("a PUT", send(url, "PUT", run, "{}")[0], 501)

        status, answer = ask("check")
        expect("the check", status, 200)
        expect("the functions", answer["functions"], [{"name": "f", "private": False, "arguments": [
            {"name": "x", "type": "f64", "example": "1"},
            {"name": "t", "type": "tensor<2x?xf32>", "example": "[[1, 2.5, 3], [4.5, 5, 6.5]]"}]}])
        status, answer = ask("values", function="f", arguments=["3", "[[], []]"], grad=True, wrt="0")
        expect("the values", [result["value"] for result in answer["results"]], [9, 6])
        status, answer = ask("stages", function="f", wrt="0")
        stage = next(one for one in answer["derivation"]["stages"] if one["id"] == "vjp-simplified")
        expect("lines of the source", {1, 2} <= set(stage["lines"]), True)
        status, answer = ask("hover", line=1, character=9)
        expect("what an op is", "arith.mulf" in answer["text"] and "Derivative: ∂r/∂x = `y`; ∂r/∂y = `x`" in answer["text"], True)
        expect("what a space is", ask("hover", line=1, character=0)[1]["text"], "")
        expect("no place", ask("hover", line=-1, character="x")[0], 400)
        status, answer = ask("check", program=RAISED)
        expect("functions of other dialects", [(one["name"], [argument["example"] for argument in one["arguments"]])
                                               for one in answer["functions"]],
               [("layer", ["1"]), ("shapes", ["[2, 3]", "2", "[1, 2.5]", "[0, 1]"])])
        status, answer = ask("values", program=RAISED, function="layer", arguments=["3"], grad=True)
        expect("their values", [result["value"] for result in answer["results"]], [6, 2])
        status, answer = ask("stages", program=RAISED, function="layer")
        expect("their stages", [one["id"] for one in answer["derivation"]["stages"] if one.get("missing")], [])
        status, answer = ask("time", program=VECTOR, function="vector", arguments=["[1, 2]"])
        expect("the time of a function without a gradient", (list(answer["times"]), "differentiates one float" in answer["why"]),
               (["function"], True))
        status, answer = ask("values", program=LARGE, function="large", arguments=["2", "1000000000"])
        expect("more memory than there is", "no memory for an array" in answer["diagnostics"][0]["message"], True)
        start = time.monotonic()
        status, answer = ask("values", program=ENDLESS, function="endless", arguments=["2"])
        expect("a program that does not end", "was ended" in answer["failed"], True)
        expect("the seconds that it took", 4 < time.monotonic() - start < 10, True)
        status, answer = ask("values", function="f", arguments=["3", "[[], []]"])
        expect("the next program", answer["results"][0]["value"], 9)
        status, answer = ask("values", function="nothing")
        expect("a function that is not there", "there is no function 'nothing'" in answer["diagnostics"][0]["message"], True)
    finally:
        server.terminate()
        server.wait()
    expect("a graph without Graphviz", without_graphviz().get("failed"),
           "dot is not installed. It draws the graph: install the package graphviz.")
    sys.exit(bad)


if __name__ == "__main__":
    main()
