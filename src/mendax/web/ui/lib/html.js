// The template functions, from one place. No inline styles in templates: the content policy forbids them; use classes, or
// `element.style` from a script.

export { html, svg, render, nothing } from "../vendor/lit-html/lit-html.js";
