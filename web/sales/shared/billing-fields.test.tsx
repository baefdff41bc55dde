import { describe, expect, it } from 'vitest';
import { onAPage } from '#test/in-english.tsx';
import { BillingFields } from './billing-fields.tsx';

const values = { company: '', nif: '', address: '', city: '', postalCode: '', country: '' };
const formOf = (open: boolean, errors: Record<string, string> = {}) =>
  onAPage(<BillingFields {...{ open, values, errors, setOpen: () => {}, set: () => {} }} />);

/** The fields that the browser and whoever looks are told to be required. */
function required(page: string) {
  const controls = [...page.matchAll(/<(?:input|select)[^>]*name="billing\.(\w+)"[^>]*>/g)];
  return {
    told: controls.filter(([tag]) => /\srequired(=|\s|>)/.test(tag)).map(([, name]) => name),
    marked: [...page.matchAll(/InputWrapper-required/g)].length,
  };
}

describe('the invoice in a name', () => {
  it('marks everything that it needs, for eyes and for programs alike', () => {
    const { told, marked } = required(formOf(true));
    expect(told).toEqual(Object.keys(values));
    expect(marked).toBe(Object.keys(values).length);
  });

  it('asks for nothing where it is not wanted', () => {
    expect(required(formOf(false))).toEqual({ told: [], marked: 0 });
  });

  it('says at the field what is wrong with it', () => {
    const page = formOf(true, { 'billing.nif': 'No such number.' });
    expect(page).toContain('No such number.');
    expect([...page.matchAll(/aria-invalid="true"/g)]).toHaveLength(1);
  });
});
