/** Stage two of a block: what its inscription events do to the BRC-20 ledger (inscriptions reference, section 4; OPI). Pure. */
import { Draft } from '../delta.ts';
import type { Delta } from '../delta.ts';
import { isFlaw } from '../flaw.ts';
import { FIRST_BRC20_HEIGHT, SELF_MINT_HEIGHT } from '../heights.ts';
import { brc20Asset } from '../ids.ts';
import type { AssetId, InscriptionId, ScriptHex } from '../ids.ts';
import type { InscriptionEvent, MovedInscription, NewInscription } from '../inscriptions/rows.ts';
import type { Chain } from '../network.ts';
import { invariant } from '../refusal.ts';
import type { Amount } from '../units.ts';
import { parseBrc20Amount } from './amount.ts';
import { decodeBrc20 } from './decode.ts';
import type { Brc20Deploy, Brc20Op, Brc20Use } from './decode.ts';
import { balanceKey } from './rows.ts';
import type { Brc20Balance, Brc20Lot, Brc20Token } from './rows.ts';

/** What must be loaded before the events are applied: these lots, the tokens of these ticks and of those lots, and their balances of these scripts and of the lots' owners. */
export interface Brc20Keys {
  readonly ticks: ReadonlySet<string>;
  readonly lots: ReadonlySet<InscriptionId>;
  readonly scripts: ReadonlySet<ScriptHex>;
}

/** Everything the ledger holds under the keys. */
export interface Brc20View {
  readonly tokens: Iterable<Brc20Token>;
  readonly balances: Iterable<Brc20Balance>;
  readonly lots: Iterable<Brc20Lot>;
}

export interface Brc20Input {
  readonly events: readonly InscriptionEvent[];
  readonly height: number;
  readonly chain: Chain;
  readonly view: Brc20View;
}

/** OP_RETURN alone: what arrives here is burned. Any other script simply receives. */
const BURN_SCRIPT = '6a';

/** What `applyBrc20` will need of the ledger. */
export function brc20Keys(events: readonly InscriptionEvent[]): Brc20Keys {
  const ticks = new Set<string>();
  const lots = new Set<InscriptionId>();
  const scripts = new Set<ScriptHex>();
  for (const event of events) {
    const op = event.kind === 'new' ? operationOf(event) : undefined;
    if (op !== undefined) ticks.add(op.tick);
    if (event.kind === 'moved') lots.add(event.id);
    if (event.to !== 'fee' && (op !== undefined || event.kind === 'moved')) scripts.add(event.to.script);
  }
  return { ticks, lots, scripts };
}

/** The operation of a new inscription, unless it is cursed, vindicated, unbound or spent as fee: then BRC-20 never saw it. */
function operationOf(event: NewInscription): Brc20Op | undefined {
  if (event.curse !== undefined || event.unbound || event.asFee) return undefined;
  const op = decodeBrc20(event.contentType, event.body);
  return op === undefined || isFlaw(op) ? undefined : op;
}

/** Applies the events of one block in their order. */
export function applyBrc20(input: Brc20Input): Delta {
  if (input.height < FIRST_BRC20_HEIGHT[input.chain]) return [];
  const ledger = new Brc20Ledger(input);
  for (const event of input.events) {
    if (event.kind === 'moved') ledger.move(event);
    else ledger.inscribe(event);
  }
  return ledger.delta();
}

class Brc20Ledger {
  private readonly height: number;
  private readonly selfMintAllowed: boolean;
  private readonly tokens = new Draft<Brc20Token>();
  private readonly balances = new Draft<Brc20Balance>();
  private readonly lots = new Draft<Brc20Lot>();
  private readonly assets = new Map<string, AssetId>();

  constructor({ height, chain, view }: Brc20Input) {
    this.height = height;
    this.selfMintAllowed = height >= SELF_MINT_HEIGHT[chain];
    for (const token of view.tokens) {
      this.tokens.know(token.asset, token);
      this.assets.set(token.tick, token.asset);
    }
    for (const balance of view.balances)
      this.balances.know(balanceKey(balance.asset, balance.script), balance);
    for (const lot of view.lots) this.lots.know(lot.inscription, lot);
  }

  inscribe(event: NewInscription): void {
    const op = operationOf(event);
    switch (op?.op) {
      case undefined:
        return;
      case 'deploy':
        this.deploy(event, op);
        return;
      case 'mint':
        this.mint(event, op);
        return;
      case 'transfer':
        this.inscribeTransfer(event, op);
    }
  }

