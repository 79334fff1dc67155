/** Scripts as ledger rows store them, so that balances can be found by address. */
import { bytesToHex } from './bytes.ts';
import type { ScriptHex } from './ids.ts';

/** The longest script that nodes relay and that is no data: three bare keys. No address encodes a longer one. */
const LONGEST = 201;
const NOT_KEPT = '' as ScriptHex;

/**
 * The script of an output beside what is on it; '' for a longer one. Anybody may write a script of a megabyte and put a
 * hundred thousand inscriptions on it, and each of them has a row.
 */
export function keptScript(script: Uint8Array): ScriptHex {
  return script.length > LONGEST ? NOT_KEPT : (bytesToHex(script) as ScriptHex);
}

/** The same of a script that is hex already. */
export function keptScriptHex(script: ScriptHex): ScriptHex {
  return script.length > 2 * LONGEST ? NOT_KEPT : script;
}
