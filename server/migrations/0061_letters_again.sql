-- When the letter of a sale was last sent to its buyer once more: not again and again.
alter table orders add column letter_resent_at timestamptz;
