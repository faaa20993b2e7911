const worker = new Worker(new URL("./thread.js", import.meta.url), { type: "module" });

globalThis.result = new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
});