  /** The first movement of a lot, and only that: the amount leaves the inscriber and arrives, returns, or burns. */
  move(event: MovedInscription): void {
    const lot = this.lots.get(event.id);
    if (lot === undefined || lot.usedHeight !== undefined) return;
    const token = this.tokens.get(lot.asset);
    invariant(token !== undefined, 'a lot has its token');
    this.lots.set(lot.inscription, { ...lot, usedHeight: this.height });
    this.change(token.asset, lot.owner, { transferable: -lot.amount });
    const to = event.to === 'fee' ? lot.owner : event.to.script;
    const burned = to === BURN_SCRIPT;
    if (!burned) this.change(token.asset, to, { available: lot.amount });
    this.touch(token.asset, burned ? { burned: lot.amount } : {});
  }

  delta(): Delta {
    return [
      ...this.tokens.changes().map((change) => ({ entity: 'token' as const, ...change })),
      ...this.balances.changes().map((change) => ({ entity: 'balance' as const, ...change })),
      ...this.lots.changes().map((change) => ({ entity: 'lot' as const, ...change })),
    ];
  }

  private deploy(event: NewInscription, op: Brc20Deploy): void {
    if (this.assets.has(op.tick) || (op.selfMint && !this.selfMintAllowed)) return;
    const asset = brc20Asset(event.id);
    const { tick, display, max, limit, decimals, selfMint } = op;
    const none = 0n as Amount;
    this.assets.set(tick, asset);
    this.tokens.set(asset, {
      ...{ asset, deploy: event.id, tick, display, max, limit, decimals, selfMint },
      ...{ minted: none, burned: none, deployHeight: this.height, deployer: event.to.script },
      ...{ holders: 0, operations: 1 },
    });
  }

  private mint(event: NewInscription, op: Brc20Use): void {
    const token = this.tokenOf(op.tick);
    if (token === undefined) return;
    // Of several parents the indexer that is followed looks at the first only.
    if (token.selfMint && event.parents[0] !== token.deploy) return;
    const asked = parseBrc20Amount(op.amount, token.decimals);
    if (isFlaw(asked) || asked > token.limit) return;
    const rest = token.max - token.minted;
    if (rest <= 0n) return;
    const minted = asked < rest ? asked : rest;
    this.change(token.asset, event.to.script, { available: minted });
    this.touch(token.asset, { minted });
  }

  private inscribeTransfer(event: NewInscription, op: Brc20Use): void {
    const token = this.tokenOf(op.tick);
    if (token === undefined) return;
    const amount = parseBrc20Amount(op.amount, token.decimals);
    const owner = event.to.script;
    const held = this.balances.get(balanceKey(token.asset, owner));
    if (isFlaw(amount) || held === undefined || held.available < amount) return;
    this.change(token.asset, owner, { available: -amount, transferable: amount });
    const { asset } = token;
    this.lots.set(event.id, {
      inscription: event.id,
      asset,
      amount,
      owner,
      height: this.height,
      usedHeight: undefined,
    });
    this.touch(asset, {});
  }

  private tokenOf(tick: string): Brc20Token | undefined {
    const asset = this.assets.get(tick);
    return asset && this.tokens.get(asset);
  }

  private change(asset: AssetId, script: ScriptHex, by: { available?: bigint; transferable?: bigint }): void {
    const key = balanceKey(asset, script);
    const before = this.balances.get(key);
    const held = before ?? { available: 0n, transferable: 0n };
    const available = held.available + (by.available ?? 0n);
    const transferable = held.transferable + (by.transferable ?? 0n);
    invariant(available >= 0n && transferable >= 0n, 'no balance falls under nothing');
    const empty = available === 0n && transferable === 0n;
    const after = { asset, script, available: available as Amount, transferable: transferable as Amount };
    this.balances.set(key, empty ? undefined : after);
    this.countHolders(asset, (empty ? 0 : 1) - (before === undefined ? 0 : 1));
  }

  private countHolders(asset: AssetId, by: number): void {
    const token = this.tokens.get(asset);
    if (by !== 0 && token !== undefined) this.tokens.set(asset, { ...token, holders: token.holders + by });
  }

  private touch(asset: AssetId, by: { minted?: bigint; burned?: bigint }): void {
    const token = this.tokens.get(asset);
    invariant(token !== undefined, 'a touched token is known');
    const minted = (token.minted + (by.minted ?? 0n)) as Amount;
    const burned = (token.burned + (by.burned ?? 0n)) as Amount;
    this.tokens.set(asset, { ...token, minted, burned, operations: token.operations + 1 });
  }
}
