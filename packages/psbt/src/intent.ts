/** An intent being written down: what a template means to do to each party, to compare with what `effects` finds. */
import { sats } from '@rialto/protocols';
import type { Sats, ScriptHex } from '@rialto/protocols';
import type { AssetMove, Meaning, Party } from './effects.ts';

export interface Intent {
  pays(script: ScriptHex, value: Sats): void;
  receives(script: ScriptHex, value: Sats): void;
  gives(script: ScriptHex, move: AssetMove): void;
  gets(script: ScriptHex, move: AssetMove): void;
  /** The intent so far; what is paid and not received is the fee. */
  meaning(): Meaning;
}

export function intentOf(): Intent {
  const book = new Map<ScriptHex, Party>();
  const change = (script: ScriptHex, by: (party: Party) => Partial<Party>): void => {
    const none: Party = { script, satsIn: sats(0n), satsOut: sats(0n), gives: [], gets: [] };
    const party = book.get(script) ?? none;
    book.set(script, { ...party, ...by(party) });
  };
  let fee = 0n;
  return {
    pays: (script, value) => {
      fee += value;
      change(script, (party) => ({ satsIn: sats(party.satsIn + value) }));
    },
    receives: (script, value) => {
      fee -= value;
      change(script, (party) => ({ satsOut: sats(party.satsOut + value) }));
    },
    gives: (script, move) => {
      change(script, (party) => ({ gives: [...party.gives, move] }));
    },
    gets: (script, move) => {
      change(script, (party) => ({ gets: [...party.gets, move] }));
    },
    meaning: () => ({ parties: [...book.values()], fee: sats(fee), toFee: [], burned: [] }),
  };
}
