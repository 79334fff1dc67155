/** Stage one of the MRC-20 of a block: what its PINs say, and what of the ledger it touches. Pure. */
import { isFlaw } from '../flaw.ts';
import type { Flaw } from '../flaw.ts';
import { mrc20Asset, splitOutpoint } from '../ids.ts';
import type { AssetId, Outpoint, Txid } from '../ids.ts';
import type { AppliedPins, MadePin } from '../metaid/apply.ts';
import type { GatheredPins } from '../metaid/gather.ts';
import { isPinId } from '../metaid/pin-id.ts';
import type { PinId } from '../metaid/pin-id.ts';
import { keptText } from '../metaid/kept-text.ts';
import { spentPoint } from '../transaction.ts';
import type { Transaction } from '../transaction.ts';
import { decodeMrc20, TRANSFER_PATH } from './decode.ts';
import type { Mrc20Mint, Mrc20Transfer } from './decode.ts';
import type { Mrc20DeployMessage } from './deploy.ts';
import { shovelKey } from './rows.ts';
import type { ShovelUse } from './rows.ts';

/**
 * What must be loaded before the block is applied: the holdings of these outpoints, the tokens of those holdings, of these
 * assets and of these folded ticks, these PINs, and which of these uses of shovels have happened.
 */
export interface Mrc20Keys {
  readonly outpoints: ReadonlySet<Outpoint>;
  readonly assets: ReadonlySet<AssetId>;
  readonly ticks: ReadonlySet<string>;
  readonly pins: ReadonlySet<PinId>;
  readonly shovels: readonly ShovelUse[];
}

/** A message with its PIN. */
export interface Mrc20Said<Op> {
  readonly pin: MadePin;
  readonly op: Op;
}

/** A PIN that landed on an output of a mint's transaction. */
interface LandedPin {
  readonly pin: PinId;
  readonly vout: number;
}

/** The work of a block, in the passes of MAN rather than in the order of transactions. */
export interface GatheredMrc20 {
  readonly deploys: readonly Mrc20Said<Mrc20DeployMessage>[];
  readonly mints: readonly Mrc20Said<Mrc20Mint>[];
  /** A Flaw for a transfer that says nothing valid: it moves what it spends nevertheless. */
  readonly transfers: readonly Mrc20Said<Mrc20Transfer | Flaw>[];
  /** Every transaction that spends something, and a coinbase with a PIN. */
  readonly transactions: readonly Transaction[];
  /** The transaction, by its place in the list, that spends an outpoint. */
  readonly spenders: ReadonlyMap<Outpoint, number>;
  readonly landed: ReadonlyMap<Txid, readonly LandedPin[]>;
  readonly made: readonly MadePin[];
  readonly keys: Mrc20Keys;
}

/** Reads the MRC-20 messages of a block whose PINs are applied. */
export function gatherMrc20(input: { gathered: GatheredPins; applied: AppliedPins }): GatheredMrc20 {
  const { applied, gathered } = input;
  const transactions = gathered.work.map(({ tx }) => tx);
  const said = messagesOf(applied.made);
  const landed = landedOf(said.mints, applied);
  const spenders = spendersOf(transactions);
  const made = applied.made;
  const keys = {
    outpoints: gathered.keys.outpoints,
    ...namedOf(said),
    ...shovelKeys(said.mints, { landed, made }),
  };
  return { ...said, transactions, spenders, landed, made, keys };
}

type Said = Pick<GatheredMrc20, 'deploys' | 'mints' | 'transfers'>;

function messagesOf(made: readonly MadePin[]): Said {
  const deploys: Mrc20Said<Mrc20DeployMessage>[] = [];
  const mints: Mrc20Said<Mrc20Mint>[] = [];
  const transfers: Mrc20Said<Mrc20Transfer | Flaw>[] = [];
  for (const pin of made) {
    const op = decodeMrc20(pin.content);
    if (op === undefined) continue;
    if (isFlaw(op)) {
      if (pin.content.path === TRANSFER_PATH) transfers.push({ pin, op });
    } else if (op.op === 'deploy') deploys.push({ pin, op });
    else if (op.op === 'mint') mints.push({ pin, op });
    else transfers.push({ pin, op });
  }
  return { deploys, mints, transfers };
}

function landedOf(mints: Said['mints'], { events }: AppliedPins): Map<Txid, LandedPin[]> {
  const landed = new Map<Txid, LandedPin[]>(mints.map(({ pin }) => [pin.tx.txid, []]));
  if (landed.size === 0) return landed;
  for (const { txid, pin, to } of events) {
    if (to !== undefined) landed.get(txid)?.push({ pin, vout: splitOutpoint(to.outpoint).vout });
  }
  for (const pins of landed.values()) pins.sort((a, b) => a.vout - b.vout);
  return landed;
}

function spendersOf(transactions: readonly Transaction[]): Map<Outpoint, number> {
  const spenders = new Map<Outpoint, number>();
  transactions.forEach((tx, index) => {
    for (const input of tx.inputs) spenders.set(spentPoint(input), index);
  });
  return spenders;
}

function namedOf({ deploys, mints, transfers }: Said): Pick<Mrc20Keys, 'assets' | 'ticks'> {
  const sent = transfers.flatMap(({ op }) => (isFlaw(op) ? [] : op.sends.map(({ id }) => id)));
  const ids = [...mints.map(({ op }) => op.id), ...sent].filter(isPinId);
  const ticks = deploys.flatMap(({ op }) => ticksOf(op));
  return { assets: new Set(ids.map(mrc20Asset)), ticks: new Set(ticks) };
}

/** The ticks, as the ledger keeps them, that must be free for a deploy. */
export function ticksOf({ tick, soughtTick }: Mrc20DeployMessage): string[] {
  return [keptText(tick), keptText(soughtTick)];
}

function shovelKeys(
  mints: Said['mints'],
  { landed, made }: Pick<GatheredMrc20, 'landed' | 'made'>,
): Pick<Mrc20Keys, 'pins' | 'shovels'> {
  const known = new Set(made.map(({ row }) => row.id));
  const pins = new Set<PinId>();
  const shovels = new Map<string, ShovelUse>();
  for (const { pin: mint, op } of mints) {
    if (!isPinId(op.id)) continue;
    const asset = mrc20Asset(op.id);
    for (const { pin } of landed.get(mint.tx.txid) ?? []) {
      if (!known.has(pin)) pins.add(pin);
      shovels.set(shovelKey(asset, pin), { asset, pin });
    }
  }
  return { pins, shovels: [...shovels.values()] };
}
