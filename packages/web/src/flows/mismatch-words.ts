/** Why a transaction may not be signed, in sentences for people. */
import type { Network } from '@rialto/protocols';
import { bytesToHex } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import type { PlainMismatch, Mismatch } from '@rialto/psbt';
import { formatSats } from '@rialto/market';
import { msg, t } from '../words.ts';

const SENTENCES: Readonly<Record<PlainMismatch, string>> = {
  'values-differ': msg('It tells your wallet other values of its coins than it tells this page.'),
  'signs-others': msg('It asks for signatures on other inputs than yours.'),
  'signs-openly': msg('It asks for a signature that would not bind the whole transaction.'),
  'asset-lost': msg('Something would be burned.'),
  'fee-not-announced': msg('The network fee is not the one announced.'),
  'spends-foreign': msg('It spends a coin of somebody else that you did not choose.'),
  'lot-missing': msg('A lot you chose is not in the transaction.'),
  'lot-differs': msg('A lot does not carry the amount the book said.'),
  'spends-carrying': msg('It would spend a coin of yours that carries something.'),
  'lot-astray': msg('A lot you chose would not come to you.'),
  'brings-other': msg('It would bring you something you did not choose.'),
  'asset-astray': msg('It would bring somebody else something you did not choose.'),
  'owed-unpaid': msg('The service fee or the pad is not paid as announced.'),
  'service-fee-too-high': msg('The service fee is higher than the one you were shown.'),
  'sells-other': msg('It spends something else than the lot you chose.'),
  'earns-other': msg('It does not pay the price to your address.'),
  'taken-otherwise': msg('Whoever bought it would get something else than the lot.'),
  'order-coin-kept': msg('It does not spend the coin of this order, so the old signature would stay valid.'),
  'coin-not-spent': msg('It does not spend the coin you chose.'),
  'moves-carrying': msg('It would move another coin of yours that carries something.'),
  'other-act': msg('It is another act than the one you chose.'),
  'other-coins': msg('It does not spend the same coins as the waiting transaction.'),
  'other-meaning': msg('It does something else than the waiting transaction.'),
  'leaves-waiting': msg('It spends no coin of the waiting transaction, so that one would stay valid.'),
  'not-a-child': msg('It does not build on the waiting transaction.'),
  'stays-together': msg('Things would stay together on one coin.'),
  'sizes-differ': msg('It does not make the sizes you asked for.'),
  'message-unreadable': msg('Its message cannot be read.'),
  'locks-too-much': msg('It locks more of your money than it needs.'),
  'waiting-unreadable': msg('The waiting transaction cannot be read.'),
};

/** Each said once. */
export function mismatchWords(mismatches: readonly Mismatch[], network: Network): readonly string[] {
  return [...new Set(mismatches.map((mismatch) => sentenceOf(mismatch, network)))];
}

function sentenceOf(mismatch: Mismatch, network: Network): string {
  switch (mismatch.code) {
    case 'seller-unpaid':
      return t('A seller would not get the {total} sat of the book.', { total: formatSats(mismatch.value) });
    case 'fee-too-high':
      return t('The network fee of {fee} sat is above the rate you chose.', {
        fee: formatSats(mismatch.value),
      });
    case 'pays-stranger':
      return t('It pays {value} sat to {name}, which nobody asked for.', paid(mismatch, network));
    case 'pays-away':
      return t('It pays {value} sat to {name}, which is not you.', paid(mismatch, network));
    default:
      return t(SENTENCES[mismatch.code]);
  }
}

/** A script in words: its address, or its bytes when it has none. */
function paid({ value, script }: Extract<Mismatch, { script: Uint8Array }>, network: Network) {
  return { value: formatSats(value), name: scriptToAddress(script, network) ?? bytesToHex(script) };
}
