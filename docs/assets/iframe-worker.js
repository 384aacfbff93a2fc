// Makes search work in files opened from disk, where browsers start no workers: a hidden frame runs the same script.
"use strict";
if (location.protocol === "file:") {
  class FrameWorker extends EventTarget {
    constructor(address) {
      super();
      this.onmessage = null;
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.title = "search";
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.said(data);
      inside.importScripts = async (...addresses) => {
        for (const each of addresses) await load(inside.document, each);
      };
      load(inside.document, new URL(address, document.baseURI).href).then(() => {
        const waiting = this.waiting;
        this.waiting = null;
        waiting.forEach((data) => this.postMessage(data));
      });
    }

    said(data) {
      const message = new MessageEvent("message", { data });
      this.dispatchEvent(message);
      if (this.onmessage) this.onmessage(message);
    }

    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
    }

    terminate() {
      this.frame.remove();
    }
  }

  const load = (document, address) =>
    new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = address;
      script.onload = done;
      script.onerror = failed;
      document.head.append(script);
    });

  window.IFrameWorker = FrameWorker; // the name that the search looks for
  window.Worker = FrameWorker;
}
