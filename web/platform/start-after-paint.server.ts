const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const starting = /<script nonce="[^"]*" type="module" async="">/;

/** Longer than this, in milliseconds, a page does not wait for its main picture to come to life. */
const patience = 1000;

/**
 * Runs in the page. Scripts are asked for when what one came for is seen, the main picture too, so
 * that on a slow line it need not share it with what nobody sees. The second frame begins when the
 * first has been shown. A page that opens where nobody looks has nothing to wait for.
 */
const starter = `function(urls){
var d=document,nonce=d.currentScript.nonce,kept=d.querySelector('[data-start]'),main=d.querySelector('img[fetchpriority=high]');
function add(name,values){var one=d.createElement(name);one.nonce=nonce;Object.assign(one,values);d.head.append(one)}
function start(){urls.forEach(function(href){add('link',{rel:'modulepreload',href:href})});add('script',{type:'module',textContent:kept.textContent})}
function shown(){requestAnimationFrame(function(){requestAnimationFrame(function(){setTimeout(start)})})}
if(d.hidden)start();else if(!main)shown();else Promise.race([main.decode(),new Promise(function(late){setTimeout(late,${patience})})]).then(shown,shown)}`;

/**
 * Takes the script that brings a page to life, and the early calls for its modules, out of the way
 * of what is seen first. Returns the page without them, and the script that starts it; that stands
 * at the end of the page. Only for pages that say all they have to say without a script.
 */
export function startAfterPaint(html: string, nonce: string): { page: string; start: string } {
  const urls = [...html.matchAll(preload)].map(([, url]) => url);
  if (urls.length === 0 || !starting.test(html)) {
    throw new Error('the router starts its pages in another way than this module knows');
  }
  const page = html
    .replaceAll(preload, '')
    .replace(starting, `<script nonce="${nonce}" type="text/plain" data-start="">`);
  return { page, start: `<script nonce="${nonce}">(${starter})(${JSON.stringify(urls)})</script>` };
}
