// A page made on the server, with a part that runs in the browser.

import { Xiangqi, load } from "duiyi";
import Search from "./search.js";

export default async function Page() {
  await load();
  return (
    <main>
      <pre>{new Xiangqi().write("h2e2", "chinese")}</pre>
      <Search />
    </main>
  );
}
