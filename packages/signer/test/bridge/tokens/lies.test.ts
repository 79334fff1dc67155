/** What an index says of BRC-20 is held against a second one: a balance, a lot and a deposit that never was are signed for by nobody; and the reserves say what is available. */
import { bridgeStatement } from '@rialto/market';
import type { BridgeStated } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import type { InscriptionId, Outpoint } from '@rialto/protocols';
import { expect, it } from 'vitest';
import { BRC20 } from '../assets.ts';
import { coinAt, give, lotted, mineMvc, minted, payRequest, send } from '../exits.ts';
import { MALLORY, UNPAYABLE, order, payIn, redeemIn } from '../orders.ts';
import { runeOn } from '../../memory/people.ts';
import { openStage, verdict } from '../stage.ts';
import type { Stage } from '../stage.ts';
import { inscribed } from './lots.ts';
import { balanceKey, openOpiStandIn } from './opi.ts';
import type { OpiStandIn } from './opi.ts';

const homeOf = (stage: Stage): string => bytesToHex(stage.keys('brc20').locked.script.script);

/** As the other index has it: what our own chain of the test says. */
function agree(stage: Stage, opi: OpiStandIn): void {
  const [script, { tokens, settled, height }] = [stage.keys('brc20').locked.script.script, stage.btc];
  const home = bytesToHex(script);
  opi.height = height;
  let inLots = 0n;
  for (const { outpoint: at, script: on, assets } of settled.values()) {
    const [one] = assets;
    if (bytesToHex(on) !== home || one?.kind !== 'inscription') continue;
    const came = tokens.landed.get(at);
    if (one.transfer !== undefined) {
      inLots += one.transfer.amount;
      opi.lot(one.id, { owner: home, tick: 'ordi', amount: one.transfer.amount });
    } else if (came !== undefined)
      opi.lot(one.id, { owner: came.owner, to: home, tick: 'ordi', amount: came.amount });
  }
  const free = tokens.freeOn(script, BRC20);
  opi.balances.set(balanceKey(home, 'ordi'), [free + inLots, free]);
}

interface World {
  readonly stage: Stage;
  readonly opi: OpiStandIn;
  /** Asks for the payout of a redeem of 100,000 once more. */
  ask(): Promise<string>;
  readonly lot: Outpoint;
}

async function world(): Promise<World> {
  const opi = await openOpiStandIn(0);
  const stage = await openStage({ assets: ['brc20'], config: { BRIDGE_BRC20_CHECK: opi.url } });
  const { terms, id } = order('brc20', 'mint');
  const paid = payIn(stage, { asset: 'brc20', amount: 200_000n, id });
  stage.btc.mine(3);
  agree(stage, opi);
  send(stage, await give(stage, paid, { terms }));
  mineMvc(stage, 4);
  const redeem = order('brc20', 'redeem');
  const back = redeemIn(stage, { asset: 'brc20', units: 1_000n, id: redeem.id });
  mineMvc(stage, 4);
  const lot = await lotted(stage, back, { terms: redeem.terms });
  agree(stage, opi);
  const request = payRequest(stage, back, { terms: redeem.terms, spends: [lot] });
  return { stage, opi, lot, ask: () => verdict(stage.ask(request)) };
}

const idOn = (stage: Stage, at: Outpoint): InscriptionId => {
  const [one] = stage.btc.settled.get(at)?.assets ?? [];
  if (one?.kind !== 'inscription') throw new Error('an inscription');
  return one.id;
};

it.each<[string, (world: World) => void, string]>([
  ['both say the same', () => undefined, 'signed'],
  [
    'the other says that less is locked',
    ({ stage, opi }) => opi.balances.set(balanceKey(homeOf(stage), 'ordi'), [199_999n, 101_199n]),
    'bridge-units-differ',
  ],
  [
    'the other calls the lot dead',
    ({ stage, opi, lot }) => opi.events.set(idOn(stage, lot), []),
    'bridge-units-differ',
  ],
  [
    'the other says that the lot was used before',
    ({ stage, opi, lot }) => {
      opi.lot(idOn(stage, lot), { owner: homeOf(stage), to: '51', tick: 'ordi', amount: 98_800n });
    },
    'bridge-units-differ',
  ],
  [
    'the other says that it is of another token',
    ({ stage, opi, lot }) =>
      opi.lot(idOn(stage, lot), { owner: homeOf(stage), tick: 'sats', amount: 98_800n }),
    'bridge-units-differ',
  ],
  ['the other is at another block', ({ opi }) => (opi.height -= 1), 'bridge-units-unchecked'],
  ['the other says nothing that can be read', ({ opi }) => (opi.mood = 'nonsense'), 'bridge-units-unchecked'],
])('a payout, where %s', async (_, bend, code) => {
  const all = await world();
  bend(all);
  expect(await all.ask()).toBe(code);
});

