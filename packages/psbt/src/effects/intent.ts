/** An intent being written down: what a template means to do to each party, to compare with what `effects` finds. */
import { bytesToHex, sats } from '@rialto/protocols';
import type { Coin, Sats, ScriptHex, TxOutput } from '@rialto/protocols';
import type { Meaning } from './effects.ts';
import { moveOf } from './moves.ts';
import type { AssetMove } from './moves.ts';
import type { Party } from './party-book.ts';

export interface Intent {
  pays(script: ScriptHex, value: Sats): void;
  receives(script: ScriptHex, value: Sats): void;
  gives(script: ScriptHex, move: AssetMove): void;
  gets(script: ScriptHex, move: AssetMove): void;
  /** Its owner pays the coin's sats and gives everything on it. */
  spends(coin: Coin, index: number): void;
  /** Every output takes its sats. */
  makes(outputs: readonly TxOutput[]): void;
  /** The intent so far; what is paid and not received is the fee. */
  meaning(): Meaning;
}

/** A party as it is written; a coin may carry thousands of things, so lists grow in place. */
interface Written {
  satsIn: bigint;
  satsOut: bigint;
  readonly gives: AssetMove[];
  readonly gets: AssetMove[];
}

export function intentOf(): Intent {
  const book = new Map<ScriptHex, Written>();
  const partyOf = (script: ScriptHex): Written => {
    const none: Written = { satsIn: 0n, satsOut: 0n, gives: [], gets: [] };
    const party = book.get(script) ?? none;
    book.set(script, party);
    return party;
  };
  let fee = 0n;
  const intent: Intent = {
    pays: (script, value) => {
      fee += value;
      partyOf(script).satsIn += value;
    },
    receives: (script, value) => {
      fee -= value;
      partyOf(script).satsOut += value;
    },
    gives: (script, move) => {
      partyOf(script).gives.push(move);
    },
    gets: (script, move) => {
      partyOf(script).gets.push(move);
    },
    spends: (coin, index) => {
      const owner = bytesToHex(coin.script) as ScriptHex;
      intent.pays(owner, coin.value);
      for (const asset of coin.assets) {
        const offset = 'offset' in asset ? asset.offset : sats(0n);
        intent.gives(owner, moveOf(asset, { index, offset }));
      }
    },
    makes: (outputs) => {
      for (const { script, value } of outputs) intent.receives(bytesToHex(script) as ScriptHex, value);
    },
    meaning: () => ({
      parties: [...book].map(([script, { satsIn, satsOut, gives, gets }]): Party => ({
        ...{ script, satsIn: sats(satsIn), satsOut: sats(satsOut) },
        ...{ gives: [...gives], gets: [...gets] },
      })),
      fee: sats(fee),
      toFee: [],
      burned: [],
      disputed: [],
    }),
  };
  return intent;
}
