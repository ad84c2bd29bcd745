// Lines by uPlot, in the colours of the page, as wide as their place.

import uPlot from "../vendor/uplot/uPlot.esm.js";

function style() {
  if (document.getElementById("uplot-style")) return;
  const link = Object.assign(document.createElement("link"), { id: "uplot-style", rel: "stylesheet", href: "/ui/vendor/uplot/uPlot.min.css" });
  document.head.append(link);
}

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/**
 * A chart in `host`. series: [{ label, colour: a variable's name, dash }]; data: [x, y, y, ...]. Returns { set(data), destroy() }.
 * The data are given to screen readers by the caller, as a table or in words.
 */
export function chart(host, { series, data, x = "", y = "", height = 240, log = false, range = null }, signal) {
  style();
  const axis = (label) => ({
    label,
    labelSize: 22,
    ...(label && label === y ? { size: 62 } : {}),
    stroke: colour("faint"),
    grid: { stroke: colour("line"), width: 1 },
    ticks: { stroke: colour("line") },
    font: "12px system-ui, sans-serif",
    labelFont: "12px system-ui, sans-serif",
  });
  const width = () => Math.max(200, host.clientWidth);
  const made = new uPlot(
    {
      width: width(),
      height,
      cursor: { drag: { x: false, y: false } },
      scales: { x: { time: false }, y: log ? { distr: 3 } : range ? { range } : {} },
      axes: [axis(x), { ...axis(y), ...(log ? { values: (_, splits) => splits.map((value) => (value ? value.toExponential(0) : "")) } : {}) }],
      series: [{ label: x }, ...series.map((one) => ({ label: one.label, stroke: colour(one.colour), width: 2, dash: one.dash, points: { show: false }, value: (_, value) => (value === null || value === undefined ? "–" : Number(value.toPrecision(5))) }))],
    },
    data,
    host,
  );
  const watch = new ResizeObserver(() => made.setSize({ width: width(), height }));
  watch.observe(host);
  const destroy = () => {
    watch.disconnect();
    made.destroy();
  };
  signal?.addEventListener("abort", destroy);
  return { set: (next) => made.setData(next), destroy };
}
