import { Link } from 'react-router';

/** The way into a payment, by its reference in one piece. */
export const PayoutLink = ({ id, reference }: { id: string; reference: string }) => (
  <Link to={`/manage/sales/payouts?payout=${id}`} style={{ whiteSpace: 'nowrap' }}>
    {reference}
  </Link>
);
