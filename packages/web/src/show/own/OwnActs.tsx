/** What can be done about something of one's own that waits: each act with its cost; one that cannot be done says why. */
import type { OwnOffer } from '@rialto/contract';
import { Button } from '../../ui/Button.tsx';
import { Exact } from '../Money.tsx';
import { actWords, unableWords, withOneSpeedUp } from './own-words.ts';
import { t } from '../../words.ts';

interface OwnActsProps {
  readonly offers: readonly OwnOffer[];
  readonly onAct: (offer: OwnOffer) => void;
  /** Whether they are done to a purchase. */
  readonly purchase?: boolean;
  /** Names what the acts are about, for screen readers. */
  readonly about: string;
}

export function OwnActs({ offers, onAct, about, purchase = false }: OwnActsProps) {
  const ways = withOneSpeedUp(offers);
  const [able, unable] = [ways.filter(isOpen), ways.filter((offer) => !isOpen(offer))];
  return (
    <div className="space-y-1.5">
      {able.length === 0 ? null : (
        <div className="flex flex-wrap gap-2">
          {able.map((offer) => (
            <Button
              key={offer.act}
              size="sm"
              tone={offer.act === 'cancel-transaction' ? 'danger' : 'quiet'}
              data-testid={`own-${offer.act}`}
              onClick={() => onAct(offer)}
            >
              {actWords(offer.act, purchase)}
              <Exact value={BigInt(offer.cost)} className="text-haze" />
              <span className="sr-only">{about}</span>
            </Button>
          ))}
        </div>
      )}
      {unable.map((offer) => (
        <p key={offer.act} className="text-xs leading-5 text-haze [overflow-wrap:anywhere]">
          {t('{act}: {what}', { act: actWords(offer.act, purchase), what: unableWords(offer) })}
        </p>
      ))}
    </div>
  );
}

const isOpen = (offer: OwnOffer): boolean => offer.refusal === '';
