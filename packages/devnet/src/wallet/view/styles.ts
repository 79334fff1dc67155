/** The wallet's look, as a constructed stylesheet: the page's policy allows no inline style. */

const CSS = `
:host { all: initial; font: 14px/1.45 system-ui, sans-serif; position: absolute; right: 0; top: 0; z-index: 2147483000; pointer-events: auto; }
* { box-sizing: border-box; }
.panel, dialog {
  color: #e8ebf2; background: #151a24;
  border: 1px solid #39445a; border-radius: 12px;
}
button {
  font: inherit; color: inherit; background: #232b3a; border: 1px solid #4a5670; border-radius: 8px;
  padding: 7px 12px; min-height: 36px; cursor: pointer;
}
button:hover { background: #2c3648; }
button:disabled { opacity: 0.6; cursor: default; }
button.main { background: #f5a524; border-color: #f5a524; color: #16120a; font-weight: 600; }
button:focus-visible, input:focus-visible { outline: 2px solid #7db4ff; outline-offset: 2px; }
.pill {
  margin: 2px 12px 2px auto; padding: 1px 10px; min-height: 24px; font-size: 12px; border-radius: 999px;
  color: #e8ebf2; background: #151a24; display: flex; align-items: center; gap: 6px;
}
.dot { width: 8px; height: 8px; border-radius: 50%; background: #f5a524; }
.panel {
  margin: 4px 12px 0; padding: 12px; width: min(300px, calc(100vw - 24px)); max-height: calc(100dvh - 48px); overflow: auto;
}
.panel[hidden] { display: none; }
.panel h2 { font-size: 14px; margin: 0 0 2px; }
.hint { color: #aab4c8; font-size: 12px; margin: 0 0 8px; }
fieldset { border: 0; margin: 0 0 10px; padding: 0; }
legend { padding: 0; font-size: 12px; color: #aab4c8; }
label.account { display: flex; gap: 8px; padding: 5px 0; align-items: center; cursor: pointer; }
label.account small { color: #aab4c8; display: block; font-family: ui-monospace, monospace; font-size: 11px; }
.faces { display: flex; gap: 12px; }
label.face { display: inline-flex; gap: 6px; align-items: center; padding: 4px 0; cursor: pointer; }
label.wanted { display: block; margin: 10px 0 0; font-size: 12px; color: #aab4c8; }
.acts { display: flex; gap: 8px; flex-wrap: wrap; }
.status { font-size: 12px; color: #aab4c8; min-height: 1.4em; margin: 8px 0 0; }
dialog { padding: 0; width: min(440px, calc(100vw - 24px)); max-height: calc(100vh - 24px); overflow: auto; }
dialog::backdrop { background: rgb(4 6 10 / 0.62); }
.card { padding: 18px; }
.card h2 { margin: 0 0 4px; font-size: 17px; }
.card p { margin: 0 0 10px; }
.who { color: #aab4c8; font-size: 12px; }
pre {
  margin: 0 0 12px; padding: 10px; background: #0c1018; border: 1px solid #2b3446; border-radius: 8px;
  white-space: pre-wrap; overflow-wrap: anywhere; font: 12px/1.5 ui-monospace, monospace; max-height: 40vh; overflow: auto;
}
.card h3.one { margin: 22px 0 0; padding-top: 10px; border-top: 2px solid #4a5670; font-size: 14px; color: #e8ebf2; }
.card h3 { font-size: 12px; margin: 10px 0 4px; color: #aab4c8; font-weight: 600; }
ul, ol { list-style: none; margin: 0; padding: 0; }
li { padding: 6px 0; border-top: 1px solid #2b3446; display: grid; grid-template-columns: 1fr auto; gap: 2px 12px; }
li .place { font-family: ui-monospace, monospace; font-size: 12px; overflow-wrap: anywhere; min-width: 6rem; }
li .value { font-variant-numeric: tabular-nums; text-align: right; overflow-wrap: anywhere; }
li .note { grid-column: 1 / -1; font-size: 12px; color: #aab4c8; }
li .warn { grid-column: 1 / -1; font-size: 12px; color: #ffc266; }
.mine { color: #7ee2a8; }
.sum { display: flex; justify-content: space-between; padding: 8px 0 0; border-top: 1px solid #2b3446; font-weight: 600; }
.answers {
  display: flex; gap: 10px; justify-content: flex-end; margin: 16px -18px -18px; padding: 12px 18px;
  position: sticky; bottom: 0; background: #151a24; border-top: 1px solid #2b3446;
}
input[type='text'] {
  font: inherit; width: 100%; padding: 8px 10px; margin: 4px 0 0; color: inherit; background: #0c1018;
  border: 1px solid #4a5670; border-radius: 8px;
}
@media (max-width: 639.98px) {
  .pill { margin: 0 6px 0 auto; padding: 0; min-height: 44px; padding: 8px 0; border: 0; background-clip: content-box; }
  .pill .dot { margin-left: 10px; }
  .pill .label { margin-right: 10px; }
  .panel { margin: 0 8px; }
  .panel label.account, .panel label.face { min-height: 44px; }
}
@media (prefers-reduced-motion: no-preference) {
  button { transition: background 120ms; }
}
`;

export function styleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  return sheet;
}
