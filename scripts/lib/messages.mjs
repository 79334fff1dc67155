/**
 * Reads source for words: the messages given to translators, and words people would see that nobody gave.
 * A message is what `t`, `msg` and `<Words of>` are given, and the sentence of each refusal (`no` in contract/refusals).
 */
import ts from 'typescript';

const SAYING = new Set(['t', 'msg', 'no']);
/** Attributes whose text is read or heard. */
const SPOKEN = new Set([
  'title',
  'label',
  'aria-label',
  'placeholder',
  'alt',
  'name',
  'hint',
  'lead',
  'over',
  'words',
  'note',
  'description',
]);
/** Names that are the same in every language, and marks. */
const NAMES = new Set([
  'BTC',
  'sat',
  'sat/vB',
  'vB',
  'Rialto',
  'PSBT',
  'BRC-20',
  'MRC-20',
  'Runes',
  'ID-Coins',
  'MVC',
  'num',
]);

const parse = (code, file) =>
  ts.createSourceFile(
    file,
    code,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

const lineOf = (source, node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
const isText = (node) => ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);

/** The literals an expression may turn out to be. */
function choices(node) {
  if (node === undefined) return [];
  if (isText(node)) return [node];
  if (ts.isParenthesizedExpression(node)) return choices(node.expression);
  if (ts.isConditionalExpression(node)) return [...choices(node.whenTrue), ...choices(node.whenFalse)];
  return [];
}

function saidBy(node) {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && SAYING.has(node.expression.text))
    return choices(node.arguments[0]);
  if (!ts.isJsxAttribute(node) || node.name.getText() !== 'of') return [];
  const value = node.initializer;
  return value === undefined ? [] : choices(ts.isJsxExpression(value) ? value.expression : value);
}

/** Every message in the code: `{ message, line }`. */
export function messagesIn(code, file) {
  const source = parse(code, file);
  const found = [];
  walk(source, (node) => {
    for (const literal of saidBy(node)) found.push({ message: literal.text, line: lineOf(source, literal) });
  });
  return found;
}

const hasWord = (text) => /\p{L}{2}/u.test(text) && !NAMES.has(text.trim());
/** It begins with a capital and goes on in small letters, or it is several words without the marks of class names. */
const readsLikeWords = (text) =>
  /^\p{Lu}[\p{L}\d-]*(?: |\p{Ll}).*\p{Ll}/u.test(text.trim()) ||
  /^\p{Ll}[\p{L}’',.;…]*(?: [\p{L}’',.;…]+)+$/u.test(text.trim());

function isSpoken(node) {
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) return isRead(parent);
  if (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent)) return isRead(parent.parent);
  if (ts.isJsxExpression(parent)) return true;
  const inside =
    ts.isConditionalExpression(parent) || ts.isParenthesizedExpression(parent) || ts.isTemplateSpan(parent);
  return inside && parent.condition !== node && isSpoken(ts.isTemplateSpan(parent) ? parent.parent : parent);
}

/** The `name` of a form's field and of an icon is for programs. */
function isRead(attribute) {
  const name = attribute.name.getText();
  const tag = attribute.parent.parent.tagName.getText();
  return SPOKEN.has(name) && !(name === 'name' && (/^[a-z]/.test(tag) || tag === 'Icon'));
}

const textOf = (node) => {
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('…');
  return node.text;
};

/** What makes a part of code `parent` say nothing to people. */
const FOR_PROGRAMS = [
  (_, parent) => ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent),
  (_, parent) => ts.isLiteralTypeNode(parent),
  (_, parent) => ts.isJsxAttribute(parent) && !isRead(parent),
  (_, parent) => ts.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText()),
  (at, parent) => ts.isCaseClause(parent) && parent.expression === at,
  (at, parent) => ts.isPropertyAssignment(parent) && parent.name === at,
  (at, parent) => ts.isElementAccessExpression(parent) && parent.argumentExpression === at,
];

/** Given to a translator, or never seen by anybody. */
function isForPrograms(node) {
  for (let at = node; at.parent !== undefined; at = at.parent) {
    if (saidBy(at.parent).includes(node) || FOR_PROGRAMS.some((is) => is(at, at.parent))) return true;
  }
  return false;
}

/** Words somebody would see that no translator is given: `{ text, line }`. */
export function unsaidIn(code, file) {
  const source = parse(code, file);
  const found = [];
  walk(source, (node) => {
    if (ts.isJsxText(node) && hasWord(node.text))
      found.push({ text: node.text.trim(), line: lineOf(source, node) });
    if (!isText(node) && !ts.isTemplateExpression(node)) return;
    const text = textOf(node);
    if (!hasWord(text) || isForPrograms(node)) return;
    if (isSpoken(node) || readsLikeWords(text)) found.push({ text, line: lineOf(source, node) });
  });
  return found;
}

const isFunction = (node) => ts.isFunctionLike(node) || ts.isClassStaticBlockDeclaration(node);

/** Lines that say something while the file is loaded, before a language is chosen. */
export function earlyIn(code, file) {
  const source = parse(code, file);
  const found = [];
  walk(source, (node) => {
    const says = ts.isCallExpression(node) && node.expression.getText(source) === 't';
    if (says && ts.findAncestor(node, isFunction) === undefined) found.push(lineOf(source, node));
  });
  return found;
}
