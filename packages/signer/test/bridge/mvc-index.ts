/** What the index says of a private MVC chain to the bridge: as of swaps, and what holders have of a token by blocks. */
import type { SettledMvcToken } from '@rialto/ground';
import type { PrivateMvcChain } from '@rialto/devnet/mvc';
import { TOKEN_CODES, readFtScript, sameToken } from '@rialto/mvc';
import { bytesToHex, outpoint } from '@rialto/protocols';
import type { BridgeSource } from '../../src/bridge/source.ts';
import { honestIndex } from '../mvc/honest-index.ts';

export function bridgeIndex(chain: PrivateMvcChain): BridgeSource['mvc']['ledger'] {
  return {
    ...honestIndex(chain),
    spendersOfTokens: (holders, key, since) => {
      const owners = holders.map(bytesToHex);
      const scripts = new Map<string, Uint8Array>();
      const found = new Set<string>();
      for (let height = 0; height <= chain.height; height += 1)
        for (const { txid, core, inputs, outputs } of chain.block(height)?.block.transactions ?? []) {
          outputs.forEach(({ script }, vout) => scripts.set(outpoint(txid, vout), script));
          for (const input of inputs) {
            const script = scripts.get(outpoint(input.txid, input.vout));
            const token = script === undefined ? undefined : readFtScript(script);
            if (token === undefined || !sameToken(token, key) || !owners.includes(token.holder)) continue;
            if (height >= since) found.add(core);
          }
        }
      return Promise.resolve([...found]);
    },
    settledTokens: (holders, key) => {
      const owners = holders.map(bytesToHex);
      const found: SettledMvcToken[] = [];
      for (let height = 0; height <= chain.height; height += 1)
        for (const { txid, core, outputs } of chain.block(height)?.block.transactions ?? [])
          outputs.forEach(({ script }, vout) => {
            const token = readFtScript(script);
            if (token === undefined || !TOKEN_CODES.includes(token.codehash)) return;
            const point = outpoint(txid, vout);
            if (!sameToken(token, key) || !owners.includes(token.holder)) return;
            if (chain.coin(point, false) === undefined) return;
            const { holder, amount: units } = token;
            found.push({ outpoint: point, vout, core, height, holder, units });
          });
      return Promise.resolve(found);
    },
  };
}
