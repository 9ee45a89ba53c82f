import { ownAddress, showPage } from './show-page.js'

/** Tells the other tabs of this shop that the cart changed. */
const tabs = new BroadcastChannel(`cart:${location.pathname.split('/')[2] ?? ''}`)

/** Sends the forms of the cart without leaving the page, and follows the cart of other tabs. */
export function followCart(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (form.matches('[data-checkout]')) holdBack(form, event)
    if (!form.matches('[data-cart]')) return
    event.preventDefault()
    void send(form)
  })
  document.addEventListener('change', (event) => {
    const select = event.target as HTMLSelectElement
    if (select.matches('[data-region]')) void load(addressWith(select.value))
  })
  tabs.addEventListener('message', () => void load(ownAddress()))
  // A page that comes back by the browser's back button may be older than the cart.
  addEventListener('pageshow', (event) => {
    if (event.persisted) void load(ownAddress())
  })
}

async function send(form: HTMLFormElement): Promise<void> {
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
  try {
    const response = await fetch(form.action, { method: 'POST', body })
    if (!response.ok) throw new Error(String(response.status))
    showPage(await response.text())
    tabs.postMessage('changed')
  } catch {
    // The browser sends it, and shows what is wrong.
    form.submit()
  }
}

async function load(url: string): Promise<void> {
  const response = await fetch(url).catch(() => null)
  if (response?.ok) showPage(await response.text())
}

function addressWith(region: string): string {
  const url = new URL(ownAddress())
  url.searchParams.set('region', region)
  return url.href
}

/** An impatient second click must not place a second order. */
function holdBack(form: HTMLFormElement, event: SubmitEvent): void {
  if (form.dataset['sent'] !== undefined) event.preventDefault()
  form.dataset['sent'] = ''
  addEventListener('pageshow', () => delete form.dataset['sent'], { once: true })
}
