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
