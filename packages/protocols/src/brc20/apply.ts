/** Stage two of a block: what its inscription events do to the BRC-20 ledger (inscriptions §4; OPI). Pure. */
import { Draft } from '../draft.ts';
import type { RowChange } from '../draft.ts';
import { isFlaw } from '../flaw.ts';
import type { Flaw } from '../flaw.ts';
import { FIRST_BRC20_HEIGHT, SELF_MINT_HEIGHT } from '../heights.ts';
import { brc20Asset } from '../ids.ts';
import type { AssetId, InscriptionId, ScriptHex } from '../ids.ts';
import type { InscriptionEvent, MovedInscription, NewInscription } from '../inscriptions/rows.ts';
import type { ChainName } from '../network.ts';
import { invariant } from '../invariant.ts';
import type { Amount } from '../units.ts';
import { parseBrc20Amount } from './amount.ts';
import { decodeBrc20 } from './decode.ts';
import type { Brc20Deploy, Brc20Difference, Brc20Op, Brc20Use } from './decode.ts';
import { balanceKey } from './rows.ts';
import type { Brc20Balance, Brc20Event, Brc20Lot, Brc20Token } from './rows.ts';

/** What must be loaded first: these lots, and the tokens of these ticks and of those lots. */
export interface Brc20Keys {
  readonly ticks: ReadonlySet<string>;
  readonly lots: ReadonlySet<InscriptionId>;
}

/** Whose balance of which token must be loaded then. */
export type Brc20Holder = Pick<Brc20Balance, 'asset' | 'script'>;

/** Everything the ledger holds under the keys and of the holders. */
export interface Brc20View {
  readonly tokens: Iterable<Brc20Token>;
  readonly balances: Iterable<Brc20Balance>;
  readonly lots: Iterable<Brc20Lot>;
}

type Brc20Change =
  RowChange<'token', Brc20Token> | RowChange<'balance', Brc20Balance> | RowChange<'lot', Brc20Lot>;

export interface AppliedBrc20 {
  readonly changes: readonly Brc20Change[];
  readonly events: readonly Brc20Event[];
}

interface Brc20Input {
  readonly events: readonly InscriptionEvent[];
  readonly height: number;
  readonly chain: ChainName;
  readonly view: Brc20View;
}

/** OP_RETURN alone: what arrives here is burned. Any other script simply receives. */
const BURN_SCRIPT = '6a';
/** OP_RETURN "BRC20PROG": a deposit into another indexer's module. */
const MODULE_SCRIPT = '6a09425243323050524f47';

/** What `applyBrc20` will need of the ledger, before balances. */
export function brc20Keys(events: readonly InscriptionEvent[]): Brc20Keys {
  const ticks = new Set<string>();
  const lots = new Set<InscriptionId>();
  for (const event of events) {
    const op = event.kind === 'new' ? operationOf(event) : undefined;
    if (op !== undefined) ticks.add(op.tick);
    if (event.kind === 'moved') lots.add(event.id);
  }
  return { ticks, lots };
}

/** Which balances the events can touch, now that tokens and lots are known. */
export function brc20Holders(
  events: readonly InscriptionEvent[],
  known: Pick<Brc20View, 'tokens' | 'lots'>,
): Brc20Holder[] {
  const assets = new Map([...known.tokens].map(({ tick, asset }) => [tick, asset]));
  const lots = new Map<InscriptionId, Pick<Brc20Lot, 'asset' | 'owner'>>(
    [...known.lots].map((lot) => [lot.inscription, lot]),
  );
  return events.flatMap((event): Brc20Holder[] => {
    const script = event.to === 'fee' ? undefined : event.to.script;
    if (event.kind === 'new') {
      const asset = assets.get(operationOf(event)?.tick ?? '');
      if (asset === undefined || script === undefined) return [];
      // It may be a lot that moves later in the same block.
      lots.set(event.id, { asset, owner: script });
      return [{ asset, script }];
    }
    const lot = lots.get(event.id);
    if (lot === undefined) return [];
    const { asset, owner } = lot;
    return script === undefined
      ? [{ asset, script: owner }]
      : [
          { asset, script: owner },
          { asset, script },
        ];
  });
}

/** The operation of a new inscription, unless it is cursed, vindicated, unbound or spent as fee: then BRC-20 never saw it. */
function operationOf(event: NewInscription): Brc20Op | undefined {
  if (event.curse !== undefined || event.unbound || event.asFee) return undefined;
  const before = decoded.get(event) ?? decodeBrc20(event.contentType, event.body) ?? NO_BRC20;
  decoded.set(event, before);
  return isFlaw(before) ? undefined : before;
}

