import type { SuccessScript } from './get-script.js'

/**
 * The code that runs the merchant's script inside the frame, as text, because it is inlined into
 * the frame's page.
 *
 * The script gets `receipt` and `portal.navigate(url)`. Scripts often set `location` instead, which
 * would navigate only the frame, and the browser forbids that. So `location` and similar names are
 * replaced by objects that ask the payment page to navigate. This is for convenience, not for
 * safety: the frame's CSP restricts the real objects.
 */
const frameScript = `(() => {
  const page = window.parent
  // Outside a frame it does not run: it could redirect visitors of a link on our domain anywhere.
  if (page === window) return
  const read = (name) => {
    const bytes = Uint8Array.from(atob(document.body.dataset[name]), (char) => char.charCodeAt(0))
    return new TextDecoder().decode(bytes)
  }
  // Only the payment page can frame this, and the message holds only the merchant's address.
  const post = (message) => page.postMessage({ v: 1, ...message }, '*')
  const navigate = (url) => post({ type: 'navigate', url: String(url) })

  const location = Object.freeze({
    get href() { return 'about:blank' },
    set href(url) { navigate(url) },
    assign: navigate,
    replace: navigate,
    reload() {},
    toString() { return 'about:blank' },
  })
  const imitate = (real, names) => new Proxy({}, {
    get(_, key) {
      if (Object.hasOwn(names, key)) return names[key]
      const value = real[key]
      // Native functions need the real object as this. Classes have a prototype and are called with
      // new.
      const isNative = typeof value === 'function' && !Object.hasOwn(value, 'prototype')
      return isNative ? value.bind(real) : value
    },
    set(_, key, value) {
      if (key === 'location') navigate(value)
      else real[key] = value
      return true
    },
    has: (_, key) => key in real,
  })

  const names = { location }
  const fakeWindow = imitate(window, names)
  for (const name of ['window', 'self', 'top', 'parent', 'frames', 'globalThis']) names[name] = fakeWindow
  names.document = imitate(document, { location, defaultView: fakeWindow })

  const receipt = Object.freeze(JSON.parse(read('receipt')))
  const portal = Object.freeze({ navigate, receipt })
  const scope = {
    __proto__: null, ...names, receipt, portal,
    get location() { return location },
    set location(url) { navigate(url) },
  }
  const run = () => {
    try {
      const wrapped = 'with (scope) { return function () {\\n' + read('code') + '\\n} }'
      new Function('scope', wrapped)(scope).call(fakeWindow)
    } catch (error) {
      console.warn('onSuccess failed:', error)
    }
  }
  // Waits for the page, which stops the frame three seconds later, even if the script loops.
  const onMessage = ({ source, data }) => {
    if (source !== page || data?.type !== 'run') return
    removeEventListener('message', onMessage)
    run()
  }
  addEventListener('message', onMessage)
  post({ type: 'ready' })
})()`

/**
 * Renders the page in which a merchant's script runs. Script and receipt are base64, so that no
 * quote or `</script>` in them can break out of the markup.
 */
export function writeFrame({ code, receipt }: Pick<SuccessScript, 'code' | 'receipt'>): string {
  const data = `data-code="${encode(code)}" data-receipt="${encode(JSON.stringify(receipt))}"`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>onSuccess</title></head>
<body ${data}><script>${frameScript}</script></body></html>`
}

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
