/** Paste a transaction, its id or a PSBT: what it does to everybody, and its parts. */
import { useEffect, useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { formatSats, shortened } from '@rialto/market';
import { hexToBytes, spentPoint } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { Notice } from '../../show/Lines.tsx';
import { Money } from '../../show/Money.tsx';
import { Button } from '../../ui/Button.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { decode, moveWords, nameOf } from './decode.ts';
import type { Decoded } from './decode.ts';
import { numberWords, t } from '../../words.ts';

type Answer = { readonly found: Decoded } | { readonly error: string } | undefined;

export function Decoder({ net, start }: { net: Network; start: string }) {
  const [text, setText] = useState(start);
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer>(undefined);
  const navigate = useNavigate();
  useEffect(() => {
    if (start === '') return;
    let left = false;
    void answerTo(start, net).then((next) => {
      if (!left) setAnswer(next);
    });
    return () => {
      left = true;
    };
  }, [start, net]);
  const read = async (): Promise<void> => {
    if (/^[0-9a-f]{64}$/.test(text) && text !== start) return navigate({ to: '/dev', search: { tx: text } });
    setBusy(true);
    setAnswer(await answerTo(text, net));
    setBusy(false);
  };
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void read();
        }}
      >
        <label htmlFor="decode" className="mb-1.5 block text-[0.8125rem] text-mist">
          {t('Transaction, its id, or a PSBT (hex or base64)')}
        </label>
        <textarea
          id="decode"
          data-testid="decode-input"
          rows={3}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="num w-full rounded-[10px] border border-edge bg-ink-0 p-3 text-[0.8125rem] outline-none focus:border-amber"
        />
        <Button type="submit" tone="primary" busy={busy} disabled={text.trim() === ''} className="mt-2">
          {t('Decode')}
        </Button>
      </form>
      <div role="status" className="mt-5">
        {answer === undefined ? null : 'error' in answer ? (
          <Notice tone="bad">{answer.error}</Notice>
        ) : (
          <Found found={answer.found} net={net} />
        )}
      </div>
    </>
  );
}

async function answerTo(text: string, net: Network): Promise<Answer> {
  try {
    return { found: await decode(text, net) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : t('It cannot be read.') };
  }
}

function Found({ found, net }: { found: Decoded; net: Network }) {
  const { tx, does, unknown } = found;
  return (
    <div className="space-y-5 text-[0.8125rem]" data-testid="decoded">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Copyable text={tx.txid} shown={shortened(tx.txid, 8, 8)} label={t('Copy the transaction id')} />
        <Link
          to="/tx/$txid"
          params={{ txid: tx.txid }}
          className="underline underline-offset-4 hover:text-fog"
        >
          {t('Transaction page')}
        </Link>
        {does === undefined ? null : (
          <span className="num text-haze">
            {t('fee {fee} sat · {vsize} vB · {rate} sat/vB', {
              fee: formatSats(does.fee),
              vsize: numberWords(does.vsize),
              rate: does.feeRateSatVb.toFixed(2),
            })}
          </span>
        )}
      </p>
      {does === undefined ? <Notice tone="calm">{unknown}</Notice> : <Parties does={does} net={net} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <Inputs found={found} net={net} />
        <Outputs found={found} net={net} />
      </div>
    </div>
  );
}

function Parties({ does, net }: { does: NonNullable<Decoded['does']>; net: Network }) {
  return (
    <ul className="divide-y divide-line rounded-xl border border-line" data-testid="effects">
      {does.parties.map((party) => {
        const change = party.satsOut - party.satsIn;
        const name = nameOf(hexToBytes(party.script), net);
        return (
          <li key={party.script} className="px-4 py-2.5">
            <p className="flex justify-between gap-4">
              <span className="num text-mist">{shortened(name, 8, 8)}</span>
              <span className={`num ${change < 0n ? 'text-sell' : 'text-buy'}`}>
                {change < 0n ? '−' : '+'}
                <Money value={change < 0n ? -change : change} />
              </span>
            </p>
            {party.gives.map((move) => (
              <p key={`gives ${moveWords(move)} ${move.index}`}>
                {t('gives {what}', { what: moveWords(move) })}
              </p>
            ))}
            {party.gets.map((move) => (
              <p key={`gets ${moveWords(move)} ${move.index}`}>
                {t('gets {what}', { what: moveWords(move) })}
              </p>
            ))}
          </li>
        );
      })}
      {[...does.toFee, ...does.burned].map((move) => (
        <li key={`lost ${moveWords(move)} ${move.index}`} className="px-4 py-2.5 text-sell">
          {t('lost: {what}', { what: moveWords(move) })}
        </li>
      ))}
    </ul>
  );
}

const PART = 'flex items-baseline justify-between gap-3 py-1';

function Inputs({ found: { tx, coins }, net }: { found: Decoded; net: Network }) {
  return (
    <section aria-label={t('Inputs')}>
      <h3 className="mb-1 text-haze">{t('Inputs')}</h3>
      <ol>
        {tx.inputs.map((input) => {
          const point = spentPoint(input);
          const coin = coins.get(point);
          return (
            <li key={point} className={PART}>
              <span className="num text-mist" title={point}>
                {coin === undefined ? shortened(point, 8, 6) : shortened(nameOf(coin.script, net), 8, 6)}
              </span>
              {coin === undefined ? (
                <span className="text-haze">{t('spent')}</span>
              ) : (
                <Money value={coin.value} />
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Outputs({ found: { tx }, net }: { found: Decoded; net: Network }) {
  return (
    <section aria-label={t('Outputs')}>
      <h3 className="mb-1 text-haze">{t('Outputs')}</h3>
      <ol>
        {tx.outputs.map((output, index) => {
          const name = nameOf(output.script, net);
          return (
            <li key={`${name} ${index}`} className={PART}>
              <span className="num text-mist" title={name}>
                {shortened(name, 8, 6)}
              </span>
              <Money value={output.value} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
