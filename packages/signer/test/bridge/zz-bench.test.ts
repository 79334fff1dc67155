import { it } from 'vitest';
import { hexToBytes } from '@rialto/protocols';
import { minted, redeemPaid, pay, payRequest, giveRequest, mintPaid, give, whole } from './exits.ts';
import { openStage } from './stage.ts';
it('bench', async () => {
  const t = (label: string, from: number) => { console.log(label, (performance.now() - from).toFixed(1)); };
  let a = performance.now();
  const stage = await openStage(); t('open', a);
  for (let i = 0; i < 3; i += 1) { a = performance.now(); await minted(stage, 'btc', 300_000n); t('minted', a); }
  a = performance.now(); const p = mintPaid(stage); t('mintPaid', a);
  a = performance.now(); const req = await giveRequest(stage, p, p); t('giveRequest', a);
  a = performance.now(); const ans = await stage.ask(req); t('ask', a);
  a = performance.now(); whole(stage, p, p, { asked: req.give, answer: (ans as any).data }); t('whole', a);
  a = performance.now(); const r = redeemPaid(stage); t('redeemPaid', a);
  a = performance.now(); const rr = payRequest(stage, r, r); t('payRequest', a);
  a = performance.now(); const done: any = await stage.ask(rr); t('pay ask', a);
  a = performance.now(); stage.btc.send(hexToBytes(done.data.raw)); stage.btc.mine(); t('btc send mine', a);
  a = performance.now(); for (let i = 0; i < 150; i += 1) stage.mvc.mine(); t('mvc 150', a);
  a = performance.now(); await stage.parts.watch(); t('watch', a);
  a = performance.now(); stage.restart(); t('restart', a);
});
