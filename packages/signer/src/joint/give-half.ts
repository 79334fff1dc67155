/**
 * Our half of an act leaves: when k signers stand for its line, we among them, and the ways home of its lanes are signed by k. Written down
 * before it leaves; the same question gets the same answer.
 */
import type { JointLine, SignerAnswer } from '@rialto/contract';
import { hexToBytes, txidOf } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { completeExit } from '@rialto/psbt';
import type { PoolHalf } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireWanted } from '../cosign/wanted.ts';
import type { ActText } from '../journal/joint-recall.ts';
import { isOver } from './carry.ts';
import { seenNow } from './joint-parts.ts';
import type { JointParts } from './joint-parts.ts';
import { parsedText, takeLine } from './lines.ts';

/** Of one signer, for each way home, of each of its transactions. */
interface ExitHalves {
  readonly key: string;
  readonly halves: readonly (readonly string[])[];
}

export interface HalfRequest {
  readonly line: JointLine;
  readonly halves: readonly ExitHalves[];
}

/**
 * In the pool's turn.
 * @throws Refusal as `takeLine`, `completeExit`; signer-missing when we do not stand for it, take-expired when its number was closed, or
 *   another was signed for its coins since
 */
export async function giveHalf(
  parts: JointParts,
  { line, halves }: HalfRequest,
  gone: () => boolean,
): Promise<SignerAnswer<'jointSign'>> {
  const read = parsedText(line.text);
  if (read.kind !== 'act') throw new Refusal('bad-request', 'no act');
  const seen = await seenNow(parts);
  const { joint } = parts.journal.recall;
  takeLine(parts, line, seen);
  const own = joint.vote(read.pool, read.number);
  if (own === undefined || own.text !== line.text)
    throw new Refusal('signer-missing', 'we stand for another');
  if (isOver(parts, own)) throw new Refusal('take-expired', 'its number was closed');
  requireLast(parts, read);
  const signatures = [...own.signatures];
  const given = joint.given(read.pool, read.number);
  if (given !== undefined) return { signatures, exits: [...given] };
  const { verifier } = parts.poolWorld;
  const exits = read.exits.map((text, at) => completeExit(text, halvesOf(halves, at), verifier));
  requireWanted(parts, gone);
  parts.journal.append({ ...seen, kind: 'joint-half', pool: read.pool, number: read.number, exits });
  parts.poolCounter.bump();
  return { signatures, exits };
}

/** One live act on a coin: of what was signed for it nothing came after this. */
function requireLast({ journal }: JointParts, { request, of }: ActText): void {
  const { pools } = journal.recall;
  const txid: Txid = txidOf(hexToBytes(request.unsigned));
  if (!of.every((point) => pools.signedFor(point).at(-1)?.id === txid))
    throw new Refusal('take-expired', 'another was signed after it');
}

/** Of one way home: of each signer, of each transaction. */
function halvesOf(halves: readonly ExitHalves[], at: number): PoolHalf[][] {
  return halves.map(({ key, halves: all }) =>
    (all[at] ?? []).map((signature) => ({ key: hexToBytes(key), signatures: [hexToBytes(signature)] })),
  );
}
