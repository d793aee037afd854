"""A client's session with the language server: session.py"""
import json
import queue
import subprocess
import sys
import threading

URI = "file:///programs/dot.mlir"
DOT = """func.func @dot(%x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %products = chad.map (%a in %x : tensor<?xf64>, %b in %y : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  %sum = chad.reduce (%l, %r in %products from %zero : tensor<?xf64>) {
    %s = arith.addf %l, %r : f64
    chad.yield %s : f64
  }
  return %sum : f64
}
"""
BITS = """func.func @bits(%x: f64) -> f64 {
  %b = arith.bitcast %x : f64 to i64
  %c = arith.bitcast %b : i64 to f64
  %d = arith.mulf %c, %x : f64
  return %d : f64
}
"""


# Scalar ops, with what the hover says of their derivatives.
RULES = {
    "%a = math.log %x : f64": "∂r/∂x = `1 / x` †, where `x` is the operand and `r` the result; † may be infinite",
    "%b, %c = math.sincos %x : f64": "∂r/∂x = `s`; ∂s/∂x = `-r`, where `x` is the operand and `r` and `s` the results",
    "%d = arith.maximumf %b, %c : f64": "that of `x if x ≥ y, else y`, where `x` and `y` are the operands",
    "%e = math.floor %a : f64": "zero",
    "%f = arith.scaling_truncf %d, %x : f64, f64 to f32": "none: an error",
    "%g = math.fma %a, %e, %d : f64": "∂r/∂x = `y`; ∂r/∂y = `x`; ∂r/∂z = `1`, where `x`, `y` and `z` are the operands and `r` the result",
}


