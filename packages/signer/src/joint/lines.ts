/** The numbered lines of a pool of k of n: what makes one, and how we take them from whoever carries them (design review C5). */
import type { JointLine, JointText, JointVote } from '@rialto/contract';
import { decipher, equalBytes, hexToBytes, isFlaw, readTransaction } from '@rialto/protocols';
import type { Runestone } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { readText } from '../journal/joint-recall.ts';
import type { EtchText } from '../journal/joint-recall.ts';
import { SHARE_SUPPLY } from '../pools/pool-stock.ts';
import { hexOf, scriptOfKeys } from './group.ts';
import { identityOf, isSignedText, signText } from './identity.ts';
import { requireGroup } from './joint-parts.ts';
import type { JointParts } from './joint-parts.ts';

/** @throws Refusal bad-request */
export function parsedText(text: string): JointText {
  try {
    return readText(text);
  } catch {
    throw new Refusal('bad-request', 'a line');
  }
}

/** Our signature on a text, in its own line of the journal before it leaves. */
export function vote(
  parts: JointParts,
  text: string,
  more: {
    readonly seen: { at: string; height: number; hash: string };
    readonly halves?: readonly (readonly string[])[];
    readonly signatures?: readonly string[];
  },
): JointVote {
  const { master } = requireGroup(parts);
  const identity = identityOf(master);
  const signature = signText(identity, text);
  const { seen, halves = [], signatures = [] } = more;
  parts.journal.append({
    ...seen,
    kind: 'joint-vote',
    text,
    signature,
    halves: halves.map((one) => [...one]),
    signatures: [...signatures],
  });
  parts.poolCounter.bump();
  return { text, vote: { identity: identity.key, signature } };
}

/** What we have said before, as it was said. */
export function repeated(
  parts: JointParts,
  { text, signature }: { text: string; signature: string },
): JointVote {
  const { master } = requireGroup(parts);
  return { text, vote: { identity: identityOf(master).key, signature } };
}

/**
 * Takes a line: every one before it is here, and k signers of the pool stand for it. One that is here already is passed over.
 * A number that k signers have closed is closed, whatever stood there: no k halves of an act can be had beside that. The act counts on.
 * @throws Refusal bad-request for a hole, signature-missing when fewer stand for it, lane-unknown when k signers stand for another line
 */
export function takeLine(
  parts: JointParts,
  line: JointLine,
  seen: { readonly at: string; readonly height: number; readonly hash: string },
): void {
  const { joint } = parts.journal.recall;
  const read = parsedText(line.text);
  const next = joint.next(read.pool);
  if (read.number > next) throw new Refusal('bad-request', `line ${read.number} before line ${next}`);
  const known = joint.line(read.pool, read.number);
  if (known?.text === line.text || known?.read.kind === 'skip') return;
  if (known !== undefined && read.kind !== 'skip')
    throw new Refusal('lane-unknown', `two lines have number ${read.number}`);
  requireVotes(parts, line, read);
  parts.journal.append({ ...seen, kind: 'joint-line', ...line });
  parts.poolCounter.bump();
}

function requireVotes(parts: JointParts, { text, signatures }: JointLine, read: JointText): void {
  const { group, verifier } = requireGroup(parts);
  const etched = read.kind === 'etch' ? read : parts.journal.recall.joint.group(read.pool);
  if (etched === undefined) throw new Refusal('pool-unknown', `${read.pool}`);
  if (read.kind === 'etch') checkEtch(parts, read);
  const { needed } = read.kind === 'etch' ? group : etched;
  const members = new Set(etched.keys.map(({ identity }) => identity));
  const voters = new Set(
    signatures
      .filter((one) => members.has(one.identity) && isSignedText(text, one, verifier))
      .map(({ identity }) => identity),
  );
  if (voters.size < needed) throw new Refusal('signature-missing', `${voters.size} of ${needed} signers`);
}

/**
 * The etching of a pool: of our group, to its script, and all shares there will ever be on its first output.
 * @throws Refusal as `scriptOfKeys`; psbt-changed when the script is another, message-not-allowed for another etching
 */
export function checkEtch(
  parts: JointParts,
  { pool, keys, script, needed, etching, supply }: EtchText,
): void {
  const known = requireGroup(parts);
  const made = scriptOfKeys(known, pool, keys);
  const isScript = hexOf(made.script) === script && needed === known.group.needed;
  if (!isScript || BigInt(supply) !== SHARE_SUPPLY)
    throw new Refusal('psbt-changed', 'the script of the pool');
  const tx = readTransaction(hexToBytes(etching));
  if (isFlaw(tx)) throw new Refusal('psbt-malformed');
  const message = decipher(tx.outputs);
  const first = tx.outputs[0]?.script;
  if (first === undefined || !equalBytes(first, made.script.script) || message?.kind !== 'runestone')
    throw new Refusal('message-not-allowed', 'the etching');
  if (!areAllShares(message)) throw new Refusal('message-not-allowed', 'the shares');
}

/** Etched without a name, all of them at once, onto the first output, and none ever after. */
function areAllShares({ etching, edicts, mint, pointer = 0 }: Runestone): boolean {
  const isWhole =
    etching?.premine === SHARE_SUPPLY && etching.terms === undefined && etching.name === undefined;
  return isWhole && edicts.length === 0 && mint === undefined && pointer === 0;
}
