/** Stage two of a block: what its PINs and spent outputs do to the MRC-20 ledger (metaid §3 to §5; MAN). Pure. */
import { Draft } from '../draft.ts';
import type { RowChange } from '../draft.ts';
import { mrc20Asset, splitOutpoint } from '../ids.ts';
import type { AssetId, Outpoint, Txid } from '../ids.ts';
import { addressOf, isStandardOutput } from '../metaid/address.ts';
import { keptText } from '../metaid/kept-text.ts';
import type { PinId } from '../metaid/pin-id.ts';
import type { PinRow } from '../metaid/rows.ts';
import type { ChainName, Network } from '../network.ts';
import { invariant } from '../invariant.ts';
import { spentPoint } from '../transaction.ts';
import type { Transaction } from '../transaction.ts';
import type { Amount } from '../units.ts';
import { allocateMrc20, holderOf } from './allocate.ts';
import type { AllocateMrc20Input, Mrc20Credit } from './allocate.ts';
import type { Mrc20Mint } from './decode.ts';
import type { Mrc20Deploy, Mrc20DeployMessage } from './deploy.ts';
import { ticksOf } from './gather.ts';
import type { GatheredMrc20, Mrc20Said } from './gather.ts';
import { HoldingBook } from './holdings.ts';
import type { TakenTokens } from './holdings.ts';
import { checkMint } from './mint-check.ts';
import { hasPlainMrc20 } from './plain-messages.ts';
import type { Shovel } from './qualify.ts';
import { shovelKey } from './rows.ts';
import type { Mrc20Event, Mrc20Holding, Mrc20Token, ShovelUse } from './rows.ts';

/** Everything the ledger holds under the keys. */
export interface Mrc20View {
  readonly tokens: Iterable<Mrc20Token>;
  readonly holdings: Iterable<Mrc20Holding>;
  readonly pins: Iterable<PinRow>;
  readonly uses: Iterable<ShovelUse>;
}

interface Mrc20Input {
  readonly gathered: GatheredMrc20;
  readonly height: number;
  readonly chain: ChainName;
  readonly network: Network;
  readonly view: Mrc20View;
}

export type Mrc20Change =
  | RowChange<'mrc20Token', Mrc20Token>
  | RowChange<'mrc20Holding', Mrc20Holding>
  | RowChange<'shovelUse', ShovelUse>;

interface AppliedMrc20 {
  readonly changes: readonly Mrc20Change[];
  readonly events: readonly Mrc20Event[];
}

/** No MRC-20 message counts below. Source: MAN's settings for its main network. */
const FIRST_MRC20_HEIGHT: Readonly<Record<ChainName, number>> = {
  main: 855888,
  testnet3: 0,
  testnet4: 0,
  signet: 0,
  regtest: 0,
};

/**
 * Applies the MRC-20 of one block in the passes of MAN: deploys, mints, native moves, transfer PINs, native moves again.
 * A native pass moves only what lay there before it began, so tokens may be left on a spent outpoint; those are burned.
 * @throws invariant when the view lacks what the keys asked for
 */
export function applyMrc20(input: Mrc20Input): AppliedMrc20 {
  if (input.height < FIRST_MRC20_HEIGHT[input.chain]) return { changes: [], events: [] };
  const ledger = new Mrc20Ledger(input);
  for (const deploy of input.gathered.deploys) ledger.deploy(deploy);
  for (const mint of input.gathered.mints) ledger.mint(mint);
  ledger.moveNatively();
  ledger.transfer();
  ledger.moveNatively();
  ledger.strand();
  return ledger.result();
}

class Mrc20Ledger {
  private readonly input: Mrc20Input;
  private readonly tokens = new Draft<Mrc20Token>();
  private readonly uses = new Draft<ShovelUse>();
  private readonly book = new HoldingBook();
  private readonly pins: ReadonlyMap<PinId, PinRow>;
  private readonly ticks = new Set<string>();
  /** Transactions that already have a record in this block; a transfer PIN of theirs is passed over. */
  private readonly recorded = new Set<Txid>();
  /** Of the transactions asked about so far: whether readers may disagree about their messages. */
  private readonly odd = new Map<Txid, boolean>();

