/** What must hold of the bytes of an own act, act by act. Each gives the sentences that forbid to go on; none when all is well. */
import { equalBytes, isOpReturn, outpoint, spentPoint, sumSats } from '@rialto/protocols';
import type { Coin, Network, Outpoint, Transaction, TxOutput } from '@rialto/protocols';
import { describeEffects, partyOf } from '@rialto/psbt';
import type { AssetMove } from '@rialto/psbt';
import type { OwnPsbt } from '@rialto/contract';
import { named } from './read-bytes.ts';
import type { Bytes } from './read-bytes.ts';
import { t } from '../words.ts';

/** Whose transaction it is. */
export interface Owner {
  readonly script: Uint8Array;
  readonly network: Network;
}

const pointsOf = ({ tx }: { readonly tx: Pick<Transaction, 'inputs'> }): Outpoint[] =>
  tx.inputs.map(spentPoint);

function foreign({ value, script }: TxOutput, network: Network): string {
  return t('It pays {value} sat to {name}, which is not you.', {
    value: value.toString(),
    name: named(script, network),
  });
}

/** Every coin it makes is the owner's, but those a later one of the same act spends; a message carries no money. */
export function homeProblems(bytes: Bytes, { script, network }: Owner, later?: Bytes): string[] {
  const spentLater = later === undefined ? [] : pointsOf(later);
  return bytes.tx.outputs.flatMap((output, vout) => {
    const isMessage = isOpReturn(output.script) && output.value === 0n;
    const isHome = equalBytes(output.script, script) || isMessage;
    return isHome || spentLater.includes(outpoint(bytes.tx.txid, vout)) ? [] : [foreign(output, network)];
  });
}

/** What each small coin holds that a transfer makes. */
const SMALL_COIN = 546n;

/**
 * What is locked for a later one of the same act is what that one spends, and pays for its fee and small coins alone: the exchange
 * has the key of the lock, and could take whatever else lay there.
 */
export function lockProblems({ tx }: Bytes, later: Bytes): string[] {
  const locked = later.coins.filter((coin) => coin.outpoint.startsWith(`${tx.txid}:`));
  const problems: string[] = [];
  const isMade = (coin: Coin): boolean =>
    tx.outputs.some((output, vout) => coin.outpoint === outpoint(tx.txid, vout) && isSame(output, coin));
  if (!locked.every(isMade)) problems.push(t('Its message cannot be read.'));
  const most = later.does.fee + SMALL_COIN * BigInt(later.tx.outputs.length);
  if (sumSats(locked.map(({ value }) => value)) > most)
    problems.push(t('It locks more of your money than it needs.'));
  return problems;
}

/** Only plain money of the owner's goes in, beside coins that are named. */
export function moneyProblems({ coins }: Bytes, { script }: Owner, named: readonly string[] = []): string[] {
  const others = coins.filter((coin) => !named.includes(coin.outpoint));
  const problems: string[] = [];
  if (others.some((coin) => !equalBytes(coin.script, script)))
    problems.push(t('It spends a coin of somebody else that you did not choose.'));
  if (others.some((coin) => coin.assets.length > 0))
    problems.push(t('It would move another coin of yours that carries something.'));
  return problems;
}

/** The one that takes another's place spends all its coins, in their order, before any other. */
export function coinProblems(now: Bytes, before: Pick<Transaction, 'inputs'>): string[] {
  const spent = pointsOf({ tx: before });
  const same = pointsOf(now).slice(0, spent.length).join() === spent.join();
  return same ? [] : [t('It does not spend the same coins as the waiting transaction.')];
}

/** A dearer one does the same to everybody: besides the same coins it spends plain money, pays the same, and brings the same. */
export function bumpProblems(now: Bytes, before: Bytes, owner: Owner): string[] {
  const problems = moneyProblems(now, owner, pointsOf(before));
  const isMine = (output: TxOutput | undefined): boolean =>
    output !== undefined && equalBytes(output.script, owner.script);
  const places = Array.from(
    { length: Math.max(now.tx.outputs.length, before.tx.outputs.length) },
    (_, at) => at,
  );
  const changed = places.some((at) => {
    const [one, other] = [now.tx.outputs[at], before.tx.outputs[at]];
    const mine = (one === undefined || isMine(one)) && (other === undefined || isMine(other));
    return !mine && !isSame(one, other);
  });
  if (changed || gainText(now, owner) !== gainText(before, owner))
    problems.push(t('It does something else than the waiting transaction.'));
  return problems;
}

