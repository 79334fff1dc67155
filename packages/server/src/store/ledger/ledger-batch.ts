/** The part of the ledger that runs of blocks touch: each row loaded once, changed in memory, and written once a run. */
import {
  balances,
  inscriptions,
  locations,
  lots,
  mrc20Holdings,
  mrc20TokenOf,
  mrc20Tokens,
  pinLocations,
  pins,
  runeBalances,
  runeOf,
  runes,
  scriptHash,
  shovelUses,
  tokens,
} from '@rialto/ground';
import {
  balanceKey,
  holdingKey,
  invariant,
  LedgerMemory,
  runeBalanceKey,
  shovelKey,
  writeRuneName,
} from '@rialto/protocols';
import type {
  Brc20Holder,
  Brc20Keys,
  Delta,
  Entity,
  LedgerRows,
  Mrc20Keys,
  Outpoint,
  AnyChange,
  RuneId,
  RuneName,
  Totals,
} from '@rialto/protocols';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';

type Touched = Map<Entity, Map<string, { readonly first: AnyChange; last: AnyChange }>>;

/** A row that is in memory already is newer than what the database has. */
export class LedgerBatch {
  readonly memory = new LedgerMemory();
  /** The block that what is in memory belongs to, once a run was worked out. */
  reached: { readonly hash: string; readonly totals: Totals } | undefined;
  private db: Queries | undefined;
  /** The first and the last change of each row since the changes were taken. */
  private touched: Touched = new Map();
  /** Rows that went. The database may have them still, while it writes the run that took them. */
  private readonly gone = new Map<Entity, Set<string>>();
  private readonly asked = new Set<string>();
  /** Transactions of the blocks in memory: whatever is on their outputs is in memory too. */
  private readonly made = new Set<string>();
  private rows = 0;

  /** How much it holds: rows that were put, and transactions. */
  get size(): number {
    return this.rows + this.made.size;
  }

  /** Whom the loads that follow ask. */
  readFrom(db: Queries): void {
    this.db = db;
  }

  makes(transactions: readonly { readonly txid: string }[]): void {
    for (const { txid } of transactions) this.made.add(txid);
  }

  hasMade(txid: string): boolean {
    return this.made.has(txid);
  }

  /** Takes over what a block changed. */
  apply(changes: Delta): void {
    for (const change of changes) {
      const { entity, key } = change;
      const rows = this.touched.get(entity) ?? new Map<string, { first: AnyChange; last: AnyChange }>();
      this.touched.set(entity, rows);
      const row = rows.get(key);
      if (row === undefined) rows.set(key, { first: change, last: change });
      else row.last = change;
      this.remember(change);
    }
  }

  private remember(change: AnyChange): void {
    const { entity, key, after } = change;
    const gone = this.gone.get(entity) ?? new Set();
    this.gone.set(entity, gone);
    if (after === undefined) gone.add(key);
    else gone.delete(key);
    this.memory.put(change);
    this.rows += 1;
  }

  /** What changed since the changes were taken last, each row once. */
  takeChanges(): AnyChange[] {
    const net: AnyChange[] = [];
    for (const rows of this.touched.values()) {
      for (const { first, last } of rows.values())
        if (first.before !== undefined || last.after !== undefined) net.push(last);
    }
    this.touched = new Map();
    return net;
  }

  /** Everything that is on these outpoints. */
  async loadSpent(points: readonly Outpoint[]): Promise<void> {
    if (points.length === 0) return;
    await this.loadInscribed(points);
    await this.loadPinned(points);
    const held = await this.queries.select().from(runeBalances).where(among(runeBalances.outpoint, points));
    for (const row of held) this.know('runeBalance', runeBalanceKey(row.outpoint, row.rune), row);
    const tokens20 = await this.queries
      .select()
      .from(mrc20Holdings)
      .where(among(mrc20Holdings.outpoint, points));
    for (const row of tokens20) this.know('mrc20Holding', holdingKey(row.outpoint, row.asset), row);
    await this.loadRunes(
      held.map(({ rune }) => rune),
      [],
    );
    await this.loadMrc20Tokens(
      tokens20.map(({ asset }) => asset),
      [],
    );
  }

  private async loadInscribed(points: readonly Outpoint[]): Promise<void> {
    const rows = await this.queries
      .select({ location: locations, inscription: inscriptions, lot: lots })
      .from(locations)
      .innerJoin(inscriptions, eq(inscriptions.id, locations.inscription))
      .leftJoin(lots, and(eq(lots.inscription, locations.inscription), isNull(lots.usedHeight)))
      .where(among(locations.outpoint, points));
    for (const { location, inscription, lot } of rows) {
      const { inscription: id, ...place } = location;
      this.know('location', id, place);
      const { curse, contentType } = inscription;
      this.know('inscription', id, {
        ...inscription,
        curse: curse ?? undefined,
        contentType: contentType ?? undefined,
      });
      if (lot !== null) this.know('lot', id, { ...lot, usedHeight: undefined });
    }
  }

