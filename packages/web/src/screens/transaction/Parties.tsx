/** Who gave, who got: each address once, with what it has more and less of in the end. */
import type { WireEffects } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { hexToBytes } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import { Money } from '../../show/Money.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { changeOf, moveWords } from './transaction-words.ts';
import { t } from '../../words.ts';

interface PartiesProps {
  readonly effects: WireEffects;
  readonly network: Network;
  /** The connected address. */
  readonly own: string | undefined;
  /** Roles by address. */
  readonly roles: ReadonlyMap<string, string>;
}

export function Parties({ effects, network, own, roles }: PartiesProps) {
  return (
    <ul
      className="divide-y divide-line rounded-xl border border-line text-[0.8125rem]"
      data-testid="tx-parties"
    >
      {effects.parties.map((party) => {
        const address = scriptToAddress(hexToBytes(party.script), network);
        const role = address === own ? t('You') : roles.get(address ?? '');
        return (
          <li key={party.script} className="flex items-start justify-between gap-4 px-4 py-2.5">
            <span className="min-w-0">
              {address === undefined ? (
                <span className="text-haze">{t('data')}</span>
              ) : (
                <Copyable text={address} shown={shortened(address, 8, 6)} label={t('Copy the address')} />
              )}
              {role === undefined ? null : <span className="block text-xs text-haze">{role}</span>}
            </span>
            <span className="text-right">
              <Signed value={changeOf(party)} />
              {party.gives.map((move) => (
                <span key={`gives ${moveWords(move)} ${move.index ?? ''}`} className="num block text-sell">
                  − {moveWords(move)}
                </span>
              ))}
              {party.gets.map((move) => (
                <span key={`gets ${moveWords(move)} ${move.index ?? ''}`} className="num block text-buy">
                  + {moveWords(move)}
                </span>
              ))}
            </span>
          </li>
        );
      })}
      {[...effects.toFee, ...effects.burned].map((move) => (
        <li key={`lost ${moveWords(move)} ${move.index ?? ''}`} className="px-4 py-2.5 text-sell">
          {t('Lost: {what}', { what: moveWords(move) })}
        </li>
      ))}
    </ul>
  );
}

function Signed({ value }: { value: bigint }) {
  if (value === 0n) return <span className="block text-haze">{t('no change in BTC')}</span>;
  return (
    <span className={`block ${value < 0n ? 'text-sell' : 'text-buy'}`}>
      {value < 0n ? '− ' : '+ '}
      <Money value={value < 0n ? -value : value} />
    </span>
  );
}