it('a deposit that never was is refunded to nobody, whatever our index says', async () => {
  const { stage, opi } = await world();
  const paid = payIn(stage, { asset: 'brc20', amount: 30_000n, id: order('brc20', 'mint').id });
  stage.btc.mine(3);
  agree(stage, opi);
  // Its inscription never was a transfer to the bridge.
  opi.events.delete(idOn(stage, paid.at));
  const { terms } = order('brc20', 'mint', UNPAYABLE);
  const request = payRequest(stage, paid, { kind: 'refund', terms, spends: [paid.at] });
  expect(await verdict(stage.ask(request))).toBe('bridge-units-differ');
});

it.each<[string, bigint, string]>([
  ['less', -1n, 'bridge-break'],
  ['as much', 0n, 'signed'],
])('nothing is signed where our own index has %s than is owed', async (_, change, code) => {
  const stage = await openStage({ assets: ['brc20'] });
  const { gave } = await minted(stage, 'brc20', 200_000n);
  const redeem = order('brc20', 'redeem');
  const back = redeemIn(stage, { asset: 'brc20', units: 1_000n, id: redeem.id });
  mineMvc(stage, 4);
  const lot = await lotted(stage, back, { terms: redeem.terms });
  const { balancesOf } = stage.btcIndex;
  // What people hold and are owed, and no unit more.
  const held = BigInt(gave.answer.out);
  stage.btcIndex = {
    ...stage.btcIndex,
    balancesOf: async (script, asset) => {
      const [one] = await balancesOf(script, asset);
      if (one === undefined) throw new Error('a balance');
      return [{ ...one, available: (held - one.transferable + change) as typeof one.available }];
    },
  };
  const request = payRequest(stage, back, { terms: redeem.terms, spends: [lot] });
  expect(await verdict(stage.ask(request))).toBe(code);
});

it('the reserves say what is available, and name the lots alone', async () => {
  const stage = await openStage({ assets: ['brc20'] });
  await minted(stage, 'brc20', 200_000n);
  const lot = inscribed(stage.btc, MALLORY, {
    units: 150_000n,
    onto: stage.keys('brc20').locked.script.script,
  });
  const { stock, inlet } = stage.keys('brc20');
  const { token } = stage.parts.trusted.asset('brc20');
  const tokens = (await stage.index.settledTokens([stock.hash, inlet.hash], token)).map((row) => ({
    ...{ outpoint: row.outpoint, units: row.units.toString(), height: row.height, settled: true },
    value: coinAt(stage, row.outpoint).value.toString(),
  }));
  const stated: BridgeStated = {
    ...{ asset: 'brc20', locked: '200000', wrapped: '199100', owed: '0', supply: token.supply.toString() },
    available: '50000',
    coins: [
      { outpoint: lot.outpoint, value: '546', units: '150000', height: stage.btc.height, settled: true },
    ],
    tokens,
  };
  // Whatever a stranger lays beside a lot: it is of the balance, and told.
  const held = stage.btc.settled.get(lot.outpoint);
  if (held === undefined) throw new Error('a lot');
  stage.btc.settled.set(lot.outpoint, { ...held, assets: [...held.assets, runeOn(150, 1n)] });
  const signed = async (change: Partial<BridgeStated>): Promise<string> => {
    const at = { btc: stage.btc.tip(), mvc: await stage.node.tip() };
    const statement = bridgeStatement('regtest', at, { ...stated, ...change });
    return verdict(stage.ask({ op: 'bridgeState', asset: 'brc20', statement }));
  };
  expect(await signed({})).toBe('signed');
  expect(await signed({ available: '50001' })).toBe('effects-differ');
  expect(await signed({ available: null })).toBe('effects-differ');
  expect(await signed({ coins: [] })).toBe('effects-differ');
});
