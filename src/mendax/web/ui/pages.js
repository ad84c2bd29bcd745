// Every page of the app, in the order of the navigation. A page is a module whose default export shows it, see docs/web.md.
// `hidden` pages are reached by links from others.

export const pages = [
  { path: "/", title: "Home", hidden: true, load: () => import("./pages/home.js") },
  { path: "/explore", title: "Explore", about: "Solved games node by node: what each hand does and what each action is worth.", load: () => import("./pages/explore.js") },
];
