import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type Operator, pagesContract } from '#contract/pages.ts';
import { publicApi } from '#web/platform/public-api.ts';
import { useBrand } from '#web/platform/site-settings.ts';
import type { WordKey } from '#web/platform/word-keys.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Facts } from '#web/ui/facts.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import classes from '../parts/legal.module.css';

export const loader = ({ context }: LoaderFunctionArgs) =>
  publicApi(context)(pagesContract.getOperator);

export const meta = pageMeta<typeof loader>('pages', ({ t }) => ({
  title: t('legal.title'),
  description: t('legal.lead'),
}));

type Key = WordKey<'pages'>;

/** The chapters after "who": each with its heading and paragraphs. */
const chapters: { id: string; title: Key; texts: Key[] }[] = [
  { id: 'use', title: 'legal.use.title', texts: ['legal.use.text', 'legal.use.rules'] },
  {
    id: 'tickets',
    title: 'legal.tickets.title',
    texts: ['legal.tickets.text', 'legal.tickets.refunds'],
  },
  { id: 'content', title: 'legal.content.title', texts: ['legal.content.text'] },
  { id: 'data', title: 'legal.data.title', texts: ['legal.data.text', 'legal.data.rights'] },
  { id: 'cookies', title: 'legal.cookies.title', texts: ['legal.cookies.text'] },
  { id: 'law', title: 'legal.law.title', texts: ['legal.law.text'] },
];

export default function AvisoLegalPage() {
  const operator = useLoaderData<typeof loader>();
  const { t } = useTranslation('pages');
  return (
    <PageBody narrow>
      <PageHead title={t('legal.title')} lead={t('legal.lead')} />
      <nav aria-label={t('legal.contents')}>
        <ol className={classes.contents}>
          <li>
            <a href="#who">{t('legal.who.title')}</a>
          </li>
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{t(title)}</a>
            </li>
          ))}
        </ol>
      </nav>
      <Who operator={operator} />
      {chapters.map(({ id, title, texts }) => (
        <section key={id} id={id} className={classes.chapter}>
          <h2>{t(title)}</h2>
          {texts.map((text) => (
            <p key={text}>{t(text)}</p>
          ))}
        </section>
      ))}
    </PageBody>
  );
}

function Who({ operator }: { operator: Operator }) {
  const { t } = useTranslation('pages');
  const { name, taxId, address, email } = operator;
  return (
    <section id="who" className={classes.chapter}>
      <h2>{t('legal.who.title')}</h2>
      <p>{t('legal.who.text', { site: useBrand().name })}</p>
      <p>{name === '' ? t('legal.who.unnamed') : t('legal.who.runBy')}</p>
      <Facts
        items={[
          { label: t('legal.who.name'), value: name },
          { label: t('legal.who.taxId'), value: taxId },
          { label: t('legal.who.address'), value: address },
          { label: t('legal.who.email'), value: <a href={`mailto:${email}`}>{email}</a> },
        ]}
      />
    </section>
  );
}
