/** The signer's name under the reserves: under what it finds itself, and under nothing else. */
import { schnorr } from '@noble/curves/secp256k1.js';
import { bridgeBackingId, bridgeStatement, bridgeStatementHash } from '@rialto/market';
import type { BridgeStated } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { pictureOn } from '../memory/people.ts';
import { coinsOn } from './by-hand.ts';
import { coinAt, mintPaid, minted, payRequest, redeemPaid } from './exits.ts';
import { payIn } from './orders.ts';
import { openStage, told, verdict } from './stage.ts';
import type { AssetId, Stage } from './stage.ts';

interface Figures {
  readonly wrapped: bigint;
  readonly owed: bigint;
  /** Outpoints of what is somebody's still. */
  readonly deposits: readonly string[];
}

/** As whoever looks at both chains writes it. */
async function statementOf(
  stage: Stage,
  asset: AssetId,
  { wrapped, owed, deposits }: Figures,
  change: (stated: BridgeStated) => BridgeStated = (stated) => stated,
): Promise<string> {
  const { stock, inlet, locked } = stage.keys(asset);
  const { token } = stage.parts.trusted.asset(asset);
  const isOurs = (point: string): boolean => !deposits.includes(point);
  const coins = coinsOn(stage, locked.script.script).map((outpoint) => {
    const { value = 0n, height = 0, assets = [] } = stage.btc.settled.get(outpoint) ?? {};
    const [one] = assets;
    const units = asset === 'rune' && one?.kind === 'rune' ? one.amount : 0n;
    const isSats = asset === 'btc' && assets.length === 0;
    return { outpoint, value, units, height, settled: isOurs(outpoint), of: isSats ? value : units };
  });
  const tokens = (await stage.index.settledTokens([stock.hash, inlet.hash], token)).map((row) => ({
    ...{ outpoint: row.outpoint, units: row.units.toString(), height: row.height },
    ...{ value: coinAt(stage, row.outpoint).value.toString(), settled: isOurs(row.outpoint) },
  }));
  const mvc = await stage.node.tip();
  const stated: BridgeStated = {
    asset,
    ...{ wrapped: wrapped.toString(), owed: owed.toString(), supply: token.supply.toString() },
    available: null,
    locked: coins.reduce((sum, { of }) => sum + of, 0n).toString(),
    coins: coins.map(({ of: _, value, units, ...one }) => ({
      ...one,
      ...{ value: value.toString(), units: units.toString() },
    })),
    tokens: tokens.toReversed(),
  };
  return bridgeStatement('regtest', { btc: stage.btc.tip(), mvc }, change(stated));
}

const asked = (asset: AssetId, statement: string) => ({ op: 'bridgeState', asset, statement });

describe.each(['btc', 'rune'] as const)('the reserves of %s', (asset) => {
  it('are signed as the signer finds them, by the key that the locked script shows', async () => {
    const stage = await openStage({ assets: [asset] });
    await minted(stage, asset, 900_000n);
    const [mint, redeem] = [mintPaid(stage, { asset }), redeemPaid(stage, { asset })];
    const figures = { wrapped: 798_400n, owed: 300_000n, deposits: [mint.at, redeem.at] };
    const statement = await statementOf(stage, asset, figures);
    const { signature } = await told<{ signature: string }>(stage.ask(asked(asset, statement)));
    const key = stage.keys(asset).locked.script.script.slice(2);
    const isSigned = (text: string): boolean =>
      schnorr.verify(hexToBytes(signature), bridgeStatementHash(text), key);
    expect(isSigned(statement)).toBe(true);
    expect(isSigned(`${statement} `)).toBe(false);

    const lies: ((stated: BridgeStated) => BridgeStated)[] = [
      (one) => ({ ...one, locked: `${one.locked}0` }),
      (one) => ({ ...one, wrapped: '1' }),
      (one) => ({ ...one, owed: '0' }),
      (one) => ({ ...one, supply: '1' }),
      (one) => ({ ...one, coins: one.coins.slice(1) }),
      (one) => ({ ...one, coins: one.coins.map((coin) => ({ ...coin, settled: true })) }),
      (one) => ({ ...one, tokens: one.tokens.map((coin) => ({ ...coin, units: '1' })) }),
    ];
    for (const lie of lies) {
      const lied = await statementOf(stage, asset, figures, lie);
      expect(await verdict(stage.ask(asked(asset, lied)))).toBe('effects-differ');
    }
    for (const other of [`${statement}\n`, statement.replace('regtest', 'livenet'), 'rialto reserves 1'])
      expect(await verdict(stage.ask(asked(asset, other)))).toBe('effects-differ');
    stage.btc.mine();
    expect(await verdict(stage.ask(asked(asset, statement)))).toBe('syncing');
  });
});

describe('the reserves', () => {
  it('are not signed where they do not add up', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const [point] = coinsOn(stage, stage.keys('btc').locked.script.script);
    if (point !== undefined) stage.btc.settled.delete(point);
    stage.btc.mine();
    const statement = await statementOf(stage, 'btc', { wrapped: 898_400n, owed: 0n, deposits: [] });
    expect(await verdict(stage.ask(asked('btc', statement)))).toBe('bridge-break');
  });

  it('leave out a coin with anything else on it, whoever put it in', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const { at } = payIn(stage, { asset: 'btc', amount: 70_000n, id: bridgeBackingId('btc') });
    payIn(stage, { asset: 'btc', amount: 60_000n, id: bridgeBackingId('btc') });
    stage.btc.mine();
    const found = stage.btc.settled.get(at);
    if (found !== undefined) stage.btc.settled.set(at, { ...found, assets: [pictureOn('a picture')] });
    const figures = { wrapped: 898_400n, owed: 0n, deposits: [] };
    const statement = await statementOf(stage, 'btc', figures, (stated) => ({
      ...stated,
      coins: stated.coins.filter(({ outpoint }) => outpoint !== at),
    }));
    expect(statement).toContain('locked 960000');
    expect(await verdict(stage.ask(asked('btc', statement)))).toBe('signed');
    const whole = await statementOf(stage, 'btc', figures);
    expect(await verdict(stage.ask(asked('btc', whole)))).toBe('effects-differ');
    // Nor is anybody paid with it.
    const redeem = redeemPaid(stage, { amount: 50_000n });
    const stolen = payRequest(stage, redeem, { ...redeem, spends: [at] });
    expect(await verdict(stage.ask(stolen))).toBe('coin-spent');
  });

  it('are those of a chain that stands still, too', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    stage.stands = 'mvc-standing-still';
    const next = mintPaid(stage);
    const statement = await statementOf(stage, 'btc', {
      ...{ wrapped: 898_400n, owed: 200_000n, deposits: [next.at] },
    });
    expect(await verdict(stage.ask(asked('btc', statement)))).toBe('signed');
  });
});