  constructor(input: Mrc20Input) {
    const { view, gathered } = input;
    this.input = input;
    const rows = [...view.pins, ...gathered.made.map(({ row }) => row)];
    this.pins = new Map(rows.map((row) => [row.id, row]));
    for (const use of view.uses) this.uses.know(shovelKey(use.asset, use.pin), use);
    for (const holding of view.holdings) this.book.know(holding);
    for (const token of view.tokens) {
      this.tokens.know(token.asset, token);
      this.ticks.add(token.tick);
    }
  }

  deploy({ pin, op }: Mrc20Said<Mrc20DeployMessage>): void {
    const asset = mrc20Asset(pin.row.id);
    if (this.tokens.get(asset) !== undefined) return;
    // MAN lets a kept tick be taken twice when it seeks another; here every tick is one token.
    if (ticksOf(op).some((tick) => this.ticks.has(tick))) return;
    const { vout } = splitOutpoint(pin.location.outpoint);
    if (op.premineCount > 0n && (pin.tx.outputs.length < 2 || vout !== 0)) return;
    const script = pin.tx.outputs[1]?.script;
    const premined = op.premineCount > 0n && script !== undefined && isStandardOutput(script);
    const mints = premined ? op.premineCount : 0n;
    const issued = unitsOf(op, mints);
    const deployer = addressAt(pin.tx, vout, this.input.network);
    const { height } = this.input;
    this.ticks.add(keptText(op.tick));
    this.tokens.set(asset, {
      asset,
      deploy: pin.row.id,
      ...describe(op),
      mints,
      issued,
      burned: 0n as Amount,
      deployer,
      height,
      operations: 1,
      odd: this.saysOdd(pin.tx),
    });
    this.recorded.add(pin.tx.txid);
    this.tell('deployed', pin.tx, { asset, amount: issued });
    if (premined) this.book.put(pin.tx, 1, { asset, amount: issued, odd: this.saysOdd(pin.tx) });
  }

  mint(mint: Mrc20Said<Mrc20Mint>): void {
    const asset = mrc20Asset(mint.op.id);
    const token = this.tokens.get(asset);
    if (token === undefined) return;
    const { height, network } = this.input;
    const shovels = (): Shovel[] => this.shovels(mint, asset);
    const due = checkMint({ mint, token, height, network, shovels });
    if (due === undefined) return;
    for (const pin of due.shovels) this.uses.set(shovelKey(asset, pin), { asset, pin });
    const amount = unitsOf(token, 1n);
    const issued = (token.issued + amount) as Amount;
    this.tokens.set(asset, { ...token, mints: token.mints + 1n, issued, operations: token.operations + 1 });
    const { tx } = mint.pin;
    this.recorded.add(tx.txid);
    this.tell('minted', tx, { asset, amount });
    const credit = { vout: holderOf(tx.outputs, due.vout), asset, amount };
    // To a reader that refused the deploy there is no such token.
    this.settle(tx, credit, this.saysOdd(tx) || token.odd);
  }

  /** Every transaction without a transfer PIN moves to its first output what lay on its inputs before this pass. */
  moveNatively(): void {
    const barred = new Set(this.input.gathered.transfers.map(({ pin }) => pin.tx.txid));
    for (const { tx, points } of this.lying()) {
      if (!barred.has(tx.txid)) this.move(tx, this.book.take(tx.txid, points), undefined);
    }
  }

  /** In the order of the PINs. A second try finds nothing new: whatever is on the inputs is taken by the first. */
  transfer(): void {
    for (const { pin, op } of this.input.gathered.transfers) {
      const { tx } = pin;
      if (this.recorded.has(tx.txid)) continue;
      const taken = this.book.take(tx.txid, spentBy(tx));
      if (taken.balances.size === 0) continue;
      this.recorded.add(tx.txid);
      this.move(tx, taken, op);
    }
  }

  /** What is left on spent outpoints is held by nothing any more. */
  strand(): void {
    for (const { tx, points } of this.lying()) {
      for (const [asset, units] of this.book.take(tx.txid, points).balances) {
        this.settle(tx, { vout: undefined, asset, amount: units as Amount }, false);
      }
    }
  }

  result(): AppliedMrc20 {
    const tokens = this.tokens.changes('mrc20Token');
    const uses = this.uses.changes('shovelUse');
    return { changes: [...tokens, ...this.book.changes(), ...uses], events: this.book.events };
  }

