export type ScriptOptions = {
  frameUrl: string
  /** Where the script may lead without the buyer being asked. */
  origins: readonly string[]
  onNavigate(url: string): void
  onAsk(url: string): void
}

/** Long enough for a redirect after a short wait; a script that never ends has ended then too. */
const runMs = 3_000
/** Until it begins to run, on a slow connection. */
const loadMs = 20_000
const maxUrlLength = 2_048

const denied = [
  ...['autoplay', 'camera', 'clipboard-read', 'clipboard-write', 'display-capture', 'fullscreen'],
  ...['geolocation', 'microphone', 'midi', 'payment', 'publickey-credentials-get', 'usb'],
]
const attributes = {
  // Nothing more, above all not `allow-same-origin`: without an origin nothing of this page is the script's.
  sandbox: 'allow-scripts',
  allow: denied.map((feature) => `${feature} 'none'`).join('; '),
  referrerpolicy: 'no-referrer',
  title: "The shop's own script",
  hidden: '',
  'aria-hidden': 'true',
  tabindex: '-1',
}

/**
 * Runs the merchant's script in a frame of its own, for three seconds and no longer. All it can do is to say once where
 * it wants to lead: of an address the merchant has named `onNavigate` is told, of any other `onAsk`.
 *
 * @returns what ends it early.
 */
export function runScript(page: Document, options: ScriptOptions): () => void {
  const view = page.defaultView
  if (!view) return () => {}
  const frame = page.createElement('iframe')
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value)
  frame.setAttribute('src', options.frameUrl)

  function hear({ source, origin, data }: MessageEvent<unknown>): void {
    // Any window can send any message, but only the frame sends from itself, and as nobody.
    if (source === null || source !== frame.contentWindow || origin !== 'null') return
    const message = readMessage(data)
    if (message?.type === 'ready') begin()
    if (message?.type !== 'navigate') return
    // The first one counts, whatever it says: a script that was refused must not go on guessing.
    stop()

    const url = readTarget(message.url, page.location.protocol)
    if (!url) return
    if (options.origins.includes(url.origin)) options.onNavigate(url.href)
    else options.onAsk(url.href)
  }

  /** Once: a frame that says it again gets no more time. */
  function begin(): void {
    if (hasBegun) return
    hasBegun = true
    clearTimeout(timer)
    timer = setTimeout(stop, runMs)
    // To any origin, because the frame has none that could be named.
    frame.contentWindow?.postMessage({ v: 1, type: 'run' }, '*')
  }

  function stop(): void {
    clearTimeout(timer)
    view?.removeEventListener('message', hear)
    frame.remove()
  }

  let hasBegun = false
  let timer = setTimeout(stop, loadMs)
  view.addEventListener('message', hear)
  page.body.append(frame)
  return stop
}

function readMessage(data: unknown): { type?: unknown; url?: unknown } | null {
  const message = data as { v?: unknown; type?: unknown; url?: unknown } | null | undefined
  return message?.v === 1 ? message : null
}

/** An address that a buyer can be led to: nothing that runs here, and no name in front of another host's. */
function readTarget(text: unknown, protocol: string): URL | null {
  if (typeof text !== 'string' || text.length > maxUrlLength) return null
  const url = parse(text)
  if (!url || url.href.length > maxUrlLength) return null
  if (url.username !== '' || url.password !== '') return null
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && protocol !== 'https:')
  return isWeb ? url : null
}

function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