/** Every stage of a block needs the content of an inscription; it is decoded once. */
const decoded = new WeakMap<NewInscription, Brc20Op | Flaw>();
const NO_BRC20: Flaw = { flaw: 'no-brc20' };

/** Applies the events of one block in their order. */
export function applyBrc20(input: Brc20Input): AppliedBrc20 {
  if (input.height < FIRST_BRC20_HEIGHT[input.chain]) return { changes: [], events: [] };
  const ledger = new Brc20Ledger(input);
  for (const event of input.events) {
    if (event.kind === 'moved') ledger.move(event);
    else ledger.inscribe(event);
  }
  return ledger.result();
}

class Brc20Ledger {
  private readonly height: number;
  private readonly selfMintAllowed: boolean;
  private readonly tokens = new Draft<Brc20Token>();
  private readonly balances = new Draft<Brc20Balance>();
  private readonly lots = new Draft<Brc20Lot>();
  private readonly assets = new Map<string, AssetId>();
  private readonly events: Brc20Event[] = [];

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
    if (to === MODULE_SCRIPT) this.differ(token.asset, 'module');
    this.events.push({
      kind: 'move',
      txid: event.txid,
      token,
      lot,
      to: event.to === 'fee' ? undefined : event.to.script,
    });
  }

  result(): AppliedBrc20 {
    const changes = [
      ...this.tokens.changes('token'),
      ...this.balances.changes('balance'),
      ...this.lots.changes('lot'),
    ];
    return { changes, events: this.events };
  }

  private deploy(event: NewInscription, op: Brc20Deploy): void {
    if (this.assets.has(op.tick) || (op.selfMint && !this.selfMintAllowed)) return;
    const asset = brc20Asset(event.id);
    const { tick, display, max, limit, decimals, selfMint } = op;
    const none = 0n as Amount;
    this.assets.set(tick, asset);
    const token = {
      asset,
      deploy: event.id,
      tick,
      display,
      max,
      limit,
      decimals,
      selfMint,
      minted: none,
      burned: none,
      deployHeight: this.height,
      deployer: event.to.script,
      holders: 0,
      operations: 1,
      differences: op.difference === undefined ? [] : [op.difference],
    };
    this.tokens.set(asset, token);
    this.events.push({ kind: 'deploy', token });
  }

  private mint(event: NewInscription, op: Brc20Use): void {
    const token = this.tokenOf(op.tick);
    if (token === undefined) return;
    // Of several parents the indexer that is followed looks at the first only.
    if (token.selfMint && event.parents[0] !== token.deploy) {
      if (event.parents.includes(token.deploy)) this.differ(token.asset, 'parents');
      return;
    }
    const asked = parseBrc20Amount(op.amount, token.decimals);
    if (isFlaw(asked) || asked > token.limit) return;
    const rest = token.max - token.minted;
    if (rest <= 0n) return;
    const minted = (asked < rest ? asked : rest) as Amount;
    this.change(token.asset, event.to.script, { available: minted });
    this.touch(token.asset, { minted });
    const parent = event.parents[0];
    const { id: inscription, to } = event;
    const mint = { inscription, token, display: op.display, amount: minted, to: to.script, parent };
    this.events.push({ kind: 'mint', ...mint });
  }

  private inscribeTransfer(event: NewInscription, op: Brc20Use): void {
    const token = this.tokenOf(op.tick);
    if (token === undefined) return;
    const amount = parseBrc20Amount(op.amount, token.decimals);
    const owner = event.to.script;
    const held = this.balances.get(balanceKey(token.asset, owner));
    if (isFlaw(amount) || held === undefined || held.available < amount) return;
    this.change(token.asset, owner, { available: -amount, transferable: amount });
    const lot = {
      inscription: event.id,
      asset: token.asset,
      display: op.display,
      amount,
      owner,
      height: this.height,
      usedHeight: undefined,
    };
    this.lots.set(event.id, lot);
    this.touch(token.asset, {});
    this.events.push({ kind: 'transfer', token, lot });
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

  private differ(asset: AssetId, difference: Brc20Difference): void {
    const token = this.tokens.get(asset);
    if (token === undefined || token.differences.includes(difference)) return;
    this.tokens.set(asset, { ...token, differences: [...token.differences, difference] });
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
