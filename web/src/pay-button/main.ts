// The script that merchants put on their own pages. It defines <tally-pay>, has no dependencies, and
// touches nothing outside its elements.
import { payButtonTexts as texts } from '../core/texts/en-pay-button.js'
import { placeOrder } from './place-order.js'
import { css } from './style.js'

/** A message of the payment page to the page that shows it. */
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
  #isOpening = false
  /** The order of these items at this shop, while it can be paid. */
  #order: { of: string; receipt: string } | null = null

  connectedCallback(): void {
    // A link or button of the merchant stays as it is, and is a way to pay without this script.
    const hasControl = this.querySelector('a,button')
    this.#root.adoptedStyleSheets = [sheet]
    this.#root.innerHTML = hasControl
      ? '<slot></slot>'
      : `<button part="button"><slot>${texts.payNow}</slot></button>`
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
    if (this.#dialog || this.#isOpening) return
    this.#isOpening = true
    // Browsers allow a new tab only within the click.
    const tab = this.getAttribute('mode') === 'tab' ? window.open('', '_blank') : null
    const dialog = tab ? null : this.#showDialog()
    try {
      const receipt = await this.#findReceipt()
      if (tab) this.#followTab(tab, receipt)
      else if (dialog?.open) this.#fillDialog(dialog, receipt)
    } catch (error) {
      tab?.close()
      const { message } = error as Error
      tellStatus(dialog ?? this.#showDialog(), message)
      this.#tell('failed', { message })
    } finally {
      this.#isOpening = false
    }
  }

  /** Closes the dialog. */
  close(): void {
    this.#dialog?.close()
  }

  /** Returns the receipt to pay. If the page names none, it is the order of the items. */
  async #findReceipt(): Promise<string> {
    const read = (name: string) => this.getAttribute(name) ?? ''
    const [shop, items] = [read('shop'), read('items')]
    if (read('receipt') !== '') return read('receipt')
    const of = `${shop} ${items}`
    if (this.#order?.of !== of) {
      this.#order = { of, receipt: await placeOrder({ home, shop, items }) }
    }
    return this.#order.receipt
  }

  #showDialog(): HTMLDialogElement {
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', texts.dialog)
    dialog.innerHTML = `<p><a target="_blank" rel="noopener"></a><button autofocus>${texts.close}</button></p><div role="status"></div>`
    tellStatus(dialog, texts.loading)
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

  #fillDialog(dialog: HTMLDialogElement, receipt: string): void {
    const url = addressOf(receipt)
    const link = dialog.querySelector('a')
    if (link) {
      link.href = url.href
      link.textContent = texts.openInTab
    }
    const frame = document.createElement('iframe')
    frame.title = texts.frame
    frame.allow = 'clipboard-write; payment'
    frame.src = url.href
    let isShown = false
    frame.onload = () => {
      // The browser does not tell when a page refuses to be framed.
      setTimeout(() => {
        if (isShown) return
        frame.hidden = true
        tellStatus(dialog, texts.notShown)
      }, notShownMs)
    }
    const stop = this.#follow(receipt, () => frame.contentWindow, {
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

  #followTab(tab: Window, receipt: string): void {
    const stop = this.#follow(receipt, () => tab, { ready() {}, close: () => tab.close() })
    tab.location.replace(addressOf(receipt))
    const timer = setInterval(() => {
      if (!tab.closed) return
      clearInterval(timer)
      stop()
    }, pollMs)
  }

  /** Follows the messages of exactly this page. Returns the function that ends it. */
  #follow(
    receipt: string,
    page: () => Window | null,
    on: { ready(): void; close(): void },
  ): () => void {
    const { origin } = addressOf(receipt)
    const detail = { receiptId: receipt, isPaid: false }
    const listen = ({ data, origin: sender, source }: MessageEvent<PageMessage | null>) => {
      if (sender !== origin || source !== page() || data?.source !== 'tallystick') return
      detail.receiptId = String(data.receiptId)
      if (data.type === 'ready' || data.type === 'close') on[data.type]()
      // The next click orders again.
      if (data.type === 'paid' || data.type === 'expired') this.#order = null
      if (data.type !== 'paid' || detail.isPaid) return
      detail.isPaid = true
      this.#tell('paid', { receiptId: detail.receiptId })
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

/** Returns the address of the payment page of a receipt, which may be its whole link. */
function addressOf(receipt: string): URL {
  const isUrl = /^https?:/.test(receipt)
  const url = new URL(isUrl ? receipt : `/portal/${encodeURIComponent(receipt)}`, home)
  url.searchParams.set('embed', location.origin)
  return url
}

function tellStatus(dialog: HTMLDialogElement, text: string): void {
  const status = dialog.querySelector('div')
  if (status) status.textContent = text
}

if (!customElements.get('tally-pay')) customElements.define('tally-pay', TallyPay)
