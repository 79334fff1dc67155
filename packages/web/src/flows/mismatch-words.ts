/** Why a transaction may not be signed, in sentences for people. */
import type { Network } from '@rialto/protocols';
import { bytesToHex } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import type { PlainMismatch, Mismatch } from '@rialto/psbt';
import { formatSats } from '@rialto/market';
import { msg, t } from '../words.ts';

const SENTENCES: Readonly<Record<PlainMismatch, string>> = {
  'values-differ': msg('It gives your wallet different coin values than it gives this page.'),
  'signs-others': msg('It asks for signatures on other inputs than yours.'),
  'signs-openly': msg('It asks for a signature that would not bind the whole transaction.'),
  'asset-lost': msg('Something would be burned.'),
  'fee-not-announced': msg('The network fee differs from the one shown.'),
  'spends-foreign': msg('It spends someone else’s coin that you did not choose.'),
  'lot-missing': msg('One of the lots you selected is missing from the transaction.'),
  'lot-differs': msg('A lot does not hold the amount shown in the book.'),
  'spends-carrying': msg('It would spend a coin of yours that holds an asset.'),
  'lot-astray': msg('One of the lots you selected would not go to you.'),
  'brings-other': msg('It would give you something you did not choose.'),
  'asset-astray': msg('It would give someone else something you did not choose.'),
  'owed-unpaid': msg('The service fee or the pad is not paid as announced.'),
  'service-fee-too-high': msg('The service fee is higher than the one you were shown.'),
  'sells-other': msg('It spends something other than the lot you chose.'),
  'earns-other': msg('It does not pay the price to your address.'),
  'taken-otherwise': msg('A buyer would get something other than the lot.'),
  'order-coin-kept': msg('It does not spend the coin of this order, so the old signature would stay valid.'),
  'coin-not-spent': msg('It does not spend the coin you chose.'),
  'moves-carrying': msg('It would move another coin of yours that holds an asset.'),
  'other-act': msg('This is a different action from the one you chose.'),
  'other-coins': msg('It does not spend the same coins as the pending transaction.'),
  'other-meaning': msg('It does something other than the pending transaction.'),
  'leaves-waiting': msg('It spends no coin of the pending transaction, so that one would stay valid.'),
  'not-a-child': msg('It does not build on the pending transaction.'),
  'stays-together': msg('Several assets would stay on one coin.'),
  'stays-apart': msg('The coins would not become one.'),
  'sizes-differ': msg('It does not make the sizes you asked for.'),
  'message-unreadable': msg('Its message cannot be read.'),
  'locks-too-much': msg('It locks more of your money than it needs.'),
  'waiting-unreadable': msg('The pending transaction cannot be read.'),
  'rung-differs': msg('A rung is not the one you asked for.'),
  'lock-differs': msg('It would lock your money in another way than you were told.'),
  'half-differs': msg('It asks you to sign another promise or exit than your locks have.'),
  'bid-differs': msg('It is not the bid you chose.'),
  'pool-act-differs': msg('It changes what is in your wallet by something other than you were told.'),
  'other-lots': msg('It moves other lots than you were shown. Go back and choose again.'),
  'lots-astray': msg('The lots would not go where they belong.'),
  'claim-differs': msg('It does not pay you the reward that was said.'),
  'payment-differs': msg('It does not pay the bridge what was said, with the number of this order.'),
  'sale-differs': msg('It does not pay you what was said, or does something beside this sale.'),
};

/** Each said once. */
export function mismatchWords(mismatches: readonly Mismatch[], network: Network): readonly string[] {
  return [...new Set(mismatches.map((mismatch) => sentenceOf(mismatch, network)))];
}

function sentenceOf(mismatch: Mismatch, network: Network): string {
  switch (mismatch.code) {
    case 'seller-unpaid':
      return t('A seller would not receive the {total} sat listed.', { total: formatSats(mismatch.value) });
    case 'fee-too-high':
      return t('The network fee of {fee} sat is above the rate you chose.', {
        fee: formatSats(mismatch.value),
      });
    case 'over-budget':
      return t('It costs {total} sat, which is more than your budget.', {
        total: formatSats(mismatch.value),
      });
    case 'pays-stranger':
      return t('It pays {value} sat to {name}, which you did not ask for.', paid(mismatch, network));
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
