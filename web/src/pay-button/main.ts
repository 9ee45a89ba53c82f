// The script that merchants put on their own pages. It defines <tally-pay>, has no dependencies, and
// touches nothing outside its elements.
import { placeOrder } from './place-order.js'
import { css } from './style.js'

/** What the payment page tells the page that shows it. */
type PageMessage = { source?: unknown; type?: unknown; receiptId?: unknown }

/** The service that this script comes from. */
const home = new URL(import.meta.url).origin
const notShownMs = 5_000
const pollMs = 500

const sheet = new CSSStyleSheet()
sheet.replaceSync(css)

class TallyPay extends HTMLElement {
  readonly #root = this.attachShadow({ mode: 'open' })
  #dialog: HTMLDialogElement | null = null

  connectedCallback(): void {
    // A link or button of the merchant stays as it is, and is a way to pay without this script.
    const hasControl = this.querySelector('a,button')
    this.#root.adoptedStyleSheets = [sheet]
    this.#root.innerHTML = hasControl
      ? '<slot></slot>'
      : '<button part="button"><slot>Pay now</slot></button>'
    this.onclick = (event) => {
      // Clicks inside the dialog arrive here too.
      if (this.#dialog) return
      event.preventDefault()
      void this.open()
    }
  }

  disconnectedCallback(): void {
    this.close()
  }

  /** Opens the payment page, as a click does. */
  async open(): Promise<void> {
    if (this.#dialog) return
    // Browsers allow a new tab only within the click.
    const tab = this.getAttribute('mode') === 'tab' ? window.open('', '_blank') : null
    const dialog = tab ? null : this.#showDialog()
    try {
      const url = await this.#findPage()
      if (tab) this.#followTab(tab, url)
      else if (dialog?.open) this.#fillDialog(dialog, url)
    } catch (error) {
      tab?.close()
      const { message } = error as Error
      tellStatus(dialog ?? this.#showDialog(), message)
      this.#tell('failed', { message })
    }
  }

  /** Closes the dialog. */
  close(): void {
    this.#dialog?.close()
  }

  /** Returns the address of the payment page. Without a receipt, it orders at the shop first. */
  async #findPage(): Promise<URL> {
    const read = (name: string) => this.getAttribute(name) ?? ''
    if (read('receipt') === '') {
      const order = { home, shop: read('shop'), items: read('items') }
      this.setAttribute('receipt', await placeOrder(order))
    }
    const receipt = read('receipt')
    const isUrl = /^https?:/.test(receipt)
    const url = new URL(isUrl ? receipt : `/portal/${encodeURIComponent(receipt)}`, home)
    url.searchParams.set('embed', location.origin)
    return url
  }

  #showDialog(): HTMLDialogElement {
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', 'Payment')
    dialog.innerHTML =
      '<p><a target="_blank" rel="noopener"></a><button autofocus>Close</button></p><div role="status"></div>'
    tellStatus(dialog, 'Loading …')
    const button = dialog.querySelector('button')
    if (button) button.onclick = () => dialog.close()
    dialog.onclose = () => {
      dialog.remove()
      this.#dialog = null
    }
    this.#dialog = dialog
    this.#root.append(dialog)
    dialog.showModal()
    return dialog
  }

  #fillDialog(dialog: HTMLDialogElement, url: URL): void {
    const link = dialog.querySelector('a')
    if (link) {
      link.href = url.href
      link.textContent = 'Open in a new tab'
    }
    const frame = document.createElement('iframe')
    frame.title = 'Payment page'
    frame.allow = 'clipboard-write; payment'
    frame.src = url.href
    let isShown = false
    frame.onload = () => {
      // The browser does not tell when a page refuses to be framed.
      setTimeout(() => {
        if (isShown) return
        frame.hidden = true
        tellStatus(dialog, 'The payment page cannot be shown here.')
      }, notShownMs)
    }
    const stop = this.#follow(url, () => frame.contentWindow, {
      ready() {
        isShown = true
        frame.hidden = false
        tellStatus(dialog, '')
      },
      close: () => dialog.close(),
    })
    dialog.addEventListener('close', stop)
    dialog.append(frame)
  }

  #followTab(tab: Window, url: URL): void {
    const stop = this.#follow(url, () => tab, { ready() {}, close: () => tab.close() })
    tab.location.replace(url)
    const timer = setInterval(() => {
      if (!tab.closed) return
      clearInterval(timer)
      stop()
    }, pollMs)
  }

  /** Follows the messages of exactly this page. Returns the function that ends it. */
  #follow(
    { origin }: URL,
    page: () => Window | null,
    on: { ready(): void; close(): void },
  ): () => void {
    const detail = { receiptId: this.getAttribute('receipt') ?? '', isPaid: false }
    const listen = ({ data, origin: sender, source }: MessageEvent<PageMessage | null>) => {
      if (sender !== origin || source !== page() || data?.source !== 'tallystick') return
      detail.receiptId = String(data.receiptId)
      if (data.type === 'ready' || data.type === 'close') on[data.type]()
      if (data.type !== 'paid' || detail.isPaid) return
      detail.isPaid = true
      this.#tell('paid', { receiptId: detail.receiptId })
      // The next click orders again.
      if (this.hasAttribute('shop')) this.removeAttribute('receipt')
    }
    addEventListener('message', listen)
    return () => {
      removeEventListener('message', listen)
      this.#tell('closed', detail)
    }
  }

  #tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }))
  }
}

function tellStatus(dialog: HTMLDialogElement, text: string): void {
  const status = dialog.querySelector('div')
  if (status) status.textContent = text
}

if (!customElements.get('tally-pay')) customElements.define('tally-pay', TallyPay)