class Server:
    def __init__(self):
        self.process = subprocess.Popen(["chad-lsp-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.messages, self.number = queue.Queue(), 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while True:
            length = 0
            for line in iter(self.process.stdout.readline, b""):
                if not line.strip():
                    break
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not length:
                return
            self.messages.put(json.loads(self.process.stdout.read(length)))

    def send(self, **message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def ask(self, method, **params):
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        message = self.messages.get(timeout=60)
        assert message.get("id") == self.number, message
        return message["result"]

    def diagnostics(self, method, **params):
        self.send(method=method, params=params)
        message = self.messages.get(timeout=60)
        assert message["method"] == "textDocument/publishDiagnostics", message
        return message["params"]["diagnostics"]


def at(line, character):
    return {"textDocument": {"uri": URI}, "position": {"line": line, "character": character}}


def span(first, last):
    return {"textDocument": {"uri": URI}, "range": {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}}


def apply(text, edits):
    """The text after edits, from the last to the first."""
    lines = text.split("\n")

    def offset(place):
        return sum(len(line) + 1 for line in lines[:place["line"]]) + place["character"]

    for edit in sorted(edits, key=lambda e: offset(e["range"]["start"]), reverse=True):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text


def runs(text, *options):
    done = subprocess.run(["chad-run", "-", *options], input=text, text=True, capture_output=True)
    assert done.returncode == 0, (text, done.stderr)
    return done.stdout.split()


def main():
    server = Server()
    result = server.ask("initialize", processId=1, rootUri=None, capabilities={
        "textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}})
    for capability in ("hoverProvider", "inlayHintProvider", "codeActionProvider", "documentSymbolProvider", "definitionProvider"):
        assert result["capabilities"][capability] is True, capability
    assert result["serverInfo"]["name"] == "chad-lsp-server"
    server.send(method="initialized", params={})
    document = {"uri": URI, "languageId": "mlir", "version": 1, "text": DOT}
    assert server.diagnostics("textDocument/didOpen", textDocument=document) == []

    # Hover: the summary, the equation and the examples of an op; the rule of a scalar op.
    text = server.ask("textDocument/hover", **at(2, 17))["contents"]["value"]
    assert text.startswith('"chad.map"') and "_Applies a body" not in text[:5] and "independent" in text, text
    assert "operation ::=" not in text and "Interfaces" not in text, text
    text = server.ask("textDocument/hover", **at(3, 12))["contents"]["value"]
    assert "Derivative: ∂r/∂x = `y`; ∂r/∂y = `x`, where `x` and `y` are the operands and `r` the result" in text, text

    # Types beside values whose line does not say them.
    hints = server.ask("textDocument/inlayHint", **span(0, 20))
    shown = {(hint["position"]["line"], hint["label"]) for hint in hints}
    assert (2, ": f64") in shown and (6, ": f64") in shown and all(line not in (1, 3, 7) for line, _ in shown), shown
    assert {line for line, _ in ((h["position"]["line"], 0) for h in server.ask("textDocument/inlayHint", **span(6, 7)))} <= {6, 7}

    # Symbols, and where a value is defined.
    symbols = server.ask("textDocument/documentSymbol", textDocument={"uri": URI})
    assert [symbol["name"] for symbol in symbols] == ["dot"], symbols
    places = server.ask("textDocument/definition", **at(10, 10))
    assert places[0]["range"]["start"] == {"line": 6, "character": 2}, places

    # A function for the gradient, which computes it.
    actions = {action["title"]: action for action in server.ask("textDocument/codeAction", context={"diagnostics": []}, **span(0, 0))}
    gradient = actions["Add a function for the gradient of @dot"]["edit"]["changes"][URI]
    assert runs(apply(DOT, gradient), "--entry=dot_gradient", "--arg=[1, 2]", "--arg=[3, 4]") == [
        "tensor<2xf64>", "[3,", "4]", "tensor<2xf64>", "[1,", "2]"]

    # The derivative as text.
    command = actions["Show the derivative of @dot"]["command"]
    answer = server.ask("workspace/executeCommand", command=command["command"], arguments=command["arguments"])
    assert "chad.lfun" in answer["text"] and "@dot" in answer["text"], answer
    answer = server.ask("workspace/executeCommand", command="chad.derivative", arguments=[URI, "nowhere"])
    assert answer["error"], answer

    # An op without a derivative: a warning at its name, with the remedy, which is an action that works.
    found = server.diagnostics("textDocument/didChange", textDocument={"uri": URI, "version": 2}, contentChanges=[{"text": BITS}])
    assert len(found) == 1 and found[0]["severity"] == 2 and found[0]["source"] == "chad", found
    assert found[0]["range"] == {"start": {"line": 1, "character": 7}, "end": {"line": 1, "character": 20}}, found
    assert "chad.stop_gradient" in found[0]["message"], found
    actions = server.ask("textDocument/codeAction", context={"diagnostics": found}, **span(1, 1))
    fixed = apply(BITS, actions[0]["edit"]["changes"][URI])
    assert runs(fixed, "--grad", "--arg=3") == ["f64", "9", "f64", "3"], fixed
    assert server.diagnostics("textDocument/didChange", textDocument={"uri": URI, "version": 3}, contentChanges=[{"text": fixed}]) == []

    # What the rules of scalar ops say.
    lines = ["func.func private @rules(%x: f64) {", *RULES, "return", "}"]
    assert server.diagnostics("textDocument/didChange", textDocument={"uri": URI, "version": 4}, contentChanges=[{"text": "\n".join(lines)}]) == []
    for line, (op, rule) in enumerate(RULES.items(), 1):
        text = server.ask("textDocument/hover", **at(line, op.index("= ") + 3))["contents"]["value"]
        assert "Derivative: " + rule + "\n" in text, (op, text)

    # A program that is not valid has errors, and no answers; nothing of the one before is left.
    broken = DOT.replace("%products from", "%nothing from")
    found = server.diagnostics("textDocument/didChange", textDocument={"uri": URI, "version": 5}, contentChanges=[{"text": broken}])
    assert found and found[0]["severity"] == 1 and "undeclared" in found[0]["message"], found
    assert server.ask("textDocument/inlayHint", **span(0, 20)) == []
    assert server.ask("textDocument/codeAction", context={"diagnostics": []}, **span(0, 0)) == []
    assert server.diagnostics("textDocument/didClose", textDocument={"uri": URI}) == []

    assert server.ask("shutdown") is None
    server.send(method="exit")
    assert server.process.wait(timeout=30) == 0

    # A client that goes away leaves no server behind.
    server = Server()
    server.ask("initialize", processId=1, rootUri=None, capabilities={})
    server.process.stdin.close()
    server.process.wait(timeout=30)
    print("ok")


if __name__ == "__main__":
    sys.exit(main())
