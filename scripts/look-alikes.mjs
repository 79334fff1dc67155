// node scripts/look-alikes.mjs <tables.rs>: writes packages/ground/src/ledger/look-alikes.ts from Unicode's confusables (UTS 39), version
// 17.0.0, as they are in src/tables.rs of github.com/unicode-rs/unicode-security at 1b4a80b48147f5f323fb2dfc784bcf2a2b4bbc4a. Another
// table makes another index: npm run db:generate must follow.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE_SHA256 = '1618f123300288edaf493083d14c08037b792c60ac96850b83f932b1d6db13e6';
const TABLE = join(import.meta.dirname, '..', 'packages', 'ground', 'src', 'ledger', 'look-alikes.ts');
/** Everyday signs that Unicode has as two, or as nothing's look-alike. */
const OURS = { Ё: 'e', ё: 'e', Ї: 'i', ї: 'i', П: 'n', п: 'n' };
/** Signs of these three pass for each other in a tick of digits and letters; they are in no script. */
const UNSCRIPTED = ['0', '1', '|'];
const LAST = 0xffff;

const isAscii = (sign) => /^[!-~]$/.test(sign);
const isPlain = (sign) => /^[0-9a-z]$/.test(sign);
const isOfScript = (sign) =>
  /[\p{L}\p{Nd}]/u.test(sign) && !/[\p{Script=Common}\p{Script=Inherited}\p{Script=Unknown}]/u.test(sign);
/** A tick of one of these counts as of one script, and has signs like those of the others and of ASCII. */
const isNear = (sign) =>
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u.test(sign);

/** What one sign alone looks like, by the list. */
function readPrototypes(path) {
  const source = readFileSync(path, 'utf8');
  if (createHash('sha256').update(source).digest('hex') !== SOURCE_SHA256)
    throw new Error(`${path} is not the file that is named above`);
  const list = source.slice(source.indexOf('const CONFUSABLES'), source.indexOf('pub mod potential_mixed'));
  const point = (hex) => String.fromCodePoint(Number.parseInt(hex, 16));
  const single = list.matchAll(/\('\\u\{(\w+)\}',\s+&\['\\u\{(\w+)\}'\]\)/g);
  return new Map(Array.from(single, ([, sign, like]) => [point(sign), point(like)]));
}

/** The other case of a sign that has just two. */
function otherCase(sign) {
  const [small, large] = [sign.toLowerCase(), sign.toUpperCase()];
  const other = small === sign ? large : small;
  const back = small === sign ? other.toLowerCase() : other.toUpperCase();
  return back === sign && other.length === 1 ? other : sign;
}

function likenessOf(prototypes) {
  /** As a sign of ASCII, small. Unicode has I and l alike; a tick is made small, so a capital that looks like both is an I. */
  const asAscii = (sign) => {
    const like = prototypes.get(sign) ?? '';
    if (like === 'l' && /\p{Lu}/u.test(sign)) return 'i';
    return isAscii(like) ? like.toLowerCase() : undefined;
  };
  /** In the other case when not in its own: ticks of both are one. */
  const asTick = (sign) => asAscii(sign) ?? asAscii(otherCase(sign));
  const ofScript = (sign) => {
    const next = prototypes.get(sign) ?? prototypes.get(otherCase(sign)) ?? sign;
    const like = OURS[sign] ?? asTick(sign) ?? asTick(next) ?? prototypes.get(sign) ?? '';
    const fits = isNear(sign) ? like !== '' && like.codePointAt(0) <= LAST : isPlain(like);
    return fits ? like : undefined;
  };
  return (sign) => {
    if (UNSCRIPTED.includes(sign)) return prototypes.get(sign)?.toLowerCase();
    return isAscii(sign) || !isOfScript(sign) ? undefined : ofScript(sign);
  };
}

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('name the file tables.rs');
const likeness = likenessOf(readPrototypes(path));
const signsOf = new Map();
for (let point = 0x21; point <= LAST; point += 1) {
  const sign = String.fromCodePoint(point);
  const like = likeness(sign);
  if (like !== undefined) signsOf.set(like, [...(signsOf.get(like) ?? []), sign]);
}
const quoted = (text) => (text === "'" ? `"'"` : `'${text}'`);
const lines = [...signsOf]
  .toSorted(([one], [other]) => one.codePointAt(0) - other.codePointAt(0))
  .map(([like, signs]) => `  ${quoted(like)}: ${quoted(signs.join(''))},`);
writeFileSync(
  TABLE,
  `/**
 * Signs that look like another, each after the one it looks like: letters and digits of one script that Unicode's confusables (UTS 39,
 * version 17.0.0) give for a letter or digit of ASCII, or, among Latin, Greek, Cyrillic and Armenian, for a single sign of any kind. What
 * only its other case looks like counts too, because a tick has no case. Nothing that is in no script is here: such a tick gets no mark.
 * Written by scripts/look-alikes.mjs. Data: Unicode, Inc., Unicode License v3.
 */
export const LOOK_ALIKES: Readonly<Record<string, string>> = {
${lines.join('\n')}
};
`,
);
