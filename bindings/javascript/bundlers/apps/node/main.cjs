// A module of CommonJS.

const { Engine, Xiangqi, load } = require("duiyi");

async function main() {
  await load();
  const engine = new Engine({ Hash: 1 });
  const { best } = await engine.search(new Xiangqi(), { depth: 2 });
  await engine.close();
  const imported = await import("duiyi");
  console.log(best.length, imported.Xiangqi === Xiangqi);
}

main();
