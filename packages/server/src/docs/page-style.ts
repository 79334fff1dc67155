/** The style sheet of the API's page: the colours of the product, light or dark as the system is. */
export const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#edf0f5, #0a0d13);
  --panel: light-dark(#ffffff, #10141c);
  --raised: light-dark(#f4f6fa, #171c27);
  --line: light-dark(#dde3ec, #212836);
  --text: light-dark(#131826, #eceff5);
  --mist: light-dark(#434e66, #a3adc0);
  --haze: light-dark(#59647b, #8590a6);
  --amber: light-dark(#824700, #f5a833);
  --buy: light-dark(#066c49, #4fd6a5);
  --buy-deep: light-dark(#d6f1e5, #10382d);
  --warn: light-dark(#774e00, #f2c35a);
  --warn-deep: light-dark(#faedcc, #35290f);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body {
  margin: 0;
  background: var(--page);
  color: var(--text);
  font: 0.9375rem/1.55 'Inter Variable', Inter, ui-sans-serif, system-ui, sans-serif;
  -webkit-font-smoothing: antialiased;
}
a { color: var(--amber); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--amber); outline-offset: 2px; }
code { font: 0.8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
header {
  position: sticky;
  top: 0;
  z-index: 1;
  display: flex;
  align-items: center;
  gap: 1rem;
  padding: 0.75rem 1.25rem;
  background: var(--panel);
  border-bottom: 1px solid var(--line);
}
.name { display: flex; align-items: center; gap: 0.625rem; color: inherit; font-weight: 600; font-size: 1.0625rem; text-decoration: none; }
.end { margin-left: auto; }
.quiet { color: var(--haze); font-size: 0.8125rem; }
.columns { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 1.5rem; max-width: 82rem; margin: 0 auto; padding: 1.25rem; }
nav { position: sticky; top: 4.5rem; align-self: start; max-height: calc(100dvh - 5.5rem); overflow-y: auto; font-size: 0.8125rem; }
nav h2 { margin: 0.875rem 0 0.25rem; font-size: 0.75rem; font-weight: 600; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { color: var(--mist); text-decoration: none; }
nav li a { display: block; padding: 0.125rem 0.5rem; border-radius: 6px; }
nav a:hover { color: var(--text); background: var(--raised); }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; letter-spacing: -0.01em; }
main > p { max-width: 46rem; color: var(--mist); }
section > h2 { margin: 2.25rem 0 0.25rem; font-size: 1.125rem; }
section > p { margin: 0 0 0.75rem; color: var(--mist); }
article { margin: 0 0 0.875rem; padding: 1rem 1.125rem; background: var(--panel); border: 1px solid var(--line); border-radius: 12px; }
article:target { border-color: var(--amber); }
article p { margin: 0.25rem 0; }
h3 { margin: 0; font-size: 0.9375rem; font-weight: 500; }
h4 { margin: 0.75rem 0 0.125rem; color: var(--haze); font-size: 0.75rem; font-weight: 600; }
.method { display: inline-block; min-width: 3rem; padding: 0.0625rem 0.375rem; border-radius: 6px; text-align: center; font-size: 0.75rem; font-weight: 600; }
.get { color: var(--buy); background: var(--buy-deep); }
.post { color: var(--warn); background: var(--warn-deep); }
.mark { padding: 0.0625rem 0.5rem; border: 1px solid var(--line); border-radius: 999px; color: var(--mist); font-size: 0.75rem; }
table { width: 100%; border-collapse: collapse; font-size: 0.8125rem; }
td { padding: 0.3125rem 0.75rem 0.3125rem 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td:first-child { width: 30%; }
tr:first-child td { border-top: 0; }
details { margin-top: 0.625rem; }
summary { cursor: pointer; color: var(--haze); font-size: 0.8125rem; }
@media (max-width: 52rem) {
  .columns { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; max-height: 14rem; }
  tr, td { display: block; }
  tr { padding: 0.3125rem 0; border-top: 1px solid var(--line); }
  tr:first-child { border-top: 0; }
  td, td:first-child { width: auto; padding: 0; border-top: 0; }
}
`;
