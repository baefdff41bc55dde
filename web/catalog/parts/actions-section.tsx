import { Button } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { MissingPart, OwnProduct } from '#contract/catalog.ts';
import { sentTypes } from '#contract/shared/product-kinds.ts';
import { useTranslation } from '#web/platform/words.ts';
import { FormSection } from '#web/ui/desk-form.tsx';
import { goToField, useForm } from '#web/ui/form-context.ts';
import { ProductStatusBadge } from '../shared/product-status.tsx';
import classes from './actions.module.css';
import { type ActsOf, useProductActs } from './use-product-acts.ts';
import { fieldOfPart, isOfChannel, type PartOfChannel, sectionsFor } from './wizard-sections.ts';

type Props = ActsOf & {
  product: OwnProduct | null;
  /** Where this desk shows the product's channel. */
  channelPage: string;
};

/** Where the product stands, what publishing still asks for, and all that can be done with it. */
export function ActionsSection(props: Props) {
  const { product } = props;
  const { t } = useTranslation('catalog');
  return (
    <FormSection
      place="actions"
      title={t('section.actions')}
      text={product ? t(`state.${product.status}`) : t('wizard.idle')}
      aside={
        product && (
          <p>
            <ProductStatusBadge status={product.status} />
          </p>
        )
      }
    >
      {product && product.status !== 'draft' && (
        <p className={classes.text}>{t(`state.sale.${saleWord(product)}`)}</p>
      )}
      {product && <Checklist {...props} product={product} />}
      {product && <Acts {...props} product={product} />}
    </FormSection>
  );
}

/** What is sent has no seats. */
const saleWord = ({ sale, type }: OwnProduct) =>
  sale === 'sold_out' && sentTypes.includes(type) ? 'out_of_stock' : sale;

type Known = Props & { product: OwnProduct };

const asked = ['shortDescription', 'pictureId', 'price'] as const;
const alsoAsked = ['offer', 'banner'] as const;

/** Everything that publishing asks for, done or not, each leading to its field. */
function Checklist({ product, channelPage }: Known) {
  const { t } = useTranslation('catalog');
  const form = useForm();
  const { missing, status } = product;
  if (status !== 'draft' && missing.length === 0) return null;
  const isMissing = (part: MissingPart) =>
    missing.includes(part) || (part === 'sessions' && missing.includes('futureSession'));
  const has = sectionsFor(product.type);
  const shown = [
    ...(has.includes('film') ? (['asset'] as const) : []),
    ...(has.includes('sessions') ? (['sessions'] as const) : []),
    ...(has.includes('stock') ? (['stock', 'shipping'] as const) : []),
  ];
  const parts = [...asked, ...shown, 'channel' as const, ...alsoAsked.filter(isMissing)];
  const label = (part: MissingPart) =>
    t(
      `missing.${part === 'sessions' && missing.includes('futureSession') ? 'futureSession' : part}`,
    );
  const ofChannel: Record<PartOfChannel, string> = {
    channel: channelPage,
    shipping: `/account/channels/${product.channel.slug}/shipping`,
  };
  const toField = (part: Exclude<MissingPart, PartOfChannel>) => {
    goToField(form, fieldOfPart[part]);
    if (part === 'sessions' || part === 'stock') document.getElementById(part)?.scrollIntoView();
  };
  return (
    <div>
      <p className={classes.text}>{t(missing.length > 0 ? 'state.missing' : 'state.ready')}</p>
      <ul className={classes.checks}>
        {parts.map((part) => {
          const lacks = isMissing(part);
          const Icon = lacks ? IconCircleDashed : IconCircleCheckFilled;
          return (
            <li key={part} data-done={!lacks || undefined}>
              <Icon size={20} className={classes.mark} aria-hidden />
              {!lacks && label(part)}
              {lacks && isOfChannel(part) && <Link to={ofChannel[part]}>{label(part)}</Link>}
              {lacks && !isOfChannel(part) && (
                <Button variant="transparent" px={0} size="sm" onClick={() => toField(part)}>
                  {label(part)}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Acts(props: Known) {
  const { t } = useTranslation('catalog');
  const { product } = props;
  const { can, because, status } = product;
  const acts = useProductActs(props);
  const why = (act: keyof typeof because, otherwise: string) => {
    const reason = because[act];
    return reason ? t(`because.${reason}`) : otherwise;
  };
  const lines = [
    status !== 'published' && {
      ...{ act: 'publish' as const, can: can.publish, text: why('publish', t('about.publish')) },
      run: () => acts.move('publish'),
    },
    status !== 'private' && {
      ...{
        act: 'makePrivate' as const,
        can: can.makePrivate,
        text: why('makePrivate', t('about.makePrivate')),
      },
      run: () => acts.move('makePrivate'),
    },
    status !== 'draft' && {
      ...{
        act: 'withdraw' as const,
        can: can.withdraw,
        text: why('withdraw', t('about.withdraw')),
      },
      run: () => acts.move('withdraw'),
    },
    {
      act: 'copyLink' as const,
      can: true,
      text: t(`about.copyLink.${status}`),
      run: acts.copyLink,
    },
    {
      ...{
        act: 'duplicate' as const,
        can: can.duplicate,
        text: why('duplicate', t('about.duplicate')),
      },
      run: acts.duplicate,
    },
    // What was published once stays, for those who bought it: there is nothing to offer.
    can.delete && {
      ...{ act: 'delete' as const, can: true, text: t('about.delete') },
      run: acts.remove,
    },
  ] as const;
  return (
    <ul className={classes.acts}>
      {lines.map(
        (line) =>
          line && (
            <li key={line.act}>
              <p>
                <strong>{t(`act.${line.act}`)}</strong>
                {line.text}
              </p>
              <Button
                variant={line.act === 'publish' ? 'filled' : 'default'}
                color={line.act === 'delete' ? 'red' : undefined}
                disabled={!line.can}
                loading={acts.busy}
                onClick={() => void line.run()}
              >
                {t(`act.${line.act}`)}
              </Button>
            </li>
          ),
      )}
    </ul>
  );
}

/**
 * From any section: publish when all is there, else to what is missing. Where it was pressed stands
 * the way to the page that everybody sees now.
 */
export function FinishButton(props: Known & { toActions: (() => void) | null }) {
  const { t } = useTranslation('catalog');
  const { move, busy } = useProductActs(props);
  const { product, toActions } = props;
  if (product.status === 'published') {
    return (
      <Button component={Link} to={`/products/${product.slug}`} variant="light">
        {t('act.see')}
      </Button>
    );
  }
  if (product.status !== 'draft' || !toActions) return null;
  const count = product.missing.length;
  return (
    <Button
      loading={busy}
      variant={count > 0 ? 'light' : 'filled'}
      onClick={() => (product.can.publish ? void move('publish') : toActions())}
    >
      {count > 0 ? t('wizard.lacks', { count }) : t('act.publish')}
    </Button>
  );
}
