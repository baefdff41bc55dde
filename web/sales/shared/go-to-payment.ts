import type { PaymentPlace } from '#contract/payments.ts';

/** Takes the buyer to where one pays: by an address, or by a form that this page posts there. */
export function goToPayment({ url, fields }: PaymentPlace): void {
  if (!fields) return void window.location.assign(url);
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
