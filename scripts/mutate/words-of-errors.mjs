/**
 * A plugin of Stryker: leaves out the words beside a code or an invariant. They are for whoever reads a log; which code it is, and
 * that it is thrown, stay mutated.
 */
const SAYS = new Set(['Refusal', 'Error', 'invariant']);

/** The words are the last of several arguments, or all that an Error has. */
function isWords({ node, parent, listKey, key }) {
  if (listKey !== 'arguments' || !SAYS.has(parent.callee.name)) return false;
  if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return false;
  return parent.callee.name === 'Error' || key > 0;
}

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'words-of-errors',
    value: { shouldIgnore: (path) => (isWords(path) ? 'the words of an error' : undefined) },
  },
];
