import classes from './address.module.css';

/** An e-mail address in a table or a card, in as many lines as its column has room for. */
export const Address = ({ children }: { children: string }) => (
  <span className={classes.address}>{children}</span>
);
