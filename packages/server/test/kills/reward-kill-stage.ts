/** A world for kills around claims: a pool, a campaign that pays whoever swaps, its pot, and a fresh claimant whenever one is asked for. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { field, list, text, textList } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { CLAIM_BLOCKS } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import { expect } from 'vitest';
import { act } from '../pools/pooler.ts';
import type { PoolWorld } from '../pools/pooler.ts';
import { EPOCH, TRADING, campaign, signerDirectory } from '../rewards/claims/claim-calls.ts';
import { claimWorld, untilDue, potAddress } from '../rewards/claims/claim-stage.ts';
import type { KillStage } from './act.ts';
import { openGate, openKiller } from './kill-parts.ts';

export interface RewardKillStage extends KillStage, PoolWorld {
  readonly campaign: string;
  /** Of whoever was asked for last: rows that nobody has claimed. */
  claimant(): Trader;
  /** Somebody new who earned, and whose row can be claimed. */
  earned(): Promise<Trader>;
  stop(): Promise<void>;
}

const ID = 'killed';
/** More than all kills of a soak need. */
const EPOCHS = 2_000;

export async function openRewardKillStage(): Promise<RewardKillStage> {
  const folder = mkdtempSync(join(tmpdir(), 'rialto-reward-kills-'));
  const holdFile = join(folder, 'hold');
  writeFileSync(holdFile, '');
  const gate = await openGate(join(folder, 'gate.sock'));
  const settings = { SIGNER_SOCKET: gate.path, FAULT_HOLD_FILE: holdFile };
  const place = await claimWorld(settings, (opened: World) => {
    gate.to(opened.exchange.signerSocket);
  });
  const { world } = place;
  const lastBlock = (await world.chain.height()) + EPOCHS * EPOCH;
  const pot = String(EPOCHS * Number(TRADING.rule.levels[0].pot));
  await campaign(place, ID, { ...TRADING, lastBlock, claimUntil: lastBlock + CLAIM_BLOCKS, pot });
  await world.fund({ address: await potAddress(place, ID) }, [100_000n, 100_000n, 100_000n]);
  const killer = openKiller(world);
  let serial = 0;
  let last: Trader | undefined;
  return {
    ...place,
    ...{ killer, gate, holdFile, campaign: ID },
    claimant: () => {
      if (last === undefined) throw new Error('nobody has earned yet');
      return last;
    },
    earned: async () => {
      serial += 1;
      const who = world.trader(`claimant ${serial}`, serial % 2 === 0 ? 'p2wpkh' : 'p2tr').at('runes');
      await world.fund(who, [100_000n, 50_000n]);
      await who.login();
      // So little that the pool's hour holds all of a soak.
      await act(place, who, 'build1x', { sourceAmount: '15000' });
      await untilDue(place, ID, who);
      last = who;
      return who;
    },
    unspent: async (point) => {
      const [txid = '', vout = '0'] = point.split(':');
      return (await world.chain.node.rpc('gettxout', [txid, Number(vout), true])) !== null;
    },
    stop: async () => {
      await gate.stop();
      await killer.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface SignedClaim {
  readonly txid: string;
  readonly epochs: readonly number[];
  /** Coins of the pot. */
  readonly of: readonly string[];
}

/** By the signer's own journal: of all claims of the claimant's row that were ever signed one is in a block, and no other can ever be. */
export async function expectPaidOnce({ world, claimant }: RewardKillStage): Promise<void> {
  const script = bytesToHex(claimant().script);
  const signed = linesOf(world).filter((line) => field(line, 'script') === script);
  const claims = signed.map((line): SignedClaim => {
    const epochs = field(line, 'epochs') as readonly number[];
    return { txid: text(field(line, 'txid')), epochs, of: textList(field(line, 'of')) };
  });
  const mined: SignedClaim[] = [];
  for (const claim of claims) if (await isMined(world, claim.txid)) mined.push(claim);
  const [paid] = mined;
  expect(mined.length, 'one claim is in a block').toBe(1);
  const spent = (await inputsOf(world, paid?.txid ?? '')).filter((point) => paid?.of.includes(point));
  for (const { epochs, of } of claims) {
    expect(epochs, 'each is of the same row').toEqual(paid?.epochs);
    expect(
      of.some((point) => spent.includes(point)),
      'no other can be in a block beside it',
    ).toBe(true);
  }
}

const linesOf = (world: World): unknown[] =>
  readFileSync(join(signerDirectory(world), 'rewards.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
    .filter((line) => field(line, 'kind') === 'claim');

async function isMined(world: World, txid: string): Promise<boolean> {
  try {
    return (
      typeof field(await world.chain.node.rpc('getrawtransaction', [txid, true]), 'blockhash') === 'string'
    );
  } catch {
    return false;
  }
}

async function inputsOf(world: World, txid: string): Promise<string[]> {
  const tx = await world.chain.node.rpc('getrawtransaction', [txid, true]);
  return list(field(tx, 'vin')).map(
    (input) => `${text(field(input, 'txid'))}:${String(field(input, 'vout'))}`,
  );
}
