/** A block's worth of transactions of every protocol, planned upon what the chain holds; in an order in which they can be mined. */
import {
  amount,
  isFlaw,
  mintable,
  readRuneName,
  runeAsset,
  shovelKey,
  writeSpacedName,
} from '@rialto/protocols';
import type { Amount, Coin, CoinAsset, Etching, Mrc20Token, RuneName } from '@rialto/protocols';
import {
  planDeploy,
  planEtch,
  planEtchCommit,
  planInscription,
  planMint,
  planMrc20Deploy,
  planMrc20Mint,
  planMrc20Transfer,
  planPin,
  planRuneMint,
  planRuneTransfer,
  planTransfer,
} from '@rialto/psbt';
import type { EtchRequest, PinWords } from '@rialto/psbt';
import type { Chronicle } from './ledgers-reorg-chronicle.ts';
import { alice, bob, ChainWallet, secret } from './ledgers-reorg-wallet.ts';

const E18 = 10n ** 18n;
/** A varint that does not end: everything the transaction spends is burned. */
const CENOTAPH = Uint8Array.of(0x6a, 0x5d, 1, 0x80);
const NO_CHECK = { creator: '', lvl: '', path: '', count: '' };
const SHOVEL = '/protocols/shovel';
const NONE = undefined;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const letters = (serial: number): string =>
  [676, 26, 1].map((place) => String.fromCharCode(65 + (Math.floor(serial / place) % 26))).join('');
const holds = (kind: CoinAsset['kind']) => (coin: Coin) =>
  coin.assets.length > 0 && coin.assets.every((asset) => asset.kind === kind);

/** What is needed to etch a name that was committed to. */
export interface Commitments {
  readonly waiting: Map<string, EtchRequest>;
}

/** Commits to names of its own, so that later blocks may etch. */
export function commitNames(chronicle: Chronicle, serials: readonly number[], names: Commitments): string[] {
  const traffic = new Traffic(chronicle, 0, names);
  for (const serial of serials) traffic.commitName(serial);
  return traffic.raws;
}

/** @param serial a number of its own for each block: ticks, names and keys are made of it */
export function trafficOn(chronicle: Chronicle, serial: number, names: Commitments): string[] {
  const traffic = new Traffic(chronicle, serial, names);
  traffic.inscriptions();
  traffic.runes();
  traffic.pins();
  traffic.mrc20();
  return traffic.raws;
}

class Traffic extends ChainWallet {
  private readonly names: Commitments;

  constructor(chronicle: Chronicle, serial: number, names: Commitments) {
    super(chronicle, serial);
    this.names = names;
  }

  /** BRC-20 and plain inscriptions: made, moved, moved in the block that made them, and sent as fee. */
  inscriptions(): void {
    const tick = `r${letters(this.serial)}`;
    const before = `r${letters(this.serial - 1)}`;
    const deploy = { display: tick, max: units(2_100n), limit: units(1_000n), decimals: 18, selfMint: false };
    this.inscribe(planDeploy(deploy, this.order()));
    for (const name of [tick, before, before])
      this.inscribe(planMint({ tick: name, amount: units(1_000n) }, this.order()));
    const moved = this.inscribe(planTransfer({ tick, amount: units(10n) }, this.order()));
    this.move(moved, bob.script);
    this.inscribe(planTransfer({ tick: before, amount: units(7n) }, this.order()));
    const lots = this.mine.filter((coin) => this.isLot(coin));
    const [lot, other] = lots;
    if (lot !== undefined) this.move(lot, bob.script);
    if (other !== undefined && this.serial % 3 === 0) this.sendAsFee(other);
    const text = { ...this.order(), contentType: 'text/plain', body: bytes(`note ${this.serial}`) };
    const note = this.inscribe(planInscription(text));
    if (this.serial % 2 === 0) this.sendAsFee(note);
    const [back] = this.bobs.filter(holds('inscription'));
    if (back !== undefined) this.move(back, alice.script);
  }

  /** Runes: a commitment, an etching, mints, an edict, a move without a message, a burn. */
  runes(): void {
    this.commitName(this.serial);
    this.etch();
    const { rows } = this.chronicle.ledger.memory;
    const next = this.chronicle.height + 1;
    const open = [...rows.rune.all()].filter(([, row]) => mintable(row, next) !== undefined).slice(-2);
    for (const [, row] of open) {
      const { divisibility } = row;
      const label = {
        kind: 'rune' as const,
        asset: runeAsset(row.id),
        name: writeSpacedName(row),
        divisibility,
      };
      const mint = { ...label, amount: mintable(row, next) ?? amount(0n) };
      this.planned(planRuneMint({ ...this.payment(), mint, destination: alice.script }));
    }
    const [sent, burned] = this.mine.filter(holds('rune'));
    if (sent !== undefined) this.sendRunes(sent);
    if (burned !== undefined && this.serial % 4 === 1) this.move(burned, alice.script, [CENOTAPH]);
    const [back] = this.bobs.filter(holds('rune'));
    if (back !== undefined) this.move(back, alice.script);
  }

  commitName(serial: number): void {
    const name = readRuneName(`REORGPROOF${letters(serial)}`);
    if (isFlaw(name)) throw new Error(name.flaw);
    const request = this.etchRequest(name, serial);
    const { commit, commitment } = planEtchCommit(request);
    this.planned(commit);
    this.names.waiting.set(commitment.outpoint, request);
  }

  /** PINs: one stays, one moves in its own block, one modifies, an older one comes back. */
  pins(): void {
    const shovel = {
      operation: 'create' as const,
      path: SHOVEL,
      contentType: 'text/plain',
      body: bytes('dig'),
    };
    this.pin(shovel);
    this.move(this.pin({ ...shovel, path: '/info/name' }), bob.script);
    const [last] = [...this.chronicle.ledger.memory.rows.pin.all()].slice(-1);
    if (last !== undefined) this.pin({ ...shovel, operation: 'modify', path: `@${last[0]}` });
    const [back] = this.bobs.filter(holds('pin'));
    if (back !== undefined) this.move(back, alice.script);
  }

