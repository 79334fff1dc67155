/** The coins of an address with what they carry, as the exchange's index knows them; without the index no coin counts as clean. */
import type { AddressCoin as ExchangeCoin } from '@rialto/contract';
import { amount, formatBrc20Amount, formatMrc20Amount } from '@rialto/protocols';
import type { PrivateChain } from '../chain/private-chain.ts';
import { field, integer, list, satsOfBtc, text } from '../chain/json.ts';
import { ApiRefusal } from '../market/api.ts';
import { addressCoins } from '../market/facts.ts';

/** On the wire to the wallet; `value` in sat. */
interface AddressCoin {
  readonly txid: string;
  readonly vout: number;
  readonly value: string;
  readonly height?: number;
  readonly clean: boolean;
  readonly carries: string;
}

export async function coinsOf(chain: PrivateChain, origin: string, address: string): Promise<AddressCoin[]> {
  try {
    const coins = await addressCoins(origin, address);
    return coins.filter(({ lockedBy }) => lockedBy !== 'immature').map(fromExchange);
  } catch (error) {
    // A refusal is an answer about the address; only an exchange that is away is worked around.
    if (error instanceof ApiRefusal && error.status < 500) throw error;
    return scan(chain, address);
  }
}

function fromExchange(coin: ExchangeCoin): AddressCoin {
  const { txId, vout, satoshis, height, assets, lockedBy } = coin;
  return {
    txid: txId,
    vout,
    value: satoshis,
    ...(height === undefined ? {} : { height }),
    clean: lockedBy === undefined,
    carries: assets.map(wordsFor).join(', '),
  };
}

function wordsFor(asset: ExchangeCoin['assets'][number]): string {
  switch (asset.kind) {
    case 'inscription': {
      const { tick, units } = asset;
      if (tick === undefined || units === undefined) return 'an inscription';
      return `a transfer of ${formatBrc20Amount(amount(BigInt(units)))} ${tick}`;
    }
    case 'pin':
      return `a PIN of ${asset.path}`;
    case 'rune':
      return `${formatMrc20Amount(amount(BigInt(asset.units)), asset.divisibility)} ${asset.name}`;
    case 'mrc20':
      return `${formatMrc20Amount(amount(BigInt(asset.units)), asset.decimals)} ${asset.tick}`;
  }
}

async function scan(chain: PrivateChain, address: string): Promise<AddressCoin[]> {
  const answer = await chain.node.rpc('scantxoutset', ['start', [`addr(${address})`]]);
  return list(field(answer, 'unspents')).map((coin) => ({
    txid: text(field(coin, 'txid')),
    vout: integer(field(coin, 'vout')),
    value: satsOfBtc(field(coin, 'amount')).toString(),
    height: integer(field(coin, 'height')),
    clean: false,
    carries: 'something unknown: the exchange does not answer',
  }));
}
