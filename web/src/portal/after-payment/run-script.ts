export type ScriptOptions = {
  frameUrl: string
  /** Origins that the script may open without the buyer's consent. */
  origins: readonly string[]
  onNavigate(url: string): void
  /** Called instead of `onNavigate` when the buyer has to confirm the address. */
  onConfirm(url: string): void
}

/** Long enough for a redirect after a short delay. Also ends scripts that loop forever. */
const runMs = 3_000
/** Time to load the frame on a slow connection. */
const loadMs = 20_000
const maxUrlLength = 2_048

const denied = [
  'autoplay',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'fullscreen',
  'geolocation',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'usb',
]
const attributes = {
  // Never add `allow-same-origin`: with an origin, the script could access this page.
  sandbox: 'allow-scripts',
  allow: denied.map((feature) => `${feature} 'none'`).join('; '),
  referrerpolicy: 'no-referrer',
  hidden: '',
  'aria-hidden': 'true',
  tabindex: '-1',
}

/**
 * Runs the merchant's script in a sandboxed frame for at most three seconds. The script can only
 * request one navigation: to a merchant's origin it calls `onNavigate`, to any other `onConfirm`.
 *
 * @returns a function that stops the script early.
 */
export function runScript(page: Document, options: ScriptOptions): () => void {
  const view = page.defaultView
  if (!view) return () => {}
  const frame = page.createElement('iframe')
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value)
  frame.setAttribute('src', options.frameUrl)

  function onMessage({ source, origin, data }: MessageEvent<unknown>): void {
    // Any window can post messages. Only the frame has this source and no origin.
    if (source === null || source !== frame.contentWindow || origin !== 'null') return
    const message = readMessage(data)
    if (message?.type === 'ready') start()
    if (message?.type !== 'navigate') return
    // Only the first request counts, so that a refused script cannot try other addresses.
    stop()

    const url = parseTarget(message.url, page.location.protocol)
    if (!url) return
    if (options.origins.includes(url.origin)) options.onNavigate(url.href)
    else options.onConfirm(url.href)
  }

  /** Starts the script once. A repeated `ready` does not extend its time. */
  function start(): void {
    if (hasStarted) return
    hasStarted = true
    clearTimeout(timer)
    timer = setTimeout(stop, runMs)
    // The frame has no origin that could be named as the target.
    frame.contentWindow?.postMessage({ v: 1, type: 'run' }, '*')
  }

  function stop(): void {
    clearTimeout(timer)
    view?.removeEventListener('message', onMessage)
    frame.remove()
  }

  let hasStarted = false
  let timer = setTimeout(stop, loadMs)
  view.addEventListener('message', onMessage)
  page.body.append(frame)
  return stop
}

function readMessage(data: unknown): { type?: unknown; url?: unknown } | null {
  const message = data as { v?: unknown; type?: unknown; url?: unknown } | null | undefined
  return message?.v === 1 ? message : null
}

/**
 * Parses an absolute web address without credentials, or returns null. An https page leads only to
 * https.
 */
function parseTarget(text: unknown, protocol: string): URL | null {
  if (typeof text !== 'string' || text.length > maxUrlLength) return null
  const url = parseUrl(text)
  if (!url || url.href.length > maxUrlLength) return null
  if (url.username !== '' || url.password !== '') return null
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && protocol !== 'https:')
  return isWeb ? url : null
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
