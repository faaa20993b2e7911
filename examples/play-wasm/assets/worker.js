// The engines of the page, in their own thread. The first message is the compiled program; each later one is an order,
// which is answered by reports and one answer.

const memory = (from, length) => new Uint8Array(program.memory.buffer, from, length);

const worker = {
  now: () => performance.now(),
  post: (from, length) => postMessage(new TextDecoder().decode(memory(from, length))),
  order: () => {},
  stop: () => {},
};

let program = null;

function carryOut(order) {
  const bytes = new TextEncoder().encode(order);
  const at = program.room_for(bytes.length);
  memory(at, bytes.length).set(bytes);
  program.carry_out();
}

onmessage = ({ data }) => {
  if (data instanceof WebAssembly.Module) program = new WebAssembly.Instance(data, { worker }).exports;
  else carryOut(data);
};
