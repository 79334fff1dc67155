/** One plan of every template whose transactions are planned, for what must hold of all of them. */
import { amount, isFlaw, outpoint, readRuneName, sats, PLAIN_DEPLOY } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import {
  planCancelTransaction,
  planChildSpend,
  planEtch,
  planEtchCommit,
  planGather,
  planMrc20Deploy,
  planMrc20Transfer,
  planOwnBump,
  planRuneMint,
  planRuneTransfer,
  planSplit,
  planUnnamedEtch,
} from '../../src/index.ts';
import type { Planned } from '../../src/index.ts';
import { coin, mrc20On, user, pinOn, runeOn, txid } from '../people.ts';
import type { User } from '../people.ts';

const bob = user('bob', 'p2tr');
const none = undefined;
const words = { spacers: none, divisibility: 0, symbol: none, terms: none, turbo: false };
const revealKey = new Uint8Array(32).fill(3);
const replaced = { fee: sats(100n), vsize: 141, fees: sats(100n) };
const deploy = {
  ...PLAIN_DEPLOY,
  display: 'SIZE',
  amountPerMint: 10n,
  mintCount: 10n,
  premineCount: 1n,
  metadata: 'x'.repeat(700),
};

export function plannedBy(ann: User): [string, Planned][] {
  const money = coin('money', ann, 60_000n);
  const payer = { script: ann.script, key: ann.key, coins: [money] };
  const common = { payer, revealKey, feeRateSatVb: 2 };
  const waiting: Coin = {
    outpoint: outpoint(txid('parent'), 3),
    value: sats(50_000n),
    script: ann.script,
    assets: [],
  };
  const rune = runeOn(840_000, 9n);
  const runes = coin('runes', ann, 546n, [rune]);
  const sends = [{ asset: rune.asset, amount: amount(4n), script: bob.script }];
  const etching = { ...words, premine: amount(5n) };
  const token = mrc20On('SIZE', 10n);
  const tokens = [{ asset: token.asset, amount: amount(3n), script: bob.script }];
  const back = { ...common, payer: { ...payer, coins: [] }, spent: [money], replaced };
  const outputs = [{ value: sats(59_000n), script: ann.script }];
  const deployed = planMrc20Deploy({ ...common, deploy, destination: ann.script, isTaken: false });
  const sent = planMrc20Transfer({ ...common, coins: [coin('tokens', ann, 546n, [token])], sends: tokens });
  return [
    ...etchings(ann),
    ['rune mint', planRuneMint({ ...common, mint: rune, destination: bob.script })],
    ['rune transfer', planRuneTransfer({ ...common, coins: [runes], sends })],
    [
      'gathering',
      planGather({ ...common, rune: rune.asset, coins: [runes, coin('more', ann, 546n, [rune])] }),
    ],
    ['split', planSplit({ ...common, coin: coin('mixed', ann, 4000n, [pinOn('p'), rune]) })],
    ['etching without a name', planUnnamedEtch({ ...common, etching, destination: bob.script })],
    ['bump', planOwnBump({ ...common, spent: [money], outputs, replaced })],
    ['return of the coin', planCancelTransaction(back)],
    ['child', planChildSpend({ ...common, output: waiting, parents: { fee: sats(100n), vsize: 141 } })],
    ['commit of a deploy', deployed.commit],
    ['reveal of a deploy', deployed.reveal],
    ['commit of a transfer', sent.commit],
    ['reveal of a transfer', sent.reveal],
  ];
}

function etchings(ann: User): [string, Planned][] {
  const name = readRuneName('AAAAAAAAAAAAA');
  if (isFlaw(name)) throw new Error(name.flaw);
  const at = { chain: 'regtest' as const, tipHeight: 120, isTaken: false };
  const payer = { script: ann.script, key: ann.key, coins: [coin('money', ann, 60_000n)] };
  const etching = { ...words, name, premine: amount(7n) };
  const request = { payer, revealKey, feeRateSatVb: 2, destination: ann.script, etching, at };
  const { commit, commitment } = planEtchCommit(request);
  const mined = { ...commitment, height: 121 };
  const later = { ...request, at: { ...at, tipHeight: 126 } };
  return [
    ['commitment of an etching', commit],
    ['etching', planEtch(later, mined)],
    ['etching that the payer helps', planEtch({ ...later, feeRateSatVb: 30 }, mined)],
  ];
}
