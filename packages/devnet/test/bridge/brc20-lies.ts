/** What an exchange may say of BRC-20 that is not so, of a balance that no node knows, each with the line by which `npm run reserves` has to notice it. */
import type { BridgeReserve } from '@rialto/contract';
import type { Lie } from './reserve-lies.ts';
import { more, one, otherFirst } from './reserve-lies.ts';

/** @param bend what is said of BRC-20, and of the rune */
const lie = (bend: (brc20: BridgeReserve, rune: BridgeReserve) => void, line: RegExp): Lie => ({
  bend: (_btc, rune, { reserves }) => {
    bend(one(reserves.filter(({ available }) => available !== null)), rune);
  },
  line,
});

const OTHER_WORDS = / what was signed is not what is listed$/m;

export const BRC20_LIES: Readonly<Record<string, Lie>> = {
  'more available of BRC-20': lie(
    (brc20) => (brc20.available = more(brc20.available ?? '0')),
    / locked: the exchange says \d+, found \d+$/m,
  ),
  'more available, and as much more locked': lie((brc20) => {
    brc20.available = more(brc20.available ?? '0');
    for (const sum of ['locked', 'difference'] as const) brc20[sum] = more(brc20[sum]);
  }, OTHER_WORDS),
  'less in lots, and as much more available': lie((brc20) => {
    const lot = one(brc20.coins);
    lot.units = more(lot.units, -1n);
    brc20.available = more(brc20.available ?? '0');
  }, OTHER_WORDS),
  'more in a lot': lie(
    (brc20) => (one(brc20.coins).units = more(one(brc20.coins).units)),
    / locked: the exchange says \d+, found \d+$/m,
  ),
  'a lot that nobody has': lie(
    ({ coins }) => coins.push({ ...one(coins), outpoint: `${'ef'.repeat(32)}:0` }),
    /(ef){32}:0: no block has it, or one has spent it$/m,
  ),
  'a lot that is listed twice': lie(({ coins }) => coins.push(one(coins)), /[0-9a-f]{64}:0: listed twice$/m),
  'lots on another script': lie(
    (brc20, rune) => (brc20.lockedScript = rune.lockedScript),
    /: it lies on another script$/m,
  ),
  'no balance of BRC-20': lie((brc20) => (brc20.available = null), / its balance is missing$/m),
  'a balance of what lies on coins': lie(
    (_, rune) => (rune.available = '5'),
    / a balance of 5: only BRC-20 has one, all else lies on coins$/m,
  ),
  'a signed text without the balance': lie(
    (brc20) => (brc20.statement = brc20.statement.replace(/^available .*\n/m, '')),
    / the signature is not the locked key’s$/m,
  ),
  'another signature over BRC-20': lie(
    (brc20) => (brc20.signature = otherFirst(brc20.signature)),
    / the signature is not the locked key’s$/m,
  ),
  'more owed of BRC-20 than there is': lie(
    (brc20) => (brc20.owed = more(brc20.owed, 10n ** 24n)),
    / \d+ units are owed, and deposits hold \d+$/m,
  ),
};
