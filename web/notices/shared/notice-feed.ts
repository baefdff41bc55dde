import type { Client } from 'graphql-ws';
import { sessionUser } from '#web/platform/session.ts';
import { currentLanguage } from '#web/platform/words.ts';

type Opened = { token: string; client: Promise<Client> };
let opened: Opened | null = null;
const reconnected = new Set<() => void>();

/** One connection for whoever is logged in now; another person gets another one. */
function connection(): Promise<Client> {
  const token = sessionUser()?.authToken ?? '';
  if (opened?.token !== token) {
    closeNotices();
    opened = { token, client: connect(token) };
  }
  return opened.client;
}

async function connect(token: string): Promise<Client> {
  const loading = import('graphql-ws');
  const { noticesContract } = await import('#contract/notices.ts');
  const { api } = await import('#web/platform/api.ts');
  const { path, apiKey } = await api(noticesContract.getAccess);
  const { createClient } = await loading;
  const { protocol, host } = window.location;
  let connections = 0;
  return createClient({
    url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${path}`,
    retryAttempts: Number.POSITIVE_INFINITY,
    // 4403: the key is not the right one any more; asking again would not change that.
    shouldRetry: (event) => (event as CloseEvent).code !== 4403,
    keepAlive: 25_000,
    connectionParams: () => ({
      'x-api-key': apiKey,
      language: currentLanguage(),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    }),
    on: {
      connected: () => {
        connections += 1;
        if (connections > 1) for (const listener of reconnected) listener();
      },
    },
  });
}

/** Ends the connection, for instance after log-out. */
export function closeNotices(): void {
  void opened?.client.then((client) => client.dispose()).catch(() => undefined);
  opened = null;
}

/** Asks the notifications service once. Throws when it refuses or cannot be reached. */
export async function askNotices<Data>(
  query: string,
  variables: Record<string, unknown>,
): Promise<Data> {
  const client = await connection();
  return new Promise((resolve, reject) => {
    let answer: Data | null = null;
    client.subscribe<Data>(
      { query, variables },
      {
        next: ({ data, errors }) => {
          if (errors) reject(errors);
          else answer = data ?? null;
        },
        error: reject,
        complete: () => (answer ? resolve(answer) : reject(new Error('no answer'))),
      },
    );
  });
}

type Listener<Data> = { variables?: Record<string, unknown>; next: (data: Data) => void };

/** Hears a subscription until the answered function is called. A lost connection is renewed. */
export function hearNotices<Data>(
  query: string,
  { variables = {}, next }: Listener<Data>,
): () => void {
  let stop = () => {};
  let gone = false;
  void connection()
    .then((client) => {
      if (gone) return;
      stop = client.subscribe<Data>(
        { query, variables },
        {
          next: ({ data }) => data && next(data),
          error: () => undefined,
          complete: () => undefined,
        },
      );
    })
    .catch(() => undefined);
  return () => {
    gone = true;
    stop();
  };
}

/** Calls `listener` whenever the connection came back: what was missed must be asked for. */
export function onReconnect(listener: () => void): () => void {
  reconnected.add(listener);
  return () => reconnected.delete(listener);
}