function isSame(one: TxOutput | undefined, other: TxOutput | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    one.value === other.value &&
    equalBytes(one.script, other.script)
  );
}

/** All that changes hands for the owner, money apart. */
function gainText({ does }: Bytes, { script }: Owner): string {
  const { youGive, youGet } = describeEffects(does, script);
  return [youGive, youGet]
    .map(({ tokens, inscriptions, pins }) => {
      const sums = tokens.map(({ asset, amount }) => `${asset} ${amount}`);
      return [...sums, ...inscriptions, ...pins].toSorted().join();
    })
    .join(' / ');
}

/** Called back: a coin of the waiting one goes to its owner instead. */
export function callbackProblems(now: Bytes, before: Transaction, owner: Owner): string[] {
  const spent = pointsOf({ tx: before });
  const replaces = pointsOf(now).some((point) => spent.includes(point));
  return [
    ...(replaces ? [] : [t('It spends no coin of the waiting transaction, so that one would live on.')]),
    ...moneyProblems(now, owner),
    ...homeProblems(now, owner),
  ];
}

/** A child spends plain change of the waiting one, and comes home. */
export function childProblems(now: Bytes, parent: string, owner: Owner): string[] {
  const helps = now.tx.inputs.some((input) => input.txid === parent);
  return [
    ...(helps ? [] : [t('It does not build on the waiting transaction.')]),
    ...moneyProblems(now, owner),
    ...homeProblems(now, owner),
  ];
}

/** Things the owner gets, by the output they land on; PINs and the tokens of MRC-20 that stay together count as one. */
export function coinsMade(bytes: Bytes, owner: Owner): readonly (readonly AssetMove[])[] {
  const gets = partyOf(bytes.does, owner.script).gets;
  return bytes.tx.outputs.map((_, at) => gets.filter((move) => move.index === at));
}

/** Taken apart: what lay on the coin lies on several now, and no two things of different kinds on one. */
export function apartProblems(bytes: Bytes, owner: Owner, point: string): string[] {
  const lay = bytes.coins.find((coin) => coin.outpoint === point)?.assets ?? [];
  const names = new Set<string>(lay.map((asset) => ('id' in asset ? asset.id : asset.asset)));
  const parts = coinsMade(bytes, owner).map((moves) => moves.filter((move) => names.has(nameOf(move))));
  const mixed = parts.some((moves) => new Set(moves.map(kindOf)).size > 1);
  const apart = parts.filter((moves) => moves.length > 0).length > 1;
  return mixed || !apart ? [t('Things would stay together on one coin.')] : [];
}

/** What a split parts from what: each inscription, each rune, all PINs, all tokens of MRC-20. */
const kindOf = (move: AssetMove): string =>
  move.kind === 'inscription' || move.kind === 'rune' ? nameOf(move) : move.kind;

const nameOf = (move: AssetMove): string => ('id' in move ? move.id : move.asset);

export interface Sizes {
  readonly assetId: string;
  /** In the token's smallest units. */
  readonly units: readonly bigint[];
}

/** Made to size: a coin for each size, with nothing else on it. */
export function sizeProblems(bytes: Bytes, { assetId, units }: Sizes, owner: Owner): string[] {
  const made = coinsMade(bytes, owner).flatMap((moves): bigint[] => {
    const [only, more] = moves;
    const isLot = only?.kind === 'mrc20' && only.asset === assetId && more === undefined;
    return isLot ? [only.amount] : [];
  });
  for (const size of units) {
    const at = made.indexOf(size);
    if (at < 0) return [t('It does not make the sizes you asked for.')];
    made.splice(at, 1);
  }
  return [];
}

/** A message that is announced stands there: in a witness, or in an output. */
export function messageProblems({ message, signed = [] }: OwnPsbt, { tx }: Bytes): string[] {
  const isThere = !message || signed.length > 0 || tx.outputs.some(({ script }) => isOpReturn(script));
  return isThere ? [] : [t('Its message cannot be read.')];
}
