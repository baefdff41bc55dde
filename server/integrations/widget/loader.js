// Included by the pages of others: puts our frame beside the script that asked for it. What is bought is
// bought on our own pages, in a tab of their own.
(() => {
  const script = document.currentScript;
  const { product, title, lang, scheme, look } = script?.dataset ?? {};
  if (!product) return;
  const site = new URL(script.src).origin;
  const page = new URL(`/widget/${encodeURIComponent(product)}`, site);
  const asked = { lang, scheme, look, parent: location.origin };
  for (const [name, value] of Object.entries(asked)) if (value) page.searchParams.set(name, value);

  const frame = document.createElement('iframe');
  frame.src = page.href;
  frame.title = title || product;
  frame.loading = 'lazy';
  frame.referrerPolicy = 'no-referrer';
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  );
  frame.style.cssText = `border:0;display:block;width:100%;max-width:${look === 'button' ? 320 : 560}px;height:${look === 'button' ? 64 : 200}px;color-scheme:normal`;

  // Where we may not be framed, or there is no such show, nothing says how high it is: a link is better
  // than a hole.
  let isShown = false;
  const link = () => {
    const plain = document.createElement('a');
    plain.href = new URL(`/products/${encodeURIComponent(product)}`, site).href;
    plain.target = '_blank';
    plain.rel = 'noopener';
    plain.textContent = title || product;
    return plain;
  };
  const wait = () => setTimeout(() => isShown || frame.replaceWith(link()), 2000);
  // Pages of a tab that nobody looks at may be held up: there is no hurry to give up on them.
  const waitSeen = () => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', waitSeen);
    wait();
  };
  frame.addEventListener('load', () => {
    document.addEventListener('visibilitychange', waitSeen);
    waitSeen();
  });

  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== site || source !== frame.contentWindow) return;
    if (data?.type !== 'platea-widget' || !Number.isFinite(data.height)) return;
    isShown = true;
    frame.style.height = `${Math.min(2000, Math.max(40, Math.ceil(data.height)))}px`;
  });
  script.after(frame);
})();
