import { Form } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import { ActionButton } from '#web/ui/action.tsx';

/**
 * Puts the subscription to a channel (null: to the whole site) into the cart, as the page of a product does
 * with its own: whoever is not logged in comes there by logging in.
 */
export function CartWay({ channel }: { channel: string | null }) {
  const { t } = useTranslation('subscriptions');
  return (
    <Form action="/shop">
      <input type="hidden" name="kind" value={channel === null ? 'site' : 'channel'} />
      <ActionButton type="submit" name="add" value={channel ?? 'site'} quiet>
        {t('offer.cart')}
      </ActionButton>
    </Form>
  );
}
