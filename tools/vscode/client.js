// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A connection to a language server: messages in JSON over its standard streams.
"use strict";
const { spawn } = require("child_process");

class Client {
  // `onNotification(method, params)` is called for what the server says by itself, `onEnd(reason)` once, where it
  // ends without having been asked to.
  constructor(command, args, cwd, onNotification, onEnd) {
    this.next = 1;
    this.waiting = new Map();
    this.buffer = Buffer.alloc(0);
    this.isStopped = false;
    this.process = spawn(command, args, { cwd, stdio: ["pipe", "pipe", "pipe"] });
    this.errors = "";
    this.process.stderr.on("data", (data) => { this.errors = (this.errors + data).slice(-4000); });
    this.process.stdout.on("data", (data) => this.read(data, onNotification));
    this.process.stdin.on("error", () => {});
    const end = (reason) => {
      for (const { reject } of this.waiting.values()) reject(new Error(reason));
      this.waiting.clear();
      if (!this.isStopped) onEnd(reason);
      this.isStopped = true;
    };
    this.process.on("error", (error) => end(error.message));
    this.process.on("exit", (code, signal) => end(signal ? `ended by ${signal}` : `ended with exit code ${code}`));
  }

  send(message) {
    if (this.isStopped) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) { this.send({ method, params }); }

  request(method, params) {
    if (this.isStopped) return Promise.reject(new Error("the server is not running"));
    const id = this.next++;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.send({ id, method, params });
    return answer;
  }

  read(data, onNotification) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const end = this.buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = /content-length: *(\d+)/i.exec(this.buffer.toString("latin1", 0, end));
      const size = length ? Number(length[1]) : 0;
      if (this.buffer.length < end + 4 + size) return;
      const text = this.buffer.toString("utf8", end + 4, end + 4 + size);
      this.buffer = this.buffer.subarray(end + 4 + size);
      if (!size) continue;
      const message = JSON.parse(text);
      if (message.method && message.id !== undefined) this.send({ id: message.id, result: null });
      else if (message.method) onNotification(message.method, message.params);
      else this.settle(message);
    }
  }

  settle(message) {
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) waiting?.reject(new Error(message.error.message));
    else waiting?.resolve(message.result);
  }

  async stop() {
    if (this.isStopped) return;
    const ended = new Promise((resolve) => this.process.on("exit", resolve));
    try {
      await this.request("shutdown");
      this.notify("exit");
    } finally {
      this.isStopped = true;
    }
    const timer = setTimeout(() => this.process.kill(), 2000);
    await ended;
    clearTimeout(timer);
  }
}

module.exports = { Client };
