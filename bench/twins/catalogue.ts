import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 });
const app = Fastify();

app.get('/products', async () => {
  const { rows } = await pool.query(
    `select p.id, p.slug, p.type, p.plan, p.status, p.title, p.short_description, p.language, p.currency,
       p.net, p.tax_rate, p.tax, p.total, i.id image, i.width, i.height, i.widths, i.placeholder,
       c.id channel, c.slug channel_slug, c.title channel_title, s.starts_at, s.duration_minutes, s.zone,
       s.capacity, s.seats_held,
       (select count(*) from product_sessions where product_id = p.id) sessions,
       count(*) over () total
     from products p
     join channels c on c.id = p.channel_id and c.state = 'published'
     left join images i on i.id = p.image_id
     left join lateral (select * from product_sessions where product_id = p.id and starts_at > now()
       order by starts_at limit 1) s on true
     where p.status = 'published' order by p.published_at desc limit 20`,
  );
  return { items: rows, total: Number(rows[0]?.total ?? 0), page: 1, size: 20 };
});

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
