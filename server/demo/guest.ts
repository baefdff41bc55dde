import type { FastifyInstance } from 'fastify';
import type { AnswerOf, CallOf, Endpoint } from '#contract/endpoint.ts';
import { mediaContract } from '#contract/media.ts';

/** One of the cast, who does everything by the endpoints that people use. */
export type Guest = {
  token: string;
  call: <E extends Endpoint>(endpoint: E, given?: CallOf<E>) => Promise<AnswerOf<E>>;
  upload: (picture: Buffer) => Promise<string>;
};

/** A guest of the house with a token; throws when the house refuses something. */
export function guestOf(http: FastifyInstance, token: string): Guest {
  return {
    token,
    call: async (endpoint, given) => {
      const { params, query, body } = (given ?? {}) as Record<string, Record<string, string>>;
      return answered(
        await http.inject({
          method: endpoint.method,
          url: endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => String(params?.[name])),
          query: query ?? {},
          headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
          ...(body ? { payload: body } : {}),
        }),
      ) as never;
    },
    upload: async (picture) => {
      const edge = `----demo${crypto.randomUUID()}`;
      const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="poster.png"\r\nContent-Type: image/png\r\n\r\n`;
      const answer = await http.inject({
        method: 'POST',
        url: mediaContract.uploadImage.path,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': `multipart/form-data; boundary=${edge}`,
        },
        payload: Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${edge}--\r\n`)]),
      });
      return (answered(answer) as { id: string }).id;
    },
  };
}

function answered(answer: { statusCode: number; body: string }): unknown {
  if (answer.statusCode >= 400) throw new Error(`the demo was refused: ${answer.body}`);
  return answer.body ? JSON.parse(answer.body) : undefined;
}
