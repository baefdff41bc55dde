-- What an encoder has shown of a product, in a private test or on air.
create table encoder_checks (
  product_id uuid primary key references products (id),
  seen_at timestamptz not null,
  -- When it had been good for twenty seconds; null until then.
  healthy_at timestamptz
);

-- Organizers who have put away the list of first steps once it was done.
create table first_steps_hidden (
  user_id uuid primary key references users (id),
  hidden_at timestamptz not null
);
