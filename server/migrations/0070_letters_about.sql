-- Of what a letter speaks, by its id: whoever looks after that tells what became of its letters.
alter table mails add column about uuid;
-- Who had it sent once more; null: it was written by itself.
alter table mails add column asked_by uuid references users (id);
-- When its delivery was last tried.
alter table mails add column tried_at timestamptz;
update mails set tried_at = sent_at where sent_at is not null;

-- Letters of before speak of an order if its paper, or its calendar file, went with them.
update mails m set about = found.order_id from (
  select k.id, coalesce(i.order_id, o.id) as order_id
  from mails k
    cross join lateral jsonb_to_recordset(k.attachments) as a (maker text, id text)
    left join invoices i on i.id = case when a.maker = 'invoice' then a.id::uuid end
    left join orders o on o.id = case when a.maker = 'order-calendar' then a.id::uuid end
  where coalesce(i.order_id, o.id) is not null) found
where found.id = m.id;
create index mails_about on mails (about) where about is not null;
