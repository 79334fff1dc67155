/** The id of a transaction: a link to its page, and a button that copies it. */
import { Link } from '@tanstack/react-router';
import { Copyable } from '../ui/Copyable.tsx';
import { t } from '../words.ts';

interface TxLinkProps {
  readonly txId: string;
  readonly shown: string;
  readonly className?: string;
}

export function TxLink({ txId, shown, className = '' }: TxLinkProps) {
  return (
    <span className={`inline-flex items-center gap-1 text-xs ${className}`}>
      <Link
        to="/tx/$txid"
        params={{ txid: txId }}
        data-testid="tx-link"
        className="num inline-flex min-h-6 items-center text-mist underline-offset-4 hover:text-fog hover:underline max-lg:min-h-11"
      >
        {shown}
      </Link>
      <Copyable
        text={txId}
        shown=""
        label={t('Copy the transaction id')}
        className="min-h-6 min-w-6 justify-center"
      />
    </span>
  );
}
