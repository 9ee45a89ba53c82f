/**
 * What runs the merchant's script inside of the frame, as text, because it stands in the frame's page.
 *
 * The script gets `receipt` and `portal.navigate(url)`. Scripts written for a page of their own set its location, or
 * that of the window around it; here that would lead only the frame away, and the browser forbids it. So these names
 * mean look-alikes, which ask the payment page to go there. That is a courtesy to scripts and protects nobody: who
 * gets at the real ones finds nothing that the frame's policy allows.
 */
export const frameScript = `(() => {
  const page = window.parent
  // Opened by itself it runs nothing: it could lead its window anywhere, from a link that looks like ours.
  if (page === window) return
  const read = (name) => {
    const bytes = Uint8Array.from(atob(document.body.dataset[name]), (sign) => sign.charCodeAt(0))
    return new TextDecoder().decode(bytes)
  }
  // To whoever framed it: that can be nobody but the payment page, and it is told only where the merchant leads.
  const tell = (message) => page.postMessage({ v: 1, ...message }, '*')
  const navigate = (url) => tell({ type: 'navigate', url: String(url) })

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
      // The browser's own functions want the real object; classes have a prototype, and are called with new.
      const isOwn = typeof value === 'function' && !Object.hasOwn(value, 'prototype')
      return isOwn ? value.bind(real) : value
    },
    set(_, key, value) {
      if (key === 'location') navigate(value)
      else real[key] = value
      return true
    },
    has: (_, key) => key in real,
  })

  const names = { location }
  const look = imitate(window, names)
  for (const name of ['window', 'self', 'top', 'parent', 'frames', 'globalThis']) names[name] = look
  names.document = imitate(document, { location, defaultView: look })

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
      new Function('scope', wrapped)(scope).call(look)
    } catch (error) {
      console.warn('onSuccess failed:', error)
    }
  }
  // Not before the page says so, whose clock runs then: nothing gets out of a script that never ends.
  const hear = ({ source, data }) => {
    if (source !== page || data?.type !== 'run') return
    removeEventListener('message', hear)
    run()
  }
  addEventListener('message', hear)
  tell({ type: 'ready' })
})()`
