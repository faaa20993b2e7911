// Every pair of colours on the page: its description, its contrast, and the required contrast.
(() => {
  const parse = (text) => { const n = text.match(/[\d.]+/g).map(Number); return n.length > 3 ? n : [...n, 1]; };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3]));
  const ground = (element) => {
    const layers = [];
    for (let each = element; each; each = each.parentElement) layers.push(parse(getComputedStyle(each).backgroundColor));
    return layers.reverse().reduce((under, layer) => over(layer, under), matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255]);
  };
  const light = (c) => { const [r, g, b] = c.slice(0, 3).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const pairs = new Map();
  for (const element of document.querySelectorAll("body *")) {
    if (!element.checkVisibility() || element.closest(":disabled")) continue;
    if (element.closest("svg")) {
      const text = element.closest("text");
      const wood = element.closest("svg").querySelector(".wood");
      // The names of columns and rows; pieces have their own background.
      if (text?.matches(".name")) {
        const [ink, behind] = [text, wood].map((each) => parse(getComputedStyle(each).fill));
        pairs.set(`name ${ink} on ${behind}`, [ratio(ink, behind), 4.5, "name", text.textContent]);
      }
      if (element.matches("#graph circle, #graph .middle, #graph .curve, #graph .now")) {
        const style = getComputedStyle(element);
        const ink = parse(element.matches("circle") ? style.fill : style.stroke);
        const behind = parse(getComputedStyle(element.closest("svg").querySelector(".ground")).fill);
        pairs.set(`mark ${ink} on ${behind}`, [ratio(ink, behind), 3, element.getAttribute("class"), ""]);
      }
      continue;
    }
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const style = getComputedStyle(element);
    const behind = ground(element);
    if (own || element.matches("input, select, textarea")) {
      const r = ratio(over(parse(style.color), behind), behind);
      const key = `text ${style.color} on ${behind.map(Math.round)}`;
      if (!pairs.has(key) || pairs.get(key)[0] > r) pairs.set(key, [r, 4.5, element.id || element.className || element.tagName, element.textContent.slice(0, 20)]);
    }
    // A button without an edge is recognized by its text.
    const hasEdge = parseFloat(style.borderTopWidth) && parse(style.borderTopColor)[3] > 0;
    if (element.matches("input:not([type=checkbox], [type=radio], .unseen), select, textarea, button, .choice span") && hasEdge) {
      const around = ground(element.parentElement);
      const r = ratio(over(parse(style.borderTopColor), around), around);
      pairs.set(`edge ${style.borderTopColor} on ${around.map(Math.round)}`, [r, 3, element.id || element.tagName, ""]);
    }
  }
  return [...pairs].map(([pair, [ratio, least, where, text]]) => ({ pair, ratio: Number(ratio.toFixed(2)), least, where, text }));
})()
