import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { integrationLimits } from './integrations.ts';
import { Slug, SlugParams } from './shared/ids.ts';
import { Line } from './shared/text.ts';

/** Where the shows of a channel may be framed. */
export const Widget = z.object({
  channel: z.object({ slug: Slug, title: z.string() }),
  /** Origins such as `https://example.com` or `https://*.example.com`; none: nowhere. */
  domains: z.array(z.string()),
  /** What can be tried out and embedded. */
  products: z.array(z.object({ slug: Slug, title: z.string() })),
  can: z.object({ edit: z.boolean() }),
});
export type Widget = z.infer<typeof Widget>;

export const WidgetForm = z.strictObject({
  domains: z.array(Line(200).min(1)).max(integrationLimits.domains),
});
export type WidgetForm = z.infer<typeof WidgetForm>;

/** The buy button for other people's pages. */
export const widgetsContract = {
  listWidgets: endpoint({
    method: 'GET',
    path: '/api/desk/widgets',
    who: 'producer',
    summary: 'Where the shows of my channels may be embedded, and which there are',
    answer: z.object({ items: z.array(Widget), script: z.string() }),
  }),
  saveWidget: endpoint({
    method: 'PUT',
    path: '/api/desk/channels/:slug/widget',
    who: 'producer',
    summary: 'Set the domains whose pages may frame the shows of a channel',
    params: SlugParams,
    body: WidgetForm,
    answer: Widget,
    errors: ['SERVER_ERROR_NOT_FOUND'],
  }),
};
