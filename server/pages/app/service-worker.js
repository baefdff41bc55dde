/**
 * The worker of the app: it shows that there is no line instead of the browser's page, keeps the pages
 * that everyone may see, and shows messages. What is personal, the API, and picture and sound of shows
 * never pass through it.
 */
const offline = '/offline';
const names = { ground: 'ground-1', pages: 'pages-1', assets: 'assets-1' };
const most = { [names.pages]: 30, [names.assets]: 300 };
/** The same for everybody who reads them: nothing of a log-in is in them. */
const publicPage = /^\/($|products\/|channels\/|search-results$|aviso-legal$)/;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(names.ground).then((kept) => kept.add(new Request(offline, { cache: 'reload' }))),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(becomeReady());
});

async function becomeReady() {
  const known = Object.values(names);
  const all = await caches.keys();
  await Promise.all(all.filter((name) => !known.includes(name)).map((name) => caches.delete(name)));
  // The page is asked for while the worker wakes up.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener('message', ({ data }) => {
  if (data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.headers.has('authorization') || request.headers.has('range')) return;
  if (request.mode === 'navigate') event.respondWith(openPage(event, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(openAsset(event));
});

async function openPage(event, pathname) {
  event.waitUntil(letNewerTakeOver());
  try {
    // What was asked for while the worker woke up may have failed alone, as when the network changed.
    const early = await Promise.resolve(event.preloadResponse).catch(() => undefined);
    const answer = early ?? (await fetch(event.request));
    if (answer.ok && !answer.redirected && publicPage.test(pathname)) {
      event.waitUntil(keep(names.pages, event.request, answer.clone()));
    }
    return answer;
  } catch {
    const kept = publicPage.test(pathname) && (await caches.match(event.request.url));
    return kept || (await caches.match(offline)) || Response.error();
  }
}

/** A newer worker waits for a moment in which nothing is open but the page that is being opened. */
async function letNewerTakeOver() {
  const { waiting } = self.registration;
  if (!waiting) return;
  const open = await self.clients.matchAll({ type: 'window' });
  if (open.length <= 1) waiting.postMessage('take over');
}

/** Their names change with what is in them. */
async function openAsset(event) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keep(names.assets, event.request, answer.clone()));
  return answer;
}

async function keep(name, request, answer) {
  const cache = await caches.open(name);
  // By the address alone: a page is the same for everyone in the language in which it was shown.
  await cache.put(request.url, answer);
  const all = await cache.keys();
  await Promise.all(all.slice(0, all.length - most[name]).map((old) => cache.delete(old)));
}

self.addEventListener('push', (event) => {
  event.waitUntil(showMessage(event.data));
});

/** Browsers demand that every message is seen. */
async function showMessage(data) {
  const { title, body, path, tag, language } = readMessage(data);
  await self.registration.showNotification(title, {
    body,
    tag,
    lang: language,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { path },
  });
}

function readMessage(data) {
  try {
    return data.json();
  } catch {
    return { title: self.location.host, body: '', path: '/' };
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPath(event.notification.data?.path));
});

async function openPath(path) {
  const address = new URL(path || '/', self.location.origin);
  if (address.origin !== self.location.origin) return;
  const open = await self.clients.matchAll({ type: 'window' });
  const there = open.find(({ url }) => new URL(url).pathname === address.pathname);
  if (there) await there.focus();
  else await self.clients.openWindow(address.href);
}