  /** The transactions of the block on whose inputs something is now, in their order. */
  private lying(): { tx: Transaction; points: Outpoint[] }[] {
    const { spenders, transactions } = this.input.gathered;
    const lying = new Set(this.book.outpoints().filter((point) => spenders.has(point)));
    const moving = new Set([...lying].map((point) => spenders.get(point) ?? 0));
    return [...moving]
      .toSorted((a, b) => a - b)
      .flatMap((index) => transactions[index] ?? [])
      .map((tx) => ({ tx, points: spentBy(tx).filter((point) => lying.has(point)) }));
  }

  private move(tx: Transaction, taken: TakenTokens, message: AllocateMrc20Input['message']): void {
    const decimalsOf = (asset: AssetId): number | undefined => this.tokens.get(asset)?.decimals;
    const { balances: held } = taken;
    // Whether a message holds depends on everything it spends, and natively all of it comes to one output.
    const odd = taken.odd || this.saysOdd(tx);
    for (const credit of allocateMrc20({ outputs: tx.outputs, held, message, decimalsOf }))
      this.settle(tx, credit, odd || credit.odd);
    for (const asset of held.keys()) {
      const token = this.known(asset);
      this.tokens.set(asset, { ...token, operations: token.operations + 1 });
    }
  }

  private saysOdd(tx: Transaction): boolean {
    const known = this.odd.get(tx.txid);
    if (known !== undefined) return known;
    const odd = !hasPlainMrc20(tx);
    this.odd.set(tx.txid, odd);
    return odd;
  }

  private settle(tx: Transaction, credit: Mrc20Credit, odd: boolean): void {
    if (credit.vout !== undefined) {
      this.book.put(tx, credit.vout, { ...credit, odd });
      return;
    }
    const token = this.known(credit.asset);
    this.tokens.set(token.asset, { ...token, burned: (token.burned + credit.amount) as Amount });
    this.tell('burned', tx, credit);
  }

  private known(asset: AssetId): Mrc20Token {
    const token = this.tokens.get(asset);
    invariant(token !== undefined, 'the token of a holding is known');
    return token;
  }

  private tell(
    kind: 'deployed' | 'minted' | 'burned',
    { txid }: Transaction,
    { asset, amount }: Pick<Mrc20Credit, 'asset' | 'amount'>,
  ): void {
    this.book.events.push({ kind, txid, asset, amount, outpoint: undefined });
  }

  /** MAN leaves out the whole output of the mint PIN, with every other PIN on it. */
  private shovels({ pin }: Mrc20Said<Mrc20Mint>, asset: AssetId): Shovel[] {
    const own = splitOutpoint(pin.location.outpoint).vout;
    const landed = this.input.gathered.landed.get(pin.tx.txid) ?? [];
    return landed.flatMap(({ pin: id, vout }) => {
      if (vout === own) return [];
      const row = this.pins.get(id);
      invariant(row !== undefined, `PIN ${id} is known`);
      const spent = row.operation === 'hide' || this.uses.get(shovelKey(asset, id)) !== undefined;
      return spent ? [] : [{ ...row, body: row.body ?? new Uint8Array(0), creator: row.metaId }];
    });
  }
}

function addressAt(tx: Transaction, vout: number, network: Network): string {
  const script = tx.outputs[vout]?.script;
  return (script && addressOf(script, network)) ?? '';
}

function spentBy(tx: Transaction): Outpoint[] {
  return tx.inputs.map(spentPoint);
}

function unitsOf(token: Pick<Mrc20Token, 'amountPerMint' | 'decimals'>, mints: bigint): Amount {
  return (token.amountPerMint * mints * 10n ** BigInt(token.decimals)) as Amount;
}

/** What a deploy says of its token, as it is kept. */
function describe(op: Mrc20Deploy) {
  const { decimals, amountPerMint, mintCount, premineCount, pinCheck, payCheck } = op;
  return {
    tick: keptText(op.tick),
    display: keptText(op.display),
    tokenName: keptText(op.tokenName),
    decimals,
    amountPerMint,
    mintCount,
    premineCount,
    beginHeight: keptText(op.beginHeight),
    endHeight: keptText(op.endHeight),
    metadata: keptText(op.metadata),
    type: keptText(op.type),
    pinCheck: {
      creator: keptText(pinCheck.creator),
      lvl: keptText(pinCheck.lvl),
      path: keptText(pinCheck.path),
      count: keptText(pinCheck.count),
    },
    payCheck: payCheck && { payTo: keptText(payCheck.payTo), payAmount: keptText(payCheck.payAmount) },
  };
}
