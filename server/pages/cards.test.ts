import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import { channelCardAddress, productCardAddress } from '#contract/shared/card-address.ts';
import { drawInTurn } from '#server/media/index.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { storage } from '#server/platform/storage/index.ts';
import { anOrganizer } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aPicture } from '#test/factories/media.ts';
import { app, call } from '#test/story.ts';

const get = async (url: string) => (await app()).inject({ method: 'GET', url });

/** The address as the page of the product comes to it, from nothing but what it shows. */
async function addressOnPage({ slug }: SomeProduct, language = 'es'): Promise<string> {
  const shown = await call(catalogContract.getProduct, { params: { slug } });
  return productCardAddress(
    {
      slug,
      title: shown.title,
      channelTitle: shown.channel.title,
      pictureId: shown.picture?.id ?? null,
      startsAt: shown.session?.startsAt ?? null,
      total: shown.price.total,
      currency: shown.price.currency,
    },
    language,
  );
}

describe('the picture of a link', () => {
  it('to a product is drawn at the address that its page names, and kept', async () => {
    const owner = await anOrganizer();
    const { id: pictureId } = await aPicture({ owner });
    const product = await aProduct({ owner, pictureId });
    const address = await addressOnPage(product);
    const { statusCode, headers, rawPayload } = await get(address);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg']);
    const { format, width, height } = await sharp(rawPayload).metadata();
    expect([format, width, height]).toEqual(['jpeg', 1200, 630]);
    expect(rawPayload.length).toBeLessThan(300_000);
    const kept = await storage().list(`og/products/${product.id}/`);
    expect(kept.length).toBe(1);
    expect((await get(address)).rawPayload.equals(rawPayload)).toBe(true);
  });

  it('changes its address with what it shows; the old one leads to it, and its file goes', async () => {
    useClock('2030-05-01T10:00:00Z');
    const product = await aProduct({
      sessions: [{ startsAt: '2030-06-01T18:00:00Z' }, { startsAt: '2030-07-01T18:00:00Z' }],
    });
    const first = await addressOnPage(product);
    expect((await get(first)).statusCode).toBe(200);
    useClock('2030-06-15T10:00:00Z');
    const second = await addressOnPage(product);
    expect(second).not.toBe(first);
    const { statusCode, headers } = await get(first);
    expect([statusCode, headers.location]).toEqual([302, second]);
    await get(second);
    expect((await storage().list(`og/products/${product.id}/`)).length).toBe(1);
  });

  it('that nobody may see is not there, drawn before or not', async () => {
    const product = await aProduct();
    const address = await addressOnPage(product);
    expect((await get(address)).statusCode).toBe(200);
    for (const status of ['private', 'draft']) {
      await db().updateTable('products').set({ status }).where('id', '=', product.id).execute();
      expect((await get(address)).statusCode).toBe(404);
    }
    const closed = await aChannel({ state: 'banned' });
    const facts = { slug: closed.slug, title: closed.title, description: '', pictureId: null };
    expect((await get(channelCardAddress(facts, 'en'))).statusCode).toBe(404);
  });

  it('waits in no longer a queue than leaves room for pictures that are uploaded', async () => {
    const owner = await anOrganizer();
    const products = await Promise.all(Array.from({ length: 7 }, () => aProduct({ owner })));
    const addresses = await Promise.all(products.map((product) => addressOnPage(product)));
    const { promise: opens, resolve: open } = Promise.withResolvers<void>();
    const before = drawInTurn(() => opens, { of: 'somebody' });
    const came: number[] = [];
    const all = Promise.all(
      addresses.map(async (address) => came.push((await get(address)).statusCode)),
    );
    await expect.poll(() => came.length).toBe(2);
    expect(came).toEqual([503, 503]);
    open();
    await Promise.all([before, all]);
    expect(came.slice(2)).toEqual([200, 200, 200, 200, 200]);
  });

  it('is drawn for no invented name, version or language', async () => {
    const { slug } = await aProduct();
    for (const name of [`${slug}.jpg`, `${slug}-abc.es.jpg`, `${slug}-0000000.de.jpg`, 'x']) {
      expect((await get(`/og/products/${name}`)).statusCode).toBe(404);
    }
    expect((await get(`/og/products/${slug}-0000000.es.jpg`)).statusCode).toBe(302);
    expect((await get('/og/home.de.jpg')).statusCode).toBe(404);
  });

  it('to a channel and to the house is there in every language', async () => {
    const { slug } = await aChannel();
    const shown = await call(channelsContract.getChannel, { params: { slug } });
    const { title, description } = shown;
    for (const language of ['en', 'es', 'pt']) {
      const address = channelCardAddress({ slug, title, description, pictureId: null }, language);
      for (const path of [address, `/og/home.${language}.jpg`]) {
        const { width } = await sharp((await get(path)).rawPayload).metadata();
        expect(width).toBe(1200);
      }
    }
  });
});