  /** MRC-20: a deploy, its premine moved in the same block, mints with and without shovels, transfers by message and by sats. */
  mrc20(): void {
    const checked = this.serial % 2 === 1;
    const plan = planMrc20Deploy({
      ...this.order(),
      destination: alice.script,
      isTaken: false,
      deploy: {
        display: `M${letters(this.serial)}`,
        tokenName: 'of a reorg',
        decimals: 2,
        amountPerMint: 10n,
        mintCount: 7n,
        premineCount: 3n,
        beginHeight: '',
        endHeight: '',
        metadata: '',
        type: '',
        payCheck: NONE,
        pinCheck: checked ? { ...NO_CHECK, path: SHOVEL, count: '1' } : NO_CHECK,
      },
    });
    const [, premine] = this.reveal(plan);
    if (premine !== undefined && this.serial % 2 === 0) this.move(premine, bob.script);
    const { rows } = this.chronicle.ledger.memory;
    const open = [...rows.mrc20Token.all()].map(([, row]) => row).filter((row) => row.mints < row.mintCount);
    for (const token of [true, false].flatMap((shovels) => this.lastOf(open, shovels))) this.mint(token);
    const [held] = this.mine.filter(holds('mrc20'));
    const [asset] = held?.assets ?? [];
    if (held !== undefined && asset?.kind === 'mrc20') {
      const sends = [{ asset: asset.asset, amount: half(asset.amount), script: bob.script }];
      this.reveal(planMrc20Transfer({ ...this.order(), coins: [held], sends }));
    }
    const [back] = this.bobs.filter(holds('mrc20'));
    if (back !== undefined) this.move(back, alice.script);
  }

  private lastOf(tokens: readonly Mrc20Token[], shovels: boolean): Mrc20Token[] {
    return tokens.filter(({ pinCheck }) => (pinCheck.count !== '') === shovels).slice(-1);
  }

  private mint(token: Mrc20Token): void {
    const { rows } = this.chronicle.ledger.memory;
    const shovels = this.mine.filter(holds('pin')).flatMap((coin) =>
      coin.assets.flatMap((asset) => {
        const row = asset.kind === 'pin' ? rows.pin.get(asset.id) : undefined;
        if (row?.path !== SHOVEL || rows.shovelUse.get(shovelKey(token.asset, row.id)) !== undefined)
          return [];
        const { id, path, pop, metaId } = row;
        return [{ coin, pins: [{ id, path, pop, creator: metaId, body: row.body ?? bytes('') }] }];
      }),
    );
    const asked = token.pinCheck.count !== '';
    if (asked && shovels.length === 0) return;
    const plan = planMrc20Mint({
      ...this.order(),
      token,
      shovels: asked ? shovels.slice(0, 1) : [],
      destination: alice.script,
      network: 'regtest',
      nextHeight: this.chronicle.height + 1,
    });
    this.reveal(plan);
  }

  private etch(): void {
    const { rows } = this.chronicle.ledger.memory;
    for (const [point, request] of this.names.waiting) {
      const commitment = this.chronicle.coin(point as Coin['outpoint']);
      const isTaken = rows.rune.has(request.etching.name.toString());
      const depth = this.chronicle.height - (commitment?.height ?? Infinity) + 1;
      if (commitment === undefined || isTaken || depth < 6) continue;
      const at = { chain: 'regtest' as const, tipHeight: this.chronicle.height, isTaken };
      const plan = planEtch({ ...request, payer: this.payer(), at }, commitment);
      const [premine] = this.planned(plan);
      if (premine !== undefined && this.serial % 2 === 0) this.move(premine, bob.script);
      return;
    }
  }

  private etchRequest(name: RuneName, serial: number): EtchRequest {
    const terms = {
      amount: amount(100n),
      cap: 30n,
      heightStart: NONE,
      heightEnd: NONE,
      offsetStart: NONE,
      offsetEnd: 40n,
    };
    const etching: Etching & { name: RuneName } = {
      name,
      spacers: 4,
      divisibility: 1,
      symbol: '¤',
      premine: amount(1_000n),
      turbo: true,
      terms,
    };
    const at = { chain: 'regtest' as const, tipHeight: this.chronicle.height, isTaken: false };
    const revealKey = secret(`name ${serial}`);
    return { ...this.payment(), etching, destination: alice.script, revealKey, at };
  }

  private sendRunes(coin: Coin): void {
    const [asset] = coin.assets;
    if (asset?.kind !== 'rune') return;
    const sends = [
      { asset: asset.asset, amount: half(asset.amount), script: bob.script },
      ...(asset.amount > 3n ? [{ asset: asset.asset, amount: amount(1n), script: alice.script }] : []),
    ];
    this.planned(planRuneTransfer({ ...this.payment(), coins: [coin], sends }));
  }

  private pin(words: PinWords): Coin {
    const [coin] = this.reveal(planPin(words, this.order()));
    if (coin === undefined) throw new Error('a PIN has its output');
    return coin;
  }

  private isLot({ assets }: Coin): boolean {
    const { lot } = this.chronicle.ledger.memory.rows;
    return assets.some((asset) => {
      const found = asset.kind === 'inscription' ? lot.get(asset.id) : undefined;
      return found !== undefined && found.usedHeight === undefined;
    });
  }
}

const units = (whole: bigint): Amount => amount(whole * E18);
const half = (of: bigint): Amount => amount(of > 1n ? of / 2n : of);
