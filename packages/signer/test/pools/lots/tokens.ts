/** BRC-20 in the index of a test: which tokens there are, what lies free on a script, and what a block does to both. */
import {
  BRC20_DECIMALS,
  bytesToHex,
  decodeBrc20,
  envelopesOf,
  inscriptionId,
  isFlaw,
  parseBrc20Amount,
  sats,
} from '@rialto/protocols';
import type { LandedLot } from '@rialto/ground';
import type {
  AssetId,
  Brc20Transfer,
  Coin,
  CoinAsset,
  Outpoint,
  ScriptHex,
  Transaction,
} from '@rialto/protocols';

interface Token {
  readonly tick: string;
  readonly deployHeight: number;
}

interface Mined {
  readonly tx: Transaction;
  readonly spent: readonly Coin[];
  readonly coins: readonly Coin[];
}

const transferOf = (asset: CoinAsset): Brc20Transfer | undefined =>
  asset.kind === 'inscription' ? asset.transfer : undefined;

export class TestTokens {
  readonly known = new Map<AssetId, Token>();
  private readonly free = new Map<string, bigint>();
  /** By coin: the lot that came there by its first movement, and whose it was. */
  readonly landed = new Map<Outpoint, LandedLot>();

  /** What lies on a coin is known. */
  seen({ assets }: Coin, deployHeight: number): void {
    for (const one of assets) {
      const transfer = transferOf(one);
      if (transfer !== undefined && !this.known.has(transfer.asset))
        this.known.set(transfer.asset, { tick: transfer.tick, deployHeight });
    }
  }

  /** @returns what brings back the balances of now, when a block is undone */
  saved(): () => void {
    const before = new Map(this.free);
    return () => {
      this.free.clear();
      for (const [key, units] of before) this.free.set(key, units);
    };
  }

  freeOn(script: Uint8Array, asset: AssetId): bigint {
    return this.free.get(`${bytesToHex(script)} ${asset}`) ?? 0n;
  }

  give(script: Uint8Array, asset: AssetId, units: bigint): void {
    this.free.set(`${bytesToHex(script)} ${asset}`, this.freeOn(script, asset) + units);
  }

  /** Lots that moved are used, and theirs who has them; a new transfer is a lot where so much is free. */
  applied({ tx, spent, coins }: Mined): readonly Coin[] {
    for (const { one, script } of spent.flatMap((coin) =>
      coin.assets.map((asset) => ({ one: asset, script: coin.script })),
    )) {
      const transfer = transferOf(one);
      if (transfer === undefined || one.kind !== 'inscription') continue;
      const home = coins.find(({ assets }) =>
        assets.some((held) => held.kind === 'inscription' && held.id === one.id),
      );
      if (home === undefined) continue;
      this.give(home.script, transfer.asset, transfer.amount);
      const { asset, amount } = transfer;
      const owner = bytesToHex(script) as ScriptHex;
      this.landed.set(home.outpoint, { inscription: one.id, asset, amount, owner });
    }
    const [envelope] = envelopesOf(tx);
    const [first, ...rest] = coins;
    if (envelope === undefined || first === undefined) return coins;
    const op = decodeBrc20(new TextDecoder().decode(envelope.contentType), envelope.body);
    if (op === undefined || isFlaw(op) || op.op !== 'transfer') return coins;
    const [asset] = [...this.known].find(([, { tick }]) => tick === op.tick) ?? [];
    if (asset === undefined) return coins;
    const units = parseBrc20Amount(op.amount, BRC20_DECIMALS);
    if (isFlaw(units)) return coins;
    const isLive = this.freeOn(first.script, asset) >= units;
    if (isLive) this.give(first.script, asset, -units);
    const transfer = { asset, tick: op.tick, amount: units };
    const inscribed = {
      ...{ kind: 'inscription' as const, id: inscriptionId(tx.txid, 0), offset: sats(0n) },
      ...(isLive ? { transfer } : {}),
    };
    return [{ ...first, assets: [inscribed] }, ...rest];
  }
}