  private async loadPinned(points: readonly Outpoint[]): Promise<void> {
    const rows = await this.queries
      .select({ location: pinLocations, pin: pins })
      .from(pinLocations)
      .innerJoin(pins, eq(pins.id, pinLocations.pin))
      .where(among(pinLocations.outpoint, points));
    for (const { location, pin } of rows) {
      const { pin: id, ...place } = location;
      this.know('pinLocation', id, place);
      const { number, host, body } = pin;
      this.know('pin', id, {
        ...pin,
        number: number ?? undefined,
        host: host ?? undefined,
        body: body ?? undefined,
      });
    }
  }

  async loadRunes(ids: readonly RuneId[], names: readonly RuneName[]): Promise<void> {
    const newIds = this.notLoaded('rune', ids);
    const newNames = this.notLoaded('rune-name', names.map(writeRuneName));
    if (newIds.length + newNames.length === 0) return;
    const rows = await this.queries
      .select()
      .from(runes)
      .where(or(among(runes.id, newIds), among(runes.name, newNames)));
    for (const row of rows) this.know('rune', row.id, runeOf(row));
  }

  /** The tokens of these ticks, and of the lots that move. */
  async loadBrc20(keys: Brc20Keys): Promise<void> {
    const ofLots = [...keys.lots].flatMap((id) => this.memory.rows.lot.get(id)?.asset ?? []);
    const assets = this.notLoaded('token', ofLots);
    const ticks = this.notLoaded('tick', [...keys.ticks]);
    if (assets.length + ticks.length === 0) return;
    const rows = await this.queries
      .select()
      .from(tokens)
      .where(or(among(tokens.asset, assets), among(tokens.tick, ticks)));
    for (const row of rows) this.know('token', row.asset, row);
  }

  async loadHolders(holders: readonly Brc20Holder[]): Promise<void> {
    const fresh = new Map(holders.map((holder) => [balanceKey(holder.asset, holder.script), holder]));
    const requested = this.notLoaded('balance', [...fresh.keys()]).flatMap((key) => fresh.get(key) ?? []);
    if (requested.length === 0) return;
    const scripts = sql.param(requested.map(({ script }) => script));
    const assets = sql.param(requested.map(({ asset }) => asset));
    const asked = sql`select ${scriptHash(sql`script`)}, asset from unnest(${scripts}::text[], ${assets}::text[]) as asked (script, asset)`;
    const pairs = sql`(${scriptHash(balances.script)}, ${balances.asset}) in (${asked})`;
    const rows = await this.queries.select().from(balances).where(pairs);
    for (const row of rows) this.know('balance', balanceKey(row.asset, row.script), row);
  }

  /** The tokens and the uses of shovels that the messages of a block name. */
  async loadMrc20({ assets, ticks, shovels }: Mrc20Keys): Promise<void> {
    await this.loadMrc20Tokens([...assets], [...ticks]);
    const fresh = new Map(shovels.map((use) => [shovelKey(use.asset, use.pin), use]));
    const requested = this.notLoaded('shovel', [...fresh.keys()]).flatMap((key) => fresh.get(key) ?? []);
    if (requested.length === 0) return;
    const tokensOf = sql.param(requested.map(({ asset }) => asset));
    const pinsOf = sql.param(requested.map(({ pin }) => pin));
    const pairs = sql`(${shovelUses.asset}, ${shovelUses.pin}) in (select * from unnest(${tokensOf}::text[], ${pinsOf}::text[]))`;
    const rows = await this.queries.select().from(shovelUses).where(pairs);
    for (const row of rows) this.know('shovelUse', shovelKey(row.asset, row.pin), row);
  }

  private async loadMrc20Tokens(assets: readonly string[], ticks: readonly string[]): Promise<void> {
    const newAssets = this.notLoaded('mrc20', assets);
    const newTicks = this.notLoaded('mrc20-tick', ticks);
    if (newAssets.length + newTicks.length === 0) return;
    const rows = await this.queries
      .select()
      .from(mrc20Tokens)
      .where(or(among(mrc20Tokens.asset, newAssets), among(mrc20Tokens.tick, newTicks)));
    for (const row of rows) this.know('mrc20Token', row.asset, mrc20TokenOf(row));
  }

  /** Those that were not asked for yet in this batch; they count as asked from now on. */
  private notLoaded<T extends string>(kind: string, names: readonly T[]): T[] {
    return [...new Set(names)].filter((name) => {
      const full = `${kind} ${name}`;
      if (this.asked.has(full)) return false;
      this.asked.add(full);
      return true;
    });
  }

  private get queries(): Queries {
    invariant(this.db !== undefined, 'a batch reads from somewhere');
    return this.db;
  }

  private know<E extends Entity>(entity: E, key: string, row: LedgerRows[E]): void {
    if (this.gone.get(entity)?.has(key) === true || this.memory.rows[entity].get(key) !== undefined) return;
    this.memory.put({ entity, key, after: row });
    this.rows += 1;
  }
}
