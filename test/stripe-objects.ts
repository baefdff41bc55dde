/** What Stripe's API speaks of, as far as the server of the tests knows it. */
export type Session = {
  id: string;
  object: 'checkout.session';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  client_reference_id: string;
  metadata: Record<string, string>;
  currency: string;
  amount_total: number;
  url: string | null;
  success_url: string;
  payment_intent: Intent;
};
/** A page on which a card is given without paying. */
export type Setup = {
  id: string;
  object: 'checkout.session';
  mode: 'setup';
  status: 'open' | 'complete' | 'expired';
  client_reference_id: string;
  metadata: Record<string, string>;
  customer: string | null;
  customer_email: string;
  url: string | null;
  success_url: string;
  payment_intent: null;
  setup_intent: {
    id: string;
    object: 'setup_intent';
    status: 'requires_payment_method' | 'succeeded';
    payment_method: { id: string; object: 'payment_method'; card: { last4: string } } | null;
  };
};
export type Intent = {
  id: string;
  object: 'payment_intent';
  status: string;
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  customer: string;
  payment_method: string;
  latest_charge: { payment_method_details: { card: { last4: string } } } | null;
};
/** What comes of a card that is charged while its owner is not there. */
export type OfKept = 'approve' | 'card_declined' | 'authentication_required';

export type Refund = {
  id: string;
  object: 'refund';
  intent: string;
  payment_intent: string;
  amount: number;
  currency: string;
  status: 'succeeded' | 'pending' | 'failed' | 'canceled';
  reason: string | null;
  metadata: Record<string, string>;
};

export type Dispute = {
  id: string;
  object: 'dispute';
  amount: number;
  currency: string;
  reason: string;
  status: string;
  payment_intent: Session['payment_intent'];
  evidence_details: { due_by: number | null };
  balance_transactions: { amount: number; fee: number; net: number; currency: string }[];
};
